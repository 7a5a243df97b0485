import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Progress, risingProgress } from '../../../../core/response/progress.ts';

function told(...heard: readonly (Progress | undefined)[]): Progress[] {
  const sent: Progress[] = [];
  const hear = risingProgress((progress) => void sent.push(progress));
  for (const one of heard) hear(one);
  return sent;
}

describe('progress', () => {
  test('counts signs of life', () => {
    expect(told(undefined, undefined)).toEqual([{ progress: 1 }, { progress: 2 }]);
  });

  test('is handed on as it is told, with total and message', () => {
    const all = [
      { progress: 1, total: 3, message: 'first' },
      { progress: 2.5, total: 3 },
    ];

    expect(told(...all)).toEqual(all);
  });

  test('that does not rise is raised by next to nothing, and a total that is passed is left out', () => {
    const sent = told({ progress: 3, total: 3 }, { progress: 3, total: 3, message: 'cleaning up' }, { progress: 1 });

    expect(sent[0]).toEqual({ progress: 3, total: 3 });
    expect(sent[1]).toEqual({ progress: expect.closeTo(3, 4), message: 'cleaning up' });
    expect(sent[2]).toEqual({ progress: expect.closeTo(3, 4) });
  });

  test('rises, whatever is heard', () => {
    const heard = fc.option(fc.record({ progress: fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e300 }) }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(fc.array(heard), (all) => {
        const numbers = told(...all).map(({ progress }) => progress);
        expect(numbers).toHaveLength(all.length);
        expect(numbers.every((number, at) => number > (numbers[at - 1] ?? 0))).toBe(true);
      }),
    );
  });
});
