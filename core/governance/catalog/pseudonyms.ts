/**
 * Pseudonyms in markers: `[REDACTED:email:k7m2c4x]`. The same value has the same pseudonym in every answer of a server,
 * another value has another one, so a model can tell two people apart and recognize one again. It is a part of an HMAC
 * under a key of the server: nobody without the key can check a guess, and there is no way back to the value. Counters
 * would not do, since each call would begin again at 1. What the call itself has sent gets none, or whoever calls a tool
 * that echoes could look up whose a pseudonym is.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { toBase32 } from '../../lib/base32.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import type { MarkerFor } from '../../model/governance/span.ts';
import { PSEUDONYM_LENGTH } from '../vocabulary/markerForm.ts';
import { CATALOG, DISTINCT } from './index.ts';
import { markerOf } from './marker.ts';

/** Values whose pseudonyms are kept. */
const MAX_KEPT = 2_000;
/** Longer values, in characters, are not kept. */
const MAX_KEPT_LENGTH = 200;

const PLAIN: ReadonlyMap<string, string> = new Map(CATALOG.map(({ id }) => [id, markerOf(id)]));

/** Markers without pseudonyms. Those of the catalogue exist already, since an answer may need thousands. */
export const plainMarker: MarkerFor = (type) => PLAIN.get(type) ?? markerOf(type);

/** More characters of arguments are not searched: the answer to such a call has no pseudonyms. */
const MAX_SENT = 65_536;

/** Markers with pseudonyms, and what the present call has sent. */
export interface PseudonymousMarkers {
  readonly markerFor: MarkerFor;
  /** Runs `govern` with markers that have no pseudonym for what stands in these arguments. */
  during<Result>(sent: JsonValue | undefined, govern: () => Result): Result;
}

/**
 * Markers with pseudonyms for the types that tell people and accounts apart (`distinct` in the catalogue), plain ones
 * for all others. Differences in case, white space and Unicode form do not count, nor do signs between the digits of a
 * number.
 *
 * @param key of the server, at least 16 bytes
 */
export function pseudonymousMarkers(key: Uint8Array): PseudonymousMarkers {
  // As a key object, which takes a tenth of the time.
  const secret = createSecretKey(key);
  const kept = new Map<string, string>();
  let sent: JsonValue | undefined;
  let wasSent: ((type: string, value: string) => boolean) | undefined;
  return {
    markerFor: (type, value) => {
      if (!DISTINCT.has(type)) return markerOf(type);
      if (sent !== undefined) {
        wasSent ??= searchOf(sent);
        if (wasSent(type, value)) return markerOf(type);
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
      sent = given;
      try {
        return govern();
      } finally {
        sent = undefined;
        wasSent = undefined;
      }
    },
  };
}

/** Whether a value stands in the arguments, in any spelling that has the same pseudonym, also with other text around it or in parts. */
function searchOf(sent: JsonValue): (type: string, value: string) => boolean {
  const texts: string[] = [];
  let length = 0;
  const collect = (value: JsonValue): void => {
    if (length > MAX_SENT || value === null) return;
    if (typeof value !== 'object') {
      texts.push(String(value));
      length += String(value).length;
    } else if (Array.isArray(value)) value.forEach(collect);
    else {
      for (const [name, member] of Object.entries(value)) {
        collect(name);
        collect(member);
      }
    }
  };
  collect(sent);
  if (length > MAX_SENT) return () => true;
  // Letters and digits only, and word by word: an API may join arguments in any order, with any signs between them.
  const all = wordsOf(texts.join('')).join('');
  return (type, value) => wordsOf(normalized(type, value)).every((word) => all.includes(word));
}

const wordsOf = (text: string): string[] =>
  decoded(text)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** The value in one spelling. */
function normalized(type: string, value: string): string {
  const text = decoded(value).normalize('NFKC').toLowerCase();
  // `+41 44 668 18 00` and `0041446681800`; letters are part of an IBAN, and of `ext. 12`.
  if (type === 'phone') return text.replaceAll(/[^\p{L}\d]/gu, '').replace(/^00/, '');
  if (type !== 'name' && !text.includes('@')) return text.replaceAll(/[\s.-]/g, '');
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** A value from a URL is percent-encoded. */
function decoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
