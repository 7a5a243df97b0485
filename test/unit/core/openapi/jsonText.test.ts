/** The ends of strings and values, held against reading byte by byte, at every place within a word. */
import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonByteScanner } from '../../../../core/lib/json/byteScanner.ts';
import { defined } from '../../../support/defined.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

function endByByte(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] === BACKSLASH) at++;
  }
  return -1;
}

/** What tempts a search by words: quotes, backslashes, bytes that differ from a quote in one bit or have their highest bit set. */
const tempting = fc.array(fc.constantFrom('"', '\\', '#', ' ', '\u0002', 'b', '\u00a2', 'é', '😀', 'a'), {
  maxLength: 40,
});

describe('JsonText', () => {
  test('finds the end of a string wherever it begins', () => {
    fc.assert(
      fc.property(tempting, fc.nat(9), (parts, before) => {
        const bytes = Buffer.from(`${' '.repeat(before)}"${parts.join('')}`);
        expect(new JsonByteScanner(bytes).afterString(before)).toBe(endByByte(bytes, before));
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds the end of any value, and none where brackets do not close those of their kind', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(9), (json, before) => {
        const text = new JsonByteScanner(Buffer.from(`${' '.repeat(before)}[${json}]  , "`));
        expect(text.afterValue(before)).toBe(before + Buffer.byteLength(json) + 2);
      }),
    );
    expect(new JsonByteScanner(Buffer.from('{"a": [1, 2}]}')).afterValue(0)).toBe(-1);
  });

  test('compares parts of every length, and samples equal ones alike', () => {
    for (let length = 0; length < 500; length += length < 20 ? 1 : 37) {
      const part = Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 251));
      const bytes = Buffer.concat([Buffer.from('abc'), part, Buffer.from('x'), part]);
      const text = new JsonByteScanner(bytes);
      expect(text.areEqual(3, 4 + length, length)).toBe(true);
      expect(text.areEqual(4, 4 + length, length + 1)).toBe(false);
      if (length >= 4) expect(text.sample(3, length)).toBe(text.sample(4 + length, length));
      for (let at = 0; at < length; at += 5) {
        const other = Buffer.from(bytes);
        other[3 + at] = defined(other[3 + at]) ^ 0x80;
        expect(new JsonByteScanner(other).areEqual(3, 4 + length, length)).toBe(false);
      }
    }
  });
});
