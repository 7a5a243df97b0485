/**
 * Proofs of possession (DPoP, RFC 9449): a JWT for one request, signed with a key of the client's own, whose public half it holds. `jose`
 * checks the signature. The caller makes sure that each proof is used once. No nonces are given out (section 8): a proof is good for a minute
 * on either side of our clock, and accepted once.
 */
import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { SIGNING_ALGORITHMS } from './addresses.ts';
import { OAuthError } from './errors.ts';

/** Bounds the work before the signature is checked; with an RSA key of 8192 bits a proof has less than 4 KB. */
const MAX_LENGTH = 8_192;
const MAX_JTI = 256;
/** How far `iat` may be from our clock (section 11.1: seconds or minutes). */
const WINDOW_S = 60;

/** What a proof is about. */
export interface Proved {
  readonly method: string;
  /** The address of the request; query and fragment do not count. */
  readonly url: string;
  /** The access token that is sent with it. */
  readonly accessToken?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A verified proof. */
export interface Proof {
  /** Thumbprint of the key (RFC 7638, SHA-256). */
  readonly jkt: string;
  /** Names this proof: of its key and its `jti`. */
  readonly id: string;
  /** Epoch seconds after which it is refused anyway. */
  readonly expiresAt: number;
}

/**
 * Verifies a proof (section 4.3).
 * @throws OAuthError `invalid_dpop_proof`
 */
export async function verifiedProof(text: string, { method, url, accessToken, now }: Proved): Promise<Proof> {
  if (text.length > MAX_LENGTH) throw wrong('it is too long');
  const read = await jwtVerify(text, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: [...SIGNING_ALGORITHMS],
    currentDate: new Date(now),
  }).catch(() => {
    // Only the proof can be at fault, and a key that is none is a DOMException of Web Crypto, not an error of jose.
    throw wrong('it cannot be verified');
  });
  const { jti, htm, htu, iat, ath } = read.payload;
  const jwk = read.protectedHeader.jwk;
  if (jwk === undefined) throw wrong('it lacks jwk');
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI) throw wrong('it lacks a jti');
  if (htm !== method) throw wrong('htm is not the method of the request');
  if (typeof htu !== 'string' || addressOf(htu) !== addressOf(url)) {
    throw wrong('htu is not the address of the request');
  }
  const seconds = Math.floor(now / 1_000);
  if (typeof iat !== 'number' || Math.abs(iat - seconds) > WINDOW_S) throw wrong('iat is not now');
  if (accessToken !== undefined && ath !== hash('sha256', accessToken, 'base64url')) {
    throw wrong('ath is not of the access token');
  }
  const jkt = await calculateJwkThumbprint(jwk, 'sha256');
  const id = hash('sha256', JSON.stringify([jkt, jti]), 'base64url');
  return { jkt, id, expiresAt: Math.ceil(iat) + WINDOW_S + 1 };
}

/** Scheme, authority and path as URL parsers write them (RFC 3986, section 6.2.2 and 6.2.3); undefined for no URL. */
function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}

const wrong = (reason: string) => new OAuthError('invalid_dpop_proof', `The DPoP proof is refused: ${reason}.`);

/** Refuses a proof that was used before. */
export const usedBefore = (): OAuthError => wrong('it was used before; sign each request anew');

/** Refuses a request that has no proof of the key that a code, a token or a client is bound to. */
export const lacksProof = (): OAuthError => wrong('a key is demanded here, and the request proves another one or none');
