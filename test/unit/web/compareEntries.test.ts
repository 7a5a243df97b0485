import { expect, test } from '@jest/globals';
import { compareEntries } from '../../../web/src/lib/compare-entries.ts';

test('two calls of a tool differ by their redactions by kind and by field, as far as their entries name them', () => {
  const before = {
    redactedFields: 3,
    redactedPointers: ['/items/0/email', '/items/1/email', '/owner'],
    redactedBy: [
      { type: 'email', rule: 'value', count: 1 },
      { type: 'email', rule: 'field', count: 1 },
      { type: 'name', rule: 'field', count: 1 },
    ],
  };
  const now = {
    redactedFields: 250,
    redactedPointers: ['/items/0/email', '/items/0/phone2'],
    redactedBy: [{ type: 'email', rule: 'value', count: 250 }],
  };

  expect(compareEntries(before, now)).toEqual({
    kinds: [
      { kind: 'email', before: 2, now: 250 },
      { kind: 'name', before: 1, now: 0 },
    ],
    added: ['items.phone2'],
    gone: ['owner'],
    isWhole: false,
  });
  expect(compareEntries({}, {})).toEqual({ kinds: [], added: [], gone: [], isWhole: true });
});
