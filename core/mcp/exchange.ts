/**
 * What comes in at the MCP endpoint and what goes out, and how a call is read from a request's body, whichever part of the endpoint answers it.
 */
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { parseLossless } from '../lib/json/lossless.ts';
import { isObject, type JsonObject } from '../lib/json/value.ts';
import { objectOf } from './arguments/jsonText.ts';
import type { CallRequest, CallResult } from './call.ts';
import { clientInputOf } from './elicitation.ts';
import type { Listing } from './listing.ts';
import type { HeaderRecord } from './protocol.ts';
import { taskWishOf } from './task.ts';
import type { Tasks } from './tasks.ts';

/** An HTTP request whose token and origin the caller has checked. */
export interface Exchange {
  readonly method: string;
  /** Path of the URL, for the Request object of the SDK. */
  readonly path: string;
  readonly headers: HeaderRecord;
  readonly body: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** '' when there is none. Cancelling a stream cancels the request. */
  readonly body: string | ReadableStream<Uint8Array>;
  /** Set when the body is known to contain no error. */
  readonly isResult?: true;
}

/** The server behind the endpoint, provided by the caller. */
export interface Hosted {
  readonly listing: Listing;
  /** True when legacy clients have a stream that announces changed tools: that of their session, or the 2025 GET stream. */
  readonly hasLegacyStream?: boolean;
  /** Makes a call. A failed call is a result with `isError`; a rejection becomes a JSON-RPC internal error. */
  callTool(call: CallRequest): Promise<CallResult>;
  /** Called for each call of a tool that the listing does not have, and for each read of a resource or prompt outside of it. */
  unknownTool?(call: CallRequest): void;
  /** The tasks of the connection, where a tool is marked as long or somebody asks for one. */
  readonly tasks?: Tasks | undefined;
  /** For `subscriptions/listen`: the source of events of the stream; `ended` closes it. */
  readonly changes?: { readonly bus: ServerEventBus; readonly ended: AbortSignal };
}

/**
 * A number that JavaScript would change: with many digits, trailing zeros or an exponent. Only before a JSON delimiter, so
 * that the version `"2.0"` of each message does not match.
 */
const SOURCE_NUMBER = /\d{16}|\d(?:\.\d*0|[eE][+-]?\d+)(?=[\s,}\]])/;

/** A function that gives the body with exact numbers; it parses the body at its first call. */
export function exactOf({ body }: Exchange, parsed: unknown): () => unknown {
  let exact: unknown;
  return () => {
    exact ??= SOURCE_NUMBER.test(body) ? parseLossless(body) : parsed;
    return exact;
  };
}

/** A call with arguments from the body, not from the SDK, so that large numbers keep their digits. */
export function callRequest(
  exactBody: () => unknown,
  parsed: unknown,
  id: string | number,
  name: string,
  signal: AbortSignal,
): CallRequest {
  // By index, because in the exact body the id may be a source number.
  const place = [parsed].flat().findIndex((part) => isObject(part) && part['id'] === id && 'method' in part);
  const given = argumentsOf([parsed].flat()[place]);
  const clientInput = () => clientInputOf([parsed].flat()[place]);
  const taskWish = () => taskWishOf([parsed].flat()[place]);
  if (!isObject(given)) return { id, name, clientInput, taskWish, signal, ...(readWhole(given) ?? NO_ARGUMENTS) };
  const exact = exactBody();
  const isExact = exact === parsed;
  const own = isExact ? given : (argumentsOf([exact].flat()[place]) as JsonObject);
  return { id, name, arguments: own, plainArguments: given, clientInput, taskWish, signal };
}

/**
 * The body with an object for the arguments of each call that has them in another form that is read, for the SDK, which takes
 * only an object; the same body when none has.
 */
export function withObjectArguments(parsed: unknown): unknown {
  if (Array.isArray(parsed)) {
    const messages = parsed.map(withObjectArguments);
    return messages.some((message, index) => message !== parsed[index]) ? messages : parsed;
  }
  const given = argumentsOf(parsed);
  if (given === undefined || isObject(given) || !readWhole(given)) return parsed;
  const message = parsed as { readonly params: object };
  return { ...message, params: { ...message.params, arguments: {} } };
}

/** The arguments of a `tools/call` as they were sent; undefined for other messages. */
function argumentsOf(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'tools/call') return undefined;
  const { params } = message;
  return isObject(params) ? params['arguments'] : undefined;
}

const NO_ARGUMENTS = { arguments: {}, plainArguments: {} } as const;

/** Arguments that are no object: none, null, or JSON text; undefined for everything else. */
function readWhole(given: unknown): Pick<CallRequest, 'arguments' | 'plainArguments' | 'repairs'> | undefined {
  if (given === undefined) return NO_ARGUMENTS;
  if (given === null) return { ...NO_ARGUMENTS, repairs: ['arguments_null'] };
  const exact = typeof given === 'string' ? objectOf(given) : undefined;
  return (
    exact && { arguments: exact, plainArguments: JSON.parse(given as string) as JsonObject, repairs: ['json_text'] }
  );
}
