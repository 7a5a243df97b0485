/** Whether a presented token opens its server right now. Reads rows only; who calls this has read them strongly. */
import type { SessionRow } from '../mcp/session.ts';
import type { ServerRow, TokenRow } from '../records.ts';
import { areOpen, type GateRow, tokenGate } from '../regions/gates.ts';

/** What a request is judged by, read strongly in one batch. */
export interface TokenReading {
  readonly token: TokenRow | undefined;
  readonly server: ServerRow | undefined;
  /** The region's own gates of the two; none at home, where the rows are the truth. */
  readonly gates: readonly GateRow[];
  /** Of the HTTP+SSE session that was asked for; no part of what the token opens. */
  readonly session?: SessionRow | undefined;
}

export interface LiveServer extends ServerRow {
  readonly bundle: NonNullable<ServerRow['bundle']>;
}

/** Why a token that is known opens nothing. For the audit trail alone: its client is told the same as a stranger. */
export type RefusedBecause = 'token_revoked' | 'token_expired' | 'server_not_live';

/** Of a reading that {@link openedServer} opened nothing for; undefined for a token that nobody knows or that is another server's. */
export function refusedBecause(
  { token, server, gates }: TokenReading,
  now: number = Date.now(),
): RefusedBecause | undefined {
  if (!token || (server && server.serverId !== token.serverId)) return undefined;
  const isShut = gates.some((row) => row.isShut && row.gate === tokenGate(token.tokenHash));
  if (isShut || token.revokedAt !== undefined) return 'token_revoked';
  if (isExpired(token, now)) return 'token_expired';
  return 'server_not_live';
}

const isExpired = ({ expiresAt }: TokenRow, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

/**
 * The server that the token opens, or undefined: unknown, revoked, expired, of another server, or the server is not live.
 * The reason is not told apart on purpose: a stranger learns nothing about which tokens once existed.
 */
export function openedServer({ token, server, gates }: TokenReading, now: number = Date.now()): LiveServer | undefined {
  if (!areOpen(gates)) return undefined;
  if (!token || token.revokedAt !== undefined) return undefined;
  if (isExpired(token, now)) return undefined;
  if (!server || server.serverId !== token.serverId) return undefined;
  return server.status === 'live' && server.bundle ? (server as LiveServer) : undefined;
}
