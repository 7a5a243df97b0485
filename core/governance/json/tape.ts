/**
 * Reads a JSON document into a tape of tokens with their positions, strictly (RFC 8259), without making values of it. On the way it tells
 * which strings can hold anything by their characters; most are never looked at again. Refuses white space between tokens, keys with
 * escapes, nesting deeper than MAX_DEPTH and whatever is no JSON.
 */
import { type Source, shiftOf } from './buffers.ts';
import { expectedAt, type Shape, Shapes } from './shapes.ts';
import { DIGIT, escapeAt, literalEnd, MARKS, mayHoldData, numberEnd, SIGN, STOP, WIDE } from './tokens.ts';

/** Lowest bits of a token's first number. Strings and numbers go on with start and end (without quotes). */
export const Tag = {
  literal: 0,
  string: 1,
  number: 2,
  /** Start, end, and where the tape goes on behind it; the shape's id is above `SHAPE_SHIFT`. */
  object: 3,
  array: 4,
} as const;
/** Mask of the tag in a token's first number. */
export const TAG_MASK = 7;
/** Of a string: it has escapes. */
export const ESCAPED = 8;
/** Of a string: some of its escapes are not written so by JavaScript. */
export const REWRITTEN = 16;
/** Of a string: by its characters it may hold something personal. */
export const MAY_HOLD_DATA = 32;
/** Of a string: not in ASCII; the number above `SHAPE_SHIFT` is an index into `shifts`. */
export const WIDE_STRING = 64;
/** Bits of a token's first number below the shape's id, or the index into `shifts`. */
export const SHAPE_SHIFT = 7;
/** Numbers that a token of each tag takes. */
export const WIDTH = [1, 3, 3, 4, 4] as const;

const MAX_DEPTH = 512;
/** Indexes into `shifts` for which a token's first number has room. */
const MAX_WIDE = 1 << 24;
/** Numbers of memory that are kept from one document to the next. */
const MAX_KEPT_CAPACITY = 1 << 20;

/** A document that was read. */
export interface Tape {
  readonly tokens: Int32Array;
  readonly shapes: Shapes;
  /** For each string that is not in ASCII by how much its start and its end are higher in bytes than in UTF-16 units. */
  readonly shifts: Int32Array;
  /** Some object has a member twice. */
  readonly hasDuplicate: boolean;
}

/** Why a document has no tape: white space may be taken out, the rest is for the parser. */
export type NoTape = 'white space' | 'other';

// Imported bindings are looked up at every use; the loops below are the hottest there are.
const marksOf = MARKS;
const stop: number = STOP;
const digit = DIGIT;
const outside = WIDE;

/** What `scanString` found; overwritten by every call. */
const scanned = { end: 0, flags: 0, isWide: false };

/** Reads the string whose content begins at `start`; false when it has no end or an escape that JSON has not. */
function scanString(bytes: Uint8Array, start: number, length: number): boolean {
  let index = start;
  let marks = 0;
  let digits = 0;
  let flags: number = Tag.string;
  for (;;) {
    let mark = 0;
    while (index < length) {
      mark = marksOf[bytes[index] ?? 0] ?? 0;
      if (mark === stop) break;
      marks |= mark;
      digits += mark & digit;
      index++;
    }
    if (index >= length) return false;
    const last = bytes[index];
    if (last === 0x22) break;
    if (last !== 0x5c) return false;
    const escapeLength = escapeAt(bytes, index + 1);
    if (escapeLength === 0) return false;
    flags |= escapeLength === 1 ? ESCAPED : ESCAPED | REWRITTEN;
    // What an escape stands for is only known when it is read.
    marks |= SIGN;
    index += escapeLength < 6 ? 2 : 6;
  }
  if (mayHoldData(bytes, start, index, marks, digits)) flags |= MAY_HOLD_DATA;
  scanned.end = index;
  scanned.flags = flags;
  scanned.isWide = (marks & outside) !== 0;
  return true;
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Reads documents one after the other; a tape is valid until the next one is read. */
export class TapeReader {
  #tokens = new Int32Array(1 << 12);
  #shapes = new Shapes();
  #shifts = new Int32Array(1 << 8);
  readonly #starts = new Int32Array(MAX_DEPTH + 1);
  readonly #open: (Shape | undefined)[] = [];

  /** Gives memory back that a large document took. */
  #trim(): void {
    if (this.#shapes.isFull) this.#shapes = new Shapes();
    if (this.#tokens.length > MAX_KEPT_CAPACITY) this.#tokens = new Int32Array(MAX_KEPT_CAPACITY);
    if (this.#shifts.length > MAX_KEPT_CAPACITY) this.#shifts = new Int32Array(1 << 8);
  }

  /** The tape of a document, or why it has none. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the inner loop over every byte of an answer; calls in it cost time
  read({ bytes }: Source): Tape | NoTape {
    this.#trim();
    const shapes = this.#shapes;
    const starts = this.#starts;
    const open = this.#open;
    let tokens = this.#tokens;
    let shifts = this.#shifts;
    const { length } = bytes;
    let used = 0;
    let depth = 0;
    let index = 0;
    let hasDuplicate = false;
    /** By how much the position is higher in bytes than in UTF-16 units. */
    let shift = 0;
    let wide = 0;
    /** Shape of the innermost container when it is an object. */
    let shape: Shape | undefined;

    document: for (;;) {
      if (used + 8 > tokens.length) tokens = this.#tokens = grown(tokens);
      if (shape !== undefined) {
        if (bytes[index] !== 0x22) return reason(bytes[index]);
        index++;
        let next = expectedAt(shape, bytes, index);
        if (next === undefined) {
          const end = keyEnd(bytes, index, length);
          // Keys are read once a shape, so no text is made for them.
          next = end < 0 ? undefined : shapes.follow(shape, bytes.toString('utf8', index, end));
          if (next === undefined) return 'other';
        }
        index += next.bytes.length + 1;
        shift += next.shift;
        shape = next;
        if (bytes[index] !== 0x3a) return reason(bytes[index]);
        index++;
      }
      const first = bytes[index];
      if (first === 0x22) {
        const start = ++index;
        if (!scanString(bytes, start, length)) return 'other';
        index = scanned.end;
        let { flags } = scanned;
        if (scanned.isWide) {
          if (wide >= MAX_WIDE) return 'other';
          if (wide + 2 > shifts.length) shifts = this.#shifts = grown(shifts);
          flags |= WIDE_STRING | (wide << SHAPE_SHIFT);
          shifts[wide++] = shift;
          shift += shiftOf(bytes, start, index);
          shifts[wide++] = shift;
        }
        tokens[used] = flags;
        tokens[used + 1] = start;
        tokens[used + 2] = index;
        used += 3;
        index++;
      } else if (first === 0x7b || first === 0x5b) {
        if (depth >= MAX_DEPTH) return 'other';
        tokens[used] = first === 0x7b ? Tag.object : Tag.array;
        tokens[used + 1] = index;
        open[depth] = shape;
        starts[depth++] = used;
        used += 4;
        index++;
        shape = first === 0x7b ? shapes.empty : undefined;
        if (bytes[index] !== first + 2) continue;
      } else if (first === 0x2d || (first !== undefined && first >= 0x30 && first <= 0x39)) {
        const end = numberEnd(bytes, index);
        if (end < 0) return 'other';
        tokens[used] = Tag.number;
        tokens[used + 1] = index;
        tokens[used + 2] = end;
        used += 3;
        index = end;
      } else {
        const end = literalEnd(bytes, index);
        if (end < 0) return reason(first);
        tokens[used++] = Tag.literal;
        index = end;
      }
      // Behind a value: the next one, or the ends of containers.
      for (;;) {
        if (depth === 0) break document;
        const sign = bytes[index];
        if (sign === 0x2c) {
          index++;
          continue document;
        }
        if (sign !== (shape === undefined ? 0x5d : 0x7d)) return reason(sign);
        index++;
        const start = starts[--depth] ?? 0;
        if (shape !== undefined) {
          tokens[start] = Tag.object | (shape.id << SHAPE_SHIFT);
          hasDuplicate ||= shape.hasDuplicate;
        }
        tokens[start + 2] = index;
        tokens[start + 3] = used;
        shape = open[depth];
      }
    }
    return index === length ? { tokens, shapes, shifts, hasDuplicate } : reason(bytes[index]);
  }
}

/** Position of the quote behind a key without escapes, or -1. */
function keyEnd(bytes: Uint8Array, start: number, length: number): number {
  let index = start;
  while (index < length && marksOf[bytes[index] ?? 0] !== stop) index++;
  return bytes[index] === 0x22 ? index : -1;
}

function reason(unit: number | undefined): NoTape {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 ? 'white space' : 'other';
}
