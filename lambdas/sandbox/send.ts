/**
 * Sends a built request through the egress guard. Repeats it at most once, only for methods that are safe to repeat, and only when the
 * connection failed before any byte of an answer.
 */
import { LIMITS } from '../../core/lib/limits.ts';
import { REPEATABLE } from '../../core/response/retryAdvice.ts';
import { type EgressClient, EgressError, type EgressRequest, type EgressResponse } from '../../egress/index.ts';

const CONNECTION_FAILURES = new Set(['connect_failed', 'connection_lost', 'dns_failed']);

/** The part of a request that is sent. */
export type SendRequest = Pick<EgressRequest, 'method' | 'url' | 'headers' | 'body' | 'authorize' | 'elsewhere'>;

/** Throws EgressError. */
export async function sendOnce(
  egress: EgressClient,
  request: SendRequest,
  signal: AbortSignal,
): Promise<EgressResponse> {
  const { keep: keepBytes, abort: abortBytes } = LIMITS.upstreamBody;
  const attempt = () => egress.request({ ...request, signal, keepBytes, abortBytes });
  try {
    return await attempt();
  } catch (error) {
    const isSafe =
      error instanceof EgressError &&
      error.unanswered &&
      CONNECTION_FAILURES.has(error.code) &&
      REPEATABLE.has(request.method) &&
      !signal.aborted;
    if (!isSafe) throw error;
    return attempt();
  }
}
