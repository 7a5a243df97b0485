/**
 * Which forms of numbers, ids and addresses can be in a value that has digits: how many digits are in a row, and what is
 * around them. A form may be set that is not there; one that is there is always set.
 */

/** Forms, as bits. */
export const Form = {
  /** Two dots with four characters between them, or pairs of characters between colons or dashes, as in a MAC address. */
  mac: 1,
  /** At least three dots that each follow a digit. */
  ipv4: 2,
  /** Two colons with at most four characters between them. */
  ipv6: 4,
  /** A word that begins with two letters and two digits, as an IBAN does. */
  iban: 8,
  /** A word of at least seven characters with a letter and two digits. */
  id: 16,
  /** A word with at least five digits. */
  number: 32,
  /** Digits with something else between them than a dash, a space or a bracket. */
  spaced: 64,
  /** An asterisk or a number sign. */
  mask: 128,
} as const;

/** The signs of a value that are set here (characters.ts). */
export interface NumberSigns {
  forms: number;
  digitsInRow: number;
  freeDigits: number;
}

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
const ALPHANUMERIC = LETTER | DIGIT;
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
const classAt = (bytes: Uint8Array, at: number): number => CLASS[bytes[at] ?? 0] ?? 0;

/** Whether tokens have this character: a letter, a digit, a dash or an underscore. */
export const isTokenCharacter = (code: number): boolean => ((CLASS[code] ?? 0) & TOKEN) !== 0;

const MAX_GAP = 3;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/**
 * Sets the forms of the numbers in a value.
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
  let { forms } = signs;
  let digitsInRow = 0;
  let freeDigits = 0;
  let row = 0;
  let free = 0;
  let isFree = false;
  let lastEnd = -1;
  let numericDots = 0;
  let dot = -9;
  let colon = -9;
  let dash = -9;
  let colonPairs = 0;
  let dashPairs = 0;
  /** Digits of the current word, and the forms that it has when these are enough. */
  let wordDigits = 0;
  let wordForms = 0;
  for (let index = from; index < end; index++) {
    const code = bytes[index] ?? 0;
    if (code < 0x2d || code > 0x3a || code === 0x2f) continue;
    if (code === 0x2e) {
      if (index - dot === 5) forms |= Form.mac;
      if (lastEnd === index && ++numericDots === 3) forms |= Form.ipv4;
      dot = index;
      continue;
    }
    if (code === 0x3a) {
      if (index - colon <= 5) forms |= Form.ipv6;
      if (index - colon === 3 && ++colonPairs === 4) forms |= Form.mac;
      colon = index;
      continue;
    }
    if (code === 0x2d) {
      if (index - dash === 3 && ++dashPairs === 4) forms |= Form.mac;
      dash = index;
      continue;
    }
    const start = index;
    while (index < end && isDigit(bytes[index])) index++;
    const size = index - start;
    const gap = start - lastEnd;
    if (lastEnd < 0 || gap > MAX_GAP || hasLetter(bytes, lastEnd, start)) {
      if (lastEnd >= 0 && gap === MAX_GAP + 1) forms |= Form.spaced;
      row = 0;
      free = 0;
      isFree = false;
    } else if (gap > 1 || (classAt(bytes, start - 1) & USUAL) === 0) forms |= Form.spaced;
    row += size;
    if (row > digitsInRow) digitsInRow = row;
    isFree ||= isUnjoined(bytes, from, start);
    if (isFree) free += size;
    if (free > freeDigits) freeDigits = free;
    if (size > 1 && beginsAsIban(bytes, from, start)) forms |= Form.iban;
    const floor = lastEnd < 0 ? from : lastEnd;
    const first = startOfWord(bytes, floor, start);
    if (first > floor || lastEnd < 0) {
      wordDigits = 0;
      wordForms =
        hasOpening || isBeginning(bytes, first, from) ? formsOfWord(bytes, first, endOfWord(bytes, index, end)) : 0;
    }
    wordDigits += size;
    if (wordDigits > 1) forms |= wordForms & Form.id;
    if (wordDigits > 4) forms |= wordForms & Form.number;
    lastEnd = index;
    // The character after the digits is looked at next.
    index--;
  }
  signs.forms = forms;
  signs.digitsInRow = digitsInRow;
  signs.freeDigits = freeDigits;
}

function hasLetter(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((classAt(bytes, at) & LETTER) !== 0) return true;
  return false;
}

/** Whether nothing is joined to the digit at `index`: a number may begin there. */
function isUnjoined(bytes: Uint8Array, from: number, index: number): boolean {
  if (index === from) return true;
  const before = bytes[index - 1] ?? 0;
  if ((classAt(bytes, index - 1) & LETTER) !== 0 || before === 0x5f) return false;
  if (before !== 0x2d && before !== 0x2e && before !== 0x2f) return true;
  return index - 2 < from || ((classAt(bytes, index - 2) & ALPHANUMERIC) === 0 && bytes[index - 2] !== 0x5f);
}

/** Whether two letters precede the digit at `index`, and a word begins with them. */
function beginsAsIban(bytes: Uint8Array, from: number, index: number): boolean {
  return (
    index - 2 >= from &&
    (classAt(bytes, index - 1) & LETTER) !== 0 &&
    (classAt(bytes, index - 2) & LETTER) !== 0 &&
    (index - 3 < from || (classAt(bytes, index - 3) & ALPHANUMERIC) === 0)
  );
}

function startOfWord(bytes: Uint8Array, floor: number, index: number): number {
  let start = index;
  while (start > floor && (classAt(bytes, start - 1) & INNER) !== 0) start--;
  return start;
}

function endOfWord(bytes: Uint8Array, index: number, end: number): number {
  let at = index;
  while (at < end && (classAt(bytes, at) & INNER) !== 0) at++;
  return at;
}

/** Whether a word begins at `start`, instead of a part of something longer. */
function isBeginning(bytes: Uint8Array, start: number, from: number): boolean {
  return (classAt(bytes, start) & ALPHANUMERIC) !== 0 && (start === from || (classAt(bytes, start - 1) & JOINS) === 0);
}

/** The forms that a word has if there are enough digits in it. */
function formsOfWord(bytes: Uint8Array, start: number, end: number): number {
  return end - start >= 7 && hasLetter(bytes, start, end) ? Form.id | Form.number : Form.number;
}
