/**
 * Reads a JSON document into a tape of tokens with their positions (RFC 8259, strictly), without making values of it.
 * On the way it tells which strings can hold anything by their characters at all; most are never looked at again.
 * White space between tokens, keys with escapes, too deep nesting and whatever is no JSON are left to others.
 */
import { CLASS, DIGIT, isTelling, SIGN, STOP } from './characters.ts';
import { escapeAt, literalEnd, numberEnd } from './grammar.ts';
import { expectedAt, type Shape, Shapes } from './shapes.ts';
import { type Source, textOf, type Units } from './source.ts';

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
export const TELLING = 32;
export const SHAPE_SHIFT = 6;
/** Numbers that a token of each tag takes. */
export const WIDTH = [1, 3, 3, 4, 4] as const;

const MAX_DEPTH = 512;
const KEPT_CAPACITY = 1 << 20;

export interface Tape {
  readonly tokens: Int32Array;
  readonly shapes: Shapes;
  /** Some object has a member twice. */
  readonly twice: boolean;
}

/** Why a document has no tape: white space may be taken out, the rest is for the parser. */
export type NoTape = 'white space' | 'other';

export function createReader(): (source: Source) => Tape | NoTape {
  let tokens = new Int32Array(1 << 12);
  let shapes = new Shapes();
  const starts = new Int32Array(MAX_DEPTH + 1);
  const open: (Shape | undefined)[] = [];

  // Imported bindings are looked up at every use; the loops below are the hottest there are.
  const classes = CLASS;
  const stop: number = STOP;
  const digit = DIGIT;

  return ({ units }) => {
    if (shapes.crowded) shapes = new Shapes();
    if (tokens.length > KEPT_CAPACITY) tokens = new Int32Array(KEPT_CAPACITY);
    const length = units.length;
    let used = 0;
    let depth = 0;
    let index = 0;
    let twice = false;
    /** Shape of the innermost container when it is an object. */
    let shape: Shape | undefined;

    document: for (;;) {
      if (used + 8 > tokens.length) {
        const grown = new Int32Array(tokens.length * 2);
        grown.set(tokens);
        tokens = grown;
      }
      if (shape !== undefined) {
        if (units[index] !== 0x22) return reason(units[index]);
        index++;
        const expected = expectedAt(shape, units, index);
        if (expected !== undefined) {
          index += expected.units.length + 1;
          shape = expected;
        } else {
          const start = index;
          while (index < length && classes[units[index]!] !== stop) index++;
          if (units[index] !== 0x22) return 'other';
          const next = shapes.follow(shape, keyAt(units, start, index));
          if (next === undefined) return 'other';
          shape = next;
          index++;
        }
        if (units[index] !== 0x3a) return reason(units[index]);
        index++;
      }
      const first = units[index];
      if (first === 0x22) {
        const start = ++index;
        let marks = 0;
        let digits = 0;
        let flags: number = Tag.string;
        for (;;) {
          let mark = 0;
          while (index < length) {
            mark = classes[units[index]!]!;
            if (mark === stop) break;
            marks |= mark;
            digits += mark & digit;
            index++;
          }
          if (index >= length) return 'other';
          const last = units[index]!;
          if (last === 0x22) break;
          if (last !== 0x5c) return 'other';
          const kind = escapeAt(units, index + 1);
          if (kind === 0) return 'other';
          flags |= kind === 1 ? ESCAPED : ESCAPED | REWRITTEN;
          // What an escape stands for is only known when it is read.
          marks |= SIGN;
          index += kind < 6 ? 2 : 6;
        }
        if (isTelling(units, start, index, marks, digits)) flags |= TELLING;
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
        if (units[index] !== first + 2) continue;
      } else if (first === 0x2d || (first !== undefined && first >= 0x30 && first <= 0x39)) {
        const end = numberEnd(units, index);
        if (end < 0) return 'other';
        tokens[used] = Tag.number;
        tokens[used + 1] = index;
        tokens[used + 2] = end;
        used += 3;
        index = end;
      } else {
        const end = literalEnd(units, index);
        if (end < 0) return reason(first);
        tokens[used++] = Tag.literal;
        index = end;
      }
      // Behind a value: the next one, or the ends of containers.
      for (;;) {
        if (depth === 0) break document;
        const sign = units[index];
        if (sign === 0x2c) {
          index++;
          continue document;
        }
        if (sign !== (shape === undefined ? 0x5d : 0x7d)) return reason(sign);
        index++;
        const start = starts[--depth]!;
        if (shape !== undefined) {
          tokens[start]! |= shape.id << SHAPE_SHIFT;
          twice ||= shape.twice;
        }
        tokens[start + 2] = index;
        tokens[start + 3] = used;
        shape = open[depth];
      }
    }
    return index === length ? { tokens, shapes, twice } : reason(units[index]);
  };
}

function reason(unit: number | undefined): NoTape {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 ? 'white space' : 'other';
}

/** Keys are read once a shape, so no text is made for them. */
function keyAt(units: Units, start: number, end: number): string {
  return textOf(units, start, end);
}
