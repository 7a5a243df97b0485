/**
 * Visits the texts that a text encodes, by the decoders of redaction: JSON, queries, percent-encoding, base64, hexadecimal digits, escapes.
 * Nothing is replaced; for callers that look for something in them. Depth and decompressed text are bounded.
 */
import { isPlainObject } from '../../lib/json/lossless.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import { type InnerRedactor, MAX_INFLATED, redactEncoded } from './encoded.ts';

/** Encodings in one another, such as base64 in a query in JSON. */
const MAX_DEPTH = 4;

/** @param visit gets each text, and says whether what is encoded in that one is visited as well */
export function eachInnerText(text: string, visit: (inner: string) => boolean): void {
  let depth = 0;
  let inflated = 0;
  const seen = (inner: string): string => {
    if (visit(inner) && depth < MAX_DEPTH) {
      depth++;
      redactEncoded(inner, undefined, decoder);
      depth--;
    }
    return inner;
  };
  const walk = (value: JsonValue): JsonValue => {
    // A list and not a recursion: JSON in a text may be nested as deep as the text is long.
    const waiting = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === 'string') seen(next);
      else if (Array.isArray(next)) for (const item of next) waiting.push(item);
      else if (isPlainObject(next)) {
        for (const [name, member] of Object.entries(next)) {
          seen(name);
          waiting.push(member);
        }
      }
    }
    return value;
  };
  const decoder: InnerRedactor = {
    walk,
    text: seen,
    spans: (inner) => {
      seen(inner);
      return [];
    },
    markerFor: () => '',
    inflate: (characters) => {
      inflated += characters;
      return inflated <= MAX_INFLATED;
    },
    withheld: () => '',
  };
  redactEncoded(text, undefined, decoder);
}
