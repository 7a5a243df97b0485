/**
 * Metrics by CloudWatch's embedded metric format: a log line that CloudWatch reads measures from, so no function needs a right or a request
 * for it. Off unless the owner switches it on (`metrics` in lib/config.ts), because each combination of dimensions is a metric that AWS
 * charges for. A measure that cannot be written never fails what it measures.
 */
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
import { writeLine } from './lines.ts';

const level = (METRIC_LEVELS as readonly string[]).indexOf(process.env['METRICS'] ?? '');
const service = process.env['METRICS_SERVICE'] ?? 'portcullis';

/**
 * Writes the measures of one event, once for each set of dimensions; without a set, for the whole stack.
 * @param sets an empty one stands for the whole stack
 */
export function emit(measures: Measures, sets: readonly Dimensions[] = [{}]): void {
  if (level < 0) return;
  const Metrics = Object.keys(measures).map((Name) => ({ Name, Unit: MEASURES[Name as MeasureName] }));
  const Dimensions = sets.map((set) => ['service', ...Object.keys(set)]);
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions, Metrics }] };
  writeLine('info', { _aws, service }, Object.assign({}, ...sets, measures));
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
