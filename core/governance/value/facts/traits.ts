/** What one pass over the characters of a field's value tells; the questions of plausible.ts are asked of that. */

import { READ_AS } from './normalize.ts';

export const Trait = {
  digit: 1,
  letter: 2,
  blank: 4,
  at: 8,
  percent: 16,
  brace: 32,
  bracket: 64,
  /** Signs of paths, code and pairs: `/ \\ _ : | < = >`. */
  sign: 128,
  /** Read as another character (normalize.ts). */
  foreign: 256,
} as const;

const TABLE = new Uint8Array(128);
for (let code = 48; code < 58; code++) TABLE[code] = Trait.digit;
for (let code = 65; code < 91; code++) TABLE[code] = Trait.letter;
for (let code = 97; code < 123; code++) TABLE[code] = Trait.letter;
for (const [chars, trait] of [
  [' ', Trait.blank],
  ['@', Trait.at],
  ['%', Trait.percent],
  ['{', Trait.brace],
  ['[', Trait.bracket],
  ['/\\_:|<=>', Trait.sign],
] as const) {
  for (const char of chars) TABLE[char.charCodeAt(0)] = trait;
}

export interface Traits {
  digits: number;
  letters: number;
  /** Bits of `Trait`. */
  marks: number;
}

const LETTER = /\p{L}/u;

/** Overwritten by every look: a fresh object per value would cost more than the look. */
const seen: Traits = { digits: 0, letters: 0, marks: 0 };

function tell(digits: number, letters: number, marks: number): Readonly<Traits> {
  seen.digits = digits;
  seen.letters = letters;
  seen.marks = marks;
  return seen;
}

export function traitsOf(value: string): Readonly<Traits> {
  let digits = 0;
  let letters = 0;
  let marks = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const trait = code < 128 ? TABLE[code]! : foreign(code, value.charAt(index));
    marks |= trait;
    digits += trait & Trait.digit;
    letters += (trait & Trait.letter) >> 1;
  }
  return tell(digits, letters, marks);
}

/**
 * The same of a value in ASCII where it stands in a document: its text is a part of a longer one, whose characters are slow
 * to read.
 */
export function traitsIn(bytes: Uint8Array, start: number, end: number): Readonly<Traits> {
  let digits = 0;
  let letters = 0;
  let marks = 0;
  for (let index = start; index < end; index++) {
    const trait = TABLE[bytes[index]!]!;
    marks |= trait;
    digits += trait & Trait.digit;
    letters += (trait & Trait.letter) >> 1;
  }
  return tell(digits, letters, marks);
}

/** What is known of characters outside of ASCII, each asked for once. */
const KNOWN = new Uint8Array(65_536);
const ASKED = 1;
const IS_LETTER = 2;

function foreign(code: number, char: string): number {
  if (READ_AS[code] !== 0) return Trait.foreign;
  let known = KNOWN[code]!;
  if (known === 0) {
    known = code > 0xbf && LETTER.test(char) ? ASKED | IS_LETTER : ASKED;
    KNOWN[code] = known;
  }
  return known & IS_LETTER;
}
