/** Words of field names: names in ASCII are split by a loop of their own, which must give what the patterns give. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wordsOf } from '../../../../../core/governance/vocabulary/words.ts';

test.each([
  ['billingEmailAddress', ['billing', 'email', 'address']],
  ['parseHTMLText2Id', ['parse', 'html', 'text2id']],
  ['Billing e-mail__address', ['billing', 'e', 'mail', 'address']],
  ['ABc', ['a', 'bc']],
  ['Owner__c', ['owner']],
  ['__', []],
])('of %s', (name, words) => {
  // Act and assess
  expect(wordsOf(name)).toEqual(words);
});

test('are those of the same name with another word that is not in ASCII', () => {
  const names = fc.array(fc.constantFrom(...'abzABZ09_-. /$')).map((units) => `${units.join('')} x`);
  fc.assert(
    fc.property(names, (name) => {
      // Act and assess
      expect(wordsOf(`${name} ü`)).toEqual([...wordsOf(name), 'u']);
    }),
    { numRuns: 1_000 },
  );
});
