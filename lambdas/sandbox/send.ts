/**
 * Sends a built request through the egress guard. Repeats it at most once, only for methods that are safe to repeat, and only when the
 * connection failed before any byte of an answer.
 */
import { LIMITS } from '../../core/lib/limits.ts';
import { REPEATABLE } from '../../core/response/retryAdvice.ts';
import { type EgressClient, EgressError, type EgressRequest, type EgressResponse } from '../../egress/index.ts';

const CONNECTION_FAILURES = new Set(['connect_failed', 'connection_lost', 'dns_failed']);

/** The part of a request that is sent. */
export type SendRequest = Pick<
  EgressRequest,
  'method' | 'url' | 'headers' | 'body' | 'authorize' | 'elsewhere' | 'onEvents' | 'onStatus'
>;

/** The time that is left. */
export interface SendLimits {
  /** Milliseconds of one exchange. */
  readonly exchangeMs: number;
  /** When everything that is sent for the call must have ended, in terms of performance.now(). */
  readonly until: number;
}

/** Throws EgressError. */
export async function sendOnce(
  egress: EgressClient,
  request: SendRequest,
  signal: AbortSignal,
  { exchangeMs, until }: SendLimits,
): Promise<EgressResponse> {
  const { keep: keepBytes, abort: abortBytes } = LIMITS.upstreamBody;
  const attempt = () => {
    const totalMs = Math.max(1, Math.min(exchangeMs, Math.round(until - performance.now())));
    return egress.request({ ...request, signal, totalMs, keepBytes, abortBytes });
  };
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
