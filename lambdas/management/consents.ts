/**
 * Consent at the authorization server of an API (RFC 6749, section 4.1). It begins here and continues in the person's browser; the page to
 * which the browser returns then sends the answer here, authenticated by the login. So no public route accepts a code, and a code is
 * accepted once, within ten minutes, from the person who began and for the credential that it was requested for. Only the sandbox decrypts
 * what redeems the code (verifier, client secret), and it encrypts the tokens.
 */
import { auditItem, type ManagementAction, recordManagementAction } from '../../aws/audit.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { callSandbox } from '../../aws/sandbox.ts';
import { type ConsentRow, consentHolder, putConsent, takeConsent } from '../../aws/tables/upstreamConsents.ts';
import { upstreamTokens } from '../../aws/tables/upstreamTokens.ts';
import { untilWritten } from '../../aws/untilWritten.ts';
import { PortcullisError } from '../../core/errors.ts';
import { isoNow, randomBase62 } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { CONSENT_PATH } from '../../core/oauth/addresses.ts';
import type { ServerRow } from '../../core/records.ts';
import type { ConsentAnswer, SandboxFrame } from '../../core/request/call.ts';
import {
  type Consent,
  consented,
  isConnected,
  LEASE_MS,
  type UpstreamTokensRow,
  versionOfCredential,
} from '../../core/request/credential/oauth2/storedTokens.ts';
import { refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import { shapeWithin } from '../../core/request/credential/shape.ts';
import type { TokenRefusedCode } from '../../core/request/errors.ts';
import { originOf } from '../../core/url/baseUrl.ts';
import { holderAt } from '../shared/accessToken.ts';
import { isAt } from './binding.ts';
import { credentialsOf } from './credentials.ts';
import { Refused } from './errors.ts';
import { knownServer } from './load.ts';
import type { HandlersOf } from './request.ts';
import type { Actor } from './session.ts';

/** A stored credential that a person consents for. */
interface Consenting {
  readonly origin: string;
  readonly ciphertext: string;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly holder: string;
}

const redirectUri = () => `${requireEnvironment('EDGE_URL')}${CONSENT_PATH}`;

/** Handlers of consents. */
export const consents: HandlersOf<'listConsents' | 'beginConsent' | 'finishConsent'> = {
  listConsents: async ({ params }) => {
    const server = await knownServer(params.id);
    const states = consentingOf(server).map(async (one) => view(one, await upstreamTokens.read(params.id, one.holder)));
    return { redirectUri: redirectUri(), items: await Promise.all(states) };
  },

  beginConsent: async ({ params, body, actor }) => {
    const server = await knownServer(params.id);
    const { serverId, bundle } = server;
    if (!bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
    const origin = body?.origin === undefined ? undefined : originOf(body.origin);
    const { ciphertext, ...one } = consentingAt(server, origin);
    const state = `${serverId}.${randomBase62(43)}`;
    const holder = consentHolder(state);
    const before = await upstreamTokens.read(serverId, one.holder);
    const answer = await callSandbox({
      kind: 'authorize',
      serverId,
      bundle: { id: bundle.id, mac: bundle.mac },
      origin: one.origin,
      ciphertext,
      holder,
      state,
      redirectUri: redirectUri(),
    });
    if (answer.frame !== 'consent')
      throw new Refused('sandbox_failed', 'The sandbox returned no authorization URL. Try again.');
    const until = Date.now() + LIMITS.consentMs;
    await putConsent({
      serverId,
      holder,
      origin: one.origin,
      credential: versionOfCredential(ciphertext),
      sealed: answer.sealed,
      person: actor.id,
      replaces: before?.consent?.id ?? '',
      until,
    });
    return { authorizationUrl: answer.url, redirectUri: redirectUri(), expiresAt: isoNow(until) };
  },

  finishConsent: async ({ body, actor }) => {
    const serverId = body.state.slice(0, body.state.indexOf('.'));
    const pending = await takeConsent(serverId, body.state, { person: actor.id, now: Date.now() });
    if (!pending) {
      throw new Refused(
        'consent_unknown',
        'This sign-in is no longer open: it was finished already, took more than ten minutes, or was begun by another person. Press “Connect” on the server’s page again.',
      );
    }
    const server = await knownServer(serverId);
    const deed = { serverId, serverName: server.name, actor, detail: { origin: pending.origin } };
    try {
      const { missingScopes = [] } = await finish(pending, body, { server, actor, deed });
      return { server: { id: serverId, name: server.name }, origin: pending.origin, missingScopes: [...missingScopes] };
    } catch (error) {
      const code = error instanceof PortcullisError ? error.code : 'internal';
      await recordManagementAction({ ...deed, action: 'server.consent.failed', detail: { ...deed.detail, code } });
      throw error;
    }
  },
};

const consentingOf = (server: ServerRow): Consenting[] =>
  credentialsOf(server).flatMap((auth) => {
    const { origin, ciphertext } = auth;
    const { grant, tokenUrl, authorizationUrl } = shapeWithin(auth, 'oauth2') ?? {};
    if (grant !== 'authorizationCode' || tokenUrl === undefined || authorizationUrl === undefined) return [];
    if (origin === undefined || ciphertext === undefined) return [];
    return [{ origin, ciphertext, tokenUrl, authorizationUrl, holder: holderAt(server, origin) }];
  });

/** Throws Refused. */
function consentingAt(server: ServerRow, origin: string | undefined): Consenting {
  const found = consentingOf(server).find((one) =>
    origin === undefined ? isAt(server, one.origin) : one.origin === origin,
  );
  if (found) return found;
  throw new Refused(
    'consent_not_needed',
    `The credential for ${origin ?? 'the base URL'} is not one that a person consents for. Choose OAuth 2 with the grant “Authorization code” in the server’s settings.`,
  );
}

function view({ origin, authorizationUrl, ciphertext }: Consenting, row: UpstreamTokensRow | undefined) {
  const own = isConnected(row, versionOfCredential(ciphertext)) ? row : undefined;
  const { at, by, byName, missingScopes = [] } = own?.consent ?? {};
  const hasEnded = own?.failure?.code === 'oauth_consent_ended';
  return {
    origin,
    host: new URL(authorizationUrl).host,
    state: own === undefined ? ('missing' as const) : hasEnded ? ('ended' as const) : ('given' as const),
    ...(at !== undefined && { at }),
    ...(by !== undefined && { by }),
    ...(byName !== undefined && { byName }),
    missingScopes: [...missingScopes],
  };
}

/** Codes by the error code that an authorization server returns instead of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const REFUSALS: Readonly<Record<string, TokenRefusedCode>> = {
  invalid_scope: 'oauth_scope_refused',
  invalid_target: 'oauth_scope_refused',
  unauthorized_client: 'oauth_client_refused',
  invalid_client: 'oauth_client_refused',
  invalid_request: 'oauth_request_refused',
  unsupported_response_type: 'oauth_request_refused',
  server_error: 'oauth_endpoint_failed',
  temporarily_unavailable: 'oauth_endpoint_failed',
};

function refusedBy(error: string, { authorizationUrl, tokenUrl }: Consenting): PortcullisError {
  const code = Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined;
  if (code !== undefined) return refusal(code, tokenUrl);
  return new Refused(
    'consent_refused',
    `The sign-in at ${new URL(authorizationUrl).host} was declined, by the person there or by the provider. Connect again and allow it.`,
  );
}

interface Finishing {
  readonly server: ServerRow;
  readonly actor: Actor;
  readonly deed: Omit<ManagementAction, 'action'>;
}

/** Redeems the code and stores the tokens; resolves to the stored consent. Throws Refused, TokenRefused, SandboxError, WriteConflict. */
async function finish(
  pending: ConsentRow,
  {
    code,
    error,
    iss,
  }: Pick<ConsentAnswer, 'iss'> & { readonly code?: string | undefined; readonly error?: string | undefined },
  { server, actor, deed }: Finishing,
): Promise<Consent> {
  const one = current(server, pending);
  if (code === undefined) throw refusedBy(error ?? '', one);
  checkNotOvertaken(pending, await upstreamTokens.read(server.serverId, one.holder));
  const tokens = await redeemed(pending, { server, one, code, iss });
  const { missingScopes, isFinal } = tokens;
  const consent: Consent = {
    id: pending.holder,
    at: isoNow(),
    by: actor.id,
    ...(actor.name !== undefined && { byName: actor.name }),
    ...(missingScopes !== undefined && { missingScopes }),
    ...(isFinal && { isFinal }),
  };
  const detail = { ...deed.detail, ...(missingScopes !== undefined && { missingScopes: [...missingScopes] }) };
  const entry = auditItem({ ...deed, action: 'server.consent', detail });
  const key = { serverId: server.serverId, holder: one.holder, credential: pending.credential };
  // A conflict is a call that renews the previous tokens at the same time.
  await untilWritten(async () => {
    const row = await upstreamTokens.read(server.serverId, one.holder);
    checkNotOvertaken(pending, row);
    // Checked after the row was read and before it is written, so that a replaced credential never overwrites the tokens of its successor.
    current(await knownServer(server.serverId), pending);
    await upstreamTokens.write(consented(row, key, consent, tokens), entry);
  });
  return consent;
}

/** Throws Refused when the credential has been replaced. */
function current(server: ServerRow, { origin, credential }: ConsentRow): Consenting {
  const one = consentingOf(server).find((each) => each.origin === origin);
  if (one && versionOfCredential(one.ciphertext) === credential) return one;
  throw new Refused(
    'credential_replaced',
    'The credential was replaced during the sign-in, so nothing was stored. Connect again with the new credential.',
  );
}

function checkNotOvertaken({ replaces }: ConsentRow, row: UpstreamTokensRow | undefined): void {
  if ((row?.consent?.id ?? '') === replaces) return;
  const by = row?.consent?.byName ?? 'Somebody else';
  throw new Refused(
    'consent_overtaken',
    `${by} has connected the server during this sign-in, and that connection stays. Press “Reconnect” on the server’s page to replace it.`,
  );
}

interface Redeeming {
  readonly server: ServerRow;
  readonly one: Consenting;
  readonly code: string;
  readonly iss: string | undefined;
}

async function redeemed(
  { holder, sealed }: ConsentRow,
  { server, one, code, iss }: Redeeming,
): Promise<Extract<SandboxFrame, { frame: 'tokens' }>> {
  const { serverId, bundle } = server;
  if (!bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
  const answer = await callSandbox({
    kind: 'exchange',
    serverId,
    bundle: { id: bundle.id, mac: bundle.mac },
    origin: one.origin,
    ciphertext: one.ciphertext,
    holder: one.holder,
    generation: 0,
    beginBefore: Date.now() + LEASE_MS,
    consent: { holder, sealed, code, ...(iss !== undefined && { iss }) },
  });
  if (answer.frame === 'tokens') return answer;
  throw refusal(answer.frame === 'refused' ? answer.code : 'oauth_endpoint_failed', one.tokenUrl);
}
