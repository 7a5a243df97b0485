/**
 * Rejects most values that are not in a set of words, by their last three or four letters and, for a single capitalized
 * word, its first letter and length. That reads a few characters and creates no string. May be wrong when true, never when
 * false.
 */
import { fold } from '../vocabulary/words.ts';

/** A set of words with a quick test for values that are not in it. */
export class SuffixFilter {
  /** By the last three letters: the lengths of the words, one bit each. */
  private readonly ends = new Int32Array(32_768);
  /** By the last three letters: the first letters of the words. */
  private readonly starts = new Int32Array(32_768);
  /** By a hash of the last four letters, whether a word ends with them. */
  private readonly fours = new Uint8Array(FOURS);

  /** @param sets normalized phrases (`fold`) */
  constructor(...sets: readonly Iterable<string>[]) {
    for (const set of sets) {
      for (const phrase of set) {
        const end = endOf(phrase, phrase.length);
        this.ends[end] = (this.ends[end] ?? 0) | (1 << phrase.length);
        this.starts[end] = (this.starts[end] ?? 0) | (1 << (letter(phrase, 0) & 31));
        this.fours[hashOf(end, letter(phrase, phrase.length - 4))] = 1;
      }
    }
  }

  /** Whether the value up to `end` may be in one of the sets. */
  mayContain(value: string, end: number): boolean {
    const last = endingOf(value, end);
    if (last <= NO_ENDING) return last === OPEN;
    const lengths = this.ends[last] ?? 0;
    if (lengths === 0) return false;
    const first = value.charCodeAt(0);
    if (first < 65 || (first > 90 && first < OTHER_SCRIPTS)) return true;
    // `1 <<` counts modulo 32, so long phrases share a bit with short ones.
    return (lengths & (1 << end)) !== 0 && ((this.starts[last] ?? 0) & (1 << (classOf(first) & 31))) !== 0;
  }

  /** Whether the value up to `end` may end with a word of the sets. */
  mayEndWith(value: string, end: number): boolean {
    const last = endingOf(value, end);
    if (last <= NO_ENDING) return last === OPEN;
    const lengths = this.ends[last] ?? 0;
    if (lengths === 0) return false;
    const before = end < 4 ? 0 : classOf(value.charCodeAt(end - 4));
    // A word of three letters may follow a letter: `geburtsOrt`.
    return before === 0 || before > LATIN || (lengths & SHORT) !== 0 || this.fours[hashOf(last, before)] === 1;
  }
}

const FOURS = 1 << 14;
const hashOf = (end: number, before: number): number => Math.imul((end << 5) | before, 0x9e3779b1) >>> 18;
/** Lengths of words with at most three letters, and of those as long as more than 31, which share bits with them. */
const SHORT = 15;
/** The last of the classes of Latin letters. */
const LATIN = 26;

/** Nothing can be said about the value. */
const OPEN = -2;
/** The value does not end with a letter. */
const NO_ENDING = -1;

/** The code of the last three letters up to `end`, or one of the two above. */
function endingOf(value: string, end: number): number {
  const a = classOf(value.charCodeAt(end - 1));
  const b = end < 2 ? 0 : classOf(value.charCodeAt(end - 2));
  const c = end < 3 ? 0 : classOf(value.charCodeAt(end - 3));
  if ((a | b | c) >= ANYTHING) return OPEN;
  return a === 0 ? NO_ENDING : endingCode(a, b, c);
}

/** From this code on, field names of a script never have several words without a space. */
const OTHER_SCRIPTS = 0x370;
/** A letter that `fold` removes or replaces by several: nothing can be said about the value. */
const ANYTHING = 0x10000;
const UNKNOWN = 0x20000;
/**
 * The class of a character, the same for all that `fold` makes equal: 1 to 26 for Latin letters with or without
 * accents, the normalized form for other scripts, 0 for everything else. Characters are classified when they first
 * occur.
 */
const CLASSES = new Int32Array(65_536).fill(UNKNOWN, 0x80);
for (let code = 1; code <= 26; code++) CLASSES[64 + code] = CLASSES[96 + code] = code;

function classOf(code: number): number {
  let sort = CLASSES[code] ?? 0;
  if (sort === UNKNOWN) {
    sort = read(code);
    CLASSES[code] = sort;
  }
  return sort;
}

const MARK = /\p{M}/u;
const LETTER = /\p{L}/u;

function read(code: number): number {
  const char = String.fromCharCode(code);
  // Surrogates, and combining marks, which belong to the letter before them.
  if ((code >= 0xd800 && code < 0xe000) || MARK.test(char)) return ANYTHING;
  const folded = fold(char);
  if (folded.length !== 1) return ANYTHING;
  const plain = folded.charCodeAt(0);
  if (plain < 0x80) return CLASSES[plain] ?? 0;
  return LETTER.test(folded) ? plain : 0;
}

/** Fifteen bits for three letters; unique for Latin letters. */
function endingCode(a: number, b: number, c: number): number {
  return (a | b | c) < 32 ? (a << 10) | (b << 5) | c : Math.imul((a * 31 + b) * 31 + c, 0x9e3779b1) >>> 17;
}

function endOf(text: string, end: number): number {
  return endingCode(letter(text, end - 1), letter(text, end - 2), letter(text, end - 3));
}

function letter(text: string, index: number): number {
  return index < 0 || index >= text.length ? 0 : classOf(text.charCodeAt(index));
}
