/** Many values in one pass: what is found, and that the look before it never misses what would be. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Matcher } from '../../../../../core/governance/occurrences/matcher.ts';
import { mayContainAny } from '../../../../../core/governance/occurrences/prefixes.ts';
import { rounds } from '../../../../support/attack.ts';

const numRuns = rounds(2_000, 20_000);
const pattern = (text: string, anyCase = true) => ({ type: 'name', text, anyCase });
const found = (text: string, ...values: string[]) =>
  new Matcher(values.map((value) => pattern(value))).find(text).map(({ start, end }) => text.slice(start, end));

describe('find', () => {
  test.each([
    ['the longest at a place', 'Ann Lee Roe', ['Ann Lee', 'Ann Lee Roe'], ['Ann Lee Roe']],
    ['a shorter one where the longer ends otherwise', 'Ann Lee Ro', ['Ann Lee', 'Ann Lee Roe'], ['Ann Lee']],
    ['one after the other', 'Ann Lee,Ann Lee', ['Ann Lee'], ['Ann Lee', 'Ann Lee']],
    ['no part of a word', 'Joann Lee, Ann Leeds, Ann Leé', ['Ann Lee'], []],
    ['letters outside of ASCII in any case', 'ÉLODIE ÖZ', ['Élodie Öz'], ['ÉLODIE ÖZ']],
    ['without blanks around', '致王小明先生', ['王小明'], ['王小明']],
    ['no decimals', '0.4155550123 and 4155550123', ['4155550123'], ['4155550123']],
  ])('%s', (_title, text, values, expected) => {
    expect(found(text, ...values)).toEqual(expected);
  });

  test('in its own case only, when the value asks for it', () => {
    expect(new Matcher([pattern('Mark', false)]).find('mark it, Mark')).toMatchObject([
      { start: 9, end: 13, type: 'name' },
    ]);
  });
});

test('no text that holds a value is passed over', () => {
  const letters = fc.constantFrom(...'aAbBéßЖ王 -.%20+@'.split(''));
  const word = (min: number) => fc.string({ unit: letters, minLength: min, maxLength: 9 });
  fc.assert(
    fc.property(
      fc.array(word(3), { minLength: 1, maxLength: 6 }),
      fc.array(word(0), { maxLength: 8 }),
      (values, words) => {
        // Prepare
        const texts = [words.join(' '), [...words, ...values].join(' '), words.join('')];
        const matcher = new Matcher(values.map((value) => pattern(value, false)));

        // Act and assess
        for (const text of texts) if (matcher.find(text).length > 0) expect(mayContainAny(text, values)).toBe(true);
      },
    ),
    { numRuns },
  );
});

test('no value is passed over where one part of a long text ends', () => {
  for (const value of ['Ann', 'Ann Lee', 'ann.lee@mail.example.org']) {
    for (let before = 32_700; before < 32_800; before++) {
      const text = `${'x'.repeat(before)} ${value} ${'x'.repeat(50)}`;
      expect([before, mayContainAny(text, [value])]).toEqual([before, true]);
      expect([before, mayContainAny(text, [`${value}b`, `${value}c`])]).toEqual([before, false]);
    }
  }
});

test('many values that begin alike are compared to their ends', () => {
  const values = Array.from({ length: 1_000 }, (_, index) => `+1415555${String(index).padStart(4, '0')}`);
  const others = Array.from({ length: 1_000 }, (_, index) => `+1415555${index + 1_000}`).join(' ');

  expect(mayContainAny(`${others} ${' '.repeat(16_000_000)}`, values)).toBe(false);
  expect(mayContainAny(`${others} ${values[999]}`, values)).toBe(true);
});
