/**
 * One pass over the characters of a value: how many there are of each sort, which forms of numbers and addresses and
 * which groups of words can be in it. Everything that looks for personal data by content asks these signs first, since
 * most values (words, times, links, hashes) hold nothing and need no search. A sign may be there without what it stands
 * for; what is there always has its sign.
 */
import { mayBeText } from '../value/facts/decodable.ts';
import { READ_AS } from '../value/facts/normalize.ts';
import { ALL_KEYWORDS, KEYWORD_FOLD, KEYWORD_GROUPS, SLOT_MASK } from './keywords.ts';
import { addNumbers, Form, isTokenCharacter } from './numberForms.ts';

/** The signs of a value. */
export interface Signs {
  length: number;
  digits: number;
  /** All characters outside ASCII are counted as letters. */
  letters: number;
  /** Not 0 when it has an `@`. */
  ats: number;
  dots: number;
  /** Colons and equals signs together. */
  colons: number;
  dashes: number;
  spaces: number;
  underscores: number;
  /** Not 0 when it has a bracket or a brace that opens. */
  brackets: number;
  /** Length of the longest run of characters that tokens consist of; 0 where letters and colons are. */
  longest: number;
  /** It has characters outside ASCII: all their bits together. */
  wide: number;
  /** It has characters that are read as others (facts/normalize.ts). */
  foreign: boolean;
  /** The first character, after at most some white space. */
  first: number;
  /** Bits of `Form` (numberForms.ts). */
  forms: number;
  /** The most digits in a row, with at most three characters that are not letters between two of them. */
  digitsInRow: number;
  /** The same from a digit on to which nothing is joined. */
  freeDigits: number;
  /** Groups of words (keywords.ts). */
  keywords: number;
  /** It may hold personal data. */
  mayHoldData: boolean;
  /** It may hold JSON, a query, percent-encoding, escapes or base64. */
  mayBeEncoded: boolean;
  /** The same after a closer look, which tells links, hashes and ids from what has to be decoded. */
  mayDecode: boolean;
}

/** What a character adds to two packed counters, each of four times eight bits, so that counting has no branches. */
const COUNTS = new Int32Array(256);
const MORE_COUNTS = new Int32Array(256);
/** Marks of a character, as bits above the five of `KEYWORD_FOLD`. */
const MARKS = new Int32Array(256);
/** Characters that fit into the counters. */
const CHUNK = 255;
const AT = 32;
const PERCENT = 64;
const BRACKET = 128;
const SEMICOLON = 256;
const QUERY = 512;
const MASK = 1024;
const NOT_BASE64 = 2048;
const CONTROL = 4096;
const OPENING = 8192;
/** Begins an element, a reference or an escape. */
const ESCAPE = 16384;
/** Stands for a character outside ASCII, of which only that matters. */
const OTHER = 0x80;
for (let code = 0; code < 256; code++) {
  const char = String.fromCharCode(code);
  COUNTS[code] =
    (/\d/.test(char) ? 1 : 0) |
    (char === '.' ? 1 << 8 : 0) |
    (/[:=]/.test(char) ? 1 << 16 : 0) |
    (char === '-' ? 1 << 24 : 0);
  MORE_COUNTS[code] =
    (/[A-Za-z\u0080-\u00ff]/.test(char) ? 1 : 0) |
    (char === ' ' ? 1 << 8 : 0) |
    (char === '_' ? 1 << 16 : 0) |
    (char === '=' ? 1 << 24 : 0);
  MARKS[code] =
    (KEYWORD_FOLD[code] ?? 0) |
    (char === '@' ? AT : 0) |
    (char === '%' ? PERCENT : 0) |
    (/[{[]/.test(char) ? BRACKET : 0) |
    (char === ';' ? SEMICOLON : 0) |
    (/[?&]/.test(char) ? QUERY : 0) |
    (/[*#]/.test(char) ? MASK : 0) |
    (/[A-Za-z0-9+/=_-]/.test(char) ? 0 : NOT_BASE64) |
    (code < 0x20 ? CONTROL : 0) |
    (/[()+]/.test(char) ? OPENING : 0) |
    (/[&<\\]/.test(char) ? ESCAPE : 0);
}

/** Values with fewer digits have none of the forms. */
const MIN_DIGITS = 4;

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
  mayHoldData: false,
  mayBeEncoded: false,
  mayDecode: false,
};

let spare = new Uint8Array(4_096);
const MAX_SPARE = 1 << 16;

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
  let underscores = 0;
  let equals = 0;
  for (let index = from; index < end; ) {
    const stop = Math.min(end, index + CHUNK);
    let counts = 0;
    let more = 0;
    for (; index < stop; index++) {
      const code = bytes[index] ?? 0;
      const mark = MARKS[code] ?? 0;
      marks |= mark;
      slot = ((slot << 5) | (mark & 31)) & SLOT_MASK;
      keywords |= groups[slot] ?? 0;
      counts = (counts + (COUNTS[code] ?? 0)) | 0;
      more = (more + (MORE_COUNTS[code] ?? 0)) | 0;
    }
    digits += counts & 255;
    dots += (counts >> 8) & 255;
    colons += (counts >> 16) & 255;
    dashes += counts >>> 24;
    letters += more & 255;
    spaces += (more >> 8) & 255;
    underscores += (more >> 16) & 255;
    equals += more >>> 24;
  }
  let start = from;
  while (start < end && isBlank(bytes[start] ?? 0)) start++;
  signs.length = end - from;
  signs.digits = digits;
  signs.letters = letters;
  signs.ats = (marks & AT) === 0 ? 0 : 1;
  signs.dots = dots;
  signs.colons = colons;
  signs.dashes = dashes;
  signs.spaces = spaces;
  signs.underscores = underscores;
  signs.brackets = (marks & BRACKET) === 0 ? 0 : 1;
  signs.longest = colons === 0 || letters === 0 ? longestToken(bytes, from, end) : 0;
  signs.wide = wide;
  signs.foreign = foreign;
  signs.first = start < end ? (bytes[start] ?? 0) : 0;
  signs.forms = (marks & MASK) !== 0 ? Form.mask : 0;
  signs.digitsInRow = 0;
  signs.freeDigits = 0;
  // A word of two characters may be at the end.
  signs.keywords = wide === 0 ? keywords | (groups[(slot << 5) & SLOT_MASK] ?? 0) : ALL_KEYWORDS;
  conclude(bytes, from, end, marks, equals);
  if (signs.mayHoldData && digits >= MIN_DIGITS) addNumbers(signs, bytes, from, end, (marks & OPENING) !== 0);
  return signs;
}

/** Length of the longest run of letters, digits, dashes and underscores. */
function longestToken(bytes: Uint8Array, from: number, end: number): number {
  let longest = 0;
  let start = from;
  for (let index = from; index < end; index++) {
    if (isTokenCharacter(bytes[index] ?? 0)) continue;
    if (index - start > longest) longest = index - start;
    start = index + 1;
  }
  return Math.max(longest, end - start);
}

/** Sets whether the value may hold data and may be encoded, by the signs. */
function conclude(bytes: Uint8Array, from: number, end: number, marks: number, equals: number): void {
  const { length, digits, letters, ats, dots, colons, dashes, spaces, longest, wide, first } = signs;
  signs.mayHoldData = false;
  signs.mayBeEncoded = false;
  // Documents are looked for in every text with a line break or an element.
  signs.mayDecode =
    (marks & (PERCENT | BRACKET | CONTROL | ESCAPE)) !== 0 ||
    equals > 1 ||
    (equals > 0 && ((marks & QUERY) !== 0 || digits > 1)) ||
    (length >= 40 && (marks & SEMICOLON) !== 0);
  const hasSigns = digits + colons > 0 || (marks & (AT | PERCENT | BRACKET | ESCAPE)) !== 0;
  if (length > 40 ? !hasSigns && !signs.foreign : isTimeOrUuid(bytes, from, end)) return;
  signs.mayHoldData =
    signs.foreign ||
    ats > 0 ||
    (marks & BRACKET) !== 0 ||
    digits >= 6 ||
    longest >= 16 ||
    (dots >= 3 && digits >= 4) ||
    (colons > 0 && letters > 0) ||
    // Some scripts are written without spaces.
    (digits > 0 && (spaces > 1 || wide >= 0xe00)) ||
    (wide === 0 && letters + digits + spaces + dots + dashes < length - 16);
  signs.mayBeEncoded =
    first === 0x7b ||
    first === 0x5b ||
    (marks & (PERCENT | ESCAPE)) !== 0 ||
    (colons > 0 && letters > 4) ||
    (spaces === 0 && length >= 24 && wide === 0);
  signs.mayDecode ||= signs.mayBeEncoded && length >= 20 && (marks & NOT_BASE64) === 0 && mayBeText(bytes, from, end);
}

/** Whether a value of at most 40 characters is a time or a UUID, the most common sorts with digits. */
function isTimeOrUuid(bytes: Uint8Array, from: number, end: number): boolean {
  const { length, dashes } = signs;
  if (length === 36 && dashes === 4) return isUuid(bytes, from) || isTime(bytes, from, end);
  return length >= 10 && bytes[from + 4] === 45 && bytes[from + 7] === 45 && isTime(bytes, from, end);
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 9 && code <= 13);

/**
 * Whether a text has the signs of a date or a time (RFC 3339, ISO 8601): `2024-03-11`, `2024-03-11T10:22:31.123+01:00`.
 */
function isTime(bytes: Uint8Array, from: number, end: number): boolean {
  if (bytes[from + 4] !== 45 || bytes[from + 7] !== 45) return false;
  for (let index = from; index < end; index++) {
    const code = bytes[index] ?? 0;
    if (code >= 48 && code <= 58) continue;
    if (code === 45 || code === 46 || code === 43 || code === 84 || code === 90) continue;
    if (code === 32 && index === from + 10) continue;
    return false;
  }
  const sign = bytes[from + 13];
  return end - from === 10 || sign === 58 || sign === 46;
}

/** Whether 36 characters are a UUID (RFC 9562). */
function isUuid(bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < 36; at++) {
    const code = bytes[from + at] ?? 0;
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 45) return false;
    } else if (!(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 102)) return false;
  }
  return true;
}
