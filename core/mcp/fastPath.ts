/**
 * Answers frequent requests without an SDK server: `tools/list` of modern and legacy clients, and `server/discover` and
 * simple `tools/call` of modern ones. Only requests in exactly the usual form; all others, and all protocol errors, are
 * left to the SDK. A test compares the answers with those of the SDK.
 */
import { isObject } from '../lib/json/value.ts';
import type { CallResult } from './call.ts';
import { isCallable, LIST_CACHE, type Listing } from './listing.ts';
import { acceptsJson, type HeaderRecord, type Json, LEGACY_VERSIONS, META, MODERN } from './protocol.ts';
import { createdTask } from './task.ts';

/** A recognized request. */
export type Recognized =
  /** `text`: the whole answer. */
  | { readonly kind: 'answer'; readonly text: string }
  /** A modern call without progress; the answer is {@link modernResult}. */
  | { readonly kind: 'call'; readonly id: string | number; readonly name: string };

/**
 * Recognizes a message; undefined when the SDK has to answer it.
 * @param message one parsed JSON-RPC message
 */
export function recognize(message: unknown, headers: HeaderRecord, listing: Listing): Recognized | undefined {
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || !isJson(headers['content-type'])) return undefined;
  const { id, method } = message;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const params = message['params'] ?? {};
  if (!isObject(params) || !hasOnly(message, 'jsonrpc', 'id', 'method', 'params')) return undefined;
  const identity = id as string | number;
  if (!isModern(method, params, headers)) {
    return method === 'tools/list' && isLegacy(params, headers)
      ? listAnswer(identity, params, listing, { isModern: false })
      : undefined;
  }
  if (method === 'tools/list') return listAnswer(identity, params, listing, { isModern: true });
  if (method === 'server/discover' && hasOnly(params, '_meta')) {
    return { kind: 'answer', text: `{"jsonrpc":"2.0","id":${JSON.stringify(identity)},${listing.discover}` };
  }
  if (method === 'tools/call' && hasOnly(params, '_meta', 'name', 'arguments')) {
    const { name } = params;
    if (typeof name !== 'string' || headers['mcp-name'] !== name || !isCallable(listing, name)) return undefined;
    if (params['arguments'] !== undefined && !isObject(params['arguments'])) return undefined;
    return { kind: 'call', id: identity, name };
  }
  return undefined;
}

/** The answer to a modern call. `_meta` contains the `_meta` of the result and the server info. */
export function modernResult(
  id: string | number,
  { _meta, inputRequired, task, ...result }: CallResult,
  listing: Listing,
): string {
  if (inputRequired) {
    const asked = { ...inputRequired, _meta: { [META.serverInfo]: listing.serverInfo } };
    return JSON.stringify({ jsonrpc: '2.0', id, result: asked });
  }
  if (task) {
    const made = { ...createdTask(task, true), _meta: { [META.serverInfo]: listing.serverInfo } };
    return JSON.stringify({ jsonrpc: '2.0', id, result: made });
  }
  const tail = _meta
    ? `"resultType":"complete","_meta":${JSON.stringify({ ..._meta, [META.serverInfo]: listing.serverInfo })}`
    : listing.resultTail;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result).slice(0, -1)},${tail}}}`;
}

const LIST_TAIL = JSON.stringify(LIST_CACHE).slice(1, -1);

function listAnswer(
  id: string | number,
  params: Json,
  listing: Listing,
  options: { readonly isModern: boolean },
): Recognized | undefined {
  if (!hasOnly(params, '_meta', 'cursor')) return undefined;
  const cursor = params['cursor'] ?? '';
  const page = typeof cursor === 'string' ? listing.pages.get(cursor) : undefined;
  if (!page) return undefined;
  const tail = options.isModern ? `,${LIST_TAIL},${listing.resultTail}` : '';
  return {
    kind: 'answer',
    text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${options.isModern ? page.text : page.legacy.text}${tail}}}`,
  };
}

/** True when headers and `_meta` agree, and `_meta` has exactly the members that all clients send. */
function isModern(method: unknown, params: Json, headers: HeaderRecord): boolean {
  const meta = params['_meta'];
  if (headers['mcp-protocol-version'] !== MODERN || headers['mcp-method'] !== method || !isObject(meta)) return false;
  if (!hasOnly(meta, META.protocolVersion, META.clientInfo, META.clientCapabilities)) return false;
  const capabilities = meta[META.clientCapabilities];
  return (
    meta[META.protocolVersion] === MODERN &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    isPlainClient(meta[META.clientInfo])
  );
}

function isPlainClient(info: unknown): boolean {
  if (info === undefined) return true;
  return (
    isObject(info) &&
    hasOnly(info, 'name', 'version') &&
    Object.values(info).every((part) => typeof part === 'string') &&
    Object.keys(info).length === 2
  );
}

function isLegacy(params: Json, headers: HeaderRecord): boolean {
  const version = headers['mcp-protocol-version'];
  const isKnown = version === undefined || LEGACY_VERSIONS.includes(version);
  return params['_meta'] === undefined && isKnown && acceptsJson(headers['accept']);
}

const isJson = (contentType: string | undefined) =>
  contentType === 'application/json' || contentType === 'application/json; charset=utf-8';

function hasOnly(value: Json, ...names: readonly string[]): boolean {
  for (const key of Object.keys(value)) if (!names.includes(key)) return false;
  return true;
}
