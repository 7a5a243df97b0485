import { describe, expect, test } from '@jest/globals';
import { nextTurn } from '../../../../lambdas/shared/turns.ts';

describe('nextTurn', () => {
  test('lets one waiting stream go on in each turn of the event loop, in their order', async () => {
    const done: number[] = [];
    const all = Promise.all([1, 2, 3].map((each) => nextTurn().then(() => done.push(each))));
    const seen: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(setImmediate);
      seen.push(done.length);
    }
    await all;

    expect(done).toEqual([1, 2, 3]);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('serves who comes after everybody was served', async () => {
    await nextTurn();

    await expect(nextTurn()).resolves.toBeUndefined();
  });
});
