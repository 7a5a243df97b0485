/**
 * Log lines of every function, in the one shape of AWS Lambda Powertools: `level`, `message` (a fixed name of the event, in
 * snake_case), `timestamp`, `service` (the function's name), and the fields of `LogFields`. They go to the console, so that the
 * runtime adds its own. Whoever logs sees to it that no field holds a secret: no path of a request, no body, no argument.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { PortcullisError } from '../core/errors.ts';

/** What a line may tell beside the event. */
export interface LogFields {
  readonly requestId?: string;
  readonly serverId?: string;
  readonly deploymentId?: string;
  readonly region?: string;
  /** Id of an operation of the management API. */
  readonly route?: string;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** Duration in milliseconds. */
  readonly ms?: number;
  /** A stable code, or the name of an error. */
  readonly reason?: string;
  /** Frames of a stack, without the message of the error. */
  readonly places?: readonly string[];
  /** Key of an audit entry, and what became of it in the table. */
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

const logger = new Logger({ serviceName: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'portcullis' });
// Powertools makes a console of its own over the process's output, which a host of several functions in one process cannot tell apart.
Reflect.set(logger, 'console', console);

/** Something went as it should. */
export const logInfo = (event: string, fields: LogFields): void => logger.info(event, { ...fields });

/** Something did not work that is made good by itself, or that nobody waits for. */
export const logWarning = (event: string, fields: LogFields): void => logger.warn(event, { ...fields });

/** Something failed that somebody should look at. */
export const logError = (event: string, fields: LogFields): void => logger.error(event, { ...fields });

/** Why something failed, where the error's message could quote data: its code if it is one of ours, else its name. */
export const reasonOf = (error: unknown): string =>
  error instanceof PortcullisError ? error.code : error instanceof Error ? error.name : 'unknown';

/** An error with message and stack, and the message of its cause. Only for errors that quote no data. */
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
