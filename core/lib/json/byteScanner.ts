/**
 * Finds where values end in a JSON text without parsing it. Nine tenths of an API description are strings, so the end
 * of a string is searched four bytes at a time. Positions are byte offsets; -1 means that the text is not JSON.
 * It does not judge what it passes over, unlike the readers of answers (design/decisions/0030-json-readers.md).
 */
import type { Buffer } from 'node:buffer';

/** Byte of `"`. */
export const QUOTE = 0x22;
/** Byte of `{`. */
export const OPEN = 0x7b;
/** Byte of `}`. */
export const CLOSE = 0x7d;
/** Byte of `,`. */
export const COMMA = 0x2c;
/** Byte of `:`. */
export const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Returned beyond the last byte: neither white space nor JSON. */
const PAST_END = 0xff;
/** Four spaces in one word. Half of a pretty-printed description is indentation. */
const SPACES = 0x20202020;
/** A quote in each byte of a word. The next two constants are the lowest and the highest bit of each byte. */
const QUOTES = 0x22222222;
const LOWEST = 0x01010101;
const HIGHEST = 0x80808080;
/** Words that are hashed to distinguish texts. */
const SAMPLES = 8;
/** Up to this many bytes, comparing word by word is as fast as a call of Buffer.compare. */
const MAX_WORDWISE = 400;
/** Levels of nesting at which closing brackets are checked against the opening ones. */
const MAX_CHECKED_DEPTH = 30;

/**
 * Whether a word occurs. The runtime looks for the first byte of what it searches, so its `end`, of less than eight bytes, should begin with one
 * that is rare: that is up to seven times as fast.
 */
export function hasWord(bytes: Buffer, start: string, end: string): boolean {
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) {
    if (bytes.toString('latin1', at - start.length, at) === start) return true;
  }
  return false;
}

/** Read-only view on a JSON text in UTF-8. */
export class JsonByteScanner {
  readonly bytes: Buffer;
  /** Members of objects that `afterValue` has passed over. */
  members = 0;
  private readonly words: DataView;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The offset of the next byte that is not white space. */
  afterSpace(start: number): number {
    const { bytes } = this;
    let at = start;
    while ((bytes[at] ?? PAST_END) <= SPACE) at = this.afterIndent(at + 1);
    return at;
  }

  /**
   * The offset after a string.
   * @param start offset of its opening quote
   */
  afterString(start: number): number {
    const { bytes } = this;
    const first = start + 1;
    for (let end = this.quote(first); end >= 0; end = this.quote(end + 1)) {
      let before = end - 1;
      while (before >= first && bytes[before] === BACKSLASH) before--;
      // An odd number of backslashes before the quote escapes it.
      if (((end - before) & 1) === 1) return end + 1;
    }
    return -1;
  }

  /**
   * The offset after a value. Only strings and brackets are interpreted. Closing brackets must match the opening ones,
   * so that a value with a missing bracket does not end inside another one.
   */
  afterValue(start: number): number {
    const { bytes } = this;
    const { length } = bytes;
    let depth = 0;
    // One bit for each open bracket, the innermost lowest.
    let kinds = 0;
    let members = 0;
    let at = start;
    while (at < length) {
      const byte = bytes[at++] ?? PAST_END;
      if (byte === QUOTE) {
        at = this.afterString(at - 1);
        if (at < 0 || depth === 0) return at;
      } else if (byte <= SPACE) {
        at = this.afterIndent(at);
      } else {
        // `{` and `[`, `}` and `]` differ in one bit.
        const bracket = byte | 0x20;
        if (bracket === OPEN) {
          if (++depth <= MAX_CHECKED_DEPTH) kinds = (kinds << 1) | ((byte >> 5) & 1);
        } else if (bracket === CLOSE) {
          if (depth === 0) return at - 1;
          if (depth <= MAX_CHECKED_DEPTH) {
            if ((kinds & 1) !== ((byte >> 5) & 1)) return -1;
            kinds >>= 1;
          }
          if (--depth === 0) {
            this.members += members;
            return at;
          }
        } else if (byte === COLON) members++;
        else if (byte === COMMA && depth === 0) return at - 1;
      }
    }
    return -1;
  }

  /** Whether the same `length` bytes are at two offsets. */
  areEqual(one: number, other: number, length: number): boolean {
    const { bytes, words } = this;
    if (other + length > bytes.length) return false;
    if (length > MAX_WORDWISE || length < 4)
      return bytes.compare(bytes, one, one + length, other, other + length) === 0;
    const last = length - 4;
    for (let at = 0; at < last; at += 4) {
      if (words.getInt32(one + at, true) !== words.getInt32(other + at, true)) return false;
    }
    return words.getInt32(one + last, true) === words.getInt32(other + last, true);
  }

  /**
   * A hash that differs for most different texts.
   * @param length in bytes, at least 4
   */
  sample(start: number, length: number): number {
    const words = this.words;
    const step = (length - 4) / SAMPLES;
    let hash = length;
    for (let at = 0; at <= SAMPLES; at++) {
      hash = (Math.imul(hash, 31) + words.getInt32(start + Math.trunc(step * at), true)) | 0;
    }
    return hash;
  }

  /** The offset after the spaces at `start`, up to three of which may remain. */
  private afterIndent(start: number): number {
    const { words } = this;
    const last = words.byteLength - 4;
    let at = start;
    while (at <= last && words.getInt32(at) === SPACES) at += 4;
    return at;
  }

  /** The offset of the next quote; -1 when there is none. */
  private quote(start: number): number {
    const { bytes, words } = this;
    const last = bytes.length - 8;
    let at = start;
    while (at <= last) {
      // The highest bit of each byte that is zero, and possibly of bytes after the first such byte.
      const one = words.getInt32(at, true) ^ QUOTES;
      const found = (one - LOWEST) & ~one & HIGHEST;
      if (found !== 0) return at + firstByte(found);
      const other = words.getInt32(at + 4, true) ^ QUOTES;
      const next = (other - LOWEST) & ~other & HIGHEST;
      if (next !== 0) return at + 4 + firstByte(next);
      at += 8;
    }
    while (at < bytes.length) if (bytes[at++] === QUOTE) return at - 1;
    return -1;
  }
}

/** Index (0 to 3) of the byte that holds the lowest set bit of a word. */
const firstByte = (word: number): number => (31 - Math.clz32(word & -word)) >> 3;
