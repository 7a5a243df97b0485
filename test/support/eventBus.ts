/** The events that a local stack has put on its event bus. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalStack } from './stack.ts';

/** An entry as EventBridge takes it; `Detail` is JSON. */
export interface BusEntry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly EventBusName: string;
}

/** All entries so far, in their order. */
export function busEntries({ data }: Pick<LocalStack, 'data'>): BusEntry[] {
  const file = join(data, 'state', 'events.ndjson');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last line may be half written.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as BusEntry);
}
