/**
 * Reads a JSON document strictly (RFC 8259) into a tape of tokens with their positions, without creating values. Also
 * determines from its characters whether a string may hold personal data; most strings are not looked at again. Does
 * not support white space between tokens, escapes in keys, nesting deeper than MAX_DEPTH and invalid JSON.
 * Other readers of JSON have other jobs: design/decisions/0030-json-readers.md.
 */
import { compact, type Source, shiftOf } from './buffers.ts';
import { expectedAt, type Shape, Shapes, shapeAt } from './shapes.ts';
import {
  type DIGIT,
  escapeAt,
  literalEnd,
  MARKS,
  mayHoldData,
  numberEnd,
  SIGN,
  type STOP,
  type WIDE,
} from './tokens.ts';

// Numbers stand before everything else: the bundler writes their values where they are used, which is faster in loops. Their
// types hold them equal to those of tokens.ts.
const stop: typeof STOP = 2;
const digit: typeof DIGIT = 1;
const wideMark: typeof WIDE = 64;
/** Mask of the tag in a token's first number. */
export const TAG_MASK = 7;
/** Of a string: it has escapes. */
export const ESCAPED = 8;
/** Of a string: JavaScript would write some of its escapes differently. */
export const REWRITTEN = 16;
/** Of a string: its characters allow personal data. */
export const MAY_HOLD_DATA = 32;
/** Of a string: not ASCII. The number above `SHAPE_SHIFT` is an index into `shifts`. */
export const WIDE_STRING = 64;
/** Bits of a token's first number below the shape's id, or the index into `shifts`. */
export const SHAPE_SHIFT = 7;
const MAX_DEPTH = 512;
/** Maximum number of indexes into `shifts` that fit in a token's first number. */
const MAX_WIDE = 16_777_216;
/** Maximum size of the tape's memory, in numbers, that is kept between documents. */
const MAX_KEPT_CAPACITY = 1_048_576;
const LITERAL = 0;
const STRING = 1;
const NUMBER = 2;
const OBJECT = 3;
const ARRAY = 4;

/** Lowest bits of a token's first number. For strings and numbers, start and end follow (without quotes). */
export const Tag = {
  literal: LITERAL,
  string: STRING,
  number: NUMBER,
  /** Start, end, and the position of the next token; the shape's id is above `SHAPE_SHIFT`. */
  object: OBJECT,
  array: ARRAY,
} as const;
/** Numbers on the tape for a token of each tag. */
export const WIDTH = [1, 3, 3, 4, 4] as const;

/** A document that was read. */
export interface Tape {
  readonly tokens: Int32Array;
  readonly shapes: Shapes;
  /** For each string that is not ASCII: by how much its start and its end are higher in bytes than in UTF-16 units. */
  readonly shifts: Int32Array;
  /** An object has a member twice. */
  readonly hasDuplicate: boolean;
}

/** Why a document has no tape: it has white space, which may be removed, or something else, which needs the parser. */
export type NoTape = 'white space' | 'other';

// A local copy: access to an imported binding is slower, and the loops below are the hottest of all.
const marksOf = MARKS;

/** Result of `scanString`; overwritten by every call. */
const scanned = { end: 0, flags: 0, isWide: false };

/** Scans the string whose content begins at `start`; false when it does not end or has an invalid escape. */
function scanString({ bytes, view }: Source, start: number, length: number): boolean {
  const sorts = marksOf;
  const lastWord = length - 4;
  let index = start;
  let marks = 0;
  let digits = 0;
  let flags: number = STRING;
  for (;;) {
    // Four bytes at a time, as far as none of them is a `STOP`.
    while (index <= lastWord) {
      const word = view.getInt32(index, true);
      const first = sorts[word & 255] ?? 0;
      const second = sorts[(word >>> 8) & 255] ?? 0;
      const third = sorts[(word >>> 16) & 255] ?? 0;
      const fourth = sorts[word >>> 24] ?? 0;
      const all = first | second | third | fourth;
      if ((all & stop) !== 0) break;
      marks |= all;
      digits = (digits + (first & digit) + (second & digit) + (third & digit) + (fourth & digit)) | 0;
      index = (index + 4) | 0;
    }
    let mark = 0;
    while (index < length) {
      mark = sorts[bytes[index] ?? 0] ?? 0;
      if (mark === stop) break;
      marks |= mark;
      digits = (digits + (mark & digit)) | 0;
      index = (index + 1) | 0;
    }
    if (index >= length) return false;
    const last = bytes[index];
    if (last === 0x22) break;
    if (last !== 0x5c) return false;
    const escapeLength = escapeAt(bytes, index + 1);
    if (escapeLength === 0) return false;
    flags |= escapeLength === 1 ? ESCAPED : ESCAPED | REWRITTEN;
    // An escape may stand for any character.
    marks |= SIGN;
    index += escapeLength < 6 ? 2 : 6;
  }
  if (mayHoldData(bytes, start, index, marks, digits)) flags |= MAY_HOLD_DATA;
  scanned.end = index;
  scanned.flags = flags;
  scanned.isWide = (marks & wideMark) !== 0;
  return true;
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Reads documents, one after the other. A tape is valid until the next call. */
export class TapeReader {
  #tokens = new Int32Array(1 << 12);
  #shapes = new Shapes();
  #shifts = new Int32Array(1 << 8);
  readonly #starts = new Int32Array(MAX_DEPTH + 1);
  readonly #open: (Shape | undefined)[] = [];

  /** Frees memory that a large document needed. */
  #trim(): void {
    if (this.#shapes.isFull) this.#shapes = new Shapes();
    if (this.#tokens.length > MAX_KEPT_CAPACITY) this.#tokens = new Int32Array(MAX_KEPT_CAPACITY);
    if (this.#shifts.length > MAX_KEPT_CAPACITY) this.#shifts = new Int32Array(1 << 8);
  }

  /** The tape of a document without its white space; undefined when there is none. */
  readCompact(given: Source): { readonly source: Source; readonly tape: Tape } | undefined {
    const first = this.read(given);
    const source = first === 'white space' ? compact(given) : given;
    const tape = first === 'white space' ? this.read(source) : first;
    return typeof tape === 'string' ? undefined : { source, tape };
  }

  /** The tape of a document, or why there is none. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the inner loop over every byte of an answer; calls in it cost time
  read(source: Source): Tape | NoTape {
    this.#trim();
    const { bytes, view } = source;
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
    /** Shape of the innermost container if it is an object. */
    let shape: Shape | undefined;

    document: for (;;) {
      if (used + 8 > tokens.length) tokens = this.#tokens = doubled(tokens);
      if (shape !== undefined) {
        if (bytes[index] !== 0x22) return whyNoTape(bytes[index]);
        index++;
        const next = expectedAt(shape, shapes.words, view, index, length) ?? shapeWithKey(shapes, shape, source, index);
        if (next === undefined) return 'other';
        index += next.length + 1;
        shift += next.shift;
        shape = next;
        if (bytes[index] !== 0x3a) return whyNoTape(bytes[index]);
        index++;
      }
      const first = bytes[index];
      if (first === 0x22) {
        const start = ++index;
        if (!scanString(source, start, length)) return 'other';
        index = scanned.end;
        let { flags } = scanned;
        if (scanned.isWide) {
          if (wide >= MAX_WIDE) return 'other';
          if (wide + 2 > shifts.length) shifts = this.#shifts = doubled(shifts);
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
        tokens[used] = first === 0x7b ? OBJECT : ARRAY;
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
        tokens[used] = NUMBER;
        tokens[used + 1] = index;
        tokens[used + 2] = end;
        used += 3;
        index = end;
      } else {
        const end = literalEnd(bytes, index);
        if (end < 0) return whyNoTape(first);
        tokens[used++] = LITERAL;
        index = end;
      }
      // After a value: the next one, or the ends of containers.
      for (;;) {
        if (depth === 0) break document;
        const sign = bytes[index];
        if (sign === 0x2c) {
          index++;
          continue document;
        }
        if (sign !== (shape === undefined ? 0x5d : 0x7d)) return whyNoTape(sign);
        index++;
        const start = starts[--depth] ?? 0;
        if (shape !== undefined) {
          tokens[start] = OBJECT | (shape.id << SHAPE_SHIFT);
          hasDuplicate ||= shape.hasDuplicate;
        }
        tokens[start + 2] = index;
        tokens[start + 3] = used;
        shape = open[depth];
      }
    }
    return index === length ? { tokens, shapes, shifts, hasDuplicate } : whyNoTape(bytes[index]);
  }
}

/**
 * The shape that follows `shape` with the key at `index`; undefined when the key has escapes or is too long, or there are
 * too many shapes.
 */
function shapeWithKey(shapes: Shapes, shape: Shape, source: Source, index: number): Shape | undefined {
  const { bytes } = source;
  let end = index;
  while (end < bytes.length && marksOf[bytes[end] ?? 0] !== stop) end++;
  return bytes[end] === 0x22 ? shapeAt(shapes, shape, source, index, end) : undefined;
}

function whyNoTape(unit: number | undefined): NoTape {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 ? 'white space' : 'other';
}
