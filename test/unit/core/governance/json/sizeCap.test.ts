/** Numbers under the size cap: one that does not fit is shown by its first digits, as a text. */
import { expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { LIMITS } from '../../../../../core/lib/limits.ts';

const maxBytes = LIMITS.answerBytes.min;
const { governBytes } = compileGovernance({ maxBytes });
const long = '12345678901234567890'.repeat(maxBytes / 10);
const FIRST_DIGITS = /^-?1234567890\d{1000,}…$/;

test.each([
  ['is the whole answer', long, ''],
  ['is a member', `{"id":12345678901234567890,"n":${long},"z":true}`, 'n'],
  ['is an item', `[${long},1]`, '0'],
  ['is negative, with a point', `{"n":-${long}.5}`, 'n'],
])('a number longer than maxBytes that %s is cut as a text is', (_where, body, member) => {
  const { text, capped, json } = governBytes(Buffer.from(body), 'application/json');

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  expect({ capped, json }).toEqual({ capped: true, json: true });
  expect(text).not.toContain('rawJSON');
  const value = JSON.parse(text);
  expect(member === '' ? value : value[member]).toMatch(FIRST_DIGITS);
});

test('numbers beside it that fit keep every digit', () => {
  const { text } = governBytes(Buffer.from(`{"id":12345678901234567890,"n":${long}}`), 'application/json');

  expect(text).toContain('"id":12345678901234567890,');
});
