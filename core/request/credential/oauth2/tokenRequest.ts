/** The request for an access token: RFC 6749 sections 4.3.2, 4.4.2 and 6, RFC 7523 section 2.1. */
import { Buffer } from 'node:buffer';
import { randomUUID, sign } from 'node:crypto';
import type { Outgoing } from '../kind.ts';
import { type OAuth2Credential, signingAlgorithm } from './oauth2.ts';

/** Seconds that an assertion holds; providers take an hour at most. */
const ASSERTION_S = 300;
/** The clocks of both sides differ. */
const SKEW_S = 30;

/** RFC 6749, appendix B: blanks as `+`, everything else that is not a letter, a digit, `*`, `-`, `.` or `_` by percent. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed with the credential's key: RS256 or ES256. */
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

/** What every assertion for a token endpoint says (RFC 7523, section 3): for that endpoint alone, for five minutes, once. */
function claimsFor(audience: string, now: Date) {
  const iat = secondsOf(now) - SKEW_S;
  return { aud: audience, iat, exp: iat + ASSERTION_S, jti: randomUUID() };
}

/** An authorization grant (section 2.1). */
const assertionOf = (credential: Extract<OAuth2Credential, { grant: 'jwtBearer' }>, now: Date): string =>
  signedJwt(credential, {
    iss: credential.issuer,
    sub: credential.subject ?? credential.issuer,
    ...claimsFor(credential.tokenUrl, now),
    // Google reads the scopes here.
    ...(credential.scope !== undefined && { scope: credential.scope }),
  });

/** Client authentication (section 2.2, private_key_jwt). */
function clientAssertion({ clientId, tokenUrl, privateKey = '', keyId }: OAuth2Credential, now: Date) {
  const claims = { iss: clientId, sub: clientId, ...claimsFor(tokenUrl, now) };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signedJwt({ privateKey, ...(keyId !== undefined && { keyId }) }, claims),
  };
}

/**
 * The token of a GitHub App's installation (docs.github.com/en/apps, "Generating an installation access token"): the App says who it is with a
 * JWT of ten minutes at most, which begins a minute ago.
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

function grantOf(credential: OAuth2Credential, now: Date, latest: string | undefined): Record<string, string> {
  switch (credential.grant) {
    case 'clientCredentials':
      return { grant_type: 'client_credentials' };
    case 'refreshToken':
      return { grant_type: 'refresh_token', refresh_token: latest ?? credential.refreshToken };
    case 'password':
      return { grant_type: 'password', username: credential.username, password: credential.password };
    case 'jwtBearer':
      return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: assertionOf(credential, now) };
    case 'githubApp':
      return {};
  }
}

/**
 * What to send to `credential.tokenUrl`. Secrets are in a header or in the body, never in the URL.
 *
 * @param latest the refresh token that has taken the place of the credential's own, where its endpoint replaces them
 */
export function tokenRequest(
  credential: OAuth2Credential,
  now = new Date(),
  latest?: string,
): Outgoing & { readonly body: Uint8Array } {
  if (credential.grant === 'githubApp') return installationRequest(credential, now);
  const { clientId, clientSecret, clientAuthentication, scope, parameters, tokenUrl, body } = credential;
  const isSigned = clientAuthentication === 'privateKeyJwt' && credential.grant !== 'jwtBearer';
  const isBasic = clientId !== undefined && clientSecret !== undefined && clientAuthentication === 'basic';
  const form = {
    ...grantOf(credential, now, latest),
    ...(scope !== undefined && credential.grant !== 'jwtBearer' && { scope }),
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
      ...(isBasic ? [['authorization', `Basic ${Buffer.from(pair).toString('base64')}`] as const] : []),
    ],
    body: Buffer.from(body === 'json' ? JSON.stringify(form) : new URLSearchParams(form).toString()),
  };
}
