/** The search that decides whether a text has to be masked at all misses nothing. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { containsAny } from '../../../../../core/response/secrets/literals.ts';

/** Few different characters, so that literals overlap each other and the text. */
const narrow = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '中'), minLength, maxLength });

describe('a search for many literals', () => {
  test('finds what a search for each one finds, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(narrow(2, 9), { maxLength: 6 }), narrow(0, 60), (literals, text) => {
        expect(containsAny(literals)(text)).toBe(literals.some((literal) => text.includes(literal)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds each literal at the beginning, inside and at the end of a text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 300 }), { minLength: 1, maxLength: 20 }),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (literals, around) => {
          const search = containsAny(literals);
          for (const literal of literals) {
            for (const text of [literal, literal + around, around + literal, around + literal + around]) {
              expect(search(text)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('refuses a literal that it could miss', () => {
    expect(() => containsAny(['long enough', 'x'])).toThrow(RangeError);
  });
});
