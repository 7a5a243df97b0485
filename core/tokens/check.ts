/** Whether a presented token opens its server right now. Reads rows only; who calls this has read them strongly. */
import type { SessionRow } from '../mcp/session.ts';
import type { ServerRow, TokenRow } from '../records.ts';
import { areOpen, type GateRow } from '../regions/gates.ts';

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

/**
 * The server that the token opens, or undefined: unknown, revoked, expired, of another server, or the server is not live.
 * The reason is not told apart on purpose: a stranger learns nothing about which tokens once existed.
 */
export function openedServer({ token, server, gates }: TokenReading, now: number = Date.now()): LiveServer | undefined {
  if (!areOpen(gates)) return undefined;
  if (!token || token.revokedAt !== undefined) return undefined;
  if (token.expiresAt !== undefined && Date.parse(token.expiresAt) <= now) return undefined;
  if (!server || server.serverId !== token.serverId) return undefined;
  return server.status === 'live' && server.bundle ? (server as LiveServer) : undefined;
}
