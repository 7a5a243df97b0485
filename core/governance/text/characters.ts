/**
 * Reads the signs of a value (signs.ts) in one pass over its characters. Everything that looks for personal data by
 * content asks these signs first, since most values (words, times, links, hashes) hold nothing and need no search.
 */
import { READ_AS } from '../facts/normalize.ts';
import { conclude, Mark } from './conclusions.ts';
import { ALL_KEYWORDS, KEYWORD_FOLD, KEYWORD_GROUPS, SLOT_MASK } from './keywords.ts';
import { addNumbers, Form, longestRun } from './numberForms.ts';
import { PERSON_PARTS } from './personWords.ts';
import type { Signs } from './signs.ts';

// Numbers stand before everything else: the bundler writes their values where they are used, which is faster in loops.
/** Characters that fit into the counters. */
const CHUNK = 31;
/** Stands for a character outside ASCII, of which only that matters. */
const OTHER = 0x80;
/** Values with fewer digits have none of the forms, but for an IPv6 address with `::` and a MAC address. */
const MIN_DIGITS = 4;
/** Colons or dashes of a MAC address. */
const MAC_SEPARATORS = 5;
const MAX_SPARE = 65_536;

/**
 * What a character adds to six packed counters of five bits each, so that counting has no branches: digits, full stops,
 * colons and equals signs, dashes, letters, spaces.
 */
const COUNTS = new Int32Array(256);
/** Marks of a character, as bits above the five of `KEYWORD_FOLD`. */
const MARKS = new Int32Array(256);
for (let code = 0; code < 256; code++) {
  const char = String.fromCharCode(code);
  COUNTS[code] =
    (/\d/.test(char) ? 1 : 0) |
    (char === '.' ? 1 << 5 : 0) |
    (/[:=]/.test(char) ? 1 << 10 : 0) |
    (char === '-' ? 1 << 15 : 0) |
    (/[A-Za-z\u0080-\u00ff]/.test(char) ? 1 << 20 : 0) |
    (char === ' ' ? 1 << 25 : 0);
  MARKS[code] =
    (KEYWORD_FOLD[code] ?? 0) |
    (char === '@' ? Mark.at : 0) |
    (char === '%' ? Mark.percent : 0) |
    (/[{[]/.test(char) ? Mark.bracket : 0) |
    (char === ';' ? Mark.semicolon : 0) |
    (/[?&]/.test(char) ? Mark.query : 0) |
    (/[*#]/.test(char) ? Mark.mask : 0) |
    (/[A-Za-z0-9+/=_-]/.test(char) ? 0 : Mark.notBase64) |
    (code < 0x20 ? Mark.control : 0) |
    (/[()+]/.test(char) ? Mark.opening : 0) |
    (/[&<\\]/.test(char) ? Mark.escape : 0) |
    (char === '_' ? Mark.underscore : 0) |
    (char === '=' ? Mark.equals : 0);
}

/** Reused by every call, since an object for each value would cost more than reading it. */
const signs: Signs = {
  length: 0,
  digits: 0,
  letters: 0,
  ats: 0,
  dots: 0,
  colons: 0,
  dashes: 0,
  spaces: 0,
  underscores: 0,
  brackets: 0,
  longest: 0,
  wide: 0,
  foreign: false,
  first: 0,
  forms: 0,
  digitsInRow: 0,
  freeDigits: 0,
  keywords: 0,
  marks: 0,
  mayHoldData: false,
  mayBeEncoded: false,
  mayDecode: false,
};

let spare = new Uint8Array(4_096);

/** The signs of a text, valid until the next call. */
export function scanCharacters(text: string): Readonly<Signs> {
  const { length } = text;
  const bytes = length <= spare.length ? spare : new Uint8Array(Math.max(length, spare.length * 2));
  if (bytes.length <= MAX_SPARE) spare = bytes;
  let wide = 0;
  let foreign = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes[index] = code;
    else {
      bytes[index] = OTHER;
      wide |= code;
      foreign |= READ_AS[code] ?? 0;
    }
  }
  signsOf(bytes, 0, length, wide, foreign !== 0);
  // White space outside ASCII may precede encoded data too.
  if (wide !== 0 && signs.first === OTHER && text.charCodeAt(0) <= 0x20 && signs.length > 0) {
    signs.first = text.charCodeAt(Math.max(0, text.search(/\S/)));
    if (signs.first === 0x7b || signs.first === 0x5b) {
      signs.mayBeEncoded = true;
      signs.mayDecode = true;
    }
  }
  return signs;
}

/** The signs of an ASCII text at its position in a document, valid until the next call. */
export function scanBytes(bytes: Uint8Array, start: number, end: number): Readonly<Signs> {
  return signsOf(bytes, start, end, 0, false);
}

function signsOf(bytes: Uint8Array, from: number, end: number, wide: number, foreign: boolean): Readonly<Signs> {
  // Local copies are read faster in loops.
  const marksOf = MARKS;
  const countsOf = COUNTS;
  const groups = KEYWORD_GROUPS;
  let keywords = 0;
  let slot = 0;
  let marks = 0;
  let digits = 0;
  let dots = 0;
  let colons = 0;
  let dashes = 0;
  let letters = 0;
  let spaces = 0;
  for (let index = from; index < end; ) {
    const stop = Math.min(end, index + CHUNK);
    let counts = 0;
    for (; index < stop; index = (index + 1) | 0) {
      const code = bytes[index] ?? 0;
      const mark = marksOf[code] ?? 0;
      marks |= mark;
      counts = (counts + (countsOf[code] ?? 0)) | 0;
      slot = ((slot << 5) | (mark & 31)) & SLOT_MASK;
      keywords |= groups[slot] ?? 0;
    }
    digits += counts & 31;
    dots += (counts >> 5) & 31;
    colons += (counts >> 10) & 31;
    dashes += (counts >> 15) & 31;
    letters += (counts >> 20) & 31;
    spaces += counts >> 25;
  }
  let start = from;
  while (start < end && isBlank(bytes[start] ?? 0)) start++;
  signs.length = end - from;
  signs.wide = wide;
  signs.digits = digits;
  signs.letters = letters;
  signs.ats = (marks & Mark.at) === 0 ? 0 : 1;
  signs.dots = dots;
  signs.colons = colons;
  signs.dashes = dashes;
  signs.spaces = spaces;
  signs.underscores = (marks & Mark.underscore) === 0 ? 0 : countOf(bytes, from, end, 0x5f, end - from);
  signs.marks = marks;
  signs.brackets = (marks & Mark.bracket) === 0 ? 0 : 1;
  signs.longest = colons === 0 || letters === 0 ? longestToken(signs, bytes, from, end) : 0;
  signs.foreign = foreign;
  signs.first = start < end ? (bytes[start] ?? 0) : 0;
  signs.forms = (marks & Mark.mask) !== 0 ? Form.mask : 0;
  signs.digitsInRow = 0;
  signs.freeDigits = 0;
  // A word of two characters may be at the end.
  keywords |= groups[(slot << 5) & SLOT_MASK] ?? 0;
  signs.keywords = wide === 0 ? keywords : keywords | (ALL_KEYWORDS & ~PERSON_PARTS);
  conclude(signs, bytes, from, end, marks, (marks & Mark.equals) === 0 ? 0 : countOf(bytes, from, end, 0x3d, 2));
  if (
    signs.mayHoldData &&
    (digits >= MIN_DIGITS ||
      colons >= MAC_SEPARATORS ||
      dashes >= MAC_SEPARATORS ||
      (digits > 0 && colons > 1 && hasDoubleColon(bytes, from, end)))
  )
    addNumbers(signs, bytes, from, end, (marks & Mark.opening) !== 0);
  return signs;
}

/** How often a character is in a value, at most `limit`. Goes backwards, since a query is at the end of a link. */
function countOf(bytes: Uint8Array, from: number, end: number, code: number, limit: number): number {
  let count = 0;
  for (let index = end - 1; index >= from && count < limit; index--) if (bytes[index] === code) count++;
  return count;
}

/** Whether a value may hold a shortened IPv6 address: `fe80::a`. */
function hasDoubleColon(bytes: Uint8Array, from: number, end: number): boolean {
  for (let index = from + 1; index < end; index++) if (bytes[index] === 0x3a && bytes[index - 1] === 0x3a) return true;
  return false;
}

/** Length of the longest run of characters that tokens consist of. */
function longestToken(counted: Readonly<Signs>, bytes: Uint8Array, from: number, end: number): number {
  const { length, letters, digits, dashes, underscores, wide } = counted;
  // Most values without a colon are a single token.
  return wide === 0 && letters + digits + dashes + underscores === length ? length : longestRun(bytes, from, end);
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 9 && code <= 13);
