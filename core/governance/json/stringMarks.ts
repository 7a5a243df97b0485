/** What the characters of a string say while it is read: whether anything can be found in it at all. */
import { READ_AS } from '../value/facts/normalize.ts';

export const DIGIT = 1;
/** A quote, a backslash or a control character: the string does not simply go on. */
export const STOP = 2;
export const SIGN = 4;
export const DOT = 8;
export const BLANK = 16;
/** Begins a character that may be read as another one (normalize.ts): digits of other scripts, invisible characters. */
export const FOREIGN = 32;
/** Of a character outside of ASCII. */
export const WIDE = 64;
/** What each byte of UTF-8 says. */
export const CLASS = new Uint8Array(256);
for (let code = 0x30; code <= 0x39; code++) CLASS[code] = DIGIT;
for (let code = 0; code < 0x20; code++) CLASS[code] = STOP;
for (const char of '"\\') CLASS[char.charCodeAt(0)] = STOP;
for (const char of '@:=%{[') CLASS[char.charCodeAt(0)] = SIGN;
CLASS[0x2e] = DOT;
CLASS[0x20] = BLANK;
for (let byte = 0x80; byte < 0x100; byte++) CLASS[byte] = WIDE;
READ_AS.forEach((read, code) => {
  // Halves of pairs begin with one byte for all.
  if (read !== 0) CLASS[code >= 0xd800 && code < 0xe000 ? 0xf0 : firstByte(code)]! |= FOREIGN;
});

/** First byte of a character in UTF-8 (RFC 3629). */
function firstByte(code: number): number {
  return code < 0x80 ? code : code < 0x800 ? 0xc0 | (code >> 6) : 0xe0 | (code >> 12);
}

/**
 * Whether a string can hold anything that is found by content (text.ts looks again and exactly): it errs on the side of
 * looking, and what it turns down is turned down there too.
 */
export function mayHoldData(bytes: Uint8Array, start: number, end: number, marks: number, digits: number): boolean {
  const length = end - start;
  if (length < 5) return false;
  if ((marks & SIGN) !== 0) return !isTime(bytes, start, end);
  // In bytes it is longer than in characters, up to four times.
  if ((marks & WIDE) !== 0)
    return (
      digits > 0 ||
      ((marks & FOREIGN) !== 0 && hasForeign(bytes, start, end)) ||
      (length >= 16 && length <= 160 && hasToken(bytes, start, end))
    );
  if (length > 40) return digits > 0;
  if (digits > 0) {
    if (digits >= 6 || (marks & BLANK) !== 0 || (digits >= 4 && (marks & DOT) !== 0)) return !isTime(bytes, start, end);
  }
  return (
    length >= 16 &&
    (((marks & BLANK) === 0 && length >= 24) || hasToken(bytes, start, end) || hasSigns(bytes, start, end))
  );
}

function hasForeign(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    if ((CLASS[byte]! & FOREIGN) === 0) continue;
    if (byte >= 0xf0) return true;
    const next = bytes[index + 1]! & 0x3f;
    const code =
      byte < 0xe0 ? ((byte & 0x1f) << 6) | next : ((byte & 0x0f) << 12) | (next << 6) | (bytes[index + 2]! & 0x3f);
    if (READ_AS[code] !== 0) return true;
  }
  return false;
}

/** Letters, digits, dashes and underscores, of which tokens are made. */
const OF_TOKEN = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') OF_TOKEN[char.charCodeAt(0)] = 1;
const TOKEN = 16;

/** A stretch of sixteen of them: whichever it is, one of every sixteen characters is in it. */
function hasToken(bytes: Uint8Array, start: number, end: number): boolean {
  for (let probe = start + TOKEN - 1; probe < end; ) {
    if (OF_TOKEN[bytes[probe]!] === 0) {
      probe += TOKEN;
      continue;
    }
    let from = probe;
    while (from > start && OF_TOKEN[bytes[from - 1]!] === 1) from--;
    let to = probe + 1;
    while (to < end && OF_TOKEN[bytes[to]!] === 1) to++;
    if (to - from >= TOKEN) return true;
    probe = to + TOKEN;
  }
  return false;
}

/** More than sixteen other signs than blanks and dots. */
function hasSigns(bytes: Uint8Array, start: number, end: number): boolean {
  let signs = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    if (OF_TOKEN[byte] === 0 && byte !== 0x20 && byte !== 0x2e) signs++;
  }
  return signs > 16;
}

/** `2024-03-11` and `2024-03-11T10:22:31Z` by their signs; the exact question is asked of the rest (text.ts). */
function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length < 10 || length > 40 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return false;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    if (byte >= 0x30 && byte <= 0x3a) continue;
    if (byte === 0x2d || byte === 0x2e || byte === 0x2b || byte === 0x54 || byte === 0x5a) continue;
    if (byte === 0x20 && index === start + 10) continue;
    return false;
  }
  return length === 10 || bytes[start + 13] === 0x3a || bytes[start + 13] === 0x2e;
}
