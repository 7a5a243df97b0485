/**
 * The stream of an HTTP+SSE session (2024-11-05): it sends the endpoint for the session's POSTs, then the responses to them. A row in the
 * sessions table says that the stream is held, so that a POST to a session without a stream is refused instead of being accepted without
 * an answer.
 */

import { collectMessage, isPointer } from '../../aws/handOver.ts';
import { logFailure, logInfo } from '../../aws/lib/log.ts';
import { closeSession, openSession, renewSession } from '../../aws/tables/sessions.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { newSessionId, PONG_ARRIVED } from '../../core/mcp/session.ts';
import { sessionTopic } from '../../core/mcp/topics.ts';
import { asking } from './asking.ts';
import type { Held } from './hold.ts';

/** How soon a client reconnects after its stream reached the end of its lifetime. */
const RETRY_MS = 1_000;
/** Number of pings between two renewals: two renewals per lease. */
const RENEW_EVERY = LIMITS.stream.leaseMs / LIMITS.stream.pingMs / 2;

/** @param path the requested path: path-absolute, because clients resolve it against the URL that they use and require the same origin */
export function heldSession(path: string, tokenHash: string): Held {
  const sessionId = newSessionId();
  let pings = 0;
  const client = asking();
  return {
    channel: sessionId,
    topic: sessionTopic(sessionId),
    greeting: `retry: ${RETRY_MS}\nevent: endpoint\ndata: ${path}?sessionId=${sessionId}\n\n`,
    question: client.question,
    async messageOf(payload) {
      if (payload === PONG_ARRIVED) {
        client.answered();
        return undefined;
      }
      if (!isPointer(payload)) return payload;
      try {
        return (await collectMessage(payload)).toString();
      } catch (error) {
        logFailure('session_message_not_read', error);
        return undefined;
      }
    },
    open: () => openSession(sessionId, tokenHash),
    async renew() {
      if (client.isGone()) {
        logInfo('session_client_gone', {});
        throw new Error('The client has stopped answering.');
      }
      if (++pings % RENEW_EVERY !== 0) return;
      try {
        await renewSession(sessionId, tokenHash);
      } catch (error) {
        logFailure('session_not_renewed_stream_closed', error);
        throw error;
      }
    },
    close: () => closeSession(sessionId).catch((error: unknown) => logFailure('session_not_closed', error)),
  };
}
