/**
 * Reads the response of a token endpoint (RFC 6749 sections 5.1 and 5.2), also as large providers deviate from it. It is not
 * trusted, and errors contain only a registered code from it, because error descriptions may quote secrets.
 */
import { PortcullisError } from '../../../lib/errors.ts';
import { parsedJson } from '../../../lib/json/parsed.ts';
import { isObject } from '../../../lib/json/value.ts';
import { checkBaseUrl, originOf } from '../../../lib/url/baseUrl.ts';
import { type Grant, isAsserting } from '../../../model/credentialKinds/grants.ts';
import type { TokenRefusedCode } from '../../errors.ts';
import { isHeaderValue } from '../../header.ts';

/** The tokens of a response. */
export interface AccessToken {
  readonly token: string;
  /** Milliseconds since 1970; undefined when the response has no expiry; then the token is used until the API refuses it. */
  readonly expiresAt?: number;
  /** The new refresh token, if the response has one. */
  readonly refreshToken?: string;
  /** The granted scopes, if the response names them. */
  readonly scope?: string;
  /** Origin of `instance_url` (Salesforce): where the API of this account is. Only shown to the owner; nothing is sent there for it. */
  readonly instance?: string;
}

const MAX_TOKEN = 16_384;
const MAX_SCOPE = 16_384;
/** Maximum time in seconds that a token is kept. */
const MAX_LIFE_S = 24 * 3_600;

/** Codes by error code of RFC 6749 section 5.2, RFC 8707 and of providers. */
const REFUSED: Readonly<Record<string, TokenRefusedCode>> = {
  invalid_client: 'oauth_client_refused',
  unauthorized_client: 'oauth_client_refused',
  invalid_client_id: 'oauth_client_refused',
  bad_client_secret: 'oauth_client_refused',
  invalid_grant: 'oauth_grant_refused',
  bad_refresh_token: 'oauth_grant_refused',
  bad_verification_code: 'oauth_grant_refused',
  invalid_scope: 'oauth_scope_refused',
  invalid_target: 'oauth_scope_refused',
  invalid_request: 'oauth_request_refused',
  unsupported_grant_type: 'oauth_request_refused',
};

/**
 * Keycloak's codes for a subject token whose signature, time, issuer or person it does not accept (AbstractTokenExchangeProvider,
 * OIDCIdentityProvider); that of RFC 8693, section 2.2.2, is `invalid_request`.
 */
const SUBJECT_REFUSED: ReadonlySet<string> = new Set(['invalid_token', 'invalid_issuer']);

const HINTS: Readonly<Record<TokenRefusedCode, string>> = {
  oauth_client_refused: 'does not accept the client id or the client secret',
  oauth_secret_expired: 'says that the client secret has expired',
  oauth_grant_refused: 'does not accept the user name, the password or the assertion',
  oauth_code_refused: 'does not accept the authorization code: it was used, is too old, or belongs to another client',
  oauth_refresh_missing: 'gave an access token that ends and no refresh token with it',
  oauth_not_connected: 'waits for somebody to connect the server there',
  oauth_consent_ended: 'does not accept the refresh token any more: the consent was withdrawn, or it has ended',
  oauth_clock_wrong: 'does not accept the assertion, and its clock is more than a minute away from ours',
  oauth_scope_refused: 'refuses the scope or the audience',
  oauth_request_refused: 'refuses this kind of request',
  oauth_token_unusable: 'answered without a token that can be sent as a bearer token',
  oauth_endpoint_failed: 'does not work at the moment',
  oauth_person_needed: 'has to be told who calls, and this connection names nobody',
  oauth_person_unknown: 'has to be told who calls, and the sign-in of this person lacks what names them there',
  oauth_person_refused:
    'does not accept the person who calls: it knows nobody by that name, or does not trust who says it',
};

const CONNECT = 'Whoever manages the server can connect it on its page in the dashboard; calling again does not help.';
const WAYS: Partial<Readonly<Record<TokenRefusedCode, string>>> = {
  oauth_endpoint_failed: 'Try again later.',
  oauth_person_needed:
    'Ask the person whom you work for to have this client sign in at the server’s own address, without a connection token; calling again does not help.',
  oauth_person_unknown:
    'Whoever manages the server can name people by something else, such as their verified e-mail address; calling again does not help.',
  oauth_person_refused:
    'Whoever manages that sign-in can add the person there, or trust the issuer and key of the credential; calling again does not help.',
  oauth_not_connected: CONNECT,
  oauth_consent_ended: 'Whoever manages the server can sign in again on its page; calling again does not help.',
  oauth_code_refused: 'Connect again, and finish within a minute or so.',
  oauth_refresh_missing:
    'Nothing was stored. Many providers give one only when asked: add the scope offline_access, or access_type=offline and prompt=consent to the parameters of the sign-in (Google), then connect again.',
};

/** The error for a code. Its message names the host of the endpoint and what to do. */
export function refusal(
  code: TokenRefusedCode,
  tokenUrl: string,
  options?: { readonly cause?: unknown },
): PortcullisError {
  const way = WAYS[code] ?? 'Whoever manages the server can give its credential again; calling again does not help.';
  return new PortcullisError(code, `The API's sign-in at ${new URL(tokenUrl).host} ${HINTS[code]}. ${way}`, options);
}

/** Whose account it is (core/auth/account.ts). */
interface AccountOwner {
  readonly accountUrl: string | undefined;
  readonly isPerson?: true;
  readonly isOfToolset?: true;
}

/** The same for an account of the caller's own, which only its person can connect. */
export function refusalOfAccount(
  code: TokenRefusedCode,
  tokenUrl: string,
  { accountUrl, isPerson, isOfToolset }: AccountOwner,
): PortcullisError {
  if (code !== 'oauth_not_connected' && code !== 'oauth_consent_ended') return refusal(code, tokenUrl);
  const what =
    code === 'oauth_not_connected'
      ? 'waits for your own account: calls to this server are made with an account of each client'
      : 'no longer accepts your account: the consent was withdrawn, or it has ended';
  const way =
    accountUrl === undefined
      ? 'A client that acts for itself cannot connect one; use a connection token.'
      : isPerson
        ? `Connect it at ${accountUrl}, then try again.`
        : isOfToolset
          ? `The connection token of a toolset has none there. Ask the person whom you work for to have this client sign in at the toolset instead, and to connect their account in a browser at ${accountUrl}.`
          : `Ask the person whom you work for to connect it in a browser at ${accountUrl}, then call again.`;
  return new PortcullisError(code, `The API's sign-in at ${new URL(tokenUrl).host} ${what}. ${way}`);
}

/**
 * The members of a JSON object, or of a form, which GitHub answers by default and golang.org/x/oauth2 reads as well
 * (internal/token.go). By content, because both are also sent as text/html or text/plain. A byte order mark is skipped.
 */
function parsed(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const text = new TextDecoder().decode(body).trim();
  const value = parsedJson(text);
  if (value !== undefined) return isObject(value) ? value : undefined;
  const form = new URLSearchParams(text);
  return form.has('access_token') || form.has('error') ? Object.fromEntries(form) : undefined;
}

/**
 * Seconds, from a number or a string; at most MAX_LIFE_S. Zero says that the token does not expire (VK; golang.org/x/oauth2
 * and spring-attic/spring-security-oauth#1862 read it so).
 */
function lifeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d{1,12}(\.\d{1,9})?\s*$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, MAX_LIFE_S)
    : undefined;
}

/**
 * Kinds of tokens that are worth nothing without a proof in each request, or are no access tokens (`N_A`, RFC 8693 section
 * 2.2.1): those of the IANA registry "OAuth Access Token Types" but Bearer, and the drafts' `mac`. Names of other kinds are
 * descriptions: Apigee has BearerToken (cloud.google.com/apigee, OAuthV2 policy, "Non-RFC-compliant behavior"), eBay "User
 * Access Token" and "Application Access Token", Slack bot and user, and all of these are sent as bearer tokens.
 */
const UNSENDABLE_TYPES: ReadonlySet<string> = new Set(['dpop', 'pop', 'mac', 'n_a']);

const isSendable = (type: unknown): boolean =>
  type === undefined || type === null || (typeof type === 'string' && !UNSENDABLE_TYPES.has(type.trim().toLowerCase()));

/** Tokens of RFC 8693, section 3, which an exchange may issue and no API takes as a bearer token. */
const OTHER_TOKENS = /^urn:ietf:params:oauth:token-type:(?:refresh_token|saml[12]|id-jag)$/;
const REFRESH_TOKEN = 'urn:ietf:params:oauth:token-type:refresh_token';

/**
 * Whether `access_token` is a token of another kind, as RFC 8693, section 2.2.1, has it. Keycloak says that it has issued a refresh token
 * (its default) when it adds one to an access token (securing-apps/token-exchange, "Response").
 */
function isOtherToken(value: Readonly<Record<string, unknown>> | undefined): boolean {
  const type = value?.['issued_token_type'];
  if (typeof type !== 'string' || !OTHER_TOKENS.test(type)) return false;
  const refreshToken = value?.['refresh_token'];
  const isBeside = typeof refreshToken === 'string' && refreshToken !== value?.['access_token'];
  return !(type === REFRESH_TOKEN && isBeside);
}

/** The error that a response names. Serializers that write all members give null, '' or false beside a token. */
const errorOf = (value: Readonly<Record<string, unknown>> | undefined): unknown => value?.['error'] || undefined;

/** Difference of the clocks above which it is the likely reason for a refused assertion; providers allow about a minute. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
/** Microsoft's error number for an expired client secret (AADSTS7000222), in addition to `invalid_client`. */
const EXPIRED_SECRET = 7_000_222;

interface TokenAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** What the token was asked for with. */
interface TokenAsked {
  readonly tokenUrl: string;
  readonly grant: Grant;
  readonly isCode?: boolean;
  readonly isOfPerson?: boolean;
}

/** The code for an error of the response, which depends on the grant. */
function refusedCode(
  error: string,
  {
    value,
    date,
    grant,
    isCode,
    isOfPerson,
    now,
  }: {
    value: Readonly<Record<string, unknown>> | undefined;
    date: string | null;
    grant: Grant;
    isCode: boolean;
    isOfPerson: boolean;
    now: number;
  },
): TokenRefusedCode | undefined {
  if (isOfPerson && error === 'access_denied') return 'oauth_person_refused';
  const isSubject =
    grant === 'tokenExchange' && (SUBJECT_REFUSED.has(error) || (isOfPerson && error === 'invalid_request'));
  const code = isSubject ? 'oauth_grant_refused' : Object.hasOwn(REFUSED, error) ? REFUSED[error] : undefined;
  if (code === 'oauth_client_refused') {
    const numbers = value?.['error_codes'];
    return Array.isArray(numbers) && numbers.includes(EXPIRED_SECRET) ? 'oauth_secret_expired' : code;
  }
  if (code !== 'oauth_grant_refused') return code;
  if (isCode) return 'oauth_code_refused';
  if (grant === 'refreshToken' || grant === 'authorizationCode') return 'oauth_consent_ended';
  const differs = Math.abs(Date.parse(date ?? '') - now) > MAX_CLOCK_DIFFERENCE_MS;
  if (isAsserting(grant) && differs) return 'oauth_clock_wrong';
  return isOfPerson ? 'oauth_person_refused' : code;
}

/**
 * Reads the response of a token endpoint.
 * @param isCode an authorization code was redeemed
 * @param isOfPerson the token was asked for as that of the person who calls
 * @param now milliseconds since 1970 when the request was sent
 * @throws `oauth_…`
 */
export function accessTokenOf(
  answer: TokenAnswer,
  { tokenUrl, grant, isCode = false, isOfPerson = false }: TokenAsked,
  now: number,
): AccessToken {
  const value = answer.truncated ? undefined : parsed(answer.body);
  const error = errorOf(value);
  const date = answer.headers.get('date');
  const code =
    typeof error === 'string' ? refusedCode(error, { value, date, grant, isCode, isOfPerson, now }) : undefined;
  if (code !== undefined) throw refusal(code, tokenUrl);
  if (answer.status >= 500 || answer.status === 429) throw refusal('oauth_endpoint_failed', tokenUrl);
  if (answer.status === 401 || answer.status === 403) throw refusal('oauth_client_refused', tokenUrl);
  if (answer.status >= 400 || error !== undefined) throw refusal('oauth_request_refused', tokenUrl);
  // The response for an installation token of GitHub has `token` and `expires_at`.
  const token = value?.['access_token'] ?? value?.['token'];
  const isGiven = answer.status === 200 || answer.status === 201;
  const isBearer = isSendable(value?.['token_type']) && !isOtherToken(value);
  if (!isGiven || !isBearer || typeof token !== 'string' || !isUsable(token)) {
    throw refusal('oauth_token_unusable', tokenUrl);
  }
  const life = lifeOf(value?.['expires_in'] ?? lifeUntil(value?.['expires_at'], now));
  const refreshToken = value?.['refresh_token'];
  const scope = value?.['scope'];
  const instance = instanceOf(value?.['instance_url']);
  return {
    token,
    ...(life !== undefined && { expiresAt: now + life * 1_000 }),
    ...(typeof refreshToken === 'string' && isUsable(refreshToken) && { refreshToken }),
    ...(typeof scope === 'string' && scope !== '' && scope.length <= MAX_SCOPE && { scope }),
    ...(instance !== undefined && { instance }),
  };
}

/** The origin of a public https URL; undefined for other values. */
function instanceOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return originOf(checkBaseUrl(value).url);
  } catch {
    return undefined;
  }
}

/** Seconds until an ISO 8601 time, at least one; undefined for other values. */
const lifeUntil = (time: unknown, now: number): number | undefined =>
  typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time) && !Number.isNaN(Date.parse(time))
    ? Math.max(1, (Date.parse(time) - now) / 1_000)
    : undefined;

const isUsable = (token: string): boolean =>
  token !== '' && token.length <= MAX_TOKEN && isHeaderValue(token) && !/\s/.test(token);
