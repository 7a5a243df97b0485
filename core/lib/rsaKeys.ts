/**
 * Which RSA keys are taken, public and private ones: below, a key can be broken; above, one signature holds the process that makes it (a
 * key of 16,384 bits takes 4 s, one of 65,536 fits into 50 KB and takes minutes), and a public exponent of full length makes verifying
 * forty times as slow (OpenSSL bounds it only from 3,072 bits on). A key is measured by its JWK (RFC 7518 section 6.3.1): where the exponent
 * is long, Node's `asymmetricKeyDetails` leaves an error in OpenSSL's queue, and the next key that somebody reads there fails.
 */
import { Buffer } from 'node:buffer';
import { createPublicKey, type KeyObject } from 'node:crypto';

/** Bits of the modulus. */
export const RSA_BITS = { least: 2_048, most: 8_192 };
/** OpenSSL's own bound for large keys, OPENSSL_RSA_MAX_PUBEXP_BITS. */
const MAX_EXPONENT_BITS = 64;

/** Whether an RSA key is strong enough, and quick enough for whoever has to wait for it. */
export function isUsableRsa({ n, e }: { readonly n?: unknown; readonly e?: unknown }): boolean {
  const modulus = bitsOf(n);
  if (modulus < RSA_BITS.least || modulus > RSA_BITS.most || bitsOf(e) > MAX_EXPONENT_BITS) return false;
  // With 1 anybody can sign, and even ones belong to no key (RFC 8017 section 3.1).
  return bitsOf(e) > 1 && isOdd(e) && isOdd(n);
}

const isOdd = (value: unknown): boolean => ((Buffer.from(String(value), 'base64url').at(-1) ?? 0) & 1) === 1;

/** Of a public key in DER beside its modulus: a short exponent, the algorithm and its parameters. */
const MAX_BESIDE = 128;

/** The same of a private key. One for PSS alone has no JWK and is measured by its public key. */
export function isUsableRsaKey(key: KeyObject): boolean {
  const open = createPublicKey(key as never);
  if (key.asymmetricKeyType === 'rsa') return isUsableRsa(open.export({ format: 'jwk' }));
  const bytes = open.export({ type: 'spki', format: 'der' }).length;
  return bytes > RSA_BITS.least / 8 && bytes <= RSA_BITS.most / 8 + MAX_BESIDE;
}

/** Bits of a number in base64url without leading zeros; infinite for what is no text. */
function bitsOf(value: unknown): number {
  if (typeof value !== 'string') return Number.POSITIVE_INFINITY;
  const bytes = Buffer.from(value, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
}
