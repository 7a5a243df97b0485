/**
 * The protocol versions that one URL serves, and how a parsed message shows which one its client speaks. Modern:
 * 2026-07-28, each request carries its own envelope in `_meta`. Legacy: the `initialize` protocols before it. The SDK
 * classifies for dispatch; this module only reads what the audit trail and the fast path need.
 */
import type { ProtocolEra } from '../audit/entry.ts';
import { isObject } from '../json/value.ts';

/** The modern protocol version. */
export const MODERN = '2026-07-28';
/** The version to which HTTP+SSE sessions are pinned (the transport with two endpoints). */
export const SSE_VERSION = '2024-11-05';
/** Versions with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const LATEST_LEGACY: ProtocolEra = '2025-11-25';

/** Keys of the modern envelope in `_meta`. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** Headers by name in lower case. */
export type HeaderRecord = Readonly<Record<string, string | undefined>>;

/** True when the client accepts JSON; also without an Accept header. */
export const acceptsJson = (accept = ''): boolean => accept === '' || /application\/(json|\*)|\*\/\*/i.test(accept);

/** A JSON object from outside, of which nothing is known yet. */
export type Json = Record<string, unknown>;

/** What one JSON-RPC message says about itself and its sender. Nothing of it is trusted. */
export interface Described {
  /** Undefined for notifications, for what a client answers and for messages that are no JSON-RPC. */
  readonly id?: string | number;
  readonly method: string;
  readonly era: ProtocolEra;
  /** `name version`, cut to 100 characters. */
  readonly client?: string;
}

/**
 * Reads a message.
 * @param options.session true for posts of an HTTP+SSE session
 */
export function describe(message: unknown, headers: HeaderRecord, { session = false } = {}): Described {
  const { method, id, params } = isObject(message) ? message : ({} as Json);
  const fields = isObject(params) ? params : {};
  const meta = isObject(fields['_meta']) ? fields['_meta'] : {};
  const info = meta[META.clientInfo] ?? fields['clientInfo'];
  const isMethod = typeof method === 'string';
  const name = isObject(info) && typeof info['name'] === 'string' ? info['name'] : undefined;
  const version = isObject(info) && typeof info['version'] === 'string' ? ` ${info['version']}` : '';
  return {
    id: isMethod && (typeof id === 'string' || typeof id === 'number') ? id : undefined,
    method: isMethod ? cut(method) : '',
    era: session ? SSE_VERSION : eraOf(meta[META.protocolVersion] ?? headers['mcp-protocol-version'], fields),
    client: name && cut(`${name}${version}`),
  };
}

/** Characters of a body that is parsed for its id before the sender is known. */
const MAX_READ_FOR_ID = 64 * 1024;

/**
 * The id of the one request that a body is, so that a refusal can answer it (JSON-RPC 2.0 section 5: null only when it
 * cannot be determined). Some clients (rmcp 3.11) wait for an answer to their id whatever the HTTP status. Undefined
 * for anything else, and for long bodies.
 */
export function requestId(body: string | undefined): string | number | undefined {
  if (body === undefined || body.length > MAX_READ_FOR_ID) return undefined;
  try {
    return describe(JSON.parse(body), {}).id;
  } catch {
    return undefined;
  }
}

/** The first characters, never half a surrogate pair: that has no UTF-8 form, and no table accepts it. */
const cut = (text: string): string => text.slice(0, 100).toWellFormed();

/**
 * A legacy client without a version header speaks 2025-03-26 (its transport section) unless it is initializing. One
 * that initializes with the modern version (rmcp 3.11 does) is answered with the latest version that has `initialize`.
 */
function eraOf(version: unknown, params: Json): ProtocolEra {
  if (version === MODERN) return MODERN;
  const said = version ?? params['protocolVersion'] ?? '2025-03-26';
  if (said === MODERN) return LATEST_LEGACY;
  return LEGACY_VERSIONS.includes(said as string) ? (said as ProtocolEra) : 'unknown';
}
