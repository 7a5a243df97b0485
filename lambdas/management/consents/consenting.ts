/**
 * Consent at the authorization server of an API (RFC 6749, section 4.1), for the account of all clients of a server or for one client's own.
 * Only the sandbox decrypts what redeems the code (verifier, client secret), and it encrypts the tokens for the holder that the consent was
 * begun for. A consent for one account is never stored for another, even if the server was switched between shared and own accounts.
 */
import { auditItem, type ManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { callSandbox } from '../../../aws/services/sandbox.ts';
import { type ConsentRow, consentHolder, putConsent } from '../../../aws/tables/upstreamConsents.ts';
import { upstreamTokens, writeTokensBeside } from '../../../aws/tables/upstreamTokens.ts';
import { accountUrlOf, assertedPerson, type Caller } from '../../../core/auth/account.ts';
import { CONSENT_PATH } from '../../../core/auth/oauth/addresses.ts';
import type { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow, randomBase62 } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { shapeWithin } from '../../../core/model/credential.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { personAccount } from '../../../core/request/credential/oauth2/holders.ts';
import {
  type Consent,
  consented,
  isConnected,
  LEASE_MS,
  type UpstreamTokensRow,
  versionOfCredential,
  wasConnected,
} from '../../../core/request/credential/oauth2/storedTokens.ts';
import { refusal } from '../../../core/request/credential/oauth2/tokenResponse.ts';
import type { TokenRefusedCode } from '../../../core/request/errors.ts';
import type { ConsentAnswer, SandboxFrame } from '../../../core/sandbox/protocol.ts';
import { holderAt } from '../../shared/signingIn.ts';
import { Refused } from '../http/errors.ts';
import type { Visitor } from '../http/session.ts';
import { isAt } from '../serverRow/binding.ts';
import { credentialsOf } from '../serverRow/credentials.ts';
import { knownServer } from '../serverRow/load.ts';

/** A stored credential that a person consents for. */
export interface Consenting {
  readonly origin: string;
  readonly ciphertext: string;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly holder: string;
}

/** The redirect URI that is registered with the client at every provider. */
export const redirectUri = () => `${requireEnvironment('EDGE_URL')}${CONSENT_PATH}`;

/** Whether each client of the server has an account of its own. */
export const hasOwnAccounts = ({ credentials }: Pick<ServerRow, 'credentials'>): boolean => credentials === 'per-token';

/** A person who calls from the dashboard. */
export const personCaller = (actor: Visitor, serverId: string): Caller => ({
  account: personAccount(actor.id),
  // An automation key is no person, and does not act as the one who made it.
  ...(actor.maker === undefined && { person: assertedPerson(actor) }),
  accountUrl: accountUrlOf(requireEnvironment('EDGE_URL'), serverId),
  isPerson: true,
});

/**
 * The credentials of a server that a person consents for.
 * @param account whose tokens are meant; undefined: those of all clients
 */
export const consentingOf = (server: ServerRow, account?: string): Consenting[] =>
  credentialsOf(server).flatMap((auth) => {
    const { origin, ciphertext } = auth;
    const { grant, tokenUrl, authorizationUrl } = shapeWithin(auth, 'oauth2') ?? {};
    if (grant !== 'authorizationCode' || tokenUrl === undefined || authorizationUrl === undefined) return [];
    if (origin === undefined || ciphertext === undefined) return [];
    return [{ origin, ciphertext, tokenUrl, authorizationUrl, holder: holderAt(server, origin, account) }];
  });

/**
 * Throws Refused `consent_not_needed` when no credential of the server needs the consent of a person; one whose origin the first import
 * has yet to find counts as well.
 */
export function checkConsenting(server: ServerRow): void {
  if (!credentialsOf(server).some((auth) => shapeWithin(auth, 'oauth2')?.grant === 'authorizationCode'))
    throw notNeeded(server.baseUrl === '' ? undefined : originOf(server.baseUrl));
}

/** Throws Refused. */
function consentingAt(server: ServerRow, origin: string | undefined, account: string | undefined): Consenting {
  const found = consentingOf(server, account).find((one) =>
    origin === undefined ? isAt(server, one.origin) : one.origin === origin,
  );
  if (found) return found;
  throw notNeeded(origin);
}

const notNeeded = (origin: string | undefined) =>
  new Refused(
    'consent_not_needed',
    `The credential for ${origin ?? 'the base URL'} is not one that a person consents for. Choose OAuth 2 with the grant “Authorization code” in the server’s settings.`,
  );

/** The credentials that need consent, each with whether somebody has consented for this account, read with strong consistency. */
export const consentStates = (server: ServerRow, account?: string) =>
  Promise.all(
    consentingOf(server, account).map(async (one) => view(one, await upstreamTokens.read(server.serverId, one.holder))),
  );

function view({ origin, authorizationUrl, tokenUrl, ciphertext }: Consenting, row: UpstreamTokensRow | undefined) {
  const credential = versionOfCredential(ciphertext);
  const own = isConnected(row, credential) ? row : undefined;
  const { at, by, byName, missingScopes = [] } = own?.consent ?? {};
  const hasEnded = own?.failure?.code === 'oauth_consent_ended';
  const without = wasConnected(row, credential) ? ('changed' as const) : ('missing' as const);
  return {
    origin,
    host: new URL(authorizationUrl).host,
    tokenHost: new URL(tokenUrl).host,
    state: own === undefined ? without : hasEnded ? ('ended' as const) : ('given' as const),
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

/** A consent that begins. */
interface Beginning {
  readonly server: ServerRow;
  /** That of the credential; undefined: of the base URL. */
  readonly origin: string | undefined;
  /** Who may finish it: the subject of the login, or a browser (aws/tables/upstreamConsents.ts). */
  readonly person: string;
  readonly own?: OwnAccount;
}

/** The account of one client. */
export interface OwnAccount {
  readonly account: string;
  /** For the account of a connection token. */
  readonly tokenHash?: string;
}

/** Begins a consent. Throws Refused, SandboxError. */
export async function begin({ server, origin, person, own }: Beginning) {
  const { serverId, bundle } = server;
  if (!bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
  const { ciphertext, ...one } = consentingAt(server, origin, own?.account);
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
    ...own,
    person,
    replaces: before?.consent?.id ?? '',
    until,
  });
  return { authorizationUrl: answer.url, redirectUri: redirectUri(), expiresAt: isoNow(until) };
}

interface Finishing {
  readonly server: ServerRow;
  readonly actor: Person;
  readonly deed: Omit<ManagementAction, 'action'>;
  /** For the account of a connection token that expires: {@link UpstreamTokensRow.goneAt}. */
  readonly goneAt?: number | undefined;
}

/** Redeems the code and stores the tokens; resolves to the stored consent. Throws Refused, `oauth_…`, SandboxError, `write_conflict`. */
export async function finish(
  pending: ConsentRow,
  {
    code,
    error,
    iss,
  }: Pick<ConsentAnswer, 'iss'> & { readonly code?: string | undefined; readonly error?: string | undefined },
  { server, actor, deed, goneAt }: Finishing,
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
    const next = consented(row, key, consent, tokens);
    await writeTokensBeside({ ...next, ...(goneAt !== undefined && { goneAt }) }, entry);
  });
  return consent;
}

/** Throws Refused when the credential has been replaced, or the server switched between shared and own accounts. */
function current(server: ServerRow, { origin, credential, account }: ConsentRow): Consenting {
  const one = consentingOf(server, account).find((each) => each.origin === origin);
  const isMeant = hasOwnAccounts(server) === (account !== undefined);
  if (one && isMeant && versionOfCredential(one.ciphertext) === credential) return one;
  throw new Refused(
    'credential_replaced',
    'The credential was replaced during the sign-in, so nothing was stored. Connect again with the new credential.',
  );
}

function checkNotOvertaken({ replaces, account }: ConsentRow, row: UpstreamTokensRow | undefined): void {
  if ((row?.consent?.id ?? '') === replaces) return;
  const by = account === undefined ? (row?.consent?.byName ?? 'Somebody else') : 'Another window';
  const what = account === undefined ? 'the server' : 'this account';
  const page = account === undefined ? 'on the server’s page' : 'on the page where it began';
  throw new Refused(
    'consent_overtaken',
    `${by} has connected ${what} during this sign-in, and that connection stays. Press “Reconnect” ${page} to replace it.`,
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
