/** How calls that a circuit breaker stops are refused, in words that a model understands. */
import type { BreakerSettings, Pause, Verdict } from '../../../core/limiting/breaker.ts';
import { type Refusal, spanOf } from '../../../core/limiting/limitSet.ts';

const secondsUntil = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1_000));

/** Refuses a call while the breaker is open. */
export function openRefusal({ reason, until }: Extract<Verdict, { kind: 'open' }>, now: number): Refusal {
  const retryAfter = secondsUntil(until, now);
  const why = reason === 'failures' ? 'fails' : 'answers too slowly';
  return {
    code: 'circuit_open',
    limited: 'server',
    retryAfter,
    message: `The call was not made: the API behind this server ${why}, so calls to it are stopped for a while. Call again in ${spanOf(retryAfter)}, not before.`,
  };
}

/** Refuses a call of a token that pauses. */
export function pausedRefusal({ reason, tool, until }: Pause, settings: BreakerSettings, now: number): Refusal {
  const retryAfter = secondsUntil(until, now);
  const why = {
    same_calls: `${tool} was called with the same arguments more than ${settings.sameCalls ?? 'a few'} times. Use the answer that you have; the same call again will not give another one`,
    failures_in_row: `${settings.failuresInRow ?? 'Many'} calls in a row failed. Read what the errors say and change the calls`,
    failures: 'The API failed at too many of them. Read what the errors say and change the calls',
    slow: 'The API needed too long for too many of them. Ask for less at a time',
  }[reason];
  return {
    code: 'client_paused',
    limited: 'token',
    retryAfter,
    message: `The call was not made: this client's calls are stopped for a while. ${why}. Calls are possible again in ${spanOf(retryAfter)}.`,
  };
}
