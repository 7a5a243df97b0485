/** A tool call as the endpoint hands it out, and what it takes back. */
import type { JsonObject } from '../json/value.ts';
import type { Content } from '../request/call.ts';

/** One `tools/call`. */
export interface CallRequest {
  readonly id: string | number;
  readonly name: string;
  /** Numbers keep their source text (core/json/lossless.ts): for the wire. */
  readonly arguments: JsonObject;
  /** The same as plain JavaScript values: for validation. */
  readonly plainArguments: JsonObject;
  /** Aborted when the client is gone or has cancelled. */
  readonly signal: AbortSignal;
  /** Set when the client asked for progress; call it for each sign of life. */
  readonly onProgress?: () => void;
}

/** The result of a call, as MCP has it. */
export interface CallResult {
  readonly content: readonly Content[];
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
