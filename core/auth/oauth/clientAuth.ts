/**
 * Client authentication at the token endpoint (RFC 6749 section 2.3): by a secret, or by a JWT that the client signs with its own key
 * (`private_key_jwt`, RFC 7523 section 2.2). Public clients have PKCE only.
 */
import { createPublicKey } from 'node:crypto';
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import { isUsableRsa } from '../../lib/rsaKeys.ts';
import { type JwkSet, unverifiedClaim } from './assertions.ts';
import { OAuthError } from './errors.ts';

/** The public keys of a client or an issuer: a JWK Set, or the URL of one. */
export type KeySource = { readonly jwks: JwkSet } | { readonly jwksUri: string };

/** How a client authenticates. */
export type ClientAuth =
  | {
      readonly method: 'secret';
      /** Lower-case hex HMAC-SHA256. */
      readonly hash: string;
      /** The secret before it, for programs that do not have the new one yet; good until then (milliseconds since 1970). */
      readonly previous?: { readonly hash: string; readonly until: number };
    }
  | { readonly method: 'key'; readonly keys: KeySource };

/** For how long the secret before the present one is good, as with webhooks. */
export const PREVIOUS_SECRET_MS = 86_400_000;

/** The hashes of the secrets that are good at `now` (milliseconds since 1970). */
export const goodSecrets = ({ hash, previous }: Extract<ClientAuth, { method: 'secret' }>, now: number): string[] =>
  previous && previous.until > now ? [hash, previous.hash] : [hash];

/** The client of a token request, as the request names it; nothing is verified yet. */
export interface PresentedClient {
  readonly id: string;
  readonly secret?: string;
  /** A signed JWT. */
  readonly assertion?: string;
}

/** `client_assertion_type` of a signed JWT (RFC 7523 section 2.2). */
export const JWT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const MAX_KEYS = 10;
/** Members of a JWK that only its owner may have (RFC 7518 section 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * The client of a token request, named by its form or by Basic (RFC 6749 section 2.3.1: both parts form-encoded). Throws OAuthError
 * `invalid_request` when it is named nowhere, twice or in two ways, `invalid_client` for an assertion of another kind.
 */
export function presentedClient(form: ReadonlyMap<string, string>, authorization: string | undefined): PresentedClient {
  const basic = basicOf(authorization);
  const named = form.get('client_id');
  const secret = form.get('client_secret');
  const assertion = form.get('client_assertion');
  if ([basic, secret, assertion].filter((each) => each !== undefined).length > 1) {
    throw new OAuthError('invalid_request', 'The client authenticates in more than one way.');
  }
  if (assertion !== undefined && form.get('client_assertion_type') !== JWT_ASSERTION) {
    throw new OAuthError('invalid_client', `client_assertion_type must be ${JWT_ASSERTION}.`);
  }
  const id = basic?.id ?? named ?? (assertion === undefined ? undefined : unverifiedClaim(assertion, 'sub'));
  if (id === undefined || (basic && named !== undefined && named !== basic.id)) {
    throw new OAuthError('invalid_request', 'client_id is required, and must be the one of the Authorization header.');
  }
  const given = basic ? basic.secret : secret;
  return { id, ...(given !== undefined && { secret: given }), ...(assertion !== undefined && { assertion }) };
}

function basicOf(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, id = '', secret = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) };
  } catch {
    throw new OAuthError('invalid_request', 'The Authorization header is not encoded as a form.');
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/**
 * The usable public keys of a JWK Set from outside. Keys of unknown types are left out (RFC 7517 section 5). Throws OAuthError
 * `invalid_client_metadata` if none is left, or if one is private.
 */
export function publicKeys(value: unknown): JwkSet {
  const list = isObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(list)) throw wrong('jwks must be an object with a list of keys.');
  if (list.length > MAX_KEYS) throw wrong(`jwks may have ${MAX_KEYS} keys at most.`);
  const keys = list.filter(isObject);
  if (keys.some((key) => PRIVATE.some((name) => Object.hasOwn(key, name)))) {
    throw wrong('jwks holds a private key or a secret. Make a new key pair and give only its public part.');
  }
  const usable = keys.filter(isUsable);
  if (usable.length === 0)
    throw wrong('jwks has no key that can verify a signature: RSA of 2048 to 8192 bits, P-256, Ed25519.');
  return { keys: usable };
}

function isUsable(jwk: JsonObject): boolean {
  if (jwk['kty'] === 'RSA' && !isUsableRsa(jwk)) return false;
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: jwk as never,
      format: 'jwk',
    });
    if (type === 'rsa') return true;
    return type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1');
  } catch {
    return false;
  }
}

const wrong = (message: string) => new OAuthError('invalid_client_metadata', message);
