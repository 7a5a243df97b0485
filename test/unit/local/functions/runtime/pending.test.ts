import { describe, expect, test } from '@jest/globals';
import { Mirror, Pending } from '../../../../../local/functions/runtime/pending.ts';

describe('what is under way', () => {
  test('is found by its number until it is deleted', () => {
    const pending = new Pending<string>();
    const [a, b] = [pending.add('a'), pending.add('b')];

    expect([pending.get(a), pending.get(b), pending.size]).toEqual(['a', 'b', 2]);
    expect([pending.delete(a), pending.delete(a)]).toEqual([true, false]);
    expect([pending.get(a), pending.get(b), pending.size]).toEqual([undefined, 'b', 1]);
    expect(pending.present()).toEqual([b]);
  });

  test('gives no number twice, so that a late word about one is not taken for its successor in the same place', () => {
    const pending = new Pending<number>();
    const given = Array.from({ length: 1_000 }, (_, n) => {
      const id = pending.add(n);
      pending.delete(id);
      return id;
    });
    const last = pending.add(-1);

    expect(new Set([...given, last]).size).toBe(1_001);
    expect(given.map((id) => pending.get(id)).filter((value) => value !== undefined)).toEqual([]);
    expect(given.some((id) => pending.delete(id))).toBe(false);
    expect(pending.get(last)).toBe(-1);
  });

  test('knows nothing of numbers that were never given', () => {
    const pending = new Pending<string>();
    pending.delete(pending.add('a'));

    expect([pending.get(0), pending.delete(0), pending.size]).toEqual([undefined, false, 0]);
  });

  test('is mirrored under the same numbers by the other side', () => {
    const pending = new Pending<string>();
    const mirror = new Mirror<string>();
    const first = pending.add('a');
    mirror.set(first, 'of a');
    pending.delete(first);
    const second = pending.add('b');
    mirror.set(second, 'of b');
    mirror.delete(first);

    expect([mirror.get(first), mirror.get(second), mirror.present()]).toEqual([undefined, 'of b', ['of b']]);
    mirror.delete(second);
    expect(mirror.present()).toEqual([]);
  });
});
