/**
 * The MCP protocol versions of the endpoint, and how to find the version of a message. Modern: 2026-07-28, with version and
 * client info in `_meta` of each request. Legacy: earlier versions with `initialize`. Only for the audit trail and the fast
 * path; the SDK has its own detection.
 */
import { isObject } from '../lib/json/value.ts';
import type { TraceFields } from '../telemetry/trace/context.ts';

/** The MCP protocol version of the client. */
export type ProtocolEra = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05' | 'unknown';

/** The modern protocol version. */
export const MODERN = '2026-07-28';
/** The version of all HTTP+SSE sessions (the transport with two endpoints). */
export const SSE_VERSION = '2024-11-05';
/** Versions with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** All that the endpoint speaks, for `server/discover` (MCP 2026-07-28, discovery). Clients that know the modern one choose it. */
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN, ...LEGACY_VERSIONS];

const LATEST_LEGACY: ProtocolEra = '2025-11-25';

/** Keys of modern requests and results in `_meta`. */
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

/** An unchecked JSON object. */
export type Json = Record<string, unknown>;

/** Id, method, version and client of a JSON-RPC message, as sent; not trusted. */
export interface Described {
  /** Undefined for notifications, responses, and messages that are no JSON-RPC. */
  readonly id?: string | number;
  readonly method: string;
  readonly era: ProtocolEra;
  /** `name version`, cut to 100 characters. */
  readonly client?: string;
  /** Stands for the session of a legacy client (channel.ts). */
  readonly session?: string;
  /** Trace context of the message (SEP-414), not checked. */
  readonly trace?: TraceFields;
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
    ...(typeof meta['traceparent'] === 'string' && { trace: traceIn(meta) }),
  };
}

const traceIn = ({ traceparent, tracestate }: Json): TraceFields => ({
  traceparent: traceparent as string,
  ...(typeof tracestate === 'string' && { tracestate }),
});

/** Maximum characters of a body that is parsed for its id before the token is checked. */
const MAX_READ_FOR_ID = 64 * 1024;

/**
 * The id of a body with one request, for the answer when it is refused (JSON-RPC 2.0 section 5: null only if the id cannot
 * be determined). Some clients (rmcp 3.11) wait for an answer with their id whatever the HTTP status. Undefined for other
 * bodies, and for long ones.
 */
export function requestId(body: string | undefined): string | number | undefined {
  if (body === undefined || body.length > MAX_READ_FOR_ID) return undefined;
  try {
    return describe(JSON.parse(body), {}).id;
  } catch {
    return undefined;
  }
}

/** The first 100 characters, without lone surrogates, which DynamoDB refuses. */
export const cut = (text: string): string => text.slice(0, 100).toWellFormed();

/**
 * The protocol version of a request. Without a version header it is 2025-03-26 (transports section of that version), unless
 * it is `initialize`. An `initialize` with the modern version (from rmcp 3.11) counts as the latest legacy version.
 */
function eraOf(version: unknown, params: Json): ProtocolEra {
  if (version === MODERN) return MODERN;
  const declared = version ?? params['protocolVersion'] ?? '2025-03-26';
  if (declared === MODERN) return LATEST_LEGACY;
  return LEGACY_VERSIONS.includes(declared as string) ? (declared as ProtocolEra) : 'unknown';
}
