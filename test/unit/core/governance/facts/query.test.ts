/** Pairs of queries and forms, also in the middle of a text. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eachPair } from '../../../../../core/governance/facts/query.ts';

function pairsOf(text: string): string[] {
  const pairs: string[] = [];
  eachPair(text, (start, nameEnd, end) => pairs.push(`${text.slice(start, nameEnd)}→${text.slice(nameEnd + 1, end)}`));
  return pairs;
}

test.each([
  ['a=1&b=2', ['a→1', 'b→2']],
  ['https://api.example.org/v1?page=2;size=3#top=4 more', ['page→2', 'size→3', 'top→4']],
  ['see ?q=ann lee&x=1', ['q→ann', 'x→1']],
  ['a==b&c=d=e', ['a→=b', 'c→d=e']],
  ['a=&b=1', ['b→1']],
  ['one two=3', []],
  ['?=1&=2', []],
  ['?user[name]=x&?y=1', ['user[name]→x', 'y→1']],
  [`${'n'.repeat(64)}=1&${'n'.repeat(65)}=2`, [`${'n'.repeat(64)}→1`]],
])('%s', (text, expected) => {
  expect(pairsOf(text)).toEqual(expected);
});

test('what is put together as a form is read as it was', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab1_.-[]'.split('')), minLength: 1, maxLength: 6 });
  const value = fc.string({ unit: fc.constantFrom(...'ab1=?%+/é'.split('')), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(word, value), { minLength: 1, maxLength: 5 }), fc.boolean(), (pairs, isLink) => {
      const form = pairs.map(([name, text]) => `${name}=${text}`).join('&');
      const text = isLink ? `https://example.org/path?${form}` : form;
      expect(pairsOf(text)).toEqual(pairs.map(([name, each]) => `${name}→${each}`));
    }),
  );
});
