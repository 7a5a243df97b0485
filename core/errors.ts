/**
 * The one base class of every error that Portcullis raises on purpose.
 * A subclass sets its name; `code` is stable and relied on from outside (problem+json, audit, deployment records).
 * Mapping a code to HTTP is done in lambdas/management/problem.ts only, to JSON-RPC in core/mcp/errors.ts only.
 * Messages are shown to people and models: they name the field, the rule and the way out, and never hold a secret.
 */
import type { JsonValue } from './json/value.ts';

export interface ErrorContext {
  /** What was found, which limit was passed: plain JSON, no secrets. */
  readonly context?: Readonly<Record<string, JsonValue>>;
  readonly cause?: unknown;
}

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

/** A value that arrived from outside breaks a rule; `field` is a JSON pointer or parameter name. */
export interface FieldFault {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** Several faults of one request, all listed (code `invalid_request` unless a more telling one is given). */
export class InvalidInput extends PortcullisError {
  override readonly name: string = 'InvalidInput';
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[], code = 'invalid_request') {
    super(code, faults.map(sentence).join(' · '));
    this.faults = faults;
  }
}

/** The pointer '' names no field: the whole value is wrong. */
const sentence = ({ field, message }: FieldFault): string =>
  field === '' ? `The value ${message}` : `${field}: ${message}`;
