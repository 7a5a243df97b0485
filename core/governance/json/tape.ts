/**
 * Reads a JSON document into a tape of tokens with their positions (RFC 8259, strictly), without making values of it.
 * On the way it tells which strings can hold anything by their characters at all; most are never looked at again.
 * White space between tokens, keys with escapes, too deep nesting and whatever is no JSON are left to others.
 */

import { escapeAt, literalEnd, numberEnd } from './grammar.ts';
import { expectedAt, type Shape, Shapes } from './shapes.ts';
import { type Source, shiftOf } from './source.ts';
import { CLASS, DIGIT, mayHoldData, SIGN, STOP, WIDE } from './stringMarks.ts';

/** Lowest bits of a token's first number. Strings and numbers go on with start and end (without quotes). */
export const Tag = {
  literal: 0,
  string: 1,
  number: 2,
  /** Start, end, and where the tape goes on behind it; the shape's id is above `SHAPE_SHIFT`. */
  object: 3,
  array: 4,
} as const;
export const TAG_MASK = 7;
/** Of a string: it has escapes; some of them JavaScript would not write; its characters may hold something. */
export const ESCAPED = 8;
export const REWRITTEN = 16;
export const MAY_HOLD_DATA = 32;
/** Of a string: not in ASCII; where it stands in characters is told by `shifts` at the number above `SHAPE_SHIFT`. */
export const WIDE_STRING = 64;
export const SHAPE_SHIFT = 7;
/** Numbers that a token of each tag takes. */
export const WIDTH = [1, 3, 3, 4, 4] as const;

const MAX_DEPTH = 512;
/** Positions of strings outside of ASCII that a token's first number has room for. */
const MAX_WIDE = 1 << 24;
const MAX_KEPT_CAPACITY = 1 << 20;

export interface Tape {
  readonly tokens: Int32Array;
  readonly shapes: Shapes;
  /** For each string that is not in ASCII by how much its start and its end are higher in bytes than in characters. */
  readonly shifts: Int32Array;
  /** Some object has a member twice. */
  readonly hasDuplicate: boolean;
}

/** Why a document has no tape: white space may be taken out, the rest is for the parser. */
export type NoTape = 'white space' | 'other';

export function createReader(): (source: Source) => Tape | NoTape {
  let tokens = new Int32Array(1 << 12);
  let shapes = new Shapes();
  let shifts = new Int32Array(1 << 8);
  const starts = new Int32Array(MAX_DEPTH + 1);
  const open: (Shape | undefined)[] = [];

  // Imported bindings are looked up at every use; the loops below are the hottest there are.
  const classes = CLASS;
  const stop: number = STOP;
  const digit = DIGIT;
  const outside = WIDE;

  return ({ bytes }) => {
    if (shapes.isFull) shapes = new Shapes();
    if (tokens.length > MAX_KEPT_CAPACITY) tokens = new Int32Array(MAX_KEPT_CAPACITY);
    if (shifts.length > MAX_KEPT_CAPACITY) shifts = new Int32Array(1 << 8);
    const length = bytes.length;
    let used = 0;
    let depth = 0;
    let index = 0;
    let hasDuplicate = false;
    let shift = 0;
    let wide = 0;
    /** Shape of the innermost container when it is an object. */
    let shape: Shape | undefined;

    document: for (;;) {
      if (used + 8 > tokens.length) {
        const grown = new Int32Array(tokens.length * 2);
        grown.set(tokens);
        tokens = grown;
      }
      if (shape !== undefined) {
        if (bytes[index] !== 0x22) return reason(bytes[index]);
        index++;
        const expected = expectedAt(shape, bytes, index);
        if (expected !== undefined) {
          index += expected.bytes.length + 1;
          shift += expected.shift;
          shape = expected;
        } else {
          const start = index;
          while (index < length && classes[bytes[index]!] !== stop) index++;
          if (bytes[index] !== 0x22) return 'other';
          // Keys are read once a shape, so no text is made for them.
          const next = shapes.follow(shape, bytes.toString('utf8', start, index));
          if (next === undefined) return 'other';
          shape = next;
          shift += next.shift;
          index++;
        }
        if (bytes[index] !== 0x3a) return reason(bytes[index]);
        index++;
      }
      const first = bytes[index];
      if (first === 0x22) {
        const start = ++index;
        let marks = 0;
        let digits = 0;
        let flags: number = Tag.string;
        for (;;) {
          let mark = 0;
          while (index < length) {
            mark = classes[bytes[index]!]!;
            if (mark === stop) break;
            marks |= mark;
            digits += mark & digit;
            index++;
          }
          if (index >= length) return 'other';
          const last = bytes[index]!;
          if (last === 0x22) break;
          if (last !== 0x5c) return 'other';
          const kind = escapeAt(bytes, index + 1);
          if (kind === 0) return 'other';
          flags |= kind === 1 ? ESCAPED : ESCAPED | REWRITTEN;
          // What an escape stands for is only known when it is read.
          marks |= SIGN;
          index += kind < 6 ? 2 : 6;
        }
        if (mayHoldData(bytes, start, index, marks, digits)) flags |= MAY_HOLD_DATA;
        if ((marks & outside) !== 0) {
          if (wide >= MAX_WIDE) return 'other';
          if (wide + 2 > shifts.length) {
            const grown = new Int32Array(shifts.length * 4);
            grown.set(shifts);
            shifts = grown;
          }
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
        const start = starts[--depth]!;
        if (shape !== undefined) {
          tokens[start]! |= shape.id << SHAPE_SHIFT;
          hasDuplicate ||= shape.hasDuplicate;
        }
        tokens[start + 2] = index;
        tokens[start + 3] = used;
        shape = open[depth];
      }
    }
    return index === length ? { tokens, shapes, shifts, hasDuplicate } : reason(bytes[index]);
  };
}

function reason(unit: number | undefined): NoTape {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 ? 'white space' : 'other';
}
