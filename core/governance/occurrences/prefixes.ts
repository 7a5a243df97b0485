/**
 * Whether any of many values can occur in a text at all. Looks at every few bytes only, so an answer without one, as most
 * are, costs a fraction of reading it. After Wu and Manber, "A fast algorithm for multi-pattern searching" (1994).
 */
import { beginsWord } from './matcher.ts';

const GRAM = 3;
const TABLE_SIZE = 1 << 15;
const MASK = TABLE_SIZE - 1;
/** Few values need a part of the table only, which stays in the processor's first cache. */
const FEW = 32;
const MASK_OF_FEW = (1 << 12) - 1;
/** Comparisons of values with positions; after that a position counts as found. */
const MAX_COMPARISONS = 2_000;

// One set of tables for all answers, since new ones would cost more than reading a small answer. Emptied after each.
const grams = new Uint8Array(TABLE_SIZE);
const beginnings = new Uint8Array(TABLE_SIZE);
/** By the first byte of a value. */
const firsts = new Uint8Array(256);
/** Bytes of texts that are shorter than it. */
const spare = Buffer.alloc(32 * 1024);
const spareView = new DataView(spare.buffer, spare.byteOffset, spare.length);
/** A space in each of four bytes: makes ASCII letters lower case. */
const LOWER_CASE = 0x20202020;

/**
 * Whether a word of a text may begin as one of many values do. May be wrong when true, never when false.
 *
 * @param values with at least three characters; ASCII letters match in either case
 * @param most number of first characters of a value that are looked at
 */
export function mayContainAny(text: string, values: readonly string[], most: number): boolean {
  let shortest = most;
  for (const { length } of values) if (length < shortest) shortest = length;
  if (shortest < GRAM || values.length === 0) return values.length > 0;
  if (text.length < shortest) return false;
  setTables(values, shortest, 1);
  const found = search(text, values, shortest, most);
  setTables(values, shortest, 0);
  return found;
}

/**
 * Every occurrence of a value contains one of its first `shortest - GRAM + 1` sequences of three characters at a
 * multiple of that number.
 */
function setTables(values: readonly string[], shortest: number, mark: 0 | 1): void {
  const mask = maskFor(values);
  for (const value of values) {
    for (let at = 0; at <= shortest - GRAM; at++) grams[gramAt(value, at) & mask] = mark;
    beginnings[hashOf(value, 0, shortest)] = mark;
    firsts[byteAt(value, 0)] = mark;
  }
}

function search(text: string, values: readonly string[], shortest: number, most: number): boolean {
  const step = shortest - GRAM + 1;
  // Bytes are read faster than characters. Of a wide character the low byte is enough.
  const { length } = text;
  const bytes = length < spare.length ? spare : Buffer.allocUnsafe(length + 1);
  bytes.write(text, 0, 'latin1');
  const view = bytes === spare ? spareView : new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const table = grams;
  const mask = maskFor(values);
  let comparisons = MAX_COMPARISONS;
  for (let at = step - 1; at + GRAM <= length; at += step) {
    // The three bytes of a sequence, and one more.
    const word = view.getInt32(at, true) | LOWER_CASE;
    const gram = ((word & 255) << 10) ^ (((word >> 8) & 255) << 5) ^ ((word >> 16) & 255);
    if (table[gram & mask] === 0) continue;
    for (let start = at; start > at - step; start--) {
      if (firsts[(bytes[start] ?? 0) | 32] === 0) continue;
      if (beginnings[hashOf(text, start, shortest)] !== 1) continue;
      // Some scripts are written without spaces.
      if (text.charCodeAt(start) <= 127 && !beginsWord(text, start)) continue;
      comparisons -= values.length;
      if (comparisons < 0) return true;
      for (const value of values) if (isAt(text, start, value, { sure: shortest, most })) return true;
    }
  }
  return false;
}

/**
 * Whether the first `most` characters of a value may be at `start`. Past the first `sure` ones only those are compared that
 * JSON never escapes.
 */
function isAt(
  text: string,
  start: number,
  value: string,
  { sure, most }: { readonly sure: number; readonly most: number },
): boolean {
  const end = Math.min(value.length, most);
  for (let at = 0; at < end; at++) {
    const code = value.charCodeAt(at);
    if (at >= sure && (code < 32 || code > 127 || code === 0x22 || code === 0x5c)) return true;
    if (byteAt(text, start + at) !== byteAt(value, at)) return false;
  }
  return true;
}

const maskFor = ({ length }: readonly string[]): number => (length > FEW ? MASK : MASK_OF_FEW);

function gramAt(text: string, at: number): number {
  return ((byteAt(text, at) << 10) ^ (byteAt(text, at + 1) << 5) ^ byteAt(text, at + 2)) & MASK;
}

function hashOf(text: string, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at++) hash = ((hash << 3) ^ (hash >> 12) ^ byteAt(text, at)) & MASK;
  return hash;
}

function byteAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 255) | 32;
}
