/** The list of digits of other scripts is the one of the engine's own Unicode version, and bytes are marked by it. */
import { expect, test } from '@jest/globals';
import { normalize, READ_AS, ZEROS } from '../../../../../core/governance/facts/normalize.ts';
import { FOREIGN, MARKS } from '../../../../../core/governance/json/tokens.ts';

test('every decimal digit of two bytes is read as the ASCII digit of its value', () => {
  const digits = Array.from({ length: 0xff00 - 0x600 }, (_, index) => String.fromCharCode(0x600 + index)).filter(
    (char) => /\p{Nd}/u.test(char),
  );

  const read = digits.map((digit) => normalize(digit).text);

  expect(ZEROS.map((zero) => String.fromCharCode(zero))).toEqual(digits.filter((_, index) => index % 10 === 0));
  expect(read).toEqual(digits.map((_, index) => String(index % 10)));
});

test('a byte is marked when a character that begins with it is read as another one', () => {
  const first = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? 0xf0 : Buffer.from(String.fromCharCode(unit))[0]);
  const expected = new Set([...READ_AS.entries()].flatMap(([unit, read]) => (read === 0 ? [] : [first(unit)])));

  const marked = [...MARKS.entries()].flatMap(([byte, marks]) => ((marks & FOREIGN) === 0 ? [] : [byte]));

  expect(marked).toEqual([...expected].sort());
});
