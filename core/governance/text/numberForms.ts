/**
 * Which forms of numbers, ids and addresses can be in a value that has digits: how many digits are in a row, and what is
 * around them. A form may be set that is not there; one that is there is always set.
 */

// Numbers stand before everything else: the bundler writes their values where they are used, which is faster in loops.
const MAC = 1;
const IPV4 = 2;
const IPV6 = 4;
const IBAN = 8;
const ID = 16;
const NUMBER = 32;
const SPACED = 64;

const LETTER = 1;
const DIGIT = 2;
/** May be in a word of `Form.id` and `Form.number`. */
const INNER = 4;
/** A word that follows this is a part of something longer. */
const JOINS = 8;
/** Separates digits as telephone numbers and cards do. */
const USUAL = 16;
/** Occurs in tokens. */
const TOKEN = 32;
const ALPHANUMERIC = 3;

const MAX_GAP = 3;
const MIN_ID_LENGTH = 7;

/** Forms, as bits. */
export const Form = {
  /** Two dots with four characters between them, or pairs of characters between colons or dashes, as in a MAC address. */
  mac: MAC,
  /** At least three dots that each follow a digit. */
  ipv4: IPV4,
  /** Two colons with at most four characters between them. */
  ipv6: IPV6,
  /** A word that begins with two letters and two digits, as an IBAN does. */
  iban: IBAN,
  /** A word of at least seven characters with a letter and two digits. */
  id: ID,
  /** A word with at least five digits. */
  number: NUMBER,
  /** Digits with something else between them than a dash, a space or a bracket. */
  spaced: SPACED,
  /** An asterisk or a number sign. */
  mask: 128,
} as const;

/** The signs of a value that are set here (characters.ts). */
export interface NumberSigns {
  forms: number;
  digitsInRow: number;
  freeDigits: number;
}

const CLASS = new Uint8Array(256);
for (const [chars, bits] of [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', LETTER | INNER | JOINS | TOKEN],
  ['0123456789', DIGIT | INNER | JOINS | TOKEN],
  ['./-', INNER | JOINS],
  ['()+', INNER],
  ['_@#', JOINS],
  ['- ()', USUAL],
  ['-_', TOKEN],
] as const) {
  for (const char of chars) CLASS[char.charCodeAt(0)] = (CLASS[char.charCodeAt(0)] ?? 0) | bits;
}
/** Length of the longest run of letters, digits, dashes and underscores, of which tokens consist. */
export function longestRun(bytes: Uint8Array, from: number, end: number): number {
  const classOf = CLASS;
  let longest = 0;
  let start = from;
  for (let index = from; index < end; index++) {
    if (((classOf[bytes[index] ?? 0] ?? 0) & TOKEN) !== 0) continue;
    if (index - start > longest) longest = index - start;
    start = index + 1;
  }
  return Math.max(longest, end - start);
}

/**
 * Sets the forms of the numbers in a value. A word is a run of characters of `INNER`.
 *
 * @param hasOpening the value has a bracket or a plus sign, after which a word may begin within another one
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: an inner loop over the characters of a value; calls in it cost time
export function addNumbers(
  signs: NumberSigns,
  bytes: Uint8Array,
  from: number,
  end: number,
  hasOpening: boolean,
): void {
  // A local copy is read faster in loops.
  const classOf = CLASS;
  let { forms } = signs;
  let digitsInRow = 0;
  let freeDigits = 0;
  let row = 0;
  let free = 0;
  let isFree = false;
  /** Position after the last digits. */
  let lastEnd = -1;
  let lastLetter = -1;
  let numericDots = 0;
  let dot = -9;
  let colon = -9;
  let dash = -9;
  let colonPairs = 0;
  let dashPairs = 0;
  let word = from;
  let wordDigits = 0;
  for (let index = from; index < end; ) {
    const code = bytes[index] ?? 0;
    let sort = classOf[code] ?? 0;
    if ((sort & ALPHANUMERIC) === 0) {
      if (code === 0x2e) {
        if (index - dot === 5) forms |= MAC;
        if (lastEnd === index && ++numericDots === 3) forms |= IPV4;
        dot = index;
      } else if (code === 0x2d) {
        if (index - dash === 3 && ++dashPairs === 4) forms |= MAC;
        dash = index;
      } else if (code === 0x3a) {
        if (index - colon <= 5) forms |= IPV6;
        if (index - colon === 3 && ++colonPairs === 4) forms |= MAC;
        colon = index;
      }
      if ((sort & INNER) === 0) {
        if (wordDigits > 1)
          forms |= formsOfWord(bytes, { from, word, end: index, digits: wordDigits, lastLetter, hasOpening });
        wordDigits = 0;
        word = index + 1;
      }
      index = (index + 1) | 0;
      continue;
    }
    if ((sort & LETTER) !== 0) {
      do {
        index = (index + 1) | 0;
        sort = index < end ? (classOf[bytes[index] ?? 0] ?? 0) : 0;
      } while ((sort & LETTER) !== 0);
      lastLetter = index - 1;
      if ((sort & DIGIT) === 0) continue;
    }
    const start = index;
    do {
      index = (index + 1) | 0;
      sort = index < end ? (classOf[bytes[index] ?? 0] ?? 0) : 0;
    } while ((sort & DIGIT) !== 0);
    const size = index - start;
    const before = start === from ? 0 : (classOf[bytes[start - 1] ?? 0] ?? 0);
    const gap = start - lastEnd;
    if (lastEnd < 0 || gap > MAX_GAP || lastLetter >= lastEnd) {
      if (lastEnd >= 0 && gap === MAX_GAP + 1) forms |= SPACED;
      row = 0;
      free = 0;
      isFree = false;
    } else if (gap > 1 || (before & USUAL) === 0) forms |= SPACED;
    row += size;
    if (row > digitsInRow) digitsInRow = row;
    isFree ||= (before & LETTER) === 0 && isUnjoined(bytes, from, start);
    if (isFree) free += size;
    if (free > freeDigits) freeDigits = free;
    if (size > 1 && (before & LETTER) !== 0 && beginsAsIban(bytes, from, start)) forms |= IBAN;
    wordDigits += size;
    lastEnd = index;
    if ((sort & LETTER) === 0) continue;
    // Letters and digits are mixed, as in hashes. A branch for each change between them would be mispredicted, so there is none.
    let run = 0;
    let longest = 0;
    let letters = 0;
    let spaced = 0;
    let digits = 0;
    do {
      const isDigit = (sort >> 1) & 1;
      spaced |= ((letters ^ (MAX_GAP + 1)) - 1) & -isDigit;
      letters = (letters + 1) & (isDigit - 1);
      run = (run + 1) & -isDigit;
      longest -= (longest - run) & ((longest - run) >> 31);
      digits += isDigit;
      lastLetter = (lastLetter & -isDigit) | (index & (isDigit - 1));
      index = (index + 1) | 0;
      lastEnd = (index & -isDigit) | (lastEnd & (isDigit - 1));
      sort = index < end ? (classOf[bytes[index] ?? 0] ?? 0) : 0;
    } while ((sort & ALPHANUMERIC) !== 0);
    if (digits === 0) continue;
    if (spaced < 0) forms |= SPACED;
    if (longest > digitsInRow) digitsInRow = longest;
    wordDigits += digits;
    row = run;
    free = 0;
    isFree = false;
  }
  if (wordDigits > 1) forms |= formsOfWord(bytes, { from, word, end, digits: wordDigits, lastLetter, hasOpening });
  signs.forms = forms;
  signs.digitsInRow = digitsInRow;
  signs.freeDigits = freeDigits;
}

const classAt = (bytes: Uint8Array, at: number): number => CLASS[bytes[at] ?? 0] ?? 0;

/** Whether nothing is joined to the digit at `index`, before which no letter is: a number may begin there. */
function isUnjoined(bytes: Uint8Array, from: number, index: number): boolean {
  if (index === from) return true;
  const before = bytes[index - 1] ?? 0;
  if (before !== 0x2d && before !== 0x2e && before !== 0x2f && before !== 0x5f) return true;
  let at = index - 2;
  // Emphasis: `__219-09-9999__`.
  if (before === 0x5f) while (at >= from && bytes[at] === 0x5f) at--;
  if (at < from) return true;
  const sort = classAt(bytes, at) & ALPHANUMERIC;
  // An abbreviation may end with the full stop: `nr.219-09-9999`.
  return sort === 0 ? bytes[at] !== 0x5f : sort === LETTER && before === 0x2e;
}

/** Whether two letters precede the digit at `index`, before which one is, and a word begins with them. */
function beginsAsIban(bytes: Uint8Array, from: number, index: number): boolean {
  return (
    index - 2 >= from &&
    (classAt(bytes, index - 2) & LETTER) !== 0 &&
    (index - 3 < from || (classAt(bytes, index - 3) & ALPHANUMERIC) === 0)
  );
}

/** A word with more than one digit. */
interface Word {
  readonly from: number;
  readonly word: number;
  readonly end: number;
  readonly digits: number;
  readonly lastLetter: number;
  readonly hasOpening: boolean;
}

/** The forms of a word, unless it is a part of something longer. */
function formsOfWord(bytes: Uint8Array, { from, word, end, digits, lastLetter, hasOpening }: Word): number {
  const isBeginning =
    hasOpening ||
    ((classAt(bytes, word) & ALPHANUMERIC) !== 0 && (word === from || (classAt(bytes, word - 1) & JOINS) === 0));
  if (!isBeginning) return 0;
  const isId = end - word >= MIN_ID_LENGTH && lastLetter >= word;
  return (isId ? ID : 0) | (digits > 4 ? NUMBER : 0);
}
