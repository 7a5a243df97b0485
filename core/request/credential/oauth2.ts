/**
 * OAuth 2 (RFC 6749) without a person at each call: client credentials, refresh token, an authorization
 * code that a person consented to once, password, signed assertion (RFC 7523), signed token that is exchanged (RFC 8693), or the installation token of a GitHub App, which is handled like a grant. The credential includes the URL of the
 * token endpoint, the only URL that secrets are sent to. The sandbox fetches tokens (tokenRequest.ts, tokenResponse.ts);
 * they are stored encrypted (storedTokens.ts).
 */

import { createPrivateKey } from 'node:crypto';
import { PortcullisError } from '../../lib/errors.ts';
import { isUsableRsaKey } from '../../lib/rsaKeys.ts';
import { checkDocumentUrl } from '../../lib/url/baseUrl.ts';
import { isAsserting, isWithoutSecret } from '../../model/credentialKinds/grants.ts';
import type { CLIENT_AUTHENTICATIONS, PERSON_CLAIMS, TOKEN_BODIES } from '../../model/credentialKinds/limits.ts';
import type { Fields } from './fields.ts';
import { checkHeaderName } from './header.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';

/** A further parameter of the token request. */
export interface TokenParameter {
  readonly name: string;
  readonly value: string;
}

interface Common {
  readonly type: 'oauth2';
  readonly tokenUrl: string;
  /** Client id and secret in a Basic header (section 2.3.1) or in the body, or a signed assertion (RFC 7523). */
  readonly clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** When the secret ends, as its owner has said (ISO 8601 UTC). */
  readonly clientSecretExpiresAt?: string;
  /** Scopes, separated by spaces. */
  readonly scope?: string;
  /** Additional parameters such as `audience`, `resource` or `account_id`; they replace standard ones of the same name. */
  readonly parameters: readonly TokenParameter[];
  /** Key that signs assertions, in PEM form (PKCS #8 or PKCS #1). */
  readonly privateKey?: string;
  readonly keyId?: string;
  /** `aud` of assertions, when it is not the token URL. */
  readonly assertionAudience?: string;
  readonly body: (typeof TOKEN_BODIES)[number];
  /** Header and prefix of the access token, if not `Authorization: Bearer`. */
  readonly tokenHeader?: string;
  readonly tokenPrefix?: string;
  /** Set when the credential is used: the access token and its refresh token, which are masked in responses. */
  readonly accessToken?: string;
  readonly latestRefreshToken?: string;
}

/** A grant that a person consents to (section 4.1). The resulting refresh token is stored with the server's upstream tokens. */
export interface AuthorizationCodeGrant {
  readonly grant: 'authorizationCode';
  readonly clientId: string;
  readonly authorizationUrl: string;
  /** Additional parameters of the authorization request, such as `access_type`, `prompt` or `audience`. */
  readonly authorizationParameters: readonly TokenParameter[];
  /** The issuer that the authorization server must name in its answers (RFC 9207). */
  readonly issuer?: string;
}

/** What the grants with an assertion that the credential's key signs have in common: whom it is by, and whom it is about. */
interface Asserting {
  readonly privateKey: string;
  readonly issuer: string;
  /** With `personClaim`: the account of callers who are no person. */
  readonly subject?: string;
  /** What the person who calls is named by (assertedPerson.ts); absent where the assertion is about one account. */
  readonly personClaim?: Exclude<(typeof PERSON_CLAIMS)[number], 'none'>;
}

/** Signed assertion as an authorization grant (RFC 7523, section 2.1). */
export type JwtBearerGrant = Asserting & { readonly grant: 'jwtBearer' };

/** Token exchange (RFC 8693), whose subject token is such an assertion. `audience` and `resource` are among the parameters. */
export type TokenExchangeGrant = Asserting & {
  readonly grant: 'tokenExchange';
  readonly subjectTokenType?: string;
  readonly requestedTokenType?: string;
  /** `sub` of the actor token. */
  readonly actor?: string;
};

/** An OAuth 2 credential. */
export type OAuth2Credential = Common &
  (
    | { readonly grant: 'clientCredentials' }
    | { readonly grant: 'refreshToken'; readonly refreshToken: string }
    | AuthorizationCodeGrant
    | { readonly grant: 'password'; readonly username: string; readonly password: string }
    | JwtBearerGrant
    | TokenExchangeGrant
    /** The issuer is the client id of the App; the token URL contains the installation id. */
    | { readonly grant: 'githubApp'; readonly privateKey: string; readonly issuer: string }
  );

type Mutable<Value> = Value extends unknown ? { -readonly [Name in keyof Value]: Value[Name] } : never;
/** Members that match the definition, which says what goes with each grant. */
type Entered = Mutable<OAuth2Credential>;

function checkedEndpoint(fields: Fields, field: 'tokenUrl' | 'authorizationUrl', text: string): string {
  // It is shown to people, and such a part often holds a secret.
  if (text.includes('?')) throw fields.fault(field, 'may not have a query (?…); give what it says as parameters.');
  try {
    return checkDocumentUrl(text).url;
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    throw fields.fault(field, error.message.replace(/^url: /, ''));
  }
}

/** The algorithm for a private key (RFC 7518 section 3.1); undefined unless it is RSA of 2048 to 8192 bits, or P-256. */
export function signingAlgorithm(pem: string): 'RS256' | 'ES256' | undefined {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return isUsableRsaKey(key) ? 'RS256' : undefined;
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      ? 'ES256'
      : undefined;
  } catch {
    return undefined;
  }
}

function checkPrivateKey(fields: Fields, pem: string): void {
  if (signingAlgorithm(pem) === undefined) {
    throw fields.fault(
      'privateKey',
      'must be a private key without a passphrase in PEM form: RSA of 2048 to 8192 bits, or P-256. Of a JSON key file give the member private_key, its \\n as line breaks.',
    );
  }
}

function checkTokenHeader(fields: Fields, name: string): void {
  checkHeaderName(fields, 'tokenHeader', name);
  if (name.toLowerCase() === 'cookie') throw fields.fault('tokenHeader', 'cannot be Cookie; give a header of its own.');
}

interface TokenHeader {
  readonly tokenHeader?: string | undefined;
  readonly tokenPrefix?: string | undefined;
}

/** The value of the token header. The default prefix is `Bearer` in Authorization, and none in other headers. */
function tokenText(token: string, { tokenHeader, tokenPrefix }: TokenHeader): string {
  const isAuthorization = tokenHeader === undefined || tokenHeader.toLowerCase() === 'authorization';
  const prefix = tokenPrefix ?? (isAuthorization ? 'Bearer' : '');
  return prefix === '' ? token : `${prefix} ${token}`;
}

const RESERVED = {
  parameters: [
    'client_secret',
    'client_assertion',
    'client_assertion_type',
    'assertion',
    'password',
    'refresh_token',
    'subject_token',
    'actor_token',
    'code',
    'code_verifier',
  ],
  authorizationParameters: [
    'client_id',
    'client_secret',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    // With these the answer would not be in the query.
    'response_type',
    'response_mode',
    // A request object replaces all other parameters (RFC 9101, section 5).
    'request',
    'request_uri',
  ],
} as const;

function checkReserved(fields: Fields, field: keyof typeof RESERVED, given: readonly TokenParameter[]): void {
  const reserved: readonly string[] = RESERVED[field];
  const index = given.findIndex(({ name }) => reserved.includes(name));
  if (index >= 0) throw fields.fault(`${field}.${index}.name`, 'is set by Portcullis, or has a field of its own.');
}

/** A day, which then ends in UTC, or a time (RFC 3339). Whether it is over is not judged: stored credentials are checked as well. */
function checkedExpiry(fields: Fields, text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  const at = isDay ? Date.parse(`${text}T23:59:59Z`) : isTime ? Date.parse(text) : Number.NaN;
  // Date.parse takes the 31st of February for the 3rd of March.
  if (Number.isNaN(at) || (isDay && new Date(at).toISOString().slice(0, 10) !== text)) {
    throw fields.fault('clientSecretExpiresAt', 'must be a date such as 2027-01-31, or a time with its zone.');
  }
  return new Date(at).toISOString();
}

function checkedIssuer(fields: Fields, text: string): string {
  const issuer = text.trim();
  if (!/^https:\/\/[^?#\s]+$/i.test(issuer)) {
    throw fields.fault('issuer', 'must be the issuer URL of the authorization server, with https.');
  }
  return issuer;
}

/** OAuth 2 access tokens (RFC 6749). */
export const oauth2: CredentialKind<OAuth2Credential> = {
  type: 'oauth2',
  judge(members, fields) {
    // In the order in which credentials are stored.
    const made = { type: 'oauth2' as const, ...members } as Entered;
    made.tokenUrl = checkedEndpoint(fields, 'tokenUrl', made.tokenUrl);
    if (made.scope !== undefined) made.scope = made.scope.trim().split(/\s+/).join(' ');
    if (made.privateKey !== undefined) checkPrivateKey(fields, made.privateKey);
    if (made.tokenHeader !== undefined) checkTokenHeader(fields, made.tokenHeader);
    checkReserved(fields, 'parameters', made.parameters);
    if (made.grant === 'authorizationCode') {
      made.authorizationUrl = checkedEndpoint(fields, 'authorizationUrl', made.authorizationUrl);
      checkReserved(fields, 'authorizationParameters', made.authorizationParameters);
      if (made.issuer !== undefined) made.issuer = checkedIssuer(fields, made.issuer);
    }
    if (isAsserting(made.grant) && (made as { personClaim?: string }).personClaim === 'none') {
      delete (made as { personClaim?: string }).personClaim;
    }
    if (isWithoutSecret(made)) delete made.clientSecret;
    if (made.clientSecretExpiresAt !== undefined) {
      made.clientSecretExpiresAt = checkedExpiry(fields, made.clientSecretExpiresAt);
      if (made.clientSecret === undefined) delete made.clientSecretExpiresAt;
    }
    return made;
  },
  apply(request, { accessToken, tokenHeader, tokenPrefix }) {
    if (accessToken === undefined)
      throw new PortcullisError('credential_invalid', 'The access token has not been fetched.');
    const text = tokenText(accessToken, { tokenHeader, tokenPrefix });
    return { ...request, headers: withHeader(request.headers, tokenHeader ?? 'authorization', text) };
  },
  // Without the private key, which is never sent.
  secrets: (credential) =>
    [
      credential.accessToken,
      credential.latestRefreshToken,
      credential.clientSecret,
      credential.grant === 'refreshToken' ? credential.refreshToken : undefined,
      credential.grant === 'password' ? credential.password : undefined,
    ].filter((secret) => secret !== undefined),
  mask: ({ url, headers }, { tokenHeader }) => ({
    url,
    headers: withHeader(headers, tokenHeader ?? 'authorization', tokenText(MASK, { tokenHeader })),
  }),
};
