/** Fields of requests in words. */
import { expect, test } from '@jest/globals';
import { fieldWords } from '../../../web/src/api/field-words.ts';

test.each([
  ['/accessRules/0/group', 'access rules, item 1, group'],
  ['baseUrl', 'base URL'],
  ['/governance/customPatterns/2/pattern', 'governance, custom patterns, item 3, pattern'],
  ['/auth/tokenUrl', 'auth, token URL'],
  ['/arguments/X-Key~1a', 'arguments, X-Key/a'],
])('%s is %s', (pointer, expected) => {
  expect(fieldWords(pointer)).toBe(expected);
});
