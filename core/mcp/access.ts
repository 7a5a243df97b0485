/**
 * Who may talk to the endpoint at all: where the token is, and which browser origins are allowed. The token itself is
 * checked elsewhere (lambdas/shared/admission.ts); the SDK checks neither.
 */
import { SERVER_ID } from '../ids.ts';
import type { HeaderRecord } from './protocol.ts';

/** Where a request carries its token. */
export interface PresentedToken {
  /** `path`: `/<token>/mcp`, a capability URL. `header`: `Authorization: Bearer` at `/mcp`, or at `/<server id>/mcp`. */
  readonly mode: 'path' | 'header';
  /** '' when none was given. */
  readonly token: string;
  /** The server whose own address it is; what was issued for another one is not good there. */
  readonly serverId?: string;
}

/**
 * The token of a request; undefined for a path that is not an MCP endpoint. A token in the path wins over one in the
 * header.
 */
export function presentedToken(path: string, headers: HeaderRecord): PresentedToken | undefined {
  const bearer = () => /^Bearer +([^\s]+) *$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (path === '/mcp') return { mode: 'header', token: bearer() };
  const first = /^\/([^/]+)\/mcp$/.exec(path)?.[1];
  if (first === undefined) return undefined;
  return SERVER_ID.test(first) ? { mode: 'header', token: bearer(), serverId: first } : { mode: 'path', token: first };
}

/**
 * Protection against DNS rebinding (MCP transports, security warning): a request with an Origin is served only when
 * that is the endpoint's own host or on the owner's list. Requests without one do not come from a page.
 */
export function isOriginAllowed(headers: HeaderRecord, allowed: readonly string[]): boolean {
  const origin = headers['origin'];
  if (origin === undefined || origin === '') return true;
  if (allowed.includes(origin)) return true;
  const host = headers['x-viewer-host'];
  return URL.canParse(origin) && host !== undefined && host !== '' && new URL(origin).host === host.toLowerCase();
}

const ALLOWED_HEADERS =
  'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id';

/** Headers that let a page of an allowed origin read the answer; none for requests without an Origin. */
export function corsHeaders(headers: HeaderRecord): Record<string, string> {
  const origin = headers['origin'];
  if (!origin) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, mcp-protocol-version, mcp-session-id',
    vary: 'origin',
  };
}

/** Headers that answer a preflight; the SDK would answer 405. */
export const preflightHeaders = (headers: HeaderRecord): Record<string, string> => ({
  ...corsHeaders(headers),
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': '7200',
});
