/** Refuses a call that a limit or the breaker has stopped: the client is told when to try again, and the trail has one entry a minute (trail/refusals.ts). */
import type { Refusal } from '../../../core/limiting/limitSet.ts';
import { recordRefusal } from '../trail/refusals.ts';
import { headAtToolset } from '../trail/toolsets.ts';
import { type Finished, failure } from './finished.ts';
import type { RunningCall } from './stage.ts';

/** What comes of a refused call. Never rejects. */
export async function refuse({ context, head, chosen }: RunningCall, refusal: Refusal): Promise<Finished> {
  context.onRetryLater?.(refusal.retryAfter);
  // Through a toolset the caller is the toolset's, so the refusal stands in its trail.
  await recordRefusal(headAtToolset(context, head, chosen.tool) ?? head, refusal, context.token);
  return { ...failure(refusal.code, refusal.message), isEntered: true, isRefused: true };
}
