/** The list of digits of other scripts is the one of the engine's own Unicode version. */
import { expect, test } from '@jest/globals';
import { normalize, ZEROS } from '../../../../core/governance/value/facts/normalize.ts';

test('every decimal digit of two bytes is read as the ASCII digit of its value', () => {
  const digits = Array.from({ length: 0xff00 - 0x600 }, (_, index) => String.fromCharCode(0x600 + index)).filter(
    (char) => /\p{Nd}/u.test(char),
  );

  const read = digits.map((digit) => normalize(digit).text);

  expect(ZEROS.map((zero) => String.fromCharCode(zero))).toEqual(digits.filter((_, index) => index % 10 === 0));
  expect(read).toEqual(digits.map((_, index) => String(index % 10)));
});
