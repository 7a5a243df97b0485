/**
 * Where a call meets the server's circuit breaker and the pauses of its caller (breaker.ts): before it is counted, once it is within its
 * limits, and immediately before it is made.
 */

import type { CallEnd } from '../../../core/limiting/breaker.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import { passBreaker } from './breaker.ts';
import type { Finished } from './finished.ts';
import { refuse } from './refuse.ts';
import type { Stage } from './stage.ts';

/** A tool that is marked as long is not slow for that. */
const endOf = ({ entry }: Finished, { longMs }: BundleTool): CallEnd =>
  longMs === undefined ? entry : { ...entry, upstreamMs: 0 };

/** Refuses what the breaker has stopped, and tells the breaker how the others have ended. */
export const breakerStage: Stage = {
  name: 'breaker',
  does: "refuses calls while the server's circuit breaker is open or the caller is paused, and counts how the others end",
  refuses: ['circuit_open', 'client_paused'],
  when: 'the server has a circuit breaker or pauses of callers',
  isUsed: ({ context }) => context.server.breaker !== undefined,
  async run(call, next) {
    const { context, chosen } = call;
    const passage = passBreaker(context, chosen.tool, chosen.call.arguments);
    if ('code' in passage) return refuse(call, passage);
    call.passage = passage;
    let finished: Awaited<ReturnType<typeof next>> | undefined;
    try {
      finished = await next();
      return finished;
    } finally {
      await passage.end(finished === undefined || finished.isEntered ? undefined : endOf(finished, chosen.tool));
    }
  },
};

/** Pauses a caller that repeats itself. */
export const repetitionStage: Stage = {
  name: 'repetition',
  does: 'pauses a caller that makes the same call again and again',
  refuses: ['client_paused'],
  when: 'the owner has set how many same calls are too many',
  isUsed: ({ context }) => context.server.breaker?.sameCalls !== undefined,
  async run(call, next) {
    const repeated = await call.passage?.begin();
    return repeated ? refuse(call, repeated) : next();
  },
};

/** While the breaker tries whether the API works again, lets one call through. */
export const probeStage: Stage = {
  name: 'probe',
  does: 'lets a single call through while the breaker tries whether the API works again',
  refuses: ['circuit_open'],
  when: 'the breaker has seen failures',
  isUsed: ({ context }) => context.server.breaker !== undefined && context.breaker !== undefined,
  async run(call, next) {
    const refusal = await call.passage?.claim();
    return refusal ? refuse(call, refusal) : next();
  },
};
