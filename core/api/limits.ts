/** Schemas of the limits of servers, tokens and persons, and of what was used of them. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { models, time, tokenId } from '../lib/zod/fields.ts';
import { BREAKER_RANGES } from '../limiting/breaker.ts';

const { calls } = LIMITS;
const most = (max: number) => z.int().min(1).max(max);

const members = {
  callsPerSecond: most(calls.perSecond).optional(),
  callsPerDay: most(calls.perDay).optional().describe('Days are those of UTC'),
  concurrentCalls: most(calls.concurrent)
    .optional()
    .describe('Calls that run at the same time; costs two writes a call'),
  streams: most(calls.streams).optional().describe('Event streams that are open at the same time'),
  answerBytesPerDay: most(calls.bytesPerDay)
    .optional()
    .describe('Bytes of governed answers; a call that is under way when it is reached is still answered'),
};

/** Limits of a server, a token or a person, as they are set; what is left out is not limited. */
export const limitSet = z.strictObject(members).register(models, {
  id: 'Limits',
  description: 'What is left out is not limited. Each region counts by itself.',
});
/** Limits, as they are returned. */
const limitSetView = z.object(members).register(models, { id: 'LimitsSet' });

/** Limits of a server, in its answers. */
export const serverLimits = z
  .object({
    server: limitSetView.optional().describe('Of all calls together'),
    token: limitSetView.optional().describe('Of each connection token that has none of its own'),
    person: limitSetView.optional().describe('Of each person who signs in, over all their clients'),
  })
  .register(models, { id: 'ServerLimits' });

/** Limits of a server in an exported definition. */
export const serverLimitsSet = z.strictObject({
  server: limitSet.optional(),
  token: limitSet.optional(),
  person: limitSet.optional(),
});

/** Change of a server's limits. */
export const serverLimitsChange = z
  .strictObject({
    server: limitSet.nullable().optional(),
    token: limitSet.nullable().optional(),
    person: limitSet.nullable().optional(),
  })
  .describe('Each that is named is replaced as a whole, or removed by null');

/** Limits of a token, in its answers. */
export const tokenLimits = limitSetView
  .optional()
  .describe('Its own; unset: those that the server sets for each token');

/** Request to change a token. */
export const tokenChange = z
  .strictObject({
    limits: limitSet
      .nullable()
      .describe('Its own limits, as a whole; {} for none; null for those that the server sets for each token'),
  })
  .register(models, { id: 'TokenChange' });

const ranged = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max).optional();

/** When calls of a server are stopped. */
export const breakerSettings = z
  .strictObject({
    failurePercent: ranged(BREAKER_RANGES.failurePercent).describe(
      'Per cent of calls in a window that fail at the API: not reached, timed out, or 5xx. Where leaving out one caller would leave too few, that caller alone is stopped',
    ),
    slowMs: ranged(BREAKER_RANGES.slowMs).describe(
      'Milliseconds; as many per cent of slower answers (50 when failurePercent is unset) stop calls, too',
    ),
    minCalls: ranged(BREAKER_RANGES.minCalls).describe('Calls in a window below which nothing stops; 20 when unset'),
    windowSeconds: ranged(BREAKER_RANGES.windowSeconds).describe('60 when unset'),
    pauseSeconds: ranged(BREAKER_RANGES.pauseSeconds).describe('After which one call tries again; 30 when unset'),
    sameCalls: ranged(BREAKER_RANGES.sameCalls).describe(
      'Calls of a tool with the same arguments that a token may make in a window, at one instance',
    ),
    failuresInRow: ranged(BREAKER_RANGES.failuresInRow).describe(
      'Failed calls of a token in a row, in a window, after which it pauses',
    ),
  })
  .register(models, {
    id: 'Breaker',
    description: 'The circuit breaker of a server. Calls are stopped only for what is set.',
  });

const stopped = z.object({
  state: z.enum(['closed', 'open', 'trying']).describe('`trying`: the pause is over, and the next call tries the API'),
  reason: z.enum(['failures', 'slow']).optional(),
  token: tokenId
    .optional()
    .describe('Set while only the calls of its holder are stopped, because nobody else had called'),
  openedAt: time.optional(),
  until: time.optional().describe('When a call may try the API again'),
  paused: z
    .array(
      z.object({
        token: tokenId,
        reason: z
          .enum(['same_calls', 'failures_in_row', 'failures', 'slow'])
          .describe('The last two: too many of its calls failed or were slow, and not enough of those of others'),
        tool: z.string(),
        until: time,
      }),
    )
    .describe('Tokens and sessions whose calls are stopped'),
});

const used = {
  calls: z.int().optional().describe('Leased by instances of the function so far, where calls per day are limited'),
  answerBytes: z.int().optional().describe('Likewise, where bytes of answers are limited'),
};

/** What was used of the limits of a server. */
export const usage = z
  .object({
    since: time.describe('Beginning of the day (UTC)'),
    server: z.object(used),
    tokens: z.array(z.object({ id: tokenId, ...used })).describe('Active ones with daily limits'),
    breaker: stopped.optional().describe('Absent where the server has none'),
    refused: z
      .array(z.object({ code: z.string(), calls: z.int() }))
      .describe('Calls of this day that were refused, by code, most first'),
  })
  .register(models, { id: 'Usage' });
/** What was used of the limits of a server. */
export type UsageView = z.infer<typeof usage>;
