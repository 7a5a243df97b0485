/**
 * Consent at the authorization server of an API (RFC 6749, section 4.1): begun here, given in the person's browser, and handed over here by
 * the page that the browser comes back to, with the login's token in a header. So no route takes a code from nobody in particular, and a
 * code counts only for the person who began, once, within ten minutes, for the credential that it was asked for. The code passes through;
 * what it is redeemed with (verifier, client secret) is opened in the sandbox alone, where the tokens are sealed as well.
 */
import { auditItem, type ManagementAction, recordManagementAction } from '../../aws/audit.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { WriteConflict } from '../../aws/errors.ts';
import { callSandbox } from '../../aws/sandbox.ts';
import { type ConsentRow, consentHolder, putConsent, takeConsent } from '../../aws/tables/upstreamConsents.ts';
import { upstreamTokens } from '../../aws/tables/upstreamTokens.ts';
import { PortcullisError } from '../../core/errors.ts';
import { isoNow, randomBase62 } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { CONSENT_PATH } from '../../core/oauth/addresses.ts';
import type { ServerAuth, ServerRow } from '../../core/records.ts';
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
    if (answer.frame !== 'consent') throw new Refused('sandbox_failed', 'The sandbox gave no address. Try again.');
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
        'This sign-in is over: it was finished already, took more than ten minutes, or was begun by somebody else. Press “Connect” on the server’s page once more.',
      );
    }
    const server = await knownServer(serverId);
    const deed = { serverId, serverName: server.name, actor, detail: { origin: pending.origin } };
    try {
      const { missingScopes = [] } = await finished(pending, body, { server, actor, deed });
      return { server: { id: serverId, name: server.name }, origin: pending.origin, missingScopes: [...missingScopes] };
    } catch (error) {
      const code = error instanceof PortcullisError ? error.code : 'internal';
      await recordManagementAction({ ...deed, action: 'server.consent.failed', detail: { ...deed.detail, code } });
      throw error;
    }
  },
};

const authsOf = ({ auth, hosts = {} }: ServerRow): ServerAuth[] => [
  auth,
  ...Object.values(hosts).flatMap((host) => host.auth ?? []),
];

const consentingOf = (server: ServerRow): Consenting[] =>
  authsOf(server).flatMap((auth) => {
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

/** What an authorization server says in the place of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
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

/** The consent as it is stored. Throws Refused, TokenRefused, SandboxError. */
async function finished(
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
  const { sealed, until, missingScopes, isFinal } = tokens;
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
  for (;;) {
    const row = await upstreamTokens.read(server.serverId, one.holder);
    checkNotOvertaken(pending, row);
    // After the row was read and before it is written: tokens of a replaced credential never take the place of its successor's.
    current(await knownServer(server.serverId), pending);
    const next = consented(row, key, consent, { sealed, ...(until !== undefined && { until }) });
    try {
      await upstreamTokens.write(next, entry);
      return consent;
    } catch (conflict) {
      // A call that was renewing the tokens before these.
      if (!(conflict instanceof WriteConflict)) throw conflict;
    }
  }
}

/** Throws Refused where the credential is another one by now. */
function current(server: ServerRow, { origin, credential }: ConsentRow): Consenting {
  const one = consentingOf(server).find((each) => each.origin === origin);
  if (one && versionOfCredential(one.ciphertext) === credential) return one;
  throw new Refused(
    'credential_replaced',
    'The credential was replaced while the sign-in was under way, so nothing was stored. Connect again with the new one.',
  );
}

function checkNotOvertaken({ replaces }: ConsentRow, row: UpstreamTokensRow | undefined): void {
  if ((row?.consent?.id ?? '') === replaces) return;
  const by = row?.consent?.byName ?? 'Somebody else';
  throw new Refused(
    'consent_overtaken',
    `${by} has connected the server while this sign-in was under way, and that stays. “Reconnect” on the server’s page takes its place.`,
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
