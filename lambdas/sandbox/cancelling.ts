/**
 * Finds out whether the caller of a running call has cancelled it (aws/services/cancellations.ts). The first look is after a second, when most calls
 * have ended; each further one after another quarter of the time that the call has run, so that a call runs on for a quarter of its time at
 * most and a minute of waiting takes some sixteen requests.
 */
import { logFailure } from '../../aws/lib/log.ts';
import type { SandboxRequest } from '../../core/sandbox/protocol.ts';

const FIRST_LOOK_MS = 1_000;
const SHARE = 0.25;
/** What a quarter of a call's time comes to that is not marked as long. */
const MOST_MS = 15_000;

/** A call that may be cancelled. */
export interface Cancellable {
  readonly signal: AbortSignal;
  /** Ends the looking. */
  end(): void;
}

/** Looks until `end`; a look that fails is logged and is the last one. */
export function whileLooking(
  request: SandboxRequest,
  isCancelled: (serverId: string, callId: string) => Promise<boolean>,
): Cancellable {
  const cancelled = new AbortController();
  const { signal } = cancelled;
  // What is no request at all is refused afterwards (serve.ts).
  if (request?.kind !== 'call' || request.callId === undefined) return { signal, end: () => {} };
  const { serverId, callId } = request;
  const began = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    try {
      const isNow = await isCancelled(serverId, callId);
      if (isOver) return;
      if (isNow) cancelled.abort();
      else wait(Math.min(MOST_MS, Math.max(FIRST_LOOK_MS, (performance.now() - began) * SHARE)));
    } catch (error) {
      logFailure('cancellation_not_read', error);
    }
  };
  const wait = (ms: number) => {
    timer = setTimeout(() => void look(), ms);
  };
  wait(FIRST_LOOK_MS);
  return {
    signal,
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
