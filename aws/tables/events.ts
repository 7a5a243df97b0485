/**
 * The table of events, where the owner has switched them on: events that are to be told (part `events`, an outbox that the publisher
 * reads by the table's stream), webhooks (part `webhooks`), and deliveries (part: the webhook). An event is put once by its id, so that
 * what is reported twice is told once.
 */
import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import { numbered, upgraded } from '../../core/model/migrations.ts';
import { type EventData, type EventType, newEvent, type ProductEvent } from '../../core/telemetry/events/events.ts';
import type { DeliveryRow, WebhookRow } from '../../core/telemetry/events/webhooks.ts';
import { putOnce } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { logError, reasonOf } from '../lib/log.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder } from './query.ts';
import { changeRow, creation, isWritten, readRow, replacement, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_EVENTS');

/** Whether the owner has switched events on. */
export const hasEvents = (): boolean => Boolean(process.env['TABLE_EVENTS']);

const KEPT_SECONDS = 30 * 86_400;
/** Seconds since 1970 after which a row that is written now is deleted. */
export const goneAt = (): number => Math.floor(Date.now() / 1_000) + KEPT_SECONDS;

/** An event that is to be told. */
export interface OutboxRow {
  readonly part: 'events';
  readonly id: string;
  readonly event: ProductEvent;
  /** To this webhook alone, and not to the bus. */
  readonly only?: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly goneAt: number;
}

const outboxRow = (event: ProductEvent, only?: string, id = event.id): OutboxRow => ({
  part: 'events',
  id,
  event,
  ...(only !== undefined && { only }),
  at: isoNow(),
  goneAt: goneAt(),
});

/**
 * Reports an event where events are on. Never rejects: what happened has happened, whether it can be told or not; a failure is logged.
 * @param once what makes it this one event
 */
export async function report<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  once: readonly string[],
): Promise<void> {
  if (!hasEvents()) return;
  try {
    await putOnce(table(), 'id', outboxRow(newEvent(type, data, once)));
  } catch (error) {
    logError('event_not_reported', { reason: reasonOf(error) });
  }
}

/** Has an event told to one webhook: a test, or one that is sent again. `id`: of this order, so that it is carried out once. */
export const orderDelivery = (event: ProductEvent, webhookId: string, id: string): Promise<unknown> =>
  putOnce(table(), 'id', outboxRow(event, webhookId, id));

/** All webhooks, oldest first. */
export async function listWebhooks(): Promise<WebhookRow[]> {
  const stored = await itemsUnder<WebhookRow>(table(), { part: 'webhooks' });
  const rows = stored.map((row) => upgraded<WebhookRow>('webhook', row));
  return rows.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Undefined when there is none. */
export const readWebhook = (id: string) => readRow<WebhookRow>(table(), { part: 'webhooks', id }, 'webhook');

/** Stores a new webhook together with `beside`. */
export async function createWebhook(row: WebhookRow, beside: TransactItem): Promise<void> {
  const TransactItems = [{ Put: creation(table(), 'part', numbered('webhook', row)) }, beside];
  await documents().send(new TransactWriteCommand({ TransactItems }));
}

/** Undefined when there is none. `beside` is written in the same transaction. */
export const changeWebhook = (
  id: string,
  change: (row: WebhookRow) => WebhookRow | undefined,
  beside?: () => TransactItem,
) => changeRow<WebhookRow>(table(), { part: 'webhooks', id }, 'webhook', 'The webhook', change, beside);

/** False when it was deleted already. Deliveries stay for their days. */
export async function deleteWebhook(id: string): Promise<boolean> {
  const { Attributes } = await documents().send(
    new DeleteCommand({ TableName: table(), Key: { part: 'webhooks', id }, ReturnValues: 'ALL_OLD' }),
  );
  return Attributes !== undefined;
}

/** False when the delivery exists. */
export const createDelivery = (row: DeliveryRow): Promise<boolean> =>
  isWritten(documents().send(new PutCommand(creation(table(), 'part', row))));

/** Undefined when there is none. */
export const readDelivery = (webhookId: string, id: string) => readRow<DeliveryRow>(table(), { part: webhookId, id });

/** Replaces the version that was read; false when another writer was faster. */
export const replaceDelivery = (row: DeliveryRow): Promise<boolean> =>
  isWritten(documents().send(new PutCommand(replacement(table(), row))));

/** The newest deliveries of a webhook, newest first. */
export async function listDeliveries(webhookId: string, limit: number): Promise<DeliveryRow[]> {
  const { Items = [] } = await documents().send(
    new QueryCommand({
      TableName: table(),
      KeyConditionExpression: 'part = :part',
      ExpressionAttributeValues: { ':part': webhookId },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items as DeliveryRow[];
}

/** What the last digest of what needs a person was about. */
export interface DigestRow {
  readonly part: 'digest';
  readonly id: 'attention';
  /** ISO 8601: when the last one was told. */
  readonly at: string;
  /** Short digests of the items that have been told and still last. */
  readonly told: readonly string[];
  readonly version: number;
}

const DIGEST = { part: 'digest', id: 'attention' } as const;

/** Undefined before the first one. */
export const readDigest = () => readRow<DigestRow>(table(), DIGEST);

/** Stores what was told, in place of the version that was read (0: none). False when another writer was faster. */
export function writeDigest(row: Omit<DigestRow, 'part' | 'id'>): Promise<boolean> {
  const next = { ...DIGEST, ...row };
  const put = row.version === 0 ? creation(table(), 'part', { ...next, version: 1 }) : replacement(table(), next);
  return isWritten(documents().send(new PutCommand(put)));
}
