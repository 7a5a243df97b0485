/**
 * Signed webhooks as the Standard Webhooks specification (1.0.0) describes them: three headers, a signature by HMAC-SHA256 over id, time
 * and body, one for each valid secret, and the schedule of attempts.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { EventType, ProductEvent } from './events.ts';

/** A webhook. Address and secrets are sealed for the function that delivers. */
export interface WebhookRow {
  readonly part: 'webhooks';
  /** `whk_` and 22 characters. */
  readonly id: string;
  readonly name: string;
  /** Scheme, host and port of the address; the rest may hold a key. */
  readonly origin: string;
  readonly sealedUrl: string;
  /** Newest first. All of them sign; one with `until` no longer after that time. */
  readonly secrets: readonly { readonly sealed: string; readonly until?: string }[];
  readonly types: readonly EventType[];
  /** Of whose servers alone it is told; absent: of all, and of what concerns no server. */
  readonly project?: string;
  /** Why nothing is delivered any more: `gone`, the address answered 410. */
  readonly stopped?: 'gone';
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly version: number;
}

/** One attempt to deliver: what was answered, or the code of what went wrong. */
export interface DeliveryAttempt {
  readonly at: string;
  readonly ms: number;
  readonly status?: number;
  readonly code?: string;
}

/** A delivery of one event to one webhook. Kept for 30 days. */
export interface DeliveryRow {
  /** The webhook. */
  readonly part: string;
  /** A ULID. */
  readonly id: string;
  readonly event: ProductEvent;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  /** When it is tried again. */
  readonly next?: string;
  /** Seconds since 1970 after which DynamoDB deletes it. */
  readonly goneAt: number;
  readonly version: number;
}

/** Form of a webhook's id. */
export const WEBHOOK_ID = /^whk_[0-9A-Za-z]{22}$/;

/** Bytes of a secret: the specification wants 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new secret, as its reader gets it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Seconds from one attempt to the next, as the specification suggests; the last one is three days after the first. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** The body of a delivery. */
export const webhookBody = ({ type, at, data }: ProductEvent): string => JSON.stringify({ type, timestamp: at, data });

/**
 * The headers of a delivery.
 * @param now milliseconds since 1970
 */
export function webhookHeaders(
  { id }: ProductEvent,
  body: string,
  secrets: readonly string[],
  now: number,
): [string, string][] {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', signatures.join(' ')],
  ];
}

/** Seconds until the next attempt; undefined after the last one. A receiver that asks for more time gets it, up to a day. */
export function retryAfter(attempts: number, asked: number | undefined): number | undefined {
  const usual = RETRY_SECONDS[attempts - 1];
  return usual === undefined ? undefined : Math.min(86_400, Math.max(usual, asked ?? 0));
}
