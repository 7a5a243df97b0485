/**
 * One attempt to deliver an event to a webhook, as a task of a state machine that waits between attempts. The address is reached by the
 * guarded client: https, public addresses, its own host alone, no redirect. Whatever it answers is a recorded outcome; of an answer only
 * the status is kept. Exactly one attempt is made for each number, however often the task is repeated after it was recorded.
 */

import { ciphertextInvalid, isNamed } from '../../aws/lib/errors.ts';
import { changeWebhook, readDelivery, readWebhook, replaceDelivery } from '../../aws/tables/events.ts';
import { openForWebhook } from '../../aws/webhookSecrets.ts';
import { hasCode } from '../../core/lib/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import {
  type DeliveryAttempt,
  type DeliveryRow,
  retryAfter,
  type WebhookRow,
  webhookBody,
  webhookHeaders,
} from '../../core/telemetry/events/webhooks.ts';
import { EgressError, postingClient } from '../../egress/index.ts';

/** The state of the machine: ids, and how long to wait before the next attempt. */
export interface DeliveryState {
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Number of attempts that were recorded. */
  readonly attempts: number;
  readonly isDone: boolean;
  /** Seconds. */
  readonly wait: number;
}

/** Standard Webhooks recommends 15 to 30 seconds. */
const PATIENCE_MS = 20_000;
const GONE = 410;
/** What is read of an answer, so that its sender can finish; nothing of it is kept. */
const READ_BYTES = 1_048_576;

/** Makes the next attempt. */
export async function handler(state: DeliveryState): Promise<DeliveryState> {
  const { webhookId, deliveryId } = state;
  const [webhook, delivery] = await Promise.all([readWebhook(webhookId), readDelivery(webhookId, deliveryId)]);
  const done = { ...state, isDone: true, wait: 0 };
  if (delivery?.state !== 'waiting') return done;
  if (delivery.attempts.length > state.attempts) return waiting(state, delivery);
  if (!webhook || webhook.stopped !== undefined) {
    const code = webhook ? 'webhook_stopped' : 'webhook_not_found';
    await replaceDelivery(endedBy(delivery, { at: isoNow(), ms: 0, code }, 'failed'));
    return done;
  }
  const { attempt, asked } = await attempted(webhook, delivery);
  const next = nextOf(delivery, attempt, asked);
  await replaceDelivery(next);
  if (attempt.status === GONE) await changeWebhook(webhookId, (row) => ({ ...row, stopped: 'gone' }));
  return next.state === 'waiting' ? waiting(state, next) : done;
}

function waiting(state: DeliveryState, { attempts, next = isoNow() }: DeliveryRow): DeliveryState {
  const wait = Math.max(0, Math.ceil((Date.parse(next) - Date.now()) / 1_000));
  return { ...state, attempts: attempts.length, isDone: false, wait };
}

/** The row after its last attempt. */
function endedBy(
  { next: _, attempts, ...row }: DeliveryRow,
  attempt: DeliveryAttempt,
  state: 'delivered' | 'failed',
): DeliveryRow {
  return { ...row, attempts: [...attempts, attempt], state };
}

function nextOf(delivery: DeliveryRow, attempt: DeliveryAttempt, asked: number | undefined): DeliveryRow {
  const attempts = [...delivery.attempts, attempt];
  const { status } = attempt;
  if (status !== undefined && status >= 200 && status < 300) return endedBy(delivery, attempt, 'delivered');
  const wait = status === GONE ? undefined : retryAfter(attempts.length, asked);
  if (wait === undefined) return endedBy(delivery, attempt, 'failed');
  return { ...delivery, attempts, next: isoNow(Date.now() + wait * 1_000) };
}

async function attempted(
  webhook: WebhookRow,
  { event }: DeliveryRow,
): Promise<{ readonly attempt: DeliveryAttempt; readonly asked?: number }> {
  const at = isoNow();
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const body = webhookBody(event);
  const valid = webhook.secrets.filter(({ until }) => until === undefined || until > at);
  const opened = await Promise.all([
    openForWebhook(webhook.id, 'url', webhook.sealedUrl),
    ...valid.map(({ sealed }) => openForWebhook(webhook.id, 'secret', sealed)),
  ]).catch((error: unknown) => {
    if (hasCode(error, 'ciphertext_invalid')) return error;
    // KMS says so where the data key is of another webhook.
    if (isNamed(error, 'InvalidCiphertextException')) return ciphertextInvalid(error);
    throw error;
  });
  if (hasCode(opened, 'ciphertext_invalid')) return { attempt: { at, ms: took(), code: opened.code } };
  const [url, ...secrets] = opened as [string, ...string[]];
  const client = postingClient(url, PATIENCE_MS);
  let seen: number | undefined;
  try {
    const { status, headers } = await client.request({
      method: 'POST',
      url,
      headers: [
        ['content-type', 'application/json'],
        ['user-agent', 'portcullis/1'],
        ['accept-encoding', 'identity'],
        ...webhookHeaders(event, body, secrets, Date.parse(at)),
      ],
      body: Buffer.from(body),
      keepBytes: 0,
      abortBytes: READ_BYTES,
      onStatus: (status) => {
        seen = status;
      },
    });
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    return { attempt: { at, ms: took(), status }, ...(Number.isFinite(seconds) && { asked: seconds }) };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    // The status decides, even if the rest of the answer cannot be read.
    return { attempt: { at, ms: took(), ...(seen === undefined ? { code: error.code } : { status: seen }) } };
  } finally {
    await client.close();
  }
}
