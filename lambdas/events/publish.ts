/**
 * Tells what was reported: follows the stream of the events table, starts a delivery for each webhook that asks for an event's type, and
 * puts the event on the bus. The stream repeats an event until that succeeds, so every step may be repeated: a delivery has an id that
 * follows from the order, and its execution the delivery's name. The bus comes last, because it tells its readers each time.
 */
import { hash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { logFailure } from '../../aws/lib/log.ts';
import { putOnBus } from '../../aws/services/eventBus.ts';
import { startDelivery } from '../../aws/services/stateMachine.ts';
import { createDelivery, goneAt, listWebhooks, type OutboxRow } from '../../aws/tables/events.ts';
import { readServerPlace } from '../../aws/tables/servers.ts';
import { auditIdOf } from '../../core/lib/ids.ts';
import { projectOf } from '../../core/model/projects.ts';
import { EVENT_TYPES, type EventType, type ProductEvent } from '../../core/telemetry/events/events.ts';
import type { WebhookRow } from '../../core/telemetry/events/webhooks.ts';

/**
 * Handles changes of the table; only new events matter. Ends at the first event that cannot be told, with which the stream then goes on.
 * Throws if that is the first of all, so that the function's errors show it.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const reported = Records.filter(({ eventName }) => eventName === 'INSERT').flatMap(({ dynamodb }) => {
    const row = unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
    return row['part'] === 'events' ? [{ row: row as OutboxRow, number: dynamodb?.SequenceNumber ?? '' }] : [];
  });
  if (reported.length === 0) return { batchItemFailures: [] };
  const webhooks = await listWebhooks();
  for (const [at, { row, number }] of reported.entries()) {
    try {
      await tell(row, await toldOf(row.event), webhooks);
    } catch (error) {
      if (at === 0) throw error;
      logFailure('event_not_told', error);
      return { batchItemFailures: [{ itemIdentifier: number }] };
    }
  }
  return { batchItemFailures: [] };
}

async function tell(row: OutboxRow, told: Told, webhooks: readonly WebhookRow[]): Promise<void> {
  const { only } = row;
  const { event } = told;
  for (const webhook of webhooks) {
    const isMeant = only === undefined ? isWanted(webhook, told) : webhook.id === only;
    if (!isMeant || webhook.stopped !== undefined) continue;
    // One for each order and webhook. Hexadecimal digits are characters of a ULID.
    const id = auditIdOf(row.at, hash('sha256', `${row.id} ${webhook.id}`).toUpperCase());
    await createDelivery({ part: webhook.id, id, event, state: 'waiting', attempts: [], goneAt: goneAt(), version: 1 });
    await startDelivery(webhook.id, id);
  }
  if (only === undefined && isPublic(event.type)) await putOnBus(event);
}

/** An event, and the project that it belongs to; undefined for what concerns no server, and for one that is gone. */
interface Told {
  readonly event: ProductEvent;
  readonly project: string | undefined;
}

/** The event with the project of its server, as it is now, unless that is `default`. Told here and not where it is reported, so that none is without it. */
async function toldOf(event: ProductEvent): Promise<Told> {
  const serverId = 'serverId' in event.data ? event.data.serverId : undefined;
  const server = serverId === undefined ? undefined : await readServerPlace(serverId);
  if (!server) return { event, project: undefined };
  const { project } = server;
  const named = project === undefined ? event : ({ ...event, data: { ...event.data, project } } as ProductEvent);
  return { event: named, project: projectOf(server) };
}

/** A webhook of a project is told of its servers alone, and of none that is gone: it may have been of another one. */
const isWanted = ({ types, project: wanted }: WebhookRow, { event: { type }, project }: Told): boolean =>
  types.includes(type) && (wanted === undefined || wanted === project);

const isPublic = (type: EventType): boolean => (EVENT_TYPES as readonly string[]).includes(type);
