/**
 * HTTP Digest over several calls: the nonce of the last challenge is reused until the server wants another one, so that only the first
 * call is sent twice. A challenged request was not carried out, so it may be repeated, but not more than twice.
 */
import { createHash } from 'node:crypto';
import { type DigestCredential, DigestNonce } from '../../core/request/credential/digest.ts';
import { digestChallengeOf, nextNonceOf } from '../../core/request/credential/digestChallenge.ts';
import type { Renewal } from './renewal.ts';

/** Enough for a few versions of a server's credentials. */
const KEPT = 32;
/** One challenge, and one more if its nonce was stale at once. */
const MAX_ANSWERED = 2;

/** The nonces of the credentials that this environment has used. */
export interface Nonces {
  /** @param stored ciphertext of the credential: another ciphertext has other nonces */
  renewal(credential: DigestCredential, stored: string): Renewal;
}

/** Keeps the nonces of the latest credentials; a dropped one costs one more challenge. */
export function createNonces(): Nonces {
  const known = new Map<string, DigestNonce>();
  const keep = (key: string, nonce: DigestNonce): void => {
    known.delete(key);
    known.set(key, nonce);
    const oldest = known.keys().next().value;
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  };

  return {
    renewal(credential, stored) {
      const key = createHash('sha256').update(stored).digest('base64');
      let used: DigestNonce | undefined;
      let answered = 0;
      return {
        async ready() {
          used = known.get(key);
          return { ...credential, ...(used && { nonce: used }) };
        },
        async refused(answer) {
          const challenge = digestChallengeOf(answer.headers.get('www-authenticate'));
          // Refused with the nonce of this call, and not because it was stale: the password is wrong.
          const isWrong = answered > 0 && challenge?.isStale !== true;
          if (challenge === undefined || isWrong || answered === MAX_ANSWERED) {
            if (known.get(key) === used) known.delete(key);
            return false;
          }
          answered++;
          keep(key, new DigestNonce(challenge));
          return true;
        },
        accepted(answer) {
          const next = nextNonceOf(answer.headers.get('authentication-info'));
          if (next !== undefined && used !== undefined && known.get(key) === used)
            keep(key, new DigestNonce({ ...used.challenge, nonce: next }));
        },
      };
    },
  };
}
