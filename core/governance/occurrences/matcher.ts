/**
 * Finds many values in a text in one pass. A look at every few bytes first shows whether any value can occur at all, so
 * an answer without one costs a fraction of reading it. Then a trie is walked from each position where a word begins;
 * the cost of a position is bounded by the length of the values and does not depend on their number. A value must be
 * surrounded by characters that are not letters or digits, except in scripts written without spaces.
 */
import type { Span } from '../span.ts';

/** A value to find. */
export interface Pattern {
  /** Type of its marker. */
  readonly type: string;
  readonly text: string;
  /** The value, where `text` is another form of it. */
  readonly value?: string;
  readonly anyCase: boolean;
}

interface Node {
  readonly next: Map<number, Node>;
  /** Set when a value ends here. */
  pattern: Pattern | undefined;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;
const DIGITS = /^\d+$/;

/** Finds a fixed set of values. */
export class Matcher {
  readonly #root: Node = { next: new Map(), pattern: undefined };
  /** Some of the values are in scripts without spaces and may be inside a longer word. */
  readonly #unspaced: boolean;

  constructor(patterns: readonly Pattern[]) {
    this.#unspaced = patterns.some(({ text }) => UNSPACED.test(text));
    for (const pattern of patterns) {
      let node = this.#root;
      for (let index = 0; index < pattern.text.length; index++) {
        const code = lowerCase(pattern.text.charCodeAt(index));
        let next = node.next.get(code);
        if (next === undefined) {
          next = { next: new Map(), pattern: undefined };
          node.next.set(code, next);
        }
        node = next;
      }
      node.pattern ??= pattern;
    }
  }

  /** The values in a text, in order and without overlaps. Of several that begin at the same position, the longest. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at < text.length; at++) {
      if (!this.#root.next.has(lowerCase(text.charCodeAt(at)))) continue;
      if (!beginsWord(text, at) && !this.#unspaced) continue;
      const found = this.#longestAt(text, at);
      if (found === undefined) continue;
      const { text: own, type, value } = found;
      spans.push({ start: at, end: at + own.length, type, ...(value !== undefined && { value }) });
      at += own.length - 1;
    }
    return spans;
  }

  #longestAt(text: string, start: number): Pattern | undefined {
    let longest: Pattern | undefined;
    let node: Node | undefined = this.#root;
    for (let at = start; at < text.length; at++) {
      node = node.next.get(lowerCase(text.charCodeAt(at)));
      if (node === undefined) break;
      if (node.pattern !== undefined && standsAt(text, start, node.pattern)) longest = node.pattern;
    }
    return longest;
  }
}

function standsAt(text: string, start: number, { text: own, anyCase }: Pattern): boolean {
  const end = start + own.length;
  if (!anyCase && !text.startsWith(own, start)) return false;
  if (UNSPACED.test(own)) return true;
  if (!beginsWord(text, start) || isPartOfWord(text, end)) return false;
  // `0.4155550123` is not a telephone number.
  const isNumber = DIGITS.test(own);
  return !isNumber || !(isInNumber(text, start - 1, start - 2) || isInNumber(text, end, end + 1));
}

/**
 * Whether a word may begin at a position: in `Ann`, but also in `q=%20Ann` and in `
 * Ann` of JSON inside a string.
 */
function beginsWord(text: string, at: number): boolean {
  if (!isPartOfWord(text, at - 1)) return true;
  if (at >= 3 && text.charAt(at - 3) === '%') return /^[0-9a-f]{2}$/i.test(text.slice(at - 2, at));
  return at >= 2 && text.charAt(at - 2) === '\\' && /[nrtbf]/.test(text.charAt(at - 1));
}

function isPartOfWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (code > 127) return (code >= 0xd800 && code <= 0xdfff) || LETTER_OR_DIGIT.test(text.charAt(at));
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/** Whether a decimal point with a digit on its other side is at `sign`. A comma may also be between two cells of CSV. */
function isInNumber(text: string, sign: number, beyond: number): boolean {
  return text.charAt(sign) === '.' && isDigit(text.charCodeAt(beyond));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function lowerCase(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}

const GRAM = 3;
const TABLE_SIZE = 1 << 15;
const MASK = TABLE_SIZE - 1;

/**
 * Whether a word of a text may begin with one of many prefixes (Wu and Manber, "A fast algorithm for multi-pattern
 * searching", 1994). May be wrong when true, never when false.
 *
 * @param prefixes with at least three characters; ASCII letters match in either case
 */
export function mayContainAny(text: string, prefixes: ReadonlySet<string>): boolean {
  let shortest = Number.POSITIVE_INFINITY;
  for (const prefix of prefixes) shortest = Math.min(shortest, prefix.length);
  if (shortest < GRAM || prefixes.size === 0) return prefixes.size > 0;
  // Every occurrence of a prefix contains one of its first `step` sequences of three characters at a multiple of
  // `step`.
  const step = shortest - GRAM + 1;
  const grams = new Uint8Array(TABLE_SIZE);
  const beginnings = new Uint8Array(TABLE_SIZE);
  for (const prefix of prefixes) {
    for (let at = 0; at < step; at++) grams[gramAt(prefix, at)] = 1;
    beginnings[hashOf(prefix, 0, shortest)] = 1;
  }
  // Bytes are read faster than characters. Of a wide character the low byte is enough.
  const bytes = Buffer.from(text, 'latin1');
  for (let at = step - 1; at + GRAM <= bytes.length; at += step) {
    const gram = (((bytes[at] ?? 0) | 32) << 10) ^ (((bytes[at + 1] ?? 0) | 32) << 5) ^ ((bytes[at + 2] ?? 0) | 32);
    if (grams[gram & MASK] === 0) continue;
    for (let start = at; start > at - step; start--) {
      if (beginnings[hashOf(text, start, shortest)] !== 1) continue;
      // Some scripts are written without spaces.
      if (text.charCodeAt(start) > 127 || beginsWord(text, start)) return true;
    }
  }
  return false;
}

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
