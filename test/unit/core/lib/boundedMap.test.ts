/** A map that never grows beyond its capacity. */
import { expect, test } from '@jest/globals';
import { BoundedMap } from '../../../../core/lib/boundedMap.ts';

test('beyond its capacity it forgets the entry that was set longest ago', () => {
  const map = new BoundedMap<string, number>(2);

  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);

  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
