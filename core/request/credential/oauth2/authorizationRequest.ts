/**
 * The authorization request by which a person consents (RFC 6749, section 4.1.1), always with PKCE S256 (RFC 7636), and which issuer may
 * answer it (RFC 9207). Its state and verifier are used once; whoever makes them keeps the verifier sealed until the code is there.
 */
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationRefused } from '../../errors.ts';
import type { OAuth2Credential } from './oauth2.ts';

/** A credential that a person consents for. */
export type ConsentCredential = Extract<OAuth2Credential, { grant: 'authorizationCode' }>;

/** What is kept sealed between the request and its answer. */
export interface PendingConsent {
  /** RFC 7636, section 4.1. */
  readonly verifier: string;
  /** The same in both requests (RFC 6749, section 4.1.3). */
  readonly redirectUri: string;
}

/** 32 random bytes, as RFC 7636 recommends. */
export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** The address that the person's browser goes to. It holds nothing secret but the state, which is good for that person alone. */
export function authorizationRequest(
  credential: ConsentCredential,
  state: string,
  { verifier, redirectUri }: PendingConsent,
): string {
  const { authorizationUrl, clientId, scope, authorizationParameters } = credential;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scope !== undefined && { scope }),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...Object.fromEntries(authorizationParameters.map(({ name, value }) => [name, value])),
  });
  // Some servers take the plus of a form for a plus.
  return `${authorizationUrl}?${query.toString().replaceAll('+', '%20')}`;
}

/**
 * RFC 9207, section 2.4. Where the issuer is known the answer has to name it, to the letter; otherwise one that is named has to be at home
 * where the request went or the code is redeemed, so that a code of another server is never redeemed here.
 *
 * @throws AuthorizationRefused `oauth_issuer_wrong`
 */
export function checkIssuer(
  { issuer, authorizationUrl, tokenUrl }: ConsentCredential,
  answered: string | undefined,
): void {
  if (issuer !== undefined) {
    if (answered !== issuer) throw issuerWrong(authorizationUrl);
    return;
  }
  if (answered === undefined) return;
  const origins = [authorizationUrl, tokenUrl].map((url) => new URL(url).origin);
  if (!URL.canParse(answered) || !origins.includes(new URL(answered).origin)) throw issuerWrong(authorizationUrl);
}

const issuerWrong = (authorizationUrl: string) =>
  new AuthorizationRefused(
    'oauth_issuer_wrong',
    `The answer is not from the authorization server that was asked, ${new URL(authorizationUrl).host}, or does not name its issuer. Nothing was redeemed. Compare the issuer in the credential with the provider’s documentation, then connect again.`,
  );

/** Scopes that ask for a kind of token, and that answers do not repeat everywhere. */
const UNTOLD = new Set(['offline_access', 'openid', 'profile', 'email']);
const MAX_TOLD = 20;

/**
 * Scopes that were asked for and not given; none where the answer names no scope, which then is what was asked for (RFC 6749, section 5.1).
 * Providers write scopes shorter or longer than they were asked for, so the last part of an address is enough.
 */
export function missingScopes(asked: string | undefined, given: string | undefined): string[] {
  if (asked === undefined || given === undefined) return [];
  const partsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const lastOf = (scope: string) => scope.toLowerCase().replace(/\/$/, '').replace(/^.*\//, '');
  const known = new Set(partsOf(given).map(lastOf));
  return partsOf(asked)
    .filter((scope) => !UNTOLD.has(scope) && !known.has(lastOf(scope)))
    .slice(0, MAX_TOLD);
}
