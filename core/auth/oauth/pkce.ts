/** Proof Key for Code Exchange, with S256 only (RFC 7636 section 4). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** True for a code challenge of S256: SHA-256 in base64url, 43 characters. */
export const isChallenge = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

/** True when the verifier matches the challenge (RFC 7636, S256). */
export function provesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge.padEnd(43, '=').slice(0, 43)));
}
