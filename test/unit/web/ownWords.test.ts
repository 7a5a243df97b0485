/** An owner's words as they are typed or pasted. */
import { expect, test } from '@jest/globals';
import { wordsIn } from '../../../web/src/lib/own-words.ts';

test.each([
  ['Acme Corp\nInitech\n\n  Acme Corp ', ['Acme Corp', 'Initech']],
  ['Acme\tInitech;Umbrella,Hooli\r\nPied Piper', ['Acme', 'Initech', 'Umbrella', 'Hooli', 'Pied Piper']],
  ['"Acme, Inc.",Hooli\n"5"" nails"', ['Acme, Inc.', 'Hooli', '5" nails']],
  ['', []],
])('%j are words', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
