/**
 * The stream of an HTTP+SSE session (2024-11-05): it names the endpoint of its posts, and carries the answers to them. A row says that
 * it is held, so that a post to a session without a stream is told so instead of being accepted for nobody.
 */

import { collectMessage, isPointer } from '../../aws/handOver.ts';
import { logFailure } from '../../aws/log.ts';
import { closeSession, openSession, renewSession } from '../../aws/tables/sessions.ts';
import { LIMITS } from '../../core/limits.ts';
import { newSessionId } from '../../core/mcp/session.ts';
import { sessionTopic } from '../../core/mcp/topics.ts';
import type { Held } from './hold.ts';

/** How soon a client comes back after its stream was closed at the end of its life. */
const RETRY_MS = 1_000;
/** Pings between two renewals: twice within the lease. */
const RENEW_EVERY = LIMITS.stream.leaseMs / LIMITS.stream.pingMs / 2;

/** @param path as the client asked for it: path-absolute, because clients resolve it against the URL that they know and demand the same origin */
export function heldSession(path: string, tokenHash: string): Held {
  const sessionId = newSessionId();
  let pings = 0;
  return {
    topic: sessionTopic(sessionId),
    greeting: `retry: ${RETRY_MS}\nevent: endpoint\ndata: ${path}?sessionId=${sessionId}\n\n`,
    async messageOf(payload) {
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
