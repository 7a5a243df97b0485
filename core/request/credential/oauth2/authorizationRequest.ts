/**
 * The authorization request by which a person consents (RFC 6749, section 4.1.1), always with PKCE S256 (RFC 7636), and the checks of its
 * answer: the issuer (RFC 9207) and the granted scopes. State and verifier are used once; the caller keeps the verifier sealed meanwhile.
 */
import { createHash, randomBytes } from 'node:crypto';
import { PortcullisError } from '../../../lib/errors.ts';
import type { OAuth2Credential } from '../oauth2.ts';
import type { Confirmed } from './endpoints.ts';

/** A credential that needs a person's consent. */
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

/** The URL for the person's browser. Its only secret is the state, which no other person can use. */
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
  // Some servers do not decode the plus of a form to a space.
  return `${authorizationUrl}?${query.toString().replaceAll('+', '%20')}`;
}

/**
 * Checks the issuer of an answer (RFC 9207, section 2.4), so that a code of another server is never redeemed. If the credential has an
 * issuer, the answer must name exactly that one; it may name none only where the endpoints are confirmed without (endpoints.ts). Otherwise
 * an issuer that is named must have the origin of the authorization endpoint, at which the person was.
 *
 * @throws PortcullisError `oauth_issuer_wrong`
 */
export function checkIssuer(
  { issuer, authorizationUrl }: ConsentCredential,
  answered: string | undefined,
  { maySayNothing }: Confirmed,
): void {
  if (answered === undefined) {
    if (!maySayNothing) throw issuerWrong(authorizationUrl);
    return;
  }
  const isIts =
    issuer === undefined
      ? URL.canParse(answered) && new URL(answered).origin === new URL(authorizationUrl).origin
      : answered === issuer;
  if (!isIts) throw issuerWrong(authorizationUrl);
}

const issuerWrong = (authorizationUrl: string) =>
  new PortcullisError(
    'oauth_issuer_wrong',
    `The answer is not from the authorization server that was asked, ${new URL(authorizationUrl).host}, or does not name its issuer. Nothing was redeemed. Compare the issuer in the credential with the provider’s documentation, then connect again.`,
  );

/** Scopes that many servers grant without naming them in the answer. */
const OFTEN_UNNAMED = new Set(['offline_access', 'openid', 'profile', 'email']);
const MAX_MISSING = 20;

/**
 * Scopes that were requested and not granted. None if the answer names no scope: then all were granted (RFC 6749, section 5.1). Some
 * providers return a scope with or without the URL before it, so only its last segment is compared.
 */
export function missingScopes(requested: string | undefined, granted: string | undefined): string[] {
  if (requested === undefined || granted === undefined) return [];
  const partsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  const lastOf = (scope: string) => scope.toLowerCase().replace(/\/$/, '').replace(/^.*\//, '');
  const known = new Set(partsOf(granted).map(lastOf));
  return partsOf(requested)
    .filter((scope) => !OFTEN_UNNAMED.has(scope) && !known.has(lastOf(scope)))
    .slice(0, MAX_MISSING);
}
