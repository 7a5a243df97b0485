import { describe, expect, test } from '@jest/globals';
import { hintsOfNamesakes } from '../../../web/src/lib/namesakes.ts';
import {
  daysUntil,
  endingSoon,
  endOf,
  endsSoon,
  isUsedSince,
  lifeOf,
  livesFor,
  onDay,
} from '../../../web/src/lib/token-life.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inMs = (ms: number) => new Date(NOW + ms).toISOString();

describe('days until the end of a token', () => {
  test.each([
    ['2026-03-10T12:00:00.000Z', 0, 'today at 12:00'],
    ['2026-03-10T23:59:59.999Z', 0, 'today at 23:59'],
    ['2026-03-10T00:00:00.000Z', 0, 'today at 00:00'],
    ['2026-03-11T00:00:00.000Z', 1, 'tomorrow'],
    ['2026-03-11T23:59:59.999Z', 1, 'tomorrow'],
    ['2026-03-13T01:00:00.000Z', 3, 'in 3 days'],
    ['2026-03-09T23:59:59.999Z', -1, 'yesterday'],
    ['2025-03-10T12:00:00.000Z', -365, '365 days ago'],
  ])('%s is %i away: %s', (at, away, words) => {
    expect(daysUntil(at, NOW, 'UTC')).toBe(away);
    expect(onDay(at, NOW, 'UTC')).toBe(words);
  });

  test.each([
    ['UTC', 1, 'tomorrow'],
    ['America/Los_Angeles', 0, 'today at 18:30'],
    ['Pacific/Auckland', 0, 'today at 14:30'],
    ['Pacific/Kiritimati', 0, 'today at 15:30'],
  ])('are those of the calendar in %s', (timeZone, away, words) => {
    const at = '2026-03-11T01:30:00.000Z';

    expect(daysUntil(at, NOW, timeZone)).toBe(away);
    expect(onDay(at, NOW, timeZone)).toBe(words);
  });

  test('are counted over a change of the clocks, which makes one of them shorter or longer', () => {
    const spring = Date.parse('2026-03-28T23:30:00+01:00');
    const autumn = Date.parse('2026-10-24T00:30:00+02:00');

    expect(daysUntil('2026-03-30T00:15:00+02:00', spring, 'Europe/Berlin')).toBe(2);
    expect(daysUntil('2026-10-25T23:45:00+01:00', autumn, 'Europe/Berlin')).toBe(1);
  });
});

describe('the life of a token', () => {
  const given = (ms?: number) => ({ createdAt: inMs(0), ...(ms !== undefined && { expiresAt: inMs(ms) }) });

  test.each([
    [undefined, '', 'Never'],
    [DAY - 800, String(DAY), 'In a day'],
    [30 * DAY - 800, String(30 * DAY), 'In 30 days'],
    [90 * DAY + 2 * 60_000, String(90 * DAY), 'In 90 days'],
    [365 * DAY, String(365 * DAY), 'In a year'],
    [45 * DAY, String(45 * DAY), 'In 45 days'],
    [44.6 * DAY, String(45 * DAY), 'In 45 days'],
    [48 * HOUR, String(2 * DAY), 'In 2 days'],
    [12 * HOUR, String(12 * HOUR), 'In 12 hours'],
    [1, String(HOUR), 'In an hour'],
  ])('of %p ms is offered again as %p: %s', (ms, value, label) => {
    const old = given(ms);

    expect(lifeOf(old)).toBe(value);
    expect(livesFor(old)).toContainEqual({ value, label });
  });

  test('is chosen from the shortest on, in which that of the old one has its place', () => {
    expect(livesFor(given(45 * DAY)).map(({ label }) => label)).toEqual([
      'Never',
      'In a day',
      'In 30 days',
      'In 45 days',
      'In 90 days',
      'In a year',
    ]);
    expect(livesFor()).toHaveLength(5);
  });

  test('is counted from now', () => {
    expect(endOf(String(DAY), NOW)).toBe('2026-03-11T12:00:00.000Z');
    expect(endOf('', NOW)).toBeUndefined();
  });
});

describe('an end that is near', () => {
  const token = (days: number | undefined, more: object = {}) => ({
    status: 'active' as const,
    lastUsedAt: '2026-03-01T00:00:00.000Z' as string | undefined,
    ...(days !== undefined && { expiresAt: inMs(days * DAY) }),
    ...more,
  });
  const soon = (one: ReturnType<typeof token>) => endsSoon(one, NOW, 'UTC');
  const told = (...tokens: ReturnType<typeof token>[]) => endingSoon(tokens, NOW, 'UTC');

  test('is one within 14 days of the calendar', () => {
    expect([0, 1, 14, 14.4].map((days) => soon(token(days)))).toEqual([true, true, true, true]);
    expect([14.5, 15, 400, undefined].map((days) => soon(token(days)))).toEqual([false, false, false, false]);
  });

  test('is not that of a token which has ended already, by time or by hand', () => {
    for (const status of ['expired', 'revoked', 'revoking']) expect(soon(token(1, { status }))).toBe(false);
  });

  test('is told of tokens that are used, the nearest first', () => {
    const late = token(9);
    const early = token(2);

    expect(told(late, token(3, { lastUsedAt: undefined }), early, token(80), token(undefined))).toEqual([early, late]);
  });

  test('is told of one that nobody has used when no other works', () => {
    const only = token(5, { lastUsedAt: undefined });

    expect(told(only, token(-3, { status: 'expired' }), token(90, { status: 'revoked' }))).toEqual([only]);
    expect(told(only, token(undefined))).toEqual([]);
  });
});

test('a token that was replaced is in use while a client goes by it after that', () => {
  const made = inMs(0);

  expect(isUsedSince({ lastUsedAt: inMs(1) }, made)).toBe(true);
  expect(isUsedSince({ lastUsedAt: inMs(0) }, made)).toBe(false);
  expect(isUsedSince({ lastUsedAt: undefined }, made)).toBe(false);
  // The list does not have the new one yet.
  expect(isUsedSince({ lastUsedAt: inMs(1) }, undefined)).toBe(false);
});

test('tokens are told apart by their last characters where their labels are the same', () => {
  const token = (id: string, label: string) => ({ id, label, hint: `${id}${id}` });

  expect(hintsOfNamesakes([token('a1', 'Claude'), token('b2', 'Cursor'), token('c3', 'Claude')])).toEqual(
    new Map([
      ['a1', 'a1a1'],
      ['c3', 'c3c3'],
    ]),
  );
});
