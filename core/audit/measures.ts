/**
 * The measures of the product: their names and units, and those of one tool call, taken from its audit entry, so that both always agree.
 * Numbers only: no argument, no value of an answer, no name of a person.
 */
import { type CallEntry, isFailed } from './entry.ts';

/** Namespace of the metrics in CloudWatch; each has the stack's name as its dimension `service`. */
export const NAMESPACE = 'Portcullis';

/** How finely metrics are divided, each level with those before it: for the stack, by server, by tool and class of callers. */
export const METRIC_LEVELS = ['stack', 'server', 'tool'] as const;

/** Name → unit of CloudWatch (MetricDatum, Unit). design/monitoring.md describes each. */
export const MEASURES = {
  Calls: 'Count',
  Errors: 'Count',
  Latency: 'Milliseconds',
  UpstreamLatency: 'Milliseconds',
  Redactions: 'Count',
  Truncations: 'Count',
  AnswerSize: 'Bytes',
  Refusals: 'Count',
  Throttles: 'Count',
  SignInFailures: 'Count',
  BreakerOpenings: 'Count',
  TokenPauses: 'Count',
  RevocationLatency: 'Milliseconds',
  DeploymentsFailed: 'Count',
  ArchiveLag: 'Milliseconds',
} as const;

/** Name of a measure. */
export type MeasureName = keyof typeof MEASURES;

/** Values of one event by name, in the units of {@link MEASURES}. */
export type Measures = Partial<Record<MeasureName, number>>;

/**
 * What a measure can be divided by: the server, one of its tools, a class of callers, a stable code of a failure.
 */
export interface Dimensions {
  readonly Server?: string;
  readonly Tool?: string;
  readonly Caller?: CallerClass;
  readonly Code?: string;
}

/** Who calls: a connection token, a person who signed in, or a client that acts for itself. */
export type CallerClass = 'token' | 'person' | 'client';

/** The class of an entry's caller. */
export const callerOf = ({ person, clientId }: Pick<CallEntry, 'person' | 'clientId'>): CallerClass =>
  person !== undefined ? 'person' : clientId !== undefined ? 'client' : 'token';

/** The measures of one call. A call that did not reach the API has no upstream latency. */
export function measuresOfCall(entry: CallEntry): Measures {
  const { errorCode, status, durationMs, upstreamMs, redactedFields, truncations, bytesOut } = entry;
  return {
    Calls: 1,
    Errors: isFailed(entry) ? 1 : 0,
    Latency: durationMs,
    ...(status !== undefined && { UpstreamLatency: upstreamMs }),
    Redactions: redactedFields,
    Truncations: truncations.length,
    AnswerSize: bytesOut,
    ...(errorCode === 'server_busy' && { Throttles: 1 }),
    ...(errorCode?.startsWith('oauth_') && { SignInFailures: 1 }),
  };
}
