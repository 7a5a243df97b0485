/**
 * Metrics by CloudWatch's embedded metric format: a log line that CloudWatch reads measures from, so no function needs a right or a request
 * for it. Off unless the owner switches it on (`metrics` in lib/config.ts), because each combination of dimensions is a metric that AWS
 * charges for. A measure that cannot be written never fails what it measures.
 */
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { CallEntry } from '../../core/audit/entry.ts';
import {
  type CallerClass,
  callerOf,
  type Dimensions,
  MEASURES,
  METRIC_LEVELS,
  type MeasureName,
  type Measures,
  measuresOfCall,
  NAMESPACE,
} from '../../core/audit/measures.ts';
import { isJsonFormat, logWarning, reasonOf } from './log.ts';

const level = (METRIC_LEVELS as readonly string[]).indexOf(process.env['METRICS'] ?? '');
const metrics = new Metrics({ namespace: NAMESPACE, serviceName: process.env['METRICS_SERVICE'] ?? 'portcullis' });
// As in log.ts: a host that runs several functions in one process tells their lines apart by its console.
if (!isJsonFormat) Reflect.set(metrics, 'console', console);

/**
 * Writes the measures of one event, once for each set of dimensions; without a set, for the whole stack.
 * @param sets an empty one stands for the whole stack
 */
export function emit(measures: Measures, sets: readonly Dimensions[] = [{}]): void {
  if (level < 0) return;
  try {
    for (const set of sets) metrics.addDimensions({ ...set });
    for (const [name, value] of Object.entries(measures)) metrics.addMetric(name, MEASURES[name as MeasureName], value);
    metrics.publishStoredMetrics();
  } catch (error) {
    logWarning('metrics_not_written', { reason: reasonOf(error) });
  }
}

/** Writes the measures of one tool call. */
export function emitCall(entry: CallEntry): void {
  if (level < 0) return;
  emit(measuresOfCall(entry), dimensionsOf(entry.serverId, { tool: entry.tool, caller: callerOf(entry) }));
  if (entry.errorCode !== undefined) emit({ Errors: 1 }, [{ Code: entry.errorCode }]);
}

/** Writes one measure of a server. */
export const emitOf = (serverId: string, measures: Measures): void => emit(measures, dimensionsOf(serverId));

/** Writes that a limit refused a call. */
export function emitThrottle(serverId: string, code: string): void {
  emitOf(serverId, { Throttles: 1 });
  emit({ Throttles: 1 }, [{ Code: code }]);
}

function dimensionsOf(Server: string, call?: { readonly tool: string; readonly caller: CallerClass }): Dimensions[] {
  return [
    {},
    ...(level >= METRIC_LEVELS.indexOf('server') ? [{ Server }] : []),
    ...(level >= METRIC_LEVELS.indexOf('tool') && call
      ? [
          { Server, Tool: call.tool },
          { Server, Caller: call.caller },
        ]
      : []),
  ];
}
