/** The CPU deadline stops what would never end, and the process goes on. */
import { describe, expect, test } from '@jest/globals';
import { withinDeadline } from '../../../../lambdas/sandbox/deadline.ts';

const stopped = (task: () => unknown) => {
  try {
    return withinDeadline(100, task);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('work under the deadline', () => {
  test('returns its result', () => {
    expect(withinDeadline(1_000, () => ({ a: [1] }))).toEqual({ a: [1] });
  });

  test('throws its own errors', () => {
    expect(() =>
      withinDeadline(1_000, () => {
        throw new RangeError('mine');
      }),
    ).toThrow('mine');
  });

  test.each([
    [
      'an endless loop',
      () => {
        for (;;);
      },
    ],
    ['a regular expression that explodes', () => /(a+)+$/.test(`${'a'.repeat(60)}b`)],
    [
      'an endless loop that catches everything',
      () => {
        for (;;) {
          try {
            for (;;);
          } catch {
            // Tried again: the watchdog's end cannot be caught.
          }
        }
      },
    ],
    [
      'an endless recursion of callbacks',
      () => {
        const again = (): unknown => [1].map(again);
        for (;;) {
          try {
            again();
          } catch {}
        }
      },
    ],
  ])('is stopped in %s', (_name, task) => {
    expect(stopped(task)).toBe('governance_timeout');
    expect(withinDeadline(1_000, () => 'the next one works')).toBe('the next one works');
  });

  test('names the limit and the way out', () => {
    expect(() =>
      withinDeadline(50, () => {
        for (;;);
      }),
    ).toThrow(/50 ms.*custom patterns/);
  });
});
