/**
 * JSON-RPC messages that we, as a client, exchange with an MCP server (MCP 2024-11-05 to 2025-11-25 with `initialize`, 2026-07-28 without).
 * What is read is hostile: anything that is not the answer to our request is told apart here and never taken for it.
 */
import { isPlainObject, parseLossless } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';

/** The version without sessions. */
export const STATELESS_VERSION = '2026-07-28';
/** Versions with `initialize`, the newest first: it is the one that is offered. */
export const SESSION_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const CLIENT_INFO = { name: 'portcullis', version: '1' };
const META = 'io.modelcontextprotocol/';

/** Nothing is offered: the server may not ask us to sample or list roots, and a person only where the owner allows it. */
const NO_CAPABILITIES = {};
const MAY_ASK = { elicitation: { form: {} } };

/** The parameters of `initialize`. */
export const initializeParams = (): JsonObject => ({
  protocolVersion: SESSION_VERSIONS[0] as string,
  capabilities: NO_CAPABILITIES,
  clientInfo: CLIENT_INFO,
});

/** What each request of 2026-07-28 has in `_meta`. */
export const statelessMeta = (mayAsk = false): JsonObject => ({
  [`${META}protocolVersion`]: STATELESS_VERSION,
  [`${META}clientInfo`]: CLIENT_INFO,
  [`${META}clientCapabilities`]: mayAsk ? MAY_ASK : NO_CAPABILITIES,
});

/** A header value for a name of a tool: as it is, or in the form for names that no header can have (2026-07-28, transports). */
export function headerName(name: string): string {
  const isPlain =
    /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/.test(name) && !/^=\?base64\?.*\?=$/.test(name);
  return isPlain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

/** The answer to one request: its result or its error. */
export type RpcAnswer =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: JsonValue } };

/** A message of the server, by what it is to us. */
export type Incoming =
  | { readonly kind: 'answer'; readonly answer: RpcAnswer }
  | { readonly kind: 'request'; readonly id: string | number; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'other' };

/** Messages of a batch that are read (MCP 2025-03-26 has batches). */
const MAX_BATCH = 100;

/** The messages of a text. Undefined when it is not JSON, or nested too deeply to be read. */
export function messagesOf(text: string, id: string): Incoming[] | undefined {
  let value: JsonValue;
  try {
    value = parseLossless(text);
  } catch {
    return undefined;
  }
  return (Array.isArray(value) ? value.slice(0, MAX_BATCH) : [value]).map((one) => incomingOf(one, id));
}

function incomingOf(message: JsonValue, own: string): Incoming {
  if (!isPlainObject(message)) return { kind: 'other' };
  const { id, method, params, result, error } = message;
  if (typeof method === 'string') {
    if (typeof id === 'string' || typeof id === 'number') return { kind: 'request', id, method };
    return { kind: 'notification', method, params: isPlainObject(params ?? null) ? (params as JsonObject) : {} };
  }
  if (isPlainObject(error ?? null)) {
    // A server that could not read our id answers null (JSON-RPC 2.0, section 5).
    if (id !== own && id !== null && id !== undefined) return { kind: 'other' };
    const { code, message: text, data } = error as JsonObject;
    return {
      kind: 'answer',
      answer: {
        error: {
          code: Number.isSafeInteger(code) ? (code as number) : 0,
          message: typeof text === 'string' ? text : '',
          ...(data !== undefined && { data }),
        },
      },
    };
  }
  if (id !== own || !isPlainObject(result ?? null)) return { kind: 'other' };
  return { kind: 'answer', answer: { result: result as JsonObject } };
}
