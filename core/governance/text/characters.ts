/**
 * Counts the characters of a string in one pass: whether it can hold personal data at all, and which detectors have to
 * run.
 */
import { READ_AS } from '../value/facts/normalize.ts';

const DIGIT = 1;
const LETTER = 2;
const CLASS = new Uint8Array(128);
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT;
for (let code = 65; code < 91; code++) CLASS[code] = LETTER;
for (let code = 97; code < 123; code++) CLASS[code] = LETTER;

/**
 * Whether a text has the signs of a date or a time (RFC 3339, ISO 8601): `2024-03-11`, `2024-03-11T10:22:31.123+01:00`.
 */
function isTime(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 58) continue;
    if (code === 45 || code === 46 || code === 43 || code === 84 || code === 90 || (code === 32 && index === 10))
      continue;
    return false;
  }
  return text.length === 10 || text.charCodeAt(13) === 58 || text.charCodeAt(13) === 46;
}

/** Without one of these characters no detector finds anything. */
const SIGN = /[\d@:=%{[&<\\\u00ad\u0600-\uffff]/;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** The counts. */
export interface CharacterCounts {
  digits: number;
  letters: number;
  ats: number;
  dots: number;
  /** Colons and equals signs together. */
  colons: number;
  dashes: number;
  spaces: number;
  underscores: number;
  /** Brackets and braces that open. */
  brackets: number;
  /** Length of the longest run of characters that tokens consist of. */
  longest: number;
  /** It has characters outside ASCII. */
  wide: boolean;
  /** It has characters that are read as others (facts/normalize.ts). */
  foreign: boolean;
  /** It may hold personal data. */
  mayHoldData: boolean;
  /** It may hold JSON, a query, percent-encoding, escapes or base64. */
  mayBeEncoded: boolean;
}

/** Reused by every call, since an object for each string would cost more than reading the string. */
const counts: CharacterCounts = {
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
  wide: false,
  foreign: false,
  mayHoldData: false,
  mayBeEncoded: false,
};

/**
 * The counts of a text, valid until the next call. A text that cannot hold personal data is left early; then only
 * `mayHoldData`, `mayBeEncoded` and `foreign` are set.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the inner loop over every character of a text; calls in it cost time
export function scanCharacters(text: string): Readonly<CharacterCounts> {
  const length = text.length;
  // The two most common sorts of values need no counting: prose without digits and signs, and times.
  if (
    length > 40
      ? !SIGN.test(text)
      : length >= 10 && text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45 && isTime(text)
  ) {
    counts.foreign = false;
    counts.mayHoldData = false;
    counts.mayBeEncoded = false;
    return counts;
  }
  let foreign = 0;
  let digits = 0;
  let letters = 0;
  let ats = 0;
  let dots = 0;
  let colons = 0;
  let dashes = 0;
  let spaces = 0;
  let percents = 0;
  let underscores = 0;
  let brackets = 0;
  let escapes = 0;
  let wide = 0;
  let runStart = 0;
  let longest = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) {
      // A letter that does not occur in tokens.
      foreign |= READ_AS[code] ?? 0;
      wide |= code;
      letters++;
      if (index - runStart > longest) longest = index - runStart;
      runStart = index + 1;
      continue;
    }
    const kind = CLASS[code];
    if (kind === LETTER) letters++;
    else if (kind === DIGIT) digits++;
    else if (code === 45) dashes++;
    else if (code === 95) underscores++;
    else {
      if (index - runStart > longest) longest = index - runStart;
      runStart = index + 1;
      if (code === 32) spaces++;
      else if (code === 46) dots++;
      else if (code === 58 || code === 61) colons++;
      else if (code === 64) ats++;
      else if (code === 37) percents++;
      else if (code === 0x7b || code === 0x5b) brackets++;
      else if (code === 38 || code === 60 || code === 92) escapes++;
    }
  }
  if (length - runStart > longest) longest = length - runStart;
  // Encoded data may follow white space.
  const first = length > 0 ? text.charCodeAt(text.charCodeAt(0) <= 0x20 ? Math.max(0, text.search(/\S/)) : 0) : 0;
  counts.digits = digits;
  counts.letters = letters;
  counts.ats = ats;
  counts.dots = dots;
  counts.colons = colons;
  counts.dashes = dashes;
  counts.spaces = spaces;
  counts.underscores = underscores;
  counts.brackets = brackets;
  counts.longest = longest;
  counts.foreign = foreign !== 0;
  counts.wide = wide !== 0;
  // `SIGN` also matches every letter of some scripts, so the counts decide.
  const signs = digits + ats + colons + percents + brackets + escapes;
  if ((length === 36 && dashes === 4 && UUID.test(text)) || (length > 40 && signs === 0 && foreign === 0)) {
    counts.mayHoldData = false;
    counts.mayBeEncoded = false;
    return counts;
  }
  counts.mayHoldData =
    foreign !== 0 ||
    ats > 0 ||
    brackets > 0 ||
    digits >= 6 ||
    longest >= 16 ||
    (dots >= 3 && digits >= 4) ||
    (colons > 0 && letters > 0) ||
    // Some scripts are written without spaces.
    (digits > 0 && (spaces > 1 || wide >= 0xe00)) ||
    (wide === 0 && letters + digits + spaces + dots + dashes < length - 16);
  counts.mayBeEncoded =
    first === 0x7b ||
    first === 0x5b ||
    percents > 0 ||
    escapes > 0 ||
    (colons > 0 && letters > 4) ||
    (spaces === 0 && length >= 24 && wide === 0);
  return counts;
}
