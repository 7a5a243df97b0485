/** Creates sessions: the row with its first tokens, the audit entry that is written with it, and the answer to the client. */
import { auditItem } from '../../aws/audit.ts';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { sessionArrived } from '../../aws/regions/replicas.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import { stillKnown } from '../../aws/tables/knownClients.ts';
import { type Beginning, beginSession, goneAfter } from '../../aws/tables/signIns.ts';
import { SCOPES } from '../../core/auth/oauth/addresses.ts';
import { isKnownId } from '../../core/auth/oauth/clients.ts';
import { lacksProof } from '../../core/auth/oauth/dpop.ts';
import { hashToken } from '../../core/auth/tokens/format.ts';
import { newSessionName, newSessionSecret, sessionKey } from '../../core/auth/tokens/sessionTokens.ts';
import { isoNow, newTokenId } from '../../core/lib/ids.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { newAccess, refreshBinding, type SignIn, sessionEnd } from '../../core/model/signIn.ts';
import type { TokenRow } from '../../core/model/token.ts';

/** Lifetime of an access token. */
export const accessMs = (): number => Number(requireEnvironment('ACCESS_TOKEN_SECONDS')) * 1_000;

/** Person, client and server of a new session. */
export interface NewSession extends Pick<SignIn, 'person' | 'client' | 'granted' | 'isMachine' | 'project'> {
  readonly server: ServerRow;
  /** Whether a refresh token is issued; without one the session ends with its access token. */
  readonly isRefreshed: boolean;
  /** Thumbprint of the key that its tokens are bound to. */
  readonly jkt?: string | undefined;
}

/** Throws OAuthError `invalid_dpop_proof` for a client that proves no key, at a server that demands one. */
export function demandBinding({ requireDpop }: ServerRow, jkt: string | undefined): void {
  if (requireDpop && jkt === undefined) throw lacksProof();
}

/**
 * Creates the session and returns the answer for the client; undefined if a condition of {@link beginSession} does not hold, or an admin
 * has deleted the client. Throws OAuthError `invalid_dpop_proof`.
 */
export async function begin(
  wanted: NewSession,
  conditions: Pick<Beginning, 'since' | 'codeHash'>,
): Promise<JsonObject | undefined> {
  const { server, person, client, granted, isMachine, isRefreshed, jkt } = wanted;
  demandBinding(server, jkt);
  const key = await tokenHashKey();
  const name = newSessionName(server.serverId);
  const issued = {
    access: newSessionSecret(key, 'access', name),
    ...(isRefreshed && { refresh: newSessionSecret(key, 'refresh', name) }),
  };
  const now = Date.now();
  const end = isoNow(isRefreshed ? sessionEnd(now, now) : now + accessMs());
  const named = person.name === undefined ? {} : { name: person.name };
  const session: TokenRow & { readonly signIn: SignIn } = {
    tokenHash: hashToken(key, sessionKey(name)),
    tokenId: newTokenId(),
    serverId: server.serverId,
    label: client.name,
    hint: '',
    createdAt: isoNow(now),
    createdBy: person.id,
    ...(person.name !== undefined && { createdByName: person.name }),
    expiresAt: end,
    goneAt: goneAfter(end, { isRefreshed }),
    signIn: {
      person,
      client,
      granted,
      ...(server.project !== undefined && { project: server.project }),
      ...(isMachine && { isMachine }),
      ...refreshBinding(jkt, client),
      access: [newAccess(hashToken(key, issued.access), now, accessMs(), jkt)],
      refresh: issued.refresh === undefined ? [] : [hashToken(key, issued.refresh)],
      turn: 0,
    },
  };
  const begun = auditItem({
    serverId: server.serverId,
    serverName: server.name,
    actor: { id: person.id, ...named },
    action: 'client.connect',
    detail: { tokenId: session.tokenId, client: client.name, clientId: client.id, access: granted },
  });
  const beside = isKnownId(client.id) ? [begun, stillKnown(client.id)] : [begun];
  if (!(await beginSession(session, { ...conditions, beside }))) return undefined;
  await sessionArrived(session.tokenHash, 0);
  return answerOf(issued, { granted, jkt });
}

/** The token response (RFC 6749 section 5.1, RFC 9449 section 5). */
export const answerOf = (
  { access, refresh }: { readonly access: string; readonly refresh?: string },
  { granted, jkt }: Pick<SignIn, 'granted'> & { readonly jkt?: string | undefined },
): JsonObject => ({
  access_token: access,
  token_type: jkt === undefined ? 'Bearer' : 'DPoP',
  expires_in: accessMs() / 1_000,
  ...(refresh !== undefined && { refresh_token: refresh }),
  scope: SCOPES[granted],
});
