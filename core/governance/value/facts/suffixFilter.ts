/**
 * Turns most values away from a look-up in a set of words by their last three letters and, when they are one capitalised word, by their
 * first letter and length: that costs a few reads of characters and no new string. May say yes wrongly, never no.
 */
import { fold } from '../../catalog/vocabulary/words.ts';

/** A set of words that tells quickly which values are surely not in it. */
export class SuffixFilter {
  /** Lengths of the words with each end, a bit each. */
  private readonly ends = new Int32Array(32_768);
  /** First letters of them. */
  private readonly starts = new Int32Array(32_768);

  /** @param sets folded phrases (`fold`) */
  constructor(...sets: readonly Iterable<string>[]) {
    for (const set of sets) {
      for (const phrase of set) {
        const end = endOf(phrase, phrase.length);
        this.ends[end] = (this.ends[end] ?? 0) | (1 << phrase.length);
        this.starts[end] = (this.starts[end] ?? 0) | (1 << (letter(phrase, 0) & 31));
      }
    }
  }

  /**
   * Whether the value up to `end` may be in one of the sets.
   *
   * @param words whether it is enough that the value ends in one of their words
   */
  mayContain(value: string, end: number, words: boolean): boolean {
    const a = sortOf(value.charCodeAt(end - 1));
    const b = end < 2 ? 0 : sortOf(value.charCodeAt(end - 2));
    const c = end < 3 ? 0 : sortOf(value.charCodeAt(end - 3));
    if ((a | b | c) >= ANYTHING) return true;
    if (a === 0) return false;
    const last = endBy(a, b, c);
    const lengths = this.ends[last] ?? 0;
    if (lengths === 0 || words) return lengths !== 0;
    const first = value.charCodeAt(0);
    if (first < 65 || (first > 90 && first < OTHER_SCRIPTS)) return true;
    // `1 <<` counts modulo 32, so long phrases share a bit with short ones.
    return (lengths & (1 << end)) !== 0 && ((this.starts[last] ?? 0) & (1 << (sortOf(first) & 31))) !== 0;
  }
}

/** First code of scripts in which no field name is several words without a blank between. */
const OTHER_SCRIPTS = 0x370;
/** A letter that is folded to none or to several: nothing can be said about the value. */
const ANYTHING = 0x10000;
const UNKNOWN = 0x20000;
/**
 * What characters count as, the same for all that fold to one: Latin letters, with or without accents, from 1 to 26, those of
 * other scripts as their folded form, all else as nothing. Characters are looked up when they are met.
 */
const SORTS = new Int32Array(65_536).fill(UNKNOWN, 0x80);
for (let code = 1; code <= 26; code++) SORTS[64 + code] = SORTS[96 + code] = code;

function sortOf(code: number): number {
  let sort = SORTS[code] ?? 0;
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
  if (plain < 0x80) return SORTS[plain] ?? 0;
  return /\p{L}/u.test(folded) ? plain : 0;
}

/** Fifteen bits for three letters; distinct for Latin ones. */
function endBy(a: number, b: number, c: number): number {
  return (a | b | c) < 32 ? (a << 10) | (b << 5) | c : Math.imul((a * 31 + b) * 31 + c, 0x9e3779b1) >>> 17;
}

function endOf(text: string, end: number): number {
  return endBy(letter(text, end - 1), letter(text, end - 2), letter(text, end - 3));
}

function letter(text: string, index: number): number {
  return index < 0 || index >= text.length ? 0 : sortOf(text.charCodeAt(index));
}
