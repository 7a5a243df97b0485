/** The event bus of the stack (EventBridge). The rules and targets on it are the owner's. */
import type { ProductEvent } from '../../core/telemetry/events/events.ts';
import { sendDirect, textOf } from '../direct/request.ts';
import { requireEnvironment } from '../lib/environment.ts';

/** `source` of every event. */
export const EVENT_SOURCE = 'portcullis';

/** Puts one event on the bus. Rejects when EventBridge refuses it; putting it twice gives two events with the same `id` in their detail. */
export async function putOnBus({ id, type, at, data }: ProductEvent): Promise<void> {
  const pieces: Buffer[] = [];
  const entry = {
    EventBusName: requireEnvironment('EVENT_BUS'),
    Source: EVENT_SOURCE,
    DetailType: type,
    Time: Math.floor(Date.parse(at) / 1_000),
    Detail: JSON.stringify({ id, at, ...data }),
  };
  await sendDirect(
    {
      service: 'eventbridge',
      path: '/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' },
      body: JSON.stringify({ Entries: [entry] }),
      isRepeatable: true,
      patienceMs: 5_000,
    },
    (piece) => pieces.push(piece),
  );
  const { FailedEntryCount = 0, Entries = [] } = JSON.parse(textOf(pieces)) as {
    FailedEntryCount?: number;
    Entries?: { ErrorCode?: string }[];
  };
  if (FailedEntryCount > 0) throw new Error(`EventBridge refused the event: ${Entries[0]?.ErrorCode ?? 'no reason'}`);
}
