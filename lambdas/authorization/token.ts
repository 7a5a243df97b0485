/**
 * POST /oauth/token: exchanges a code for a session, or a refresh token for the next pair of tokens; grants without a consent page are in
 * withoutPage.ts. All check the server's access rules and the person's present groups, so a person removed from the pool or a group loses
 * access with the next refresh, within 15 minutes. The pool learns the groups of people from the owner's identity provider only when they sign
 * in, so their sessions are not refreshed for longer than a login lasts.
 */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { personNow } from '../../aws/provisioned.ts';
import { sessionArrived } from '../../aws/regions/replicas.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import { type CodeRow, readCode, storeRotation } from '../../aws/tables/signIns.ts';
import { readToken } from '../../aws/tables/tokens.ts';
import { GRANTS, serverOfResource } from '../../core/auth/oauth/addresses.ts';
import { lacksProof } from '../../core/auth/oauth/dpop.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { provesChallenge } from '../../core/auth/oauth/pkce.ts';
import { hashToken } from '../../core/auth/tokens/format.ts';
import { newSessionSecret, parseSessionSecret, sessionKey, wasIssued } from '../../core/auth/tokens/sessionTokens.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';
import { openedBy } from '../../core/model/accessRules.ts';
import type { ServerRow } from '../../core/model/server.ts';
import {
  type RefreshRules,
  refreshState,
  refusalOfRefresh,
  rotated,
  type SignIn,
  sessionEnd,
} from '../../core/model/signIn.ts';
import { signedInAt } from '../shared/groupsAt.ts';
import { accessMs, answerOf, begin, demandBinding } from './beginning.ts';
import { endSession } from './ending.ts';
import { type AskingClient, askingClient, demandKey, demandProof, provenKey } from './prove.ts';
import { signInServer } from './server.ts';
import { actForItself, identityProviders, vouchedFor } from './withoutPage.ts';

type Form = ReadonlyMap<string, string>;

const TRIES = 4;

const MUST_SIGN_IN = {
  session_too_old: 'The sign-in at the identity provider is too long ago. Sign in again.',
  passwords_off: 'Sign-in by password is switched off. Sign in again, through the identity provider.',
} as const;

function refreshRules(): RefreshRules {
  const hours = process.env['SESSION_HOURS'];
  return {
    externalMs: hours === undefined ? undefined : Number(hours) * 3_600_000,
    hasPasswords: process.env['PASSWORDS'] !== 'false',
  };
}

/** The headers of a token request that say who sends it: by Authorization a client may authenticate, by DPoP it proves a key. */
interface TokenHeaders {
  readonly authorization: string | undefined;
  readonly dpop: string | undefined;
}

/**
 * Answers a token request.
 * @throws OAuthError
 */
export async function exchange(form: Form, { authorization, dpop }: TokenHeaders): Promise<JsonObject> {
  const grants: Readonly<Record<string, (form: Form, client: AskingClient) => Promise<JsonObject>>> = {
    [GRANTS.code]: redeem,
    [GRANTS.refresh]: refresh,
    [GRANTS.client]: actForItself,
    ...(identityProviders().length > 0 && { [GRANTS.identity]: vouchedFor }),
  };
  const grant = form.get('grant_type') ?? '';
  if (!Object.hasOwn(grants, grant)) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be one of ${Object.keys(grants).join(', ')}.`);
  }
  const client = await askingClient(form, authorization);
  const jkt = dpop === undefined ? undefined : await provenKey(dpop);
  return (grants[grant] as (typeof grants)[string])(form, { ...client, jkt });
}

async function redeem(form: Form, client: AskingClient): Promise<JsonObject> {
  const text = needed(form, 'code');
  const key = await tokenHashKey();
  const codeHash = hashToken(key, `code:${text}`);
  for (let attempt = 1; ; attempt++) {
    const code = await readCode(codeHash);
    if (!code) throw invalidCode();
    // First, so that only the client can end a session by using its code again.
    demandProof(client, { isRequired: code.client.auth !== undefined });
    if (code.usedFor !== undefined) {
      // Two parties have the code, and it is unknown which of them it was meant for (RFC 6749 section 4.1.2).
      await endSession(code.usedFor, code.serverId, 'code_used_twice');
      throw invalidCode();
    }
    checkCode(form, client, code);
    const server = await openServer(code);
    const { person, granted } = code;
    const { id, name } = code.client;
    const answer = await begin(
      {
        server,
        person,
        client: { id, name, ...(client.isProven && { isProven: true }) },
        granted,
        isRefreshed: true,
        jkt: client.jkt,
      },
      { since: code.approvedAt, codeHash },
    );
    if (answer) return answer;
    // The code was used meanwhile (the next read will show it), or its sessions were ended since the approval, or another write was in
    // progress.
    if (attempt === TRIES) throw invalidCode();
  }
}

function checkCode(form: Form, client: AskingClient, code: CodeRow): void {
  const isIts =
    Date.parse(code.expiresAt) > Date.now() &&
    client.id === code.client.id &&
    form.get('redirect_uri') === code.redirectUri;
  if (!isIts) throw invalidCode();
  demandKey(client, code.dpopJkt);
  if (code.client.isKeyBound && client.jkt === undefined) throw lacksProof();
  if (!provesChallenge(form.get('code_verifier'), code.codeChallenge)) {
    throw new OAuthError('invalid_grant', 'code_verifier does not belong to the code.');
  }
  checkResource(form, code.serverId);
}

/** MCP requires `resource` with every request. Another server's is refused; without one, the code or token determines the server. */
function checkResource(form: Form, serverId: string): void {
  const resource = form.get('resource');
  if (resource !== undefined && serverOfResource(requireEnvironment('EDGE_URL'), resource) !== serverId) {
    throw new OAuthError('invalid_target', 'resource is not the server that this was issued for.');
  }
}

async function refresh(form: Form, client: AskingClient): Promise<JsonObject> {
  const text = needed(form, 'refresh_token');
  const name = parseSessionSecret('refresh', text);
  if (!name) throw invalidRefresh();
  const key = await tokenHashKey();
  const presented = hashToken(key, text);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const row = await readToken(hashToken(key, sessionKey(name)));
    const now = Date.now();
    if (!row?.signIn || row.revokedAt || Date.parse(row.expiresAt ?? '') <= now) throw invalidRefresh();
    if (client.id !== row.signIn.client.id) throw invalidRefresh();
    demandProof(client, { isRequired: row.signIn.client.isProven === true });
    demandKey(client, row.signIn.refreshJkt);
    checkResource(form, row.serverId);
    if (refreshState(row.signIn, presented) === 'invalid') {
      // It was replaced, so somebody else may have it (RFC 9700 section 4.14.2). One that was never issued proves nothing.
      if (wasIssued(key, text)) await endSession(row.tokenHash, row.serverId, 'refresh_token_reused');
      throw invalidRefresh();
    }
    const person = await personNow(row.signIn.person.username);
    if (!person) {
      await endSession(row.tokenHash, row.serverId, 'person_removed');
      throw invalidRefresh();
    }
    const refusal = refusalOfRefresh(person.isExternal, now - Date.parse(row.createdAt), refreshRules());
    if (refusal) {
      await endSession(row.tokenHash, row.serverId, refusal);
      throw new OAuthError('invalid_grant', MUST_SIGN_IN[refusal]);
    }
    const server = await signInServer(row.serverId);
    const { project: _, ...session } = row.signIn;
    const { email: _email, ...before } = row.signIn.person;
    const known = { ...before, ...(person.email && { email: person.email }), groups: person.groups };
    const signIn: SignIn = { ...session, ...(server ? await signedInAt(known, server) : { person: known }) };
    demandBinding(checkOpen(server, signIn), client.jkt);
    const issued = { access: newSessionSecret(key, 'access', name), refresh: newSessionSecret(key, 'refresh', name) };
    const { jkt } = client;
    const hashes = { access: hashToken(key, issued.access), refresh: hashToken(key, issued.refresh), jkt };
    const next = rotated(signIn, presented, hashes, now, accessMs());
    if (await storeRotation(row, next, isoNow(sessionEnd(Date.parse(row.createdAt), now)))) {
      await sessionArrived(row.tokenHash, next.turn);
      return answerOf(issued, { granted: signIn.granted, jkt });
    }
  }
  throw new OAuthError('temporarily_unavailable', 'The session was refreshed by others at the same time. Try again.');
}

/** Throws OAuthError `invalid_grant` when the access rules give no access (any more). */
async function openServer({
  serverId,
  ...who
}: Pick<SignIn, 'person' | 'client' | 'granted' | 'project'> & { serverId: string }): Promise<ServerRow> {
  return checkOpen(await signInServer(serverId), who);
}

function checkOpen(
  server: ServerRow | undefined,
  who: Pick<SignIn, 'person' | 'client' | 'granted' | 'project'>,
): ServerRow {
  if (!server || openedBy(server, who) === 'nothing') {
    throw new OAuthError('invalid_grant', 'The server is not open to this person and client any more.');
  }
  return server;
}

function needed(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required.`);
  return value;
}

/** Unknown and expired codes, and those of another client, get the same answer. */
const invalidCode = () => new OAuthError('invalid_grant', 'The code is unknown, too old, or not for this client.');
const invalidRefresh = () =>
  new OAuthError('invalid_grant', 'The refresh token is unknown, ended, or not of this client. Sign in again.');
