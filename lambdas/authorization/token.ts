/**
 * POST /oauth/token: exchanges a code for a session, or a refresh token for the next pair of tokens. Both check the server's access rules
 * and the person's present groups, so a person removed from the pool or a group loses access with the next refresh, within 15 minutes.
 */
import { auditItem } from '../../aws/audit.ts';
import { groupsOfUser } from '../../aws/directory.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { tokenHashKey } from '../../aws/keys.ts';
import { sessionArrived } from '../../aws/regions/replicas.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { type CodeRow, goneAfter, readCode, redeemCode, storeRotation } from '../../aws/tables/signIns.ts';
import { readToken } from '../../aws/tables/tokens.ts';
import { isoNow, newTokenId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json/value.ts';
import { LIMITS } from '../../core/limits.ts';
import { openedBy } from '../../core/oauth/access.ts';
import { resourceOf, SCOPES } from '../../core/oauth/addresses.ts';
import { OAuthError } from '../../core/oauth/errors.ts';
import { provesChallenge } from '../../core/oauth/pkce.ts';
import { newAccess, refreshState, rotated, type SignIn, sessionEnd } from '../../core/oauth/session.ts';
import type { ServerRow, TokenRow } from '../../core/records.ts';
import { hashToken } from '../../core/tokens/format.ts';
import {
  newSessionName,
  newSessionSecret,
  parseSessionSecret,
  type SessionName,
  sessionKey,
} from '../../core/tokens/sessionTokens.ts';
import { endSession } from './ending.ts';

type Form = ReadonlyMap<string, string>;

const TRIES = 4;

/** Throws OAuthError. */
export function exchange(form: Form): Promise<JsonObject> {
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return redeem(form);
  if (grant === 'refresh_token') return refresh(form);
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

async function redeem(form: Form): Promise<JsonObject> {
  const text = needed(form, 'code');
  const key = await tokenHashKey();
  const hash = hashToken(key, `code:${text}`);
  for (let attempt = 1; ; attempt++) {
    const code = await readCode(hash);
    if (!code) throw invalidCode();
    if (code.usedFor !== undefined) {
      // Two parties have the code, and it is unknown which of them it was meant for (RFC 6749 section 4.1.2).
      await endSession(code.usedFor, code.serverId, 'code_used_twice');
      throw invalidCode();
    }
    checkCode(form, code);
    const server = await openServer(code);
    const name = newSessionName(code.serverId);
    const issued = issue(name);
    const now = Date.now();
    const end = isoNow(sessionEnd(now, now));
    const session: TokenRow = {
      tokenHash: hashToken(key, sessionKey(name)),
      tokenId: newTokenId(),
      serverId: code.serverId,
      label: code.client.name,
      hint: '',
      createdAt: isoNow(now),
      createdBy: code.person.id,
      ...(code.person.name !== undefined && { createdByName: code.person.name }),
      expiresAt: end,
      goneAt: goneAfter(end),
      signIn: {
        person: code.person,
        client: { id: code.client.id, name: code.client.name },
        granted: code.granted,
        access: [newAccess(hashToken(key, issued.access), now)],
        refresh: [hashToken(key, issued.refresh)],
        turn: 0,
      },
    };
    const begun = auditItem({
      serverId: code.serverId,
      serverName: server.name,
      actor: { id: code.person.id, ...(code.person.name !== undefined && { name: code.person.name }) },
      action: 'client.connect',
      detail: { tokenId: session.tokenId, client: code.client.name, clientId: code.client.id, access: code.granted },
    });
    if (await redeemCode(hash, code, session, begun)) {
      await sessionArrived(session.tokenHash, 0);
      return answerOf(issued, code.granted);
    }
    // The code was used meanwhile (the next read will show it), or its sessions were ended since the approval, or another write was in
    // progress.
    if (attempt === TRIES) throw invalidCode();
  }
}

function checkCode(form: Form, code: CodeRow): void {
  const isIts =
    Date.parse(code.expiresAt) > Date.now() &&
    form.get('client_id') === code.client.id &&
    form.get('redirect_uri') === code.redirectUri;
  if (!isIts) throw invalidCode();
  if (!provesChallenge(form.get('code_verifier'), code.codeChallenge)) {
    throw new OAuthError('invalid_grant', 'code_verifier does not belong to the code.');
  }
  checkResource(form, code.serverId);
}

/** MCP requires `resource` with every request. Another server's is refused; without one, the code or token determines the server. */
function checkResource(form: Form, serverId: string): void {
  const resource = form.get('resource');
  if (resource !== undefined && resource !== resourceOf(requireEnvironment('EDGE_URL'), serverId)) {
    throw new OAuthError('invalid_target', 'resource is not the server that this was issued for.');
  }
}

async function refresh(form: Form): Promise<JsonObject> {
  const text = needed(form, 'refresh_token');
  const name = parseSessionSecret('refresh', text);
  if (!name) throw invalidRefresh();
  const key = await tokenHashKey();
  const presented = hashToken(key, text);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const row = await readToken(hashToken(key, sessionKey(name)));
    const now = Date.now();
    if (!row?.signIn || row.revokedAt || Date.parse(row.expiresAt ?? '') <= now) throw invalidRefresh();
    if (form.get('client_id') !== row.signIn.client.id) throw invalidRefresh();
    checkResource(form, row.serverId);
    if (refreshState(row.signIn, presented) === 'reused') {
      await endSession(row.tokenHash, row.serverId, 'refresh_token_reused');
      throw invalidRefresh();
    }
    const groups = await groupsOfUser(row.signIn.person.username);
    if (!groups) {
      await endSession(row.tokenHash, row.serverId, 'person_removed');
      throw invalidRefresh();
    }
    const signIn = { ...row.signIn, person: { ...row.signIn.person, groups } };
    await openServer({ ...signIn, serverId: row.serverId });
    const issued = issue(name);
    const hashes = { access: hashToken(key, issued.access), refresh: hashToken(key, issued.refresh) };
    const next = rotated(signIn, presented, hashes, now);
    if (await storeRotation(row, next, isoNow(sessionEnd(Date.parse(row.createdAt), now)))) {
      await sessionArrived(row.tokenHash, next.turn);
      return answerOf(issued, signIn.granted);
    }
  }
  throw new OAuthError('temporarily_unavailable', 'The session was refreshed by others at the same time. Try again.');
}

/** Throws OAuthError `invalid_grant` when the access rules give no access (any more). */
async function openServer({
  serverId,
  ...who
}: Pick<SignIn, 'person' | 'client' | 'granted'> & { serverId: string }): Promise<ServerRow> {
  const server = await readServer(serverId);
  if (!server || server.status === 'deleting' || openedBy(server, who) === 'nothing') {
    throw new OAuthError('invalid_grant', 'The server is not open to this person and client any more.');
  }
  return server;
}

const issue = (name: SessionName) => ({
  access: newSessionSecret('access', name),
  refresh: newSessionSecret('refresh', name),
});

const answerOf = ({ access, refresh: next }: ReturnType<typeof issue>, granted: SignIn['granted']): JsonObject => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: LIMITS.signIn.accessMs / 1_000,
  refresh_token: next,
  scope: SCOPES[granted],
});

function needed(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined || form.get('client_id') === undefined) {
    throw new OAuthError('invalid_request', `${name} and client_id are required.`);
  }
  return value;
}

/** Unknown and expired codes, and those of another client, get the same answer. */
const invalidCode = () => new OAuthError('invalid_grant', 'The code is unknown, too old, or not for this client.');
const invalidRefresh = () =>
  new OAuthError('invalid_grant', 'The refresh token is unknown, ended, or not of this client. Sign in again.');
