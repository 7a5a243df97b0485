/**
 * Maps error codes to JSON-RPC errors. Failures of tools, upstreams and validation are not errors but results with
 * `isError`.
 */
import { isObject } from '../lib/json/value.ts';
import type { Answer } from './exchange.ts';

/** Codes of requests that are refused before the MCP protocol handles them. */
export type RefusalCode =
  | 'origin_not_allowed'
  | 'token_unknown'
  | 'proof_refused'
  | 'session_unknown'
  | 'session_missing'
  | 'body_too_large'
  | 'body_too_deep'
  | 'batch_too_large'
  | 'batch_ids_repeat'
  | 'too_many_streams'
  | 'rate_limited'
  | 'method_not_allowed'
  | 'not_found'
  | 'scope_insufficient'
  | 'schema_newer'
  | 'unavailable';

/** Headers by which a refusal reaches the edge, which makes its status and `WWW-Authenticate` of them (lib/edge/mcp-challenges.js). */
export const CHALLENGE_HEADERS = { status: 'x-refusal-status', challenge: 'x-refusal-challenge' } as const;

interface Refusal {
  readonly status: number;
  /** JSON-RPC error code. */
  readonly rpcCode: number;
  readonly message: string;
}

/** Error codes of JSON-RPC 2.0 section 5.1, not from the range that MCP reserves. */
const INVALID_REQUEST = -32600;
const INTERNAL = -32603;

const REFUSALS: Record<RefusalCode, Refusal> = {
  origin_not_allowed: {
    status: 403,
    rpcCode: INVALID_REQUEST,
    message:
      'This origin may not call the server. Add it to allowedOrigins of the deployment, or call without a browser.',
  },
  token_unknown: {
    status: 404,
    rpcCode: INVALID_REQUEST,
    message: 'No live server answers to this connection token. Check it for typos, or ask its owner for a new one.',
  },
  proof_refused: {
    status: 401,
    rpcCode: INVALID_REQUEST,
    message:
      'The access token needs a DPoP proof of this request, signed with its key a moment ago and sent once (RFC 9449). Sign a new one, or connect again.',
  },
  session_unknown: {
    status: 404,
    rpcCode: INVALID_REQUEST,
    message:
      'The session is unknown or over. Begin a new one: with initialize, or over HTTP+SSE with GET and the endpoint that it names.',
  },
  session_missing: {
    status: 400,
    rpcCode: INVALID_REQUEST,
    message: 'DELETE ends a session. Name it in the header Mcp-Session-Id.',
  },
  body_too_large: { status: 413, rpcCode: INVALID_REQUEST, message: 'The request body is over mcpRequestBytes, 4 MB.' },
  body_too_deep: {
    status: 400,
    rpcCode: INVALID_REQUEST,
    message: 'The request body is nested deeper than mcpRequestDepth, 500 levels. Send a flatter value.',
  },
  batch_too_large: {
    status: 400,
    rpcCode: INVALID_REQUEST,
    message: 'The batch holds more than mcpBatchMessages, 100 messages. Send several batches.',
  },
  batch_ids_repeat: {
    status: 400,
    rpcCode: INVALID_REQUEST,
    message: 'Two requests of the batch share an id, so their answers could not be told apart; none was run.',
  },
  too_many_streams: {
    status: 429,
    rpcCode: INVALID_REQUEST,
    message:
      'As many event streams are open as the deployment (streamsPerToken) or the server’s owner allows. Close one, or try again later.',
  },
  rate_limited: {
    status: 429,
    rpcCode: INVALID_REQUEST,
    message: 'Calls are refused because of a limit, and more and more come. Wait as long as Retry-After says.',
  },
  method_not_allowed: { status: 405, rpcCode: INVALID_REQUEST, message: 'Send MCP messages with POST.' },
  not_found: { status: 404, rpcCode: INVALID_REQUEST, message: 'There is no MCP endpoint at this path.' },
  scope_insufficient: {
    status: 403,
    rpcCode: INVALID_REQUEST,
    message:
      'You have allowed this client to read only, and the tool may change something. Connect it again and allow all tools.',
  },
  schema_newer: {
    status: 503,
    rpcCode: INTERNAL,
    message:
      'The server was stored by a later version of the product than the one that answers here. Try again in a minute; if that does not help, its owner has to deploy the later version again.',
  },
  unavailable: {
    status: 503,
    rpcCode: INTERNAL,
    message: 'The service cannot answer at the moment. Try again shortly.',
  },
};

/**
 * HTTP status and JSON-RPC body of a refusal.
 * @param id id of the request, if known
 */
export function refusal(code: RefusalCode, id: string | number | null = null): { status: number; body: string } {
  const { status, rpcCode, message } = REFUSALS[code];
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: rpcCode, message, data: { code } } }) };
}

/** The beginning of an error in a response. In the text of a result, the quotes would be escaped. */
const ERROR = '"error":{';

/** The messages of a stream that may be errors, for {@link errorCodeOf}. */
export const errorsOf = (messages: readonly string[]): string[] => messages.filter((text) => text.includes(ERROR));

/** The JSON-RPC error code of an answer for the audit trail, as `rpc_-32601`; undefined for success. */
export function errorCodeOf({ status, body, isResult }: Answer, id: string | number | undefined): string | undefined {
  if (isResult) return undefined;
  if (typeof body !== 'string' || (status < 400 && !body.includes(ERROR))) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return status < 400 ? undefined : `http_${status}`;
  }
  const answers = [parsed].flat().filter(isObject);
  const error = (answers.find((part) => part['id'] === id) ?? (status < 400 ? {} : answers[0]))?.['error'];
  if (isObject(error)) return `rpc_${error['code']}`;
  return status < 400 ? undefined : `http_${status}`;
}
