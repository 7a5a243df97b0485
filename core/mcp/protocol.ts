/**
 * The protocol versions that one URL serves, and how a parsed message shows which one its client speaks.
 * Modern: 2026-07-28, every request carries its own envelope in `_meta`. Legacy: the `initialize` protocols before it.
 * Classification for dispatch is the SDK's; this module only reads what the audit trail and the fast path need.
 */
import type { ProtocolEra } from '../audit/entry.ts';

export const MODERN = '2026-07-28';
/** The version to which HTTP+SSE sessions are pinned (two-endpoint transport). */
export const SSE_VERSION = '2024-11-05';
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const LATEST_LEGACY: ProtocolEra = '2025-11-25';

export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** Header names in lower case. */
export type HeaderRecord = Readonly<Record<string, string | undefined>>;

/** Also of clients that do not say what they accept. */
export const acceptsJson = (accept = ''): boolean => accept === '' || /application\/(json|\*)|\*\/\*/i.test(accept);

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What one JSON-RPC message says about itself and its sender; nothing of it is trusted. */
export interface Described {
  /** Undefined for notifications, for what a client answers and for messages that are no JSON-RPC. */
  readonly id?: string | number;
  readonly method: string;
  readonly era: ProtocolEra;
  /** `name version`, cut to 100 characters. */
  readonly client?: string;
}

export function describe(message: unknown, headers: HeaderRecord, session: boolean): Described {
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

/** Characters of a body that is read for its id before anybody is known to be asking. */
const MAX_READ_FOR_ID = 64 * 1024;

/**
 * The id of the one request that a body is, for a refusal to answer it (JSON-RPC 2.0 section 5: null only where it cannot be told). Some
 * clients (rmcp 3.11) wait for an answer to the id that they sent, whatever the HTTP status. Undefined for anything else, and for long bodies.
 */
export function requestId(body: string | undefined): string | number | undefined {
  if (body === undefined || body.length > MAX_READ_FOR_ID) return undefined;
  try {
    return describe(JSON.parse(body), {}, false).id;
  } catch {
    return undefined;
  }
}

/** Whole characters only: half of one is no UTF-8, and no table would take it. */
const cut = (text: string): string => text.slice(0, 100).toWellFormed();

/**
 * A legacy client without a version header speaks 2025-03-26 (its transport section) unless it just says hello. A hello that asks for the
 * modern version (rmcp 3.11 does) is answered with the latest that has one.
 */
function eraOf(version: unknown, params: Json): ProtocolEra {
  if (version === MODERN) return MODERN;
  const said = version ?? params['protocolVersion'] ?? '2025-03-26';
  if (said === MODERN) return LATEST_LEGACY;
  return LEGACY_VERSIONS.includes(said as string) ? (said as ProtocolEra) : 'unknown';
}
