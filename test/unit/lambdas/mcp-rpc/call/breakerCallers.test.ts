/** What one caller can do to the circuit breaker of its server, by any share of calls and instances: stop itself, and nobody else. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BreakerSettings, Counts, WindowCounts } from '../../../../../core/limiting/breaker.ts';
import { NO_COUNTS, NO_WINDOW, plus } from '../../../../../core/limiting/breaker.ts';
import {
  callerId,
  countCall,
  findingOf,
  MAX_NAMES,
  naming,
  type Unwritten,
  underSharedNames,
  withCounts,
} from '../../../../../core/limiting/callers.ts';

const GOOD: Counts = { calls: 1, failed: 0, slow: 0 };
const BAD: Counts = { calls: 1, failed: 1, slow: 0 };
const SLOW: Counts = { calls: 1, failed: 0, slow: 1 };
const idOf = (at: number) => callerId({ tokenId: `tok_${at}` });

interface Call {
  readonly caller: number;
  readonly seen: Counts;
  readonly instance: number;
  /** Whether the instance writes after this call, and whether it has read the row before it. */
  readonly writes: boolean;
  readonly reads: boolean;
}

/** The row after these calls, as instances would write it. */
function rowOf(calls: readonly Call[]): WindowCounts {
  let row = NO_WINDOW;
  const instances = new Map<number, { unwritten: Unwritten; counts: Counts; known: WindowCounts }>();
  const write = (each: { unwritten: Unwritten; counts: Counts; known: WindowCounts }) => {
    const { byName, callers } = naming(each.unwritten, each.known);
    const isFull = Object.keys(row.callsBy).length >= MAX_NAMES;
    row = withCounts(row, each.counts, isFull ? underSharedNames(byName) : byName);
    for (const caller of callers) each.unwritten.delete(caller);
    each.counts = NO_COUNTS;
    each.known = row;
  };
  for (const { caller, seen, instance, writes, reads } of calls) {
    const known = instances.get(instance) ?? { unwritten: new Map(), counts: NO_COUNTS, known: NO_WINDOW };
    instances.set(instance, known);
    if (reads) known.known = row;
    countCall(known.unwritten, idOf(caller), seen);
    known.counts = plus(known.counts, seen);
    if (writes) write(known);
  }
  for (const each of instances.values()) write(each);
  return row;
}

const callsOf = (callers: number) =>
  fc.array(
    fc.record({
      caller: fc.oneof(fc.constant(0), fc.nat({ max: callers - 1 })),
      seen: fc.constantFrom(GOOD, BAD, BAD, SLOW),
      instance: fc.nat({ max: 4 }),
      writes: fc.boolean(),
      reads: fc.boolean(),
    }),
    { maxLength: 200 },
  );
const settingsOf = fc.record({
  failurePercent: fc.integer({ min: 1, max: 100 }),
  slowMs: fc.constantFrom(undefined, 1_000),
  minCalls: fc.integer({ min: 2, max: 30 }),
}) as fc.Arbitrary<BreakerSettings & { failurePercent: number; minCalls: number }>;

describe('counts by caller', () => {
  test('open the breaker for all only if the calls without any one caller would have, too', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 5, 60, 200).chain(callsOf), settingsOf, (calls, settings) => {
        const found = findingOf(settings, rowOf(calls));
        if (!found || found.caller !== undefined) return;
        const kind = found.reason === 'failures' ? 'failed' : 'slow';
        for (const left of new Set(calls.map(({ caller }) => caller))) {
          const others = calls.filter(({ caller }) => caller !== left).map(({ seen }) => seen);
          const sum = others.reduce(plus, NO_COUNTS);
          expect(sum[kind] * 100).toBeGreaterThanOrEqual(
            settings.failurePercent * Math.max(settings.minCalls, sum.calls),
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('stop a caller alone only if so many per cent of its own calls fail', () => {
    fc.assert(
      fc.property(callsOf(5), settingsOf, (all, settings) => {
        const calls = all.map((each) => ({ ...each, reads: true, instance: 0 }));
        const found = findingOf(settings, rowOf(calls));
        if (found?.caller === undefined) return;
        const own = calls.filter(({ caller }) => idOf(caller) === found.caller).map(({ seen }) => seen);
        const sum = own.reduce(plus, NO_COUNTS);
        const bad = found.reason === 'failures' ? sum.failed : sum.slow;
        expect(bad * 100).toBeGreaterThanOrEqual(settings.failurePercent * sum.calls);
      }),
      { numRuns: 500 },
    );
  });

  test('add up to those of all calls, under a bounded number of names', () => {
    fc.assert(
      fc.property(callsOf(200), (calls) => {
        const row = rowOf(calls);
        const sum = (by: object) => Object.values(by).reduce((all: number, each: number) => all + each, 0);
        expect(sum(row.failedBy)).toBe(row.failed);
        expect(sum(row.slowBy)).toBe(row.slow);
        expect(sum(row.callsBy)).toBeLessThanOrEqual(row.calls);
        expect(Object.keys(row.callsBy).length).toBeLessThanOrEqual(MAX_NAMES + 24);
      }),
      { numRuns: 300 },
    );
  });

  test('open it as soon as before when several callers fail in equal parts, however many they are', () => {
    for (const callers of [2, 3, 20, 200]) {
      const calls = Array.from({ length: 40 }, (_, at) => at);
      const rows = calls.map((at) =>
        rowOf(
          calls
            .slice(0, at + 1)
            .map((each) => ({ caller: each % callers, seen: BAD, instance: each % 3, writes: true, reads: true })),
        ),
      );
      const found = rows.map((row) => findingOf({ failurePercent: 50, minCalls: 20 }, row));
      expect([callers, found.findIndex((each) => each !== undefined && each.caller === undefined) + 1]).toEqual([
        callers,
        20,
      ]);
    }
  });

  test('know the sessions of one person, and of one client that acts for itself, as one caller', () => {
    const signIn = { person: { id: 'per_1' }, client: { id: 'cl_1' } };
    const [one, two] = [callerId({ tokenId: 'tok_1', signIn }), callerId({ tokenId: 'tok_2', signIn })];
    const machine = (tokenId: string) => callerId({ tokenId, signIn: { ...signIn, isMachine: true } });

    expect(one).toBe(two);
    expect(machine('tok_1')).toBe(machine('tok_2'));
    expect(new Set([one, machine('tok_1'), callerId({ tokenId: 'tok_1' }), callerId({ tokenId: 'tok_2' })]).size).toBe(
      4,
    );
  });
});
