/**
 * Pseudonyms in markers: `[REDACTED:email:k7m2c4x]`. The same value has the same pseudonym in every answer of a server,
 * another value has another one, so a model can tell two people apart and recognize one again. It is a part of an HMAC
 * under a key of the server: nobody without the key can check a guess, and there is no way back to the value. Counters
 * would not do, since each call would begin again at 1. The answer to a call that has sent such a value has none, or whoever
 * sends guesses could look up whose a pseudonym is (core/governance/sent.ts).
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { toBase32 } from '../../lib/base32.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import type { MarkerFor } from '../../model/governance/span.ts';
import { decodePercent } from '../facts/percent.ts';
import { PSEUDONYM_LENGTH } from '../vocabulary/markerForm.ts';
import { CATALOG, DISTINCT, DISTINCT_WORDS } from './index.ts';
import { markerOf } from './marker.ts';

/** Values whose pseudonyms are kept. */
const MAX_KEPT = 2_000;
/** Longer values, in characters, are not kept. */
const MAX_KEPT_LENGTH = 200;

const DIGIT = /\p{Nd}/u;

const PLAIN: ReadonlyMap<string, string> = new Map(CATALOG.map(({ id }) => [id, markerOf(id)]));

/** Markers without pseudonyms. Those of the catalogue exist already, since an answer may need thousands. */
export const plainMarker: MarkerFor = (type) => PLAIN.get(type) ?? markerOf(type);

/** Markers that lose their pseudonyms: none, those of places, or all. */
export type Bare = 'none' | 'places' | 'all';

/** What is known of the arguments of the present call. */
export interface Sent {
  /** What redaction finds in them: a place, or data about somebody; `all` where they are too long to tell. */
  readonly bare: Bare;
  /** Whether a value stands in them. */
  holds(type: string, value: string): boolean;
}

/** Markers with pseudonyms, and what the present call has sent. */
export interface PseudonymousMarkers {
  readonly markerFor: MarkerFor;
  /**
   * Runs `govern` with markers that have no pseudonyms if these arguments hold anything that has one, in the arguments' own words or in
   * what `govern` finds: then it runs twice. A single marker without one among others would tell whose it is. Where only places were sent, people keep theirs: `or`
   * and `id` are states, and words of other arguments more often.
   */
  during<Result>(sent: JsonValue | undefined, govern: () => Result): Result;
}

/**
 * Markers with pseudonyms for the types that tell people, accounts and towns apart (`distinct` in the catalogue), plain ones
 * for all others. Differences in case, white space and Unicode form do not count, nor do signs between the digits of a
 * number.
 *
 * @param key of the server, at least 16 bytes
 * @param read the arguments of a call
 */
export function pseudonymousMarkers(key: Uint8Array, read: (sent: JsonValue) => Sent): PseudonymousMarkers {
  // As a key object, which takes a tenth of the time.
  const secret = createSecretKey(key);
  const kept = new Map<string, string>();
  let call: { readonly sent: Sent; bare: Bare; found: Bare } | undefined;
  return {
    markerFor: (type, value) => {
      const isPlace = DISTINCT_WORDS.has(type);
      if (!DISTINCT.has(type) || call?.bare === 'all' || (isPlace && (call?.bare === 'places' || DIGIT.test(value))))
        return markerOf(type);
      if (call?.sent.holds(type, value)) {
        if (call.found !== 'all') call.found = isPlace ? 'places' : 'all';
        return markerOf(type);
      }
      const id = `${type}\0${value}`;
      const known = kept.get(id);
      if (known !== undefined) return known;
      const digest = createHmac('sha256', secret)
        .update(`${type}\0${normalized(type, value)}`)
        .digest();
      const marker = markerOf(type, toBase32(digest.subarray(0, 5)).slice(0, PSEUDONYM_LENGTH));
      if (kept.size >= MAX_KEPT) kept.clear();
      if (value.length <= MAX_KEPT_LENGTH) kept.set(id, marker);
      return marker;
    },
    during(given, govern) {
      if (given === undefined) return govern();
      // Before the walk: what reads the arguments is a walk of its own.
      const sent = read(given);
      call = { sent, bare: sent.bare, found: 'none' };
      try {
        const governed = govern();
        if (call.found === 'none') return governed;
        call.bare = call.found;
        return govern();
      } finally {
        call = undefined;
      }
    },
  };
}

/** The value in one spelling. */
export function normalized(type: string, value: string): string {
  const text = decodePercent(value).normalize('NFKC').toLowerCase();
  // `+41 44 668 18 00` and `0041446681800`; letters are part of an IBAN, and of `ext. 12`.
  if (type === 'phone') return text.replaceAll(/[^\p{L}\d]/gu, '').replace(/^00/, '');
  if (type !== 'name' && !text.includes('@')) return text.replaceAll(/[\s.-]/g, '');
  return text.trim().replaceAll(/\s+/g, ' ');
}
