/**
 * Tokens of JSON (RFC 8259), read strictly, and what the characters of a string say while it is read: whether it can
 * hold personal data at all.
 */

import { isTime, isUuid } from '../facts/machineMade.ts';
import { READ_AS } from '../facts/normalize.ts';
import { SHORTEST_SENTENCE } from '../text/personWords.ts';

/** An ASCII digit. */
export const DIGIT = 1;
/** A quote, a backslash or a control character: the string needs a closer look. */
export const STOP = 2;
/** A character used in addresses, assignments, encodings or containers. */
export const SIGN = 4;
/** A full stop. */
export const DOT = 8;
/** A space. */
export const BLANK = 16;
/**
 * First byte of a character that may be read as another one (facts/normalize.ts): digits of other scripts, invisible
 * characters.
 */
export const FOREIGN = 32;
/** Part of a character that is not ASCII. */
export const WIDE = 64;
/** The marks above for each byte of UTF-8. */
export const MARKS = new Uint8Array(256);
for (let code = 0x30; code <= 0x39; code++) MARKS[code] = DIGIT;
for (let code = 0; code < 0x20; code++) MARKS[code] = STOP;
for (const char of '"\\') MARKS[char.charCodeAt(0)] = STOP;
for (const char of '@:=%{[&<') MARKS[char.charCodeAt(0)] = SIGN;
MARKS[0x2e] = DOT;
MARKS[0x20] = BLANK;
for (let byte = 0x80; byte < 0x100; byte++) MARKS[byte] = WIDE;
// First bytes of characters of two and of three bytes (RFC 3629). Surrogates, whose pairs have four, are the end of 0xed.
for (let first = 0xc2; first < 0xe0; first++) {
  const from = (first & 0x1f) << 6;
  if (hasSome(from, from + 0x40)) MARKS[first] = WIDE | FOREIGN;
}
for (let first = 0xe0; first < 0xf0; first++) {
  const from = (first & 0x0f) << 12;
  if (hasSome(Math.max(from, 0x800), first === 0xed ? 0xd800 : from + 0x1000)) MARKS[first] = WIDE | FOREIGN;
}
if (hasSome(0xd800, 0xe000)) MARKS[0xf0] = WIDE | FOREIGN;

const DASH = 0x2d;
// A local copy: access to an imported binding is slower.
const SENTENCE = SHORTEST_SENTENCE;

/** Whether a unit in this range is read as another one. Compares whole ranges, which is quicker in a cold start than unit by unit. */
function hasSome(from: number, to: number): boolean {
  return Buffer.compare(READ_AS.subarray(from, to), new Uint8Array(to - from)) !== 0;
}

/**
 * Whether a string can hold anything that is found by content. May be wrong when true; strings for which it is false
 * are also rejected by text/characters.ts.
 *
 * @param marks all marks of its bytes
 * @param digits number of its ASCII digits
 */
export function mayHoldData(bytes: Uint8Array, start: number, end: number, marks: number, digits: number): boolean {
  const length = end - start;
  if (length < 5) return false;
  if ((marks & SIGN) !== 0) return !isTime(bytes, start, end);
  // A sentence may name somebody.
  if ((marks & BLANK) !== 0 && length >= SENTENCE) return true;
  // A string has up to four times more bytes than characters.
  if ((marks & WIDE) !== 0)
    return (
      digits > 0 ||
      ((marks & FOREIGN) !== 0 && hasForeign(bytes, start, end)) ||
      (length >= 16 && length <= 160 && hasToken(bytes, start, end))
    );
  if (length > 40) return digits > 0;
  if (length === 36 && isUuid(bytes, start)) return false;
  if (digits > 0) {
    if (digits >= 6 || (marks & BLANK) !== 0 || (digits >= 4 && (marks & DOT) !== 0)) return !isTime(bytes, start, end);
    // `***-**-6789`
    if (digits === 4 && bytes[end - 5] === DASH) return true;
  }
  return (
    length >= 16 &&
    (((marks & BLANK) === 0 && length >= 24) || hasToken(bytes, start, end) || hasSigns(bytes, start, end))
  );
}

function hasForeign(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (((MARKS[byte] ?? 0) & FOREIGN) === 0) continue;
    if (byte >= 0xf0) return true;
    const next = (bytes[index + 1] ?? 0) & 0x3f;
    const code =
      byte < 0xe0
        ? ((byte & 0x1f) << 6) | next
        : ((byte & 0x0f) << 12) | (next << 6) | ((bytes[index + 2] ?? 0) & 0x3f);
    if (READ_AS[code] !== 0) return true;
  }
  return false;
}

/** Letters, digits, dashes and underscores, of which tokens consist. */
const TOKEN_CHARACTER = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
  TOKEN_CHARACTER[char.charCodeAt(0)] = 1;
const MIN_TOKEN = 16;

/**
 * Whether at least MIN_TOKEN of them are consecutive. Such a run contains one of every MIN_TOKENth positions, so only
 * those are probed.
 */
function hasToken(bytes: Uint8Array, start: number, end: number): boolean {
  for (let probe = start + MIN_TOKEN - 1; probe < end; ) {
    if (TOKEN_CHARACTER[bytes[probe] ?? 0] === 0) {
      probe += MIN_TOKEN;
      continue;
    }
    let from = probe;
    while (from > start && TOKEN_CHARACTER[bytes[from - 1] ?? 0] === 1) from--;
    let to = probe + 1;
    while (to < end && TOKEN_CHARACTER[bytes[to] ?? 0] === 1) to++;
    if (to - from >= MIN_TOKEN) return true;
    probe = to + MIN_TOKEN;
  }
  return false;
}

/** Whether there are more than sixteen signs, not counting spaces and dots. */
function hasSigns(bytes: Uint8Array, start: number, end: number): boolean {
  let signs = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (TOKEN_CHARACTER[byte] === 0 && byte !== 0x20 && byte !== 0x2e) signs++;
  }
  return signs > 16;
}

/**
 * Length class of an escape: 1 when JavaScript writes it the same way, 2 for `\/`, 6 for `\uXXXX`, 0 when invalid.
 *
 * @param index after the backslash
 */
export function escapeAt(bytes: Uint8Array, index: number): number {
  switch (bytes[index]) {
    case 0x22:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 1;
    case 0x2f:
      return 2;
    case 0x75:
      for (let at = index + 1; at < index + 5; at++) {
        const byte = bytes[at];
        if (byte === undefined) return 0;
        const letter = byte | 0x20;
        if (!((byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66))) return 0;
      }
      return 6;
    default:
      return 0;
  }
}

/** Position after a number (RFC 8259, section 6), or -1. */
export function numberEnd(bytes: Uint8Array, start: number): number {
  let index = start;
  if (bytes[index] === 0x2d) index++;
  const first = bytes[index];
  const whole = digitsEnd(bytes, index);
  if (whole === index || (first === 0x30 && whole > index + 1)) return -1;
  index = whole;
  if (bytes[index] === 0x2e) {
    const end = digitsEnd(bytes, ++index);
    if (end === index) return -1;
    index = end;
  }
  if (bytes[index] === 0x65 || bytes[index] === 0x45) {
    index++;
    if (bytes[index] === 0x2b || bytes[index] === 0x2d) index++;
    const end = digitsEnd(bytes, index);
    if (end === index) return -1;
    index = end;
  }
  return index;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let index = start;
  while (MARKS[bytes[index] ?? 0] === DIGIT) index++;
  return index;
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** Position after `true`, `false` or `null`, or -1. */
export function literalEnd(bytes: Uint8Array, index: number): number {
  const first = bytes[index];
  const word = first === 0x74 ? TRUE : first === 0x66 ? FALSE : first === 0x6e ? NULL : undefined;
  if (word === undefined) return -1;
  for (let at = 1; at < word.length; at++) if (bytes[index + at] !== word[at]) return -1;
  return index + word.length;
}
