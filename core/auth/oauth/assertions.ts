/**
 * Signed JWTs at the token endpoint: the assertion by which a client authenticates (RFC 7523 section 3), and the identity assertion by which
 * a company's identity provider lets a client act for a person (draft-ietf-oauth-identity-assertion-authz-grant, ID-JAG). `jose` checks
 * signature, issuer, audience and times. The caller makes sure that each is used once.
 */
import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { JsonObject } from '../../lib/json/value.ts';
import { SIGNING_ALGORITHMS } from './addresses.ts';
import { OAuthError, type OAuthErrorCode } from './errors.ts';

/** `typ` of an ID-JAG (section 3). */
const ID_JAG = 'oauth-id-jag+jwt';

/** Tolerance for clocks that differ. */
const LEEWAY_SECONDS = 30;
/** An assertion is used at once; one with a longer lifetime was not made for this. */
const LONGEST_SECONDS = 3_600;

/** A JWK Set of public keys (RFC 7517 section 5). */
export interface JwkSet {
  readonly keys: readonly JsonObject[];
}

/** Claims of every verified assertion. */
export interface Assertion {
  readonly issuer: string;
  readonly jwtId: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Claims of a verified ID-JAG. */
export interface IdentityGrant extends Assertion {
  /** Subject of the person at the identity provider. */
  readonly subject: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scope?: string;
}

interface Expected {
  readonly keys: JwkSet;
  readonly issuer: string;
  /** `aud` must be one of these and nothing else: an assertion for other audiences too could be replayed by them. */
  readonly audiences: readonly string[];
  readonly now: number;
}

/** A claim of a JWT that is not verified yet; undefined when it is missing or no text, or the text is no JWT. */
export function unverifiedClaim(text: string, claim: 'iss' | 'sub'): string | undefined {
  try {
    const value: unknown = decodeJwt(text)[claim];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies the assertion by which a client authenticates. Throws OAuthError `invalid_client`. */
export async function clientAssertion(text: string, expected: Expected): Promise<Assertion> {
  const refuse = refusing('invalid_client', 'client_assertion');
  const claims = await verified(text, expected, {}, refuse);
  if (claims.sub !== expected.issuer) throw refuse('its sub is not the client id');
  return assertionOf(claims, expected.now, refuse);
}

/** Verifies an ID-JAG. Throws OAuthError `invalid_grant`. */
export async function identityGrant(text: string, expected: Expected): Promise<IdentityGrant> {
  const refuse = refusing('invalid_grant', 'assertion');
  const claims = await verified(text, expected, { typ: ID_JAG }, refuse);
  const { sub, client_id: clientId, resource, scope } = claims;
  if (typeof claims.iat !== 'number') throw refuse('it has no iat');
  if (typeof sub !== 'string' || sub === '') throw refuse('it has no sub');
  if (typeof clientId !== 'string') throw refuse('it has no client_id');
  if (typeof resource !== 'string') throw refuse('it does not name one resource');
  return {
    ...assertionOf(claims, expected.now, refuse),
    subject: sub,
    clientId,
    resource,
    ...(typeof scope === 'string' && { scope }),
  };
}

type Refuse = (reason: string) => OAuthError;

const refusing =
  (code: OAuthErrorCode, what: string): Refuse =>
  (reason) =>
    new OAuthError(code, `${what} is not accepted: ${reason}.`);

async function verified(
  text: string,
  { keys, issuer, audiences, now }: Expected,
  { typ }: { readonly typ?: string },
  refuse: Refuse,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(text, createLocalJWKSet({ keys: [...keys.keys] as never[] }), {
      algorithms: [...SIGNING_ALGORITHMS],
      issuer,
      requiredClaims: ['exp', 'jti', 'aud'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(now),
      ...(typ !== undefined && { typ }),
    });
    const [audience, ...others] = [payload.aud ?? []].flat();
    if (audience === undefined || others.length > 0 || !audiences.includes(audience)) {
      throw refuse('its aud must be the issuer of this authorization server, alone');
    }
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refuse('it has expired');
    if (error instanceof errors.JWTClaimValidationFailed) throw refuse(`its ${error.claim} is not the expected one`);
    if (error instanceof errors.JOSEError) throw refuse(`no key of its issuer verifies it (${error.code})`);
    throw error;
  }
}

function assertionOf({ iss, jti, exp = 0, iat }: JWTPayload, now: number, refuse: Refuse): Assertion {
  const seconds = now / 1_000;
  if (exp > seconds + LONGEST_SECONDS + LEEWAY_SECONDS) throw refuse('it is valid for more than an hour');
  if (iat !== undefined && iat > seconds + LEEWAY_SECONDS) throw refuse('its iat is in the future');
  if (typeof jti !== 'string' || jti === '' || jti.length > 500)
    throw refuse('its jti must be text of 1 to 500 characters');
  return { issuer: String(iss), jwtId: jti, expiresAt: exp };
}
