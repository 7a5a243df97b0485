/**
 * Whether any of many values can occur in a text at all. Looks at every few bytes only, so an answer without one, as most
 * are, costs a fraction of reading it. After Wu and Manber, "A fast algorithm for multi-pattern searching" (1994).
 */
import { beginsWord } from './matcher.ts';

const GRAM = 3;
/** Number of first characters that all values are looked up by. */
const MAX_BEGINNING = 16;
const TABLE_BITS = 15;
const TABLE_SIZE = 1 << TABLE_BITS;
const MASK = TABLE_SIZE - 1;
/** Few values need a part of the table only, which stays in the processor's first cache. */
const FEW = 32;
const TABLE_BITS_OF_FEW = 12;
/** Comparisons of values with positions in any text, and one more for so many characters. After them a position counts as found. */
const MIN_COMPARISONS = 2_000;
const CHARACTERS_PER_COMPARISON = 16;

// One set of tables for all answers, since new ones would cost more than reading a small answer. Emptied after each.
const grams = new Uint8Array(TABLE_SIZE);
const beginnings = new Uint8Array(TABLE_SIZE);
/** By the first byte of a value. */
const firsts = new Uint8Array(256);
const PART = 32 * 1024;
/** Bytes of the part of a text that is looked at, and one more because four are read at once. */
const bytes = Buffer.alloc(PART + 1);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
/** A space in each of four bytes: makes ASCII letters lower case. */
const LOWER_CASE = 0x20202020;

/**
 * Whether a value may occur in a text. May be wrong when true, never when false.
 *
 * @param text when it is JSON, only what must be escaped is
 * @param values with at least three characters; ASCII letters match in either case
 */
export function mayContainAny(text: string, values: readonly string[]): boolean {
  let shortest = MAX_BEGINNING;
  for (const { length } of values) if (length < shortest) shortest = length;
  if (shortest < GRAM || values.length === 0) return values.length > 0;
  if (text.length < shortest) return false;
  markTables(values, shortest);
  const found = new Search(text, values, shortest).run();
  emptyTables(values, shortest);
  return found;
}

/**
 * Every occurrence of a value contains one of its first `shortest - GRAM + 1` sequences of three characters at a
 * multiple of that number.
 */
function markTables(values: readonly string[], shortest: number): void {
  const shift = 32 - bitsFor(values);
  for (const value of values) {
    let gram = 0;
    let hash = 0;
    for (let at = 0; at < shortest; at++) {
      const byte = byteAt(value, at);
      if (at === 0) firsts[byte] = 1;
      gram = (gram >>> 8) | (byte << 16);
      hash = nextHash(hash, byte);
      if (at >= GRAM - 1) grams[slotOf(gram, shift)] = 1;
    }
    beginnings[hash] = 1;
  }
}

function emptyTables(values: readonly string[], shortest: number): void {
  firsts.fill(0);
  grams.fill(0, 0, 1 << bitsFor(values));
  if (values.length > FEW) beginnings.fill(0);
  else for (const value of values) beginnings[hashOf(value, 0, shortest)] = 0;
}

/** The search of one text. */
class Search {
  readonly #text: string;
  readonly #values: readonly string[];
  readonly #shortest: number;
  #comparisons: number;
  /** Values by the hash of their beginnings, once a position was found where one may begin. */
  #byHash: Map<number, string[]> | undefined;

  constructor(text: string, values: readonly string[], shortest: number) {
    this.#text = text;
    this.#values = values;
    this.#shortest = shortest;
    this.#comparisons = MIN_COMPARISONS + text.length / CHARACTERS_PER_COMPARISON;
  }

  run(): boolean {
    const { length } = this.#text;
    // Bytes are read faster than characters. Of a wide character the low byte is enough.
    for (let from = 0; from < length; from += PART - MAX_BEGINNING) {
      const part = this.#text.slice(from, from + PART);
      bytes.write(part, 0, 'latin1');
      if (this.#part(from, part.length)) return true;
    }
    return false;
  }

  /** Whether a value may begin among the `length` bytes that are at `from` of the text. */
  #part(from: number, length: number): boolean {
    const step = this.#shortest - GRAM + 1;
    const table = grams;
    const shift = 32 - bitsFor(this.#values);
    for (let at = step - 1; at + GRAM <= length; at += step) {
      // The three bytes of a sequence, and one more.
      if (table[slotOf(view.getInt32(at, true) | LOWER_CASE, shift)] === 0) continue;
      for (let start = at; start > at - step; start--)
        if (firsts[(bytes[start] ?? 0) | 32] !== 0 && this.#mayBeginAt(from + start)) return true;
    }
    return false;
  }

  #mayBeginAt(start: number): boolean {
    const text = this.#text;
    const hash = hashOf(text, start, this.#shortest);
    if (beginnings[hash] !== 1) return false;
    // Some scripts are written without spaces.
    if (text.charCodeAt(start) <= 127 && !beginsWord(text, start)) return false;
    for (const value of this.#valuesWith(hash)) {
      if (--this.#comparisons < 0 || isAt(text, start, value, this.#shortest)) return true;
    }
    return false;
  }

  #valuesWith(hash: number): readonly string[] {
    if (this.#values.length <= FEW) return this.#values;
    if (this.#byHash === undefined) {
      this.#byHash = new Map();
      for (const value of this.#values) {
        const own = hashOf(value, 0, this.#shortest);
        const others = this.#byHash.get(own);
        if (others === undefined) this.#byHash.set(own, [value]);
        else others.push(value);
      }
    }
    return this.#byHash.get(hash) ?? [];
  }
}

/** Whether a value may be at `start`. Past the first `sure` characters only those are compared that JSON never escapes. */
function isAt(text: string, start: number, value: string, sure: number): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (at >= sure && (code < 32 || code > 127 || code === 0x22 || code === 0x5c)) return true;
    if (byteAt(text, start + at) !== byteAt(value, at)) return false;
  }
  return true;
}

const bitsFor = ({ length }: readonly string[]): number => (length > FEW ? TABLE_BITS : TABLE_BITS_OF_FEW);

/** The slot of the three bytes that are the lower ones of a number. */
const slotOf = (word: number, shift: number): number => Math.imul(word << 8, 0x9e3779b1) >>> shift;

function hashOf(text: string, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at++) hash = nextHash(hash, byteAt(text, at));
  return hash;
}

const nextHash = (hash: number, byte: number): number => ((hash << 3) ^ (hash >> 12) ^ byte) & MASK;

function byteAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 255) | 32;
}
