/** Where the values of a JSON text stand, by which they are chosen in an answer. */
import { describe, expect, test } from '@jest/globals';
import { valuesIn } from '../../../web/src/lib/json-values.ts';
import { pathOfPointer } from '../../../web/src/lib/redaction.ts';

const placed = (text: string) => valuesIn(text).map(({ start, end, pointer }) => [pointer, text.slice(start, end)]);

describe('values of a JSON text', () => {
  test('have the pointers of RFC 6901, however the text is indented', () => {
    const value = { a: [1, { 'b/c~': 'x:{"y"}' }, [], 'z'], '': null, d: { e: true, f: {} }, g: -1.5e3 };
    const wanted = [
      ['/a/0', '1'],
      ['/a/1/b~1c~0', String.raw`"x:{\"y\"}"`],
      ['/a/3', '"z"'],
      ['/', 'null'],
      ['/d/e', 'true'],
      ['/g', '-1500'],
    ];

    expect(placed(JSON.stringify(value))).toEqual(wanted);
    expect(placed(JSON.stringify(value, null, 2))).toEqual(wanted);
  });

  test('may be the whole of it', () => {
    expect(placed('"a"')).toEqual([['', '"a"']]);
  });

  test('are at most 2,000', () => {
    expect(valuesIn(JSON.stringify(Array.from({ length: 2_001 }, () => 0)))).toHaveLength(2_000);
  });
});

test('the path of a value passes through lists', () => {
  expect(['/items/0/owner/name', '/a/1/b~1c', '/2'].map(pathOfPointer)).toEqual(['items.owner.name', '/a/b~1c', '']);
});
