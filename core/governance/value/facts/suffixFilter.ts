/**
 * Turns most values away from a look-up by their last three letters and, when they are one capitalised word, by their length: a
 * name costs a few reads of characters and no new string.
 */
import { fold } from '../../catalog/vocabulary/words.ts';

export class SuffixFilter {
  /** Lengths of the words with each end, a bit each. */
  private readonly ends = new Int32Array(32_768);
  /** First letters of them. */
  private readonly starts = new Int32Array(32_768);

  /** The phrases are folded (fold.ts). */
  constructor(...sets: readonly Iterable<string>[]) {
    for (const set of sets) {
      for (const phrase of set) {
        const end = endOf(phrase, phrase.length);
        this.ends[end]! |= 1 << phrase.length;
        this.starts[end]! |= 1 << (letter(phrase, 0) & 31);
      }
    }
  }

  /** Whether the value up to `end` may be in one of the sets, or end in a word of them. */
  mayContain(value: string, end: number, words: boolean): boolean {
    // What stands before the value is no number, which counts as nothing here.
    const a = sortOf(value.charCodeAt(end - 1));
    const b = end < 2 ? 0 : sortOf(value.charCodeAt(end - 2));
    const c = end < 3 ? 0 : sortOf(value.charCodeAt(end - 3));
    if ((a | b | c) >= ANYTHING) return true;
    if (a === 0) return false;
    const last = endBy(a, b, c);
    const lengths = this.ends[last]!;
    if (lengths === 0 || words) return lengths !== 0;
    const first = value.charCodeAt(0);
    if (first < 65 || (first > 90 && first < OTHER_SCRIPTS)) return true;
    // `1 <<` counts modulo 32, so long phrases share a bit with short ones.
    return (lengths & (1 << end)) !== 0 && (this.starts[last]! & (1 << (sortOf(first) & 31))) !== 0;
  }
}

/** Of scripts in which no names of fields are made of several words without a blank between. */
const OTHER_SCRIPTS = 0x370;
/** A letter that is folded to none or to several: the value may end in whatever it likes. */
const ANYTHING = 0x10000;
const UNKNOWN = 0x20000;
/**
 * What characters count as, the same for all that fold to one: Latin letters, with or without accents, from 1 to 26, those of
 * other scripts as their folded form, all else as nothing. Characters are looked up when they are met.
 */
const SORTS = new Int32Array(65_536).fill(UNKNOWN, 0x80);
for (let code = 1; code <= 26; code++) SORTS[64 + code] = SORTS[96 + code] = code;

function sortOf(code: number): number {
  let sort = SORTS[code]!;
  if (sort === UNKNOWN) {
    sort = read(code);
    SORTS[code] = sort;
  }
  return sort;
}

function read(code: number): number {
  const char = String.fromCharCode(code);
  // Halves of pairs, and accents by themselves, which belong to the letter before.
  if ((code >= 0xd800 && code < 0xe000) || /\p{M}/u.test(char)) return ANYTHING;
  const folded = fold(char);
  if (folded.length !== 1) return ANYTHING;
  const plain = folded.charCodeAt(0);
  if (plain < 0x80) return SORTS[plain]!;
  return /\p{L}/u.test(folded) ? plain : 0;
}

/** Fifteen bits, without doubles for three Latin letters. */
function endBy(a: number, b: number, c: number): number {
  return (a | b | c) < 32 ? (a << 10) | (b << 5) | c : Math.imul((a * 31 + b) * 31 + c, 0x9e3779b1) >>> 17;
}

function endOf(text: string, end: number): number {
  return endBy(letter(text, end - 1), letter(text, end - 2), letter(text, end - 3));
}

function letter(text: string, index: number): number {
  return index < 0 || index >= text.length ? 0 : sortOf(text.charCodeAt(index));
}
