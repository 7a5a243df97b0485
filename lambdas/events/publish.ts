/**
 * Tells what was reported: follows the stream of the events table, puts each event on the bus, and starts a delivery for each webhook that
 * asks for its type. The stream repeats a batch until it succeeds, so every step may be repeated: a delivery has an id that follows from the
 * order, and its execution the delivery's name.
 */
import { hash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { putOnBus } from '../../aws/eventBus.ts';
import { startDelivery } from '../../aws/stateMachine.ts';
import { createDelivery, goneAt, listWebhooks, type OutboxRow } from '../../aws/tables/events.ts';
import { EVENT_TYPES, type EventType } from '../../core/events/events.ts';
import type { WebhookRow } from '../../core/events/webhooks.ts';
import { auditIdOf } from '../../core/ids.ts';

/** Handles changes of the table; only new events matter. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<void> {
  const rows = Records.filter(({ eventName }) => eventName === 'INSERT').flatMap(({ dynamodb }) => {
    const row = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
    return row['part'] === 'events' ? [row as OutboxRow] : [];
  });
  if (rows.length === 0) return;
  const webhooks = await listWebhooks();
  for (const row of rows) await tell(row, webhooks);
}

async function tell(row: OutboxRow, webhooks: readonly WebhookRow[]): Promise<void> {
  const { event, only } = row;
  if (only === undefined && isPublic(event.type)) await putOnBus(event);
  for (const webhook of webhooks) {
    const isMeant = only === undefined ? webhook.types.includes(event.type) : webhook.id === only;
    if (!isMeant || webhook.stopped !== undefined) continue;
    // One for each order and webhook. Hexadecimal digits are characters of a ULID.
    const id = auditIdOf(row.at, hash('sha256', `${row.id} ${webhook.id}`).toUpperCase());
    await createDelivery({ part: webhook.id, id, event, state: 'waiting', attempts: [], goneAt: goneAt(), version: 1 });
    await startDelivery(webhook.id, id);
  }
}

const isPublic = (type: EventType): boolean => (EVENT_TYPES as readonly string[]).includes(type);
