/**
 * The request for an access token: RFC 6749 sections 4.1.3, 4.3.2, 4.4.2 and 6, RFC 7636 section 4.5, RFC 7523 section 2.1, RFC 8693
 * section 2.1.
 */
import { Buffer } from 'node:buffer';
import { randomUUID, sign } from 'node:crypto';
import { PortcullisError } from '../../../lib/errors.ts';
import { base64Of, ofBytes } from '../../../lib/secretBytes.ts';
import type { Outgoing } from '../../build.ts';
import { type JwtBearerGrant, type OAuth2Credential, signingAlgorithm, type TokenExchangeGrant } from '../oauth2.ts';
import { type AssertedPerson, subjectOf } from './assertedPerson.ts';
import type { PendingConsent } from './authorizationRequest.ts';

/** Lifetime of an assertion in seconds; providers accept an hour at most. */
const ASSERTION_S = 300;
/** Allowance for clock differences in seconds: `iat` is this much in the past. */
const SKEW_S = 30;

/** Form encoding of client id and secret (RFC 6749, appendix B). */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with the credential's key (RS256 or ES256). */
function signedJwt(
  { privateKey, keyId }: { readonly privateKey: string; readonly keyId?: string },
  claims: object,
): string {
  const alg = signingAlgorithm(privateKey) ?? 'RS256';
  const signed = `${base64Url({ alg, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })}.${base64Url(claims)}`;
  const key = { key: privateKey, ...(alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }) };
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1_000);

/** The claims of an assertion (RFC 7523, section 3): for one token endpoint, for five minutes, with a unique id. */
function claimsFor(audience: string, now: Date) {
  const iat = secondsOf(now) - SKEW_S;
  return { aud: audience, iat, exp: iat + ASSERTION_S, jti: randomUUID() };
}

/** A JWT of the credential's issuer about a subject, for its token endpoint (RFC 7523, section 3). */
const assertionAbout = (
  credential: OAuth2Credential & (JwtBearerGrant | TokenExchangeGrant),
  subject: string,
  now: Date,
  claims: object = {},
): string =>
  signedJwt(credential, {
    iss: credential.issuer,
    sub: subject,
    ...claimsFor(credential.assertionAudience ?? credential.tokenUrl, now),
    ...claims,
  });

/** The parameters of the JWT bearer grant (RFC 7523, section 2.1). Google needs the scopes as a claim. */
function bearerGrant(
  credential: OAuth2Credential & JwtBearerGrant,
  now: Date,
  person: AssertedPerson | undefined,
): Record<string, string> {
  const scope = credential.scope !== undefined && { scope: credential.scope };
  const assertion = assertionAbout(credential, subjectOf(credential, person), now, { ...scope });
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
}

const JWT = 'urn:ietf:params:oauth:token-type:jwt';

/** The parameters of a token exchange (RFC 8693, section 2.1). */
function exchangeGrant(
  credential: OAuth2Credential & TokenExchangeGrant,
  now: Date,
  person: AssertedPerson | undefined,
): Record<string, string> {
  const { subjectTokenType = JWT, requestedTokenType, actor } = credential;
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: assertionAbout(credential, subjectOf(credential, person), now),
    subject_token_type: subjectTokenType,
    ...(requestedTokenType !== undefined && { requested_token_type: requestedTokenType }),
    ...(actor !== undefined && { actor_token: assertionAbout(credential, actor, now), actor_token_type: JWT }),
  };
}

/** The parameters of client authentication by private_key_jwt (section 2.2). */
function clientAssertion(
  { clientId, tokenUrl, privateKey = '', keyId, assertionAudience = tokenUrl }: OAuth2Credential,
  now: Date,
) {
  const claims = { iss: clientId, sub: clientId, ...claimsFor(assertionAudience, now) };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signedJwt({ privateKey, ...(keyId !== undefined && { keyId }) }, claims),
  };
}

/**
 * The request for an installation token of a GitHub App (docs.github.com/en/apps, "Generating an installation access
 * token"), authenticated by a JWT of at most ten minutes that begins a minute ago.
 */
function installationRequest(
  credential: Extract<OAuth2Credential, { grant: 'githubApp' }>,
  now: Date,
): Outgoing & { readonly body: Uint8Array } {
  const at = secondsOf(now);
  const jwt = signedJwt(credential, { iss: credential.issuer, iat: at - 60, exp: at + 540 });
  return {
    method: 'POST',
    url: credential.tokenUrl,
    headers: [
      ['accept', 'application/vnd.github+json'],
      ['content-type', 'application/json'],
      ['user-agent', 'portcullis/1'],
      ['authorization', `Bearer ${jwt}`],
    ],
    body: Buffer.from('{}'),
  };
}

/** What a token request exchanges in addition to the credential: the latest refresh token, or the code of a consent. */
export interface ExchangedToken {
  /** Replaces the credential's own, because the endpoint has issued a new one. */
  readonly refreshToken?: string;
  /** Who calls, where tokens are those of a person. */
  readonly person?: AssertedPerson;
  readonly consent?: PendingConsent & { readonly code: string };
}

function grantOf(
  credential: OAuth2Credential,
  now: Date,
  { refreshToken: latest, consent, person }: ExchangedToken,
): Record<string, string> {
  switch (credential.grant) {
    case 'authorizationCode': {
      if (consent !== undefined) {
        const { code, redirectUri, verifier } = consent;
        return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      }
      if (latest === undefined)
        throw new PortcullisError(
          'credential_invalid',
          'Nobody has consented yet: deploy the server, then press “Connect” on its page.',
        );
      return { grant_type: 'refresh_token', refresh_token: latest };
    }
    case 'clientCredentials':
      return { grant_type: 'client_credentials' };
    case 'refreshToken':
      return { grant_type: 'refresh_token', refresh_token: latest ?? credential.refreshToken };
    case 'password':
      return { grant_type: 'password', username: credential.username, password: credential.password };
    case 'jwtBearer':
      return bearerGrant(credential, now, person);
    case 'tokenExchange':
      return exchangeGrant(credential, now, person);
    case 'githubApp':
      return {};
  }
}

/** Grants whose token request has no scope: an assertion contains it, and a consent may have been for fewer scopes. */
const WITHOUT_SCOPE: ReadonlySet<string> = new Set(['jwtBearer', 'authorizationCode']);

/** What to send to `credential.tokenUrl`. Secrets are in a header or in the body, never in the URL. */
export function tokenRequest(
  credential: OAuth2Credential,
  now = new Date(),
  exchanged: ExchangedToken = {},
): Outgoing & { readonly body: Uint8Array } {
  if (credential.grant === 'githubApp') return installationRequest(credential, now);
  const { clientId, clientSecret, clientAuthentication, scope, parameters, tokenUrl, body } = credential;
  const isSigned = clientAuthentication === 'privateKeyJwt' && credential.grant !== 'jwtBearer';
  const isBasic = clientId !== undefined && clientSecret !== undefined && clientAuthentication === 'basic';
  const form = {
    ...grantOf(credential, now, exchanged),
    ...(scope !== undefined && !WITHOUT_SCOPE.has(credential.grant) && { scope }),
    ...(clientId !== undefined && !isBasic && { client_id: clientId }),
    ...(clientSecret !== undefined && !isBasic && { client_secret: clientSecret }),
    ...(isSigned && clientAssertion(credential, now)),
    ...Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  };
  const pair = isBasic ? `${formEncoded(clientId)}:${formEncoded(clientSecret)}` : '';
  return {
    method: 'POST',
    url: tokenUrl,
    headers: [
      ['accept', 'application/json'],
      ['content-type', body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'],
      ['user-agent', 'portcullis/1'],
      ...(isBasic ? [['authorization', `Basic ${ofBytes(pair, 'utf8', base64Of)}`] as const] : []),
    ],
    body: Buffer.from(body === 'json' ? JSON.stringify(form) : new URLSearchParams(form).toString()),
  };
}
