/**
 * The error that Portcullis raises on purpose, told apart by its code; core/errorCatalog has the table of codes. Few subclasses exist,
 * for what carries more than a code and a message. `code` is stable and part of the contract (problem details, audit, deployment records).
 * Codes become HTTP statuses in lambdas/management/http/problem.ts only, and JSON-RPC errors in core/mcp/errors.ts only.
 * Messages are shown to people and AI clients: they name the field, the rule and what to do, and contain no secret.
 */
import type { JsonValue } from './json/value.ts';

/** Optional details of an error. */
export interface ErrorContext {
  /** Details such as the value found or the limit exceeded: plain JSON, no secrets. */
  readonly context?: Readonly<Record<string, JsonValue>>;
  readonly cause?: unknown;
}

/** An error with a stable code. Any other thrown error is a defect. */
export class PortcullisError extends Error {
  override readonly name: string = 'PortcullisError';
  readonly code: string;
  readonly context: Readonly<Record<string, JsonValue>>;

  constructor(code: string, message: string, options: ErrorContext = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.context = options.context ?? {};
  }
}

/** Whether it is an error of ours with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): error is PortcullisError =>
  error instanceof PortcullisError && codes.includes(error.code);

/** One broken rule of an input. `field` is a JSON pointer or a parameter name; '' means the whole value. */
export interface FieldFault {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/**
 * All faults of one request.
 * @param code `invalid_request` unless a more specific one is given
 */
export class InvalidInput extends PortcullisError {
  override readonly name: string = 'InvalidInput';
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[], code = 'invalid_request') {
    super(code, faults.map(sentence).join(' · '));
    this.faults = faults;
  }
}

/** The fault as a sentence; without a field it is about the whole value. */
const sentence = ({ field, message }: FieldFault): string =>
  field === '' ? `The value ${message}` : `${field}: ${message}`;
