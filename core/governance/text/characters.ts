/** Counts the characters of a string in one pass: whether it can hold anything personal at all, and which detectors have work. */
import { READ_AS } from '../value/facts/normalize.ts';

const DIGIT = 1;
const LETTER = 2;
const CLASS = new Uint8Array(128);
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT;
for (let code = 65; code < 91; code++) CLASS[code] = LETTER;
for (let code = 97; code < 123; code++) CLASS[code] = LETTER;

/** Whether a text is a date or a time (RFC 3339, ISO 8601) by its signs: `2024-03-11`, `2024-03-11T10:22:31.123+01:00`. */
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

/** Characters without which no detector finds anything. */
const SIGN = /[\d@:=%{[\u00ad\u0600-\uffff]/;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** Counts of the characters of a string. */
export interface CharacterCounts {
  digits: number;
  letters: number;
  ats: number;
  dots: number;
  /** Colons and equals signs. */
  colons: number;
  dashes: number;
  spaces: number;
  underscores: number;
  /** Longest run of characters that tokens are made of. */
  longest: number;
  /** Some are outside of ASCII. */
  wide: boolean;
  /** Some are read as others (normalize.ts). */
  foreign: boolean;
  /** Something personal may be in it. */
  mayHoldData: boolean;
  /** It may hold JSON, a query, percent-encoding or base64. */
  mayBeEncoded: boolean;
}

/** Overwritten by every call: a fresh object per string would cost more than reading it. */
const seen: CharacterCounts = {
  digits: 0,
  letters: 0,
  ats: 0,
  dots: 0,
  colons: 0,
  dashes: 0,
  spaces: 0,
  underscores: 0,
  longest: 0,
  wide: false,
  foreign: false,
  mayHoldData: false,
  mayBeEncoded: false,
};

/** The counts of a text; valid until the next call. Texts that hold nothing are left early: then only `mayHoldData`, `mayBeEncoded` and `foreign` hold. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the inner loop over every character of a text; calls in it cost time
export function scanCharacters(text: string): Readonly<CharacterCounts> {
  const length = text.length;
  // Two common sorts of values need no count: prose without a digit or sign, and times.
  if (
    length > 40
      ? !SIGN.test(text)
      : length >= 10 && text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45 && isTime(text)
  ) {
    seen.foreign = false;
    seen.mayHoldData = false;
    seen.mayBeEncoded = false;
    return seen;
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
  let wide = 0;
  let runStart = 0;
  let longest = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) {
      // A letter, but of no token.
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
    }
  }
  if (length - runStart > longest) longest = length - runStart;
  // Data may stand behind blanks.
  const first = length > 0 ? text.charCodeAt(text.charCodeAt(0) <= 0x20 ? Math.max(0, text.search(/\S/)) : 0) : 0;
  seen.digits = digits;
  seen.letters = letters;
  seen.ats = ats;
  seen.dots = dots;
  seen.colons = colons;
  seen.dashes = dashes;
  seen.spaces = spaces;
  seen.underscores = underscores;
  seen.longest = longest;
  seen.foreign = foreign !== 0;
  seen.wide = wide !== 0;
  // The pattern takes every letter of some scripts for a sign.
  const signs = digits + ats + colons + percents + brackets;
  if ((length === 36 && dashes === 4 && UUID.test(text)) || (length > 40 && signs === 0 && foreign === 0)) {
    seen.mayHoldData = false;
    seen.mayBeEncoded = false;
    return seen;
  }
  seen.mayHoldData =
    foreign !== 0 ||
    ats > 0 ||
    digits >= 6 ||
    longest >= 16 ||
    (dots >= 3 && digits >= 4) ||
    (colons > 0 && letters > 0) ||
    // Some scripts write without blanks.
    (digits > 0 && (spaces > 1 || wide >= 0xe00)) ||
    (wide === 0 && letters + digits + spaces + dots + dashes < length - 16);
  seen.mayBeEncoded =
    first === 0x7b ||
    first === 0x5b ||
    percents > 0 ||
    (colons > 0 && letters > 4) ||
    (spaces === 0 && length >= 24 && wide === 0);
  return seen;
}
