/**
 * Cancellation for legacy clients, whose `notifications/cancelled` is a request of its own and may reach any instance. A client is
 * identified by its channel: its HTTP+SSE session, or the `Mcp-Session-Id` that `initialize` returns for this purpose and for the
 * standalone stream. The id is optional, and any is accepted that its client has not ended: no state is stored under it, and only the
 * token gives access. A call subscribes only after it has lasted a while, so that quick calls cost no connection.
 */
import { logFailure } from '../../aws/lib/log.ts';
import { publishCancel, publishEnded } from '../../aws/services/push.ts';
import { type Subscription, subscribe } from '../../aws/services/subscribe.ts';
import { rememberEnded } from '../../aws/tables/sessions.ts';
import { isObject } from '../../core/lib/json/value.ts';
import type { CallRequest, CallResult } from '../../core/mcp/call.ts';
import { cancelTopic } from '../../core/mcp/topics.ts';
import type { Admission } from '../shared/admission.ts';
import { type Reply, refuse, type UrlRequest } from '../shared/functionUrl.ts';

/** People cancel calls that are slow. */
const LISTEN_AFTER_MS = 1_000;

/** DELETE of a session: its streams close, and later requests that name it are answered with 404, as the transport requires. */
export async function endSession(
  { headers }: Pick<UrlRequest, 'headers'>,
  reply: Reply,
  { token }: Admission,
): Promise<void> {
  const channel = headers['mcp-session-id'];
  if (channel === undefined) return refuse(reply, 'session_missing');
  await rememberEnded(token.tokenHash, channel);
  await publishEnded(token.tokenHash, channel);
  reply.send(204, {}, '');
}

/** Publishes the cancellations in a request to the instances that run the calls. Never rejects. */
export async function passOnCancellations(tokenHash: string, channel: string, parsed: unknown): Promise<void> {
  for (const message of [parsed].flat()) {
    if (!isObject(message) || message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) continue;
    const { requestId } = message['params'];
    if (typeof requestId !== 'string' && typeof requestId !== 'number') continue;
    await publishCancel(tokenHash, channel, requestId).catch((error: unknown) => logFailure('cancel_not_sent', error));
  }
}

/** Runs the call with a signal that the client's cancellation aborts too. */
export async function whileCancellable(
  tokenHash: string,
  channel: string,
  call: CallRequest,
  run: (call: CallRequest) => Promise<CallResult>,
): Promise<CallResult> {
  const cancelled = new AbortController();
  let subscription: Subscription | undefined;
  let over = false;
  const listen = async () => {
    const opened = await subscribe([cancelTopic(tokenHash, channel)], {
      message: (_topic, payload) => {
        if (Buffer.from(payload).toString() === JSON.stringify(call.id)) cancelled.abort();
      },
      lost: () => {},
    });
    if (over) opened.close();
    else subscription = opened;
  };
  const timer = setTimeout(
    () => void listen().catch((error) => logFailure('cancel_not_heard', error)),
    LISTEN_AFTER_MS,
  );
  try {
    return await run({ ...call, signal: AbortSignal.any([call.signal, cancelled.signal]) });
  } finally {
    over = true;
    clearTimeout(timer);
    subscription?.close();
  }
}
