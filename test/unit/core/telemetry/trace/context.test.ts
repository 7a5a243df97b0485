/** W3C Trace Context as the recommendation says: what is taken up, what starts a new trace, and what goes on to the next hop. */
import { describe, expect, test } from '@jest/globals';
import { isChosen, joinTrace, parseTrace, traceHeaders } from '../../../../../core/telemetry/trace/context.ts';
import { checkedTiming } from '../../../../../core/telemetry/trace/spans.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;

describe('traceparent', () => {
  test.each([
    ['sampled', VALID, { isSampled: true, isRandom: false }],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, { isSampled: false, isRandom: false }],
    ['with a random id (Level 2)', `00-${TRACE}-${SPAN}-03`, { isSampled: true, isRandom: true }],
    ['with unknown flags', `00-${TRACE}-${SPAN}-f9`, { isSampled: true, isRandom: false }],
    ['of a later version', `cc-${TRACE}-${SPAN}-01`, { isSampled: true, isRandom: false }],
    ['of a later version with more fields', `cc-${TRACE}-${SPAN}-01-what`, { isSampled: true, isRandom: false }],
  ])('%s is taken up', (_, traceparent, flags) => {
    expect(parseTrace({ traceparent })).toEqual({ traceId: TRACE, spanId: SPAN, ...flags });
  });

  test.each([
    ['nothing', ''],
    ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['an empty trace id', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['an empty parent id', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', VALID.toUpperCase()],
    ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['more fields than version 00 has', `${VALID}-what`],
    ['a later version whose flags go on', `cc-${TRACE}-${SPAN}-01.what`],
    ['a space before it', ` ${VALID}`],
    ['two of them', `${VALID},${VALID}`],
    ['a megabyte', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(1_000_000)}`],
  ])('%s starts a new trace', (_, traceparent) => {
    const joined = joinTrace({ traceparent, tracestate: 'vendor=1' }, 1);

    expect(parseTrace({ traceparent })).toBeUndefined();
    expect(joined).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      isSampled: true,
      isRandom: true,
    });
    expect(joined.traceId).not.toBe(TRACE);
  });
});

describe('tracestate', () => {
  const stateOf = (tracestate: string) => parseTrace({ traceparent: VALID, tracestate })?.state;

  test.each([
    ['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
    ['a=1 , b=2,\t,', 'a=1,b=2'],
    ['fw529a3039@dt=FfAAAAAAAAAAAA', 'fw529a3039@dt=FfAAAAAAAAAAAA'],
  ])('%j goes on', (given, kept) => {
    expect(stateOf(given)).toBe(kept);
  });

  test.each([
    'a=1,a=2',
    'A=1',
    'a',
    'a=',
    'a=1=2',
    'a=grüße',
    'a=x\r\ninjected: 1',
    Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(','),
    `a=${'x'.repeat(513)}`,
  ])('%j is dropped, and the trace goes on', (given) => {
    expect(stateOf(given)).toBeUndefined();
    expect(parseTrace({ traceparent: VALID, tracestate: given })?.traceId).toBe(TRACE);
  });
});

test('the next hop gets the trace with our span as its parent', () => {
  const joined = joinTrace({ traceparent: `cc-${TRACE}-${SPAN}-03-later`, tracestate: 'vendor=1' }, 0);

  const headers = traceHeaders(joined);

  expect(joined.parentId).toBe(SPAN);
  expect(headers).toEqual([
    ['traceparent', `00-${TRACE}-${joined.spanId}-03`],
    ['tracestate', 'vendor=1'],
  ]);
});

test('what a client says about sampling holds; of the other traces about the given share is recorded', () => {
  const chosen = (ratio: number) =>
    Array.from({ length: 2_000 }, () => joinTrace({}, ratio)).filter((one) => one.isSampled).length;

  expect(joinTrace({ traceparent: VALID }, 0).isSampled).toBe(true);
  expect(joinTrace({ traceparent: `00-${TRACE}-${SPAN}-00` }, 1).isSampled).toBe(false);
  expect([chosen(0), chosen(1)]).toEqual([0, 2_000]);
  // 20 standard deviations.
  expect(chosen(0.5)).toBeGreaterThan(550);
  expect(chosen(0.5)).toBeLessThan(1_450);
});

test.each([
  ['c0000000000000', 0.25, true],
  ['bfffffffffffff', 0.25, false],
  ['80000000000000', 0.5, true],
  ['7fffffffffffff', 0.5, false],
  ['00000000000000', 1, true],
  ['ffffffffffffff', 0, false],
])('a trace whose random value is %s, at a ratio of %d: %s', (random, ratio, isIn) => {
  expect(isChosen(TRACE.slice(0, 18) + random, ratio)).toBe(isIn);
});

test('of what a sandbox reports, only numbers count that lie within the call', () => {
  const stage = { at: 1, ms: 2 };

  expect(checkedTiming({ ms: 5, upstream: stage, governance: { at: 3, ms: 2 }, isCold: true })).toEqual({
    ms: 5,
    upstream: stage,
    governance: { at: 3, ms: 2 },
    isCold: true,
  });
  expect(checkedTiming({ ms: 5, upstream: { at: 4, ms: 9 }, governance: 'secret', isCold: 'yes' })).toEqual({ ms: 5 });
  for (const wrong of [undefined, null, 'x', {}, { ms: '5' }, { ms: Number.NaN }, { ms: -1 }, { ms: 1e300 }]) {
    expect(checkedTiming(wrong)).toBeUndefined();
  }
});
