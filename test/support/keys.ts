/** Numbers as parts of keys, which look and cost like those of real ones. */
import { randomBytes } from 'node:crypto';

/** An odd number of this many bits in base64url, as a modulus is in a JWK (RFC 7518 section 6.3.1). */
export function oddNumber(bits: number): string {
  const bytes = randomBytes(bits / 8);
  bytes[0] = (bytes[0] ?? 0) | 0x80;
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 1;
  return bytes.toString('base64url');
}
