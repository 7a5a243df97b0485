/**
 * Whether a presented token opens its server right now. Decides by rows that the caller has read with strong
 * consistency.
 */
import type { SessionRow } from '../mcp/session.ts';
import { openedBy, takesTokens } from '../oauth/access.ts';
import { goodAccess } from '../oauth/session.ts';
import type { ServerRow, TokenRow } from '../records.ts';
import { areOpen, type GateRow, tokenGate } from '../regions/gates.ts';
import type { UpstreamTokensRow } from '../request/credential/oauth2/storedTokens.ts';
import type { TokenScopes } from './scope.ts';

/** The rows that decide about a request, read in one batch. */
export interface TokenReading {
  readonly token: TokenRow | undefined;
  readonly server: ServerRow | undefined;
  /** The region's own gates of the two; none at home, where the rows are the truth. */
  readonly gates: readonly GateRow[];
  /** Of the HTTP+SSE session that was asked for; no part of what the token opens. */
  readonly session?: SessionRow | undefined;
  /** Of the base URL's credential; no part of what the token opens. */
  readonly upstreamTokens?: UpstreamTokensRow | undefined;
}

/** A server that can be served: it has a live bundle. */
export interface LiveServer extends ServerRow {
  readonly bundle: NonNullable<ServerRow['bundle']>;
}

/** Why a known token opens nothing. For the audit trail only; the client is told the same as for an unknown token. */
export type RefusedBecause =
  | 'token_revoked'
  | 'token_expired'
  | 'server_not_live'
  /** The access rules of the server open nothing to the person, or it takes no sign-ins. */
  | 'access_refused'
  /** The server takes sign-ins alone. */
  | 'sign_in_required';

/** Why {@link openedServer} opened nothing; undefined for a token that is unknown or belongs to another server. */
export function refusedBecause(
  { token, server, gates }: TokenReading,
  now: number = Date.now(),
  accessHash?: string,
): RefusedBecause | undefined {
  if (!token || (server && server.serverId !== token.serverId)) return undefined;
  const isShut = gates.some((row) => row.isShut && row.gate === tokenGate(token.tokenHash));
  if (isShut || token.revokedAt !== undefined) return 'token_revoked';
  if (isExpired(token, now) || !isPresentedWell(token, accessHash, now)) return 'token_expired';
  if (server?.status !== 'live') return 'server_not_live';
  return token.signIn ? 'access_refused' : 'sign_in_required';
}

const isExpired = ({ expiresAt }: TokenRow, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

/** An access token ends sooner than its session. */
const isPresentedWell = ({ signIn }: TokenRow, accessHash: string | undefined, now: number): boolean =>
  accessHash === undefined || (signIn !== undefined && goodAccess(signIn, accessHash, now) !== undefined);

/** Whether the server takes what the row stands for at all. */
const isWelcome = ({ signIn }: TokenRow, server: ServerRow): boolean =>
  signIn ? openedBy(server, signIn) !== 'nothing' : takesTokens(server);

/**
 * The server that the token opens, or undefined: unknown, revoked, expired, of another server, not welcome there, or the server is not live.
 * The reason is not told apart on purpose: a stranger learns nothing about which tokens once existed.
 *
 * @param accessHash of the access token that was presented, where the row is of a session; without it the session is judged alone, for work
 * that was admitted before
 */
export function openedServer(
  { token, server, gates }: TokenReading,
  now: number = Date.now(),
  accessHash?: string,
): LiveServer | undefined {
  if (!areOpen(gates)) return undefined;
  if (!token || token.revokedAt !== undefined) return undefined;
  if (isExpired(token, now) || !isPresentedWell(token, accessHash, now)) return undefined;
  if (!server || server.serverId !== token.serverId || !isWelcome(token, server)) return undefined;
  return server.status === 'live' && server.bundle ? (server as LiveServer) : undefined;
}

/** The tools of an opened server that are in reach; undefined is all of them. */
export function scopesOf({ scopes, signIn }: TokenRow, server: ServerRow): TokenScopes | undefined {
  if (!signIn) return scopes;
  const opened = openedBy(server, signIn);
  // Nothing is open where nothing was admitted; the narrowest scope that there is, should it be asked all the same.
  if (opened === 'nothing') return { access: 'read', tools: [] };
  return opened.access === 'all' && !opened.tools ? undefined : opened;
}
