/**
 * The log lines of all functions, with the names of AWS Lambda Powertools: `level`, `message` (a fixed name of the event, in snake_case),
 * `timestamp`, `service` (the function's name), `xray_trace_id` where Lambda gives one, and the fields of `LogFields`. The caller must pass
 * no secret: no request path, no body, no argument.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import { SPANS_EVENT, type TraceRecord } from '../../core/telemetry/trace/spans.ts';
import { isJsonFormat, type Method, writeLine } from './lines.ts';

/** Fields of a log line beside the event's name. */
export interface LogFields {
  readonly requestId?: string;
  readonly serverId?: string;
  readonly deploymentId?: string;
  readonly region?: string;
  /** Operation id of the management API. */
  readonly route?: string;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** Duration in milliseconds. */
  readonly ms?: number;
  /** A stable code, or the name of an error. */
  readonly reason?: string;
  /** Frames of a stack, without the message of the error. */
  readonly places?: readonly string[];
  /** Key of an audit entry, and how its write ended. */
  readonly entry?: { readonly change: string; readonly serverDay: string; readonly entryId: string };
  readonly error?: LoggedError;
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: { readonly name: string; readonly message: string };
}

const service = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'portcullis';

function log(method: Method, message: string, fields: object): void {
  // `Root=1-…;Parent=…;Sampled=…`, set by the runtime for each invocation (Lambda developer guide, environment variables).
  const trace = /^Root=([^;]+)/.exec(process.env['_X_AMZN_TRACE_ID'] ?? '')?.[1];
  const timestamp = new Date().toISOString();
  const head = {
    level: method.toUpperCase(),
    message,
    timestamp,
    service,
    ...(trace !== undefined && { xray_trace_id: trace }),
  };
  writeLine(method, head, fields);
}

/** Something succeeded. */
export const logInfo = (event: string, fields: LogFields): void => log('info', event, fields);

/** How long the environment took to start, from its process on, where Lambda's own line of it is left out. */
export function logStart(): void {
  if (isJsonFormat) logInfo('environment_started', { ms: Math.round(performance.now()) });
}

/** The spans of one call, for the trace forwarder. */
export const logSpans = (trace: TraceRecord): void => log('info', SPANS_EVENT, { trace });

/** Something failed that is retried or that nobody waits for. */
export const logWarning = (event: string, fields: LogFields): void => log('warn', event, fields);

/** Something failed that needs attention. */
export const logError = (event: string, fields: LogFields): void => log('error', event, fields);

/** Reason of a failure where the error's message may quote data: the code of our own errors, else the error's name. */
export const reasonOf = (error: unknown): string =>
  error instanceof PortcullisError ? error.code : error instanceof Error ? error.name : 'unknown';

/** An error's message and stack, and its cause's message. Only for errors that quote no data. */
export function errorFields(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: 'unknown', message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as Error & { readonly code?: unknown };
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause instanceof Error && { cause: { name: cause.name, message: cause.message } }),
  };
}

/** Logs a failure whose error quotes no data. */
export const logFailure = (event: string, error: unknown): void => logError(event, { error: errorFields(error) });
