/**
 * Finds the token of a request, and checks the browser origin. Does not check the token (lambdas/shared/admission.ts does);
 * the MCP SDK checks neither.
 */
import { SERVER_ID } from '../lib/ids.ts';
import type { HeaderRecord } from './protocol.ts';

/** The token of a request, and where it was. */
export interface PresentedToken {
  /** `path`: `/<token>/mcp`, a capability URL. `header`: `Authorization: Bearer` at `/mcp`, or at `/<server id>/mcp`. */
  readonly mode: 'path' | 'header';
  /** '' when none was given. */
  readonly token: string;
  /** The server in the path `/<server id>/mcp`. A token of another server is not valid there. */
  readonly serverId?: string;
  /** Presented as one that is bound to a key (`Authorization: DPoP`, RFC 9449 section 7.1), which only tokens of sessions are. */
  readonly isDpop?: boolean;
}

/**
 * The token of a request; undefined for a path that is not an MCP endpoint, with or without a slash at its end. With a token in the path,
 * the header is ignored.
 */
export function presentedToken(path: string, headers: HeaderRecord): PresentedToken | undefined {
  const bearer = () => /^Bearer +([^\s]+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (/^\/mcp\/?$/.test(path)) return { mode: 'header', token: bearer() };
  const first = /^\/([^/]+)\/mcp\/?$/.exec(path)?.[1];
  if (first === undefined) return undefined;
  if (!SERVER_ID.test(first)) return { mode: 'path', token: first };
  const bound = /^DPoP +([^\s]+) *$/i.exec(headers['authorization'] ?? '')?.[1];
  return bound === undefined
    ? { mode: 'header', token: bearer(), serverId: first }
    : { mode: 'header', token: bound, serverId: first, isDpop: true };
}

/**
 * Protection against DNS rebinding (MCP transports, security warning): the Origin of a request must be the endpoint's own
 * host or in the owner's list. A request without Origin does not come from a web page and is allowed.
 */
export function isOriginAllowed(headers: HeaderRecord, allowed: readonly string[]): boolean {
  const origin = headers['origin'];
  if (origin === undefined || origin === '') return true;
  if (allowed.includes(origin)) return true;
  const host = headers['x-viewer-host'];
  return URL.canParse(origin) && host !== undefined && host !== '' && new URL(origin).host === host.toLowerCase();
}

const ALLOWED_HEADERS =
  'authorization, dpop, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id';

/** CORS headers of a response to an allowed origin; none for requests without an Origin. */
export function corsHeaders(headers: HeaderRecord): Record<string, string> {
  const origin = headers['origin'];
  if (!origin) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, mcp-protocol-version, mcp-session-id',
    vary: 'origin',
  };
}

/** Headers of the response to a preflight request, which the SDK would answer with 405. */
export const preflightHeaders = (headers: HeaderRecord): Record<string, string> => ({
  ...corsHeaders(headers),
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': '7200',
});
