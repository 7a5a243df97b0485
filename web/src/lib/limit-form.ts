/** The forms of limits and of the circuit breaker: numbers as they are typed, where an empty field sets nothing. Pure. */

import { LIMITS } from '../../../core/lib/limits.ts';
import { BREAKER_DEFAULTS, BREAKER_RANGES } from '../../../core/limiting/breaker.ts';
import type { Breaker, LimitSet } from '../api/types.ts';

/** What is typed, by name of the number. */
export type Typed<Name extends string> = Readonly<Record<Name, string>>;

interface NumberRule {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** What the field shows when it is empty. */
  readonly unset: string;
}

const { calls } = LIMITS;

export const LIMIT_RULES = {
  callsPerSecond: { label: 'Calls per second', min: 1, max: calls.perSecond, unset: 'no limit' },
  callsPerDay: { label: 'Calls per day (UTC)', min: 1, max: calls.perDay, unset: 'no limit' },
  concurrentCalls: { label: 'Calls at the same time', min: 1, max: calls.concurrent, unset: 'no limit' },
  streams: { label: 'Open event streams', min: 1, max: calls.streams, unset: 'no limit' },
  answerBytesPerDay: { label: 'Bytes of answers per day', min: 1, max: calls.bytesPerDay, unset: 'no limit' },
} as const satisfies Record<keyof LimitSet, NumberRule>;
export type LimitName = keyof typeof LIMIT_RULES;

export const BREAKER_RULES = {
  failurePercent: { label: 'Failed calls, per cent', ...BREAKER_RANGES.failurePercent, unset: 'not checked' },
  slowMs: { label: 'Slower than, milliseconds', ...BREAKER_RANGES.slowMs, unset: 'not checked' },
  sameCalls: { label: 'Same call repeated (per client)', ...BREAKER_RANGES.sameCalls, unset: 'not checked' },
  failuresInRow: { label: 'Consecutive failures (per client)', ...BREAKER_RANGES.failuresInRow, unset: 'not checked' },
  minCalls: { label: 'Minimum calls', ...BREAKER_RANGES.minCalls, unset: `${BREAKER_DEFAULTS.minCalls}` },
  windowSeconds: {
    label: 'Window, seconds',
    ...BREAKER_RANGES.windowSeconds,
    unset: `${BREAKER_DEFAULTS.windowSeconds}`,
  },
  pauseSeconds: { label: 'Pause, seconds', ...BREAKER_RANGES.pauseSeconds, unset: `${BREAKER_DEFAULTS.pauseSeconds}` },
} as const satisfies Record<keyof Breaker, NumberRule>;
export type BreakerName = keyof typeof BREAKER_RULES;

/** The fields of stored numbers. */
export function typedOf<Name extends string>(
  rules: Readonly<Record<Name, NumberRule>>,
  stored: { readonly [Each in Name]?: number | undefined } | undefined,
): Typed<Name> {
  const names = Object.keys(rules) as Name[];
  return Object.fromEntries(names.map((name) => [name, stored?.[name]?.toString() ?? ''])) as Typed<Name>;
}

/** What is wrong with a field. */
export function numberFault({ min, max }: NumberRule, text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || (/^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max)) return undefined;
  return `Give a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}, or leave it empty.`;
}

/** The numbers that are set. */
export function numbersOf<Name extends string>(typed: Typed<Name>): { [Each in Name]?: number } {
  const set = Object.entries<string>(typed).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(set.map(([name, text]) => [name, Number(text)])) as { [Each in Name]?: number };
}
