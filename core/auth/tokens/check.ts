/**
 * Decides whether a presented token opens its server, from rows that the caller has read with strong consistency.
 */
import type { BreakerRow } from '../../limiting/breaker.ts';
import type { SessionRow } from '../../mcp/session.ts';
import { openedBy, takesTokens } from '../../model/accessRules.ts';
import { tokenEnd } from '../../model/floorValues.ts';
import type { TokenScopes } from '../../model/scope.ts';
import type { ServerRow } from '../../model/server.ts';
import { goodAccess } from '../../model/signIn.ts';
import type { TokenRow } from '../../model/token.ts';
import { areOpen, type GateRow, tokenGate } from '../../regions/gates.ts';
import type { UpstreamTokensRow } from '../../request/credential/oauth2/storedTokens.ts';

/** The rows of a server. */
export interface ServerReading {
  readonly server: ServerRow | undefined;
  /** The region's gates of the server, and of the token read with it; none in the home region, whose rows are current. */
  readonly gates: readonly GateRow[];
  /** The circuit breaker of the server, if it was asked for; not needed for the decision. */
  readonly breaker?: BreakerRow | undefined;
  /** The upstream tokens of the base URL's credential; not needed for the decision. */
  readonly upstreamTokens?: UpstreamTokensRow | undefined;
}

/** The rows that decide about a request, read in one batch. */
export interface TokenReading extends ServerReading {
  readonly token: TokenRow | undefined;
  /** The HTTP+SSE session of the request; not needed for the decision. */
  readonly session?: SessionRow | undefined;
  /** The member of the server, a toolset, if it was asked for; not needed for the decision. */
  readonly member?: ServerReading | undefined;
}

/** A server with a live bundle. */
export interface LiveServer extends ServerRow {
  readonly bundle: NonNullable<ServerRow['bundle']>;
}

/** Why a known token is refused. For the audit trail only; the client gets the same answer as for an unknown token. */
export type RefusalReason =
  | 'token_revoked'
  | 'token_expired'
  | 'server_not_live'
  /** The access rules of the server allow the person nothing, or the server accepts no sign-ins. */
  | 'access_refused'
  /** The token is bound to a key, and the request does not prove it; or the other way round (DPoP). */
  | 'proof_refused'
  /** The server accepts sign-ins only. */
  | 'sign_in_required';

/** Why {@link openedServer} returned undefined; undefined for a token that is unknown or belongs to another server. */
export function refusalReason(
  { token, server, gates }: TokenReading,
  now: number = Date.now(),
  accessHash?: string,
): RefusalReason | undefined {
  if (!token || (server && server.serverId !== token.serverId)) return undefined;
  const isShut = gates.some((row) => row.isShut && row.gate === tokenGate(token.tokenHash));
  if (isShut || token.revokedAt !== undefined) return 'token_revoked';
  if (isExpired(token, now, server) || !isAccessTokenValid(token, accessHash, now)) return 'token_expired';
  if (server?.status !== 'live') return 'server_not_live';
  return token.signIn ? 'access_refused' : 'sign_in_required';
}

/** When the token ends at its server: by itself, or because the installation lets none live longer. Undefined: never. */
export const endOf = (token: TokenRow, server: Pick<ServerRow, 'floor'> | undefined): string | undefined =>
  tokenEnd(token, server?.floor?.tokenDays);

function isExpired(token: TokenRow, now: number, server: ServerRow | undefined): boolean {
  const end = endOf(token, server);
  return end !== undefined && Date.parse(end) <= now;
}

/** Whether the access token, if one was presented, belongs to the session and has not expired; it ends before the session. */
const isAccessTokenValid = ({ signIn }: TokenRow, accessHash: string | undefined, now: number): boolean =>
  accessHash === undefined || (signIn !== undefined && goodAccess(signIn, accessHash, now) !== undefined);

/** Whether the server accepts this way of access: a connection token, or a sign-in. */
const isAccepted = ({ signIn }: TokenRow, server: ServerRow): boolean =>
  signIn ? openedBy(server, signIn) !== 'nothing' : takesTokens(server);

/**
 * The server that the token opens; undefined when the token is unknown, revoked, expired, of another server or not
 * accepted there, or the server is not live. Gives no reason, so that nobody can find out which tokens existed.
 * @param now milliseconds since 1970
 * @param accessHash hash of the presented access token, for the row of a session. Without it only the session is checked,
 *   for work that was admitted earlier.
 */
export function openedServer(
  { token, server, gates }: TokenReading,
  now: number = Date.now(),
  accessHash?: string,
): LiveServer | undefined {
  if (!areOpen(gates)) return undefined;
  if (!token || token.revokedAt !== undefined) return undefined;
  if (isExpired(token, now, server) || !isAccessTokenValid(token, accessHash, now)) return undefined;
  if (!server || server.serverId !== token.serverId || !isAccepted(token, server)) return undefined;
  return server.status === 'live' && server.bundle ? (server as LiveServer) : undefined;
}

/** The scopes of a row at its server: which tools it may use; undefined for all. */
export function scopesOf({ scopes, signIn }: TokenRow, server: ServerRow): TokenScopes | undefined {
  if (!signIn) return scopes;
  const opened = openedBy(server, signIn);
  // Not reached for an admitted request; the narrowest scope, to be safe.
  if (opened === 'nothing') return { access: 'read', tools: [] };
  return opened.access === 'all' && !opened.tools ? undefined : opened;
}
