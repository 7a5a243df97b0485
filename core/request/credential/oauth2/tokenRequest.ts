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

/** A signed assertion of RFC 7523 section 3, for the token endpoint alone. */
function assertionOf(credential: Extract<OAuth2Credential, { grant: 'jwtBearer' }>, now: Date): string {
  const alg = signingAlgorithm(credential.privateKey) ?? 'RS256';
  const at = Math.floor(now.getTime() / 1_000) - SKEW_S;
  const header = { alg, typ: 'JWT', ...(credential.keyId !== undefined && { kid: credential.keyId }) };
  const claims = {
    iss: credential.issuer,
    sub: credential.subject ?? credential.issuer,
    aud: credential.tokenUrl,
    iat: at,
    exp: at + ASSERTION_S,
    jti: randomUUID(),
    // Google reads the scopes here.
    ...(credential.scope !== undefined && { scope: credential.scope }),
  };
  const signed = `${base64Url(header)}.${base64Url(claims)}`;
  const key = { key: credential.privateKey, ...(alg === 'ES256' && { dsaEncoding: 'ieee-p1363' as const }) };
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function grantOf(credential: OAuth2Credential, now: Date): Record<string, string> {
  switch (credential.grant) {
    case 'clientCredentials':
      return { grant_type: 'client_credentials' };
    case 'refreshToken':
      return { grant_type: 'refresh_token', refresh_token: credential.refreshToken };
    case 'password':
      return { grant_type: 'password', username: credential.username, password: credential.password };
    case 'jwtBearer':
      return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: assertionOf(credential, now) };
  }
}

/** What to send to `credential.tokenUrl`. Secrets are in a header or in the body, never in the URL. */
export function tokenRequest(credential: OAuth2Credential, now = new Date()): Outgoing & { readonly body: Uint8Array } {
  const { clientId, clientSecret, clientAuthentication, scope, parameters, tokenUrl } = credential;
  const isBasic = clientId !== undefined && clientSecret !== undefined && clientAuthentication === 'basic';
  const form = {
    ...grantOf(credential, now),
    ...(scope !== undefined && credential.grant !== 'jwtBearer' && { scope }),
    ...(clientId !== undefined && !isBasic && { client_id: clientId }),
    ...(clientSecret !== undefined && !isBasic && { client_secret: clientSecret }),
    ...Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  };
  const pair = isBasic ? `${formEncoded(clientId)}:${formEncoded(clientSecret)}` : '';
  return {
    method: 'POST',
    url: tokenUrl,
    headers: [
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['user-agent', 'portcullis/1'],
      ...(isBasic ? [['authorization', `Basic ${Buffer.from(pair).toString('base64')}`] as const] : []),
    ],
    body: Buffer.from(new URLSearchParams(form).toString()),
  };
}
