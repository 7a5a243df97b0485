/**
 * One tool call within the limits of its server, token and person, unless the server's circuit breaker has stopped it (design/limits.md).
 * A call that is refused here is not made: it reaches neither the sandbox nor the API.
 */
import type { Refusal } from '../../../core/limiting/limitSet.ts';
import type { CallResult } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { headOfCall } from '../trail/entries.ts';
import { countRefused, recordRefusal } from '../trail/refusals.ts';
import { passBreaker } from './breaker.ts';
import { type CallContext, callTool } from './call.ts';
import { type Finished, failure } from './finished.ts';
import { placeForCall } from './limits.ts';

/** Makes one call, or refuses it with a result that a model understands. Rejects when {@link callTool} does. */
export async function limitedCall(context: CallContext, chosen: ChosenTool): Promise<CallResult> {
  const { tool, call } = chosen;
  const refused = async (refusal: Refusal): Promise<CallResult> => {
    context.onRetryLater?.(refusal.retryAfter);
    await recordRefusal(headOfCall(context, context.described, tool), refusal, context.token);
    return failure(refusal.code, refusal.message).result;
  };
  const passage = passBreaker(context, tool.name, call.arguments);
  if ('code' in passage) return refused(passage);
  const place = await placeForCall(context);
  if ('code' in place) return refused(place);
  const repeated = await passage.begin();
  if (repeated) {
    await place.cancel();
    return refused(repeated);
  }
  let end: Finished['entry'] | undefined;
  let isRefused = false;
  const onEnd = (entry: Finished['entry']) => {
    end = entry;
  };
  const beforeCall = async () => {
    const refusal = await passage.claim();
    isRefused = refusal !== undefined;
    return refusal && refused(refusal);
  };
  try {
    return await callTool({ ...context, onEnd, beforeCall }, chosen);
  } finally {
    const left = isRefused ? place.cancel() : place.end(end?.bytesOut ?? 0);
    await Promise.all([left, passage.end(end), countRefused(context.server.serverId)]);
  }
}
