/** Rows as DynamoDB's attributes: as AWS's own library has them, and back. */
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { type Item, itemOf, rowOf } from '../../../aws/direct/attributes.ts';

const ROW = {
  text: 'né "quoted"',
  empty: '',
  count: 1.5,
  small: -1e-7,
  isOpen: false,
  nothing: null,
  missing: undefined,
  list: ['a', 1, true, null, [], { deep: { deeper: [{}] } }],
  map: { a: 'b', gone: undefined },
  none: {},
};

test('a row has the attributes that AWS’s library gives it, and comes back as it was', () => {
  const item = itemOf(ROW);

  expect(item).toEqual(marshall(ROW, { removeUndefinedValues: true }));
  expect(rowOf(item)).toEqual(unmarshall(item as Parameters<typeof unmarshall>[0]));
});

test.each([
  ['a number without end', Number.POSITIVE_INFINITY],
  ['a set', new Set(['a'])],
  ['bytes', new Uint8Array(1)],
  ['a time', new Date(0)],
  ['a function', () => {}],
])('%s is no value of a row', (_name, value) => {
  expect(() => itemOf({ list: [{ value }] })).toThrow(TypeError);
});

test('an attribute that no row of ours has is refused by its type', () => {
  const item = { names: { SS: ['a'] } } as unknown as Item;

  expect(() => rowOf(item)).toThrow('A row has an attribute of the type SS.');
});
