/** Which numbers of a JSON text JavaScript would write differently. */
import { stringClose } from './strings.ts';

const QUOTE = 0x22;

/** Bytes of a number token, with what they say about it. */
const POINT = 2;
const EXPONENT = 4;
const MINUS = 8;
export const NUMBER_MARKS = new Uint8Array(256);
for (const byte of Buffer.from('0123456789+')) NUMBER_MARKS[byte] = 1;
NUMBER_MARKS[0x2e] = POINT;
NUMBER_MARKS[0x65] = EXPONENT;
NUMBER_MARKS[0x45] = EXPONENT;
NUMBER_MARKS[0x2d] = MINUS;

/** A number whose text a JavaScript number would change: long, with exponent or closing zero, or minus zero. */
export function isExact(length: number, marks: number, lastByte: number): boolean {
  if (length > 15 || (marks & EXPONENT) !== 0) return true;
  return lastByte === 0x30 && ((marks & POINT) !== 0 || ((marks & MINUS) !== 0 && length === 2));
}

/**
 * Output ranges of the numbers whose text matters, when nothing is to be cut; `undefined` on doubt about the strings.
 * Half the work of the scanner, for bodies that are kept whole.
 */
export function findExactNumbers(bytes: Uint8Array): number[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length;
  const found: number[] = [];
  let index = 0;
  while (index < length) {
    const byte = bytes[index]!;
    if (byte === QUOTE) {
      index = stringClose(bytes, view, index + 1, length) + 1;
      if (index > length) return undefined;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const start = index;
      let marks = 0;
      let mark = NUMBER_MARKS[byte]!;
      while (mark !== 0) {
        marks |= mark;
        mark = ++index < length ? NUMBER_MARKS[bytes[index]!]! : 0;
      }
      if (isExact(index - start, marks, bytes[index - 1]!)) found.push(start, index);
    } else index++;
  }
  return found;
}
