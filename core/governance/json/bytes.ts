/**
 * Bytes of JSON text (RFC 8259) that is known to be valid: where a string ends, what a byte outside strings means, and
 * which numbers JavaScript would write differently. Creates no values.
 */

/** `"` */
export const QUOTE = 0x22;
/** `,` */
export const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Classes of bytes outside strings. */
export const Byte = {
  other: 0,
  quote: 1,
  openObject: 2,
  openArray: 3,
  closeObject: 4,
  closeArray: 5,
  comma: 6,
  colon: 7,
  /** The first byte of a number. */
  number: 8,
} as const;

/** The class of each byte. */
export const BYTE_CLASS = new Uint8Array(256);
BYTE_CLASS[QUOTE] = Byte.quote;
BYTE_CLASS[0x7b] = Byte.openObject;
BYTE_CLASS[0x5b] = Byte.openArray;
BYTE_CLASS[0x7d] = Byte.closeObject;
BYTE_CLASS[0x5d] = Byte.closeArray;
BYTE_CLASS[COMMA] = Byte.comma;
BYTE_CLASS[0x3a] = Byte.colon;
BYTE_CLASS[0x2d] = Byte.number;
for (let digit = 0x30; digit <= 0x39; digit++) BYTE_CLASS[digit] = Byte.number;

/**
 * Finds the end of a string, four bytes at a time: a word contains the byte when the borrow of `x - 01010101` reaches
 * that byte's top bit; the lowest such byte is exact.
 *
 * @param start position inside the string
 * @param length of the chunk, all of which is in the view
 * @returns the position of the closing quote; `length` when the chunk ends inside the string, `length + 1` when it ends
 * directly after a backslash
 */
export function stringClose(view: DataView, start: number, length: number): number {
  const safe = length - 4;
  let index = start;
  for (;;) {
    while (index <= safe) {
      const word = view.getInt32(index, true);
      const quotes = word ^ 0x22222222;
      const slashes = word ^ 0x5c5c5c5c;
      const hit = (((quotes - 0x01010101) & ~quotes) | ((slashes - 0x01010101) & ~slashes)) & 0x80808080;
      if (hit !== 0) {
        index += (31 - Math.clz32(hit & -hit)) >> 3;
        break;
      }
      index += 4;
    }
    while (index < length) {
      const byte = view.getUint8(index);
      if (byte === QUOTE) return index;
      if (byte === BACKSLASH) {
        index += 2;
        if (index > length) return index;
        break;
      }
      index++;
    }
    if (index >= length) return length;
  }
}

const POINT = 2;
const EXPONENT = 4;
const MINUS = 8;
/** By byte: 0 when it is not part of a number, otherwise a bit for what it says about the number. */
export const NUMBER_MARKS = new Uint8Array(256);
for (const byte of Buffer.from('0123456789+')) NUMBER_MARKS[byte] = 1;
NUMBER_MARKS[0x2e] = POINT;
NUMBER_MARKS[0x65] = EXPONENT;
NUMBER_MARKS[0x45] = EXPONENT;
NUMBER_MARKS[0x2d] = MINUS;

/**
 * Whether JavaScript would write a number differently: it has more than 15 characters, an exponent or a trailing zero,
 * or it is minus zero.
 *
 * @param length in bytes
 * @param marks all `NUMBER_MARKS` of its bytes
 */
export function isExact(length: number, marks: number, lastByte: number): boolean {
  if (length > 15 || (marks & EXPONENT) !== 0) return true;
  return lastByte === 0x30 && ((marks & POINT) !== 0 || ((marks & MINUS) !== 0 && length === 2));
}

/**
 * The numbers for which `isExact` holds.
 *
 * @returns [start, end, start, end …]; undefined when a string does not end
 */
export function findExactNumbers(bytes: Uint8Array): number[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  const found: number[] = [];
  let index = 0;
  while (index < length) {
    const byte = bytes[index] ?? 0;
    if (byte === QUOTE) {
      index = stringClose(view, index + 1, length) + 1;
      if (index > length) return undefined;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const start = index;
      let marks = 0;
      let mark = NUMBER_MARKS[byte] ?? 0;
      while (mark !== 0) {
        marks |= mark;
        mark = ++index < length ? (NUMBER_MARKS[bytes[index] ?? 0] ?? 0) : 0;
      }
      if (isExact(index - start, marks, bytes[index - 1] ?? 0)) found.push(start, index);
    } else index++;
  }
  return found;
}
