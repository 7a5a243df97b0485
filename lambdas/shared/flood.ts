/**
 * Tokens whose calls this instance refuses in great number. Their next requests of the same second are answered 429 before anything is
 * read for them, so that a client that goes on calling beyond its limits costs the others as little as possible. The token is not checked
 * then; it is refused in any case.
 */
import { BoundedMap } from '../../core/lib/boundedMap.ts';

/** Refused calls of a token in a second, at one instance, after which its next requests are not read. */
const FLOOD = 20;

/** Refused calls of the present second by hash of the token. */
const refused = new BoundedMap<string, { readonly second: number; count: number }>(2_000);

const secondOf = (): number => Math.floor(Date.now() / 1_000);

/** Counts a refused call. */
export function noteRefused(tokenHash: string): void {
  const second = secondOf();
  const known = refused.get(tokenHash);
  if (known?.second === second) {
    known.count++;
    return;
  }
  refused.set(tokenHash, { second, count: 1 });
}

/** Whether so many calls of the token were refused in this second that its next request need not be read. */
export function isFlooding(tokenHash: string): boolean {
  const known = refused.get(tokenHash);
  return known !== undefined && known.count >= FLOOD && known.second === secondOf();
}
