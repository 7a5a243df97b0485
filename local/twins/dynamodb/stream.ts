/**
 * An event source mapping: hands the changes of a table to a function in order, in batches, and again until the function has
 * taken them. What was taken is remembered with the table, so a restart neither loses nor skips a change.
 */
import { FunctionFailed, type FunctionPool, invokeBuffered } from '../../functions/pool.ts';
import { REGION } from '../../template/resolve.ts';
import type { Item, TableDescription } from './dynalite.ts';
import type { Change, TableStore } from './store.ts';

export interface StreamMapping {
  readonly table: TableDescription;
  readonly view: 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';
  readonly pool: FunctionPool;
  readonly batchSize: number;
  /** How long to gather when a batch is not full. */
  readonly windowMs: number;
  /** The function may say which record of a batch failed. */
  readonly reportsFailures: boolean;
}

const MOST_BYTES = 5 * 1024 * 1024;
const RETRY_MS = 1_000;
const MOST_RETRY_MS = 60_000;

export class StreamReader {
  private readonly store: TableStore;
  private readonly mapping: StreamMapping;
  private timer: NodeJS.Timeout | undefined;
  private busy = false;
  private closed = false;
  private failures = 0;

  constructor(store: TableStore, mapping: StreamMapping) {
    this.store = store;
    this.mapping = mapping;
  }

  /** There may be something to read. */
  poke(): void {
    if (this.busy || this.closed || this.timer) return;
    const waiting = this.store.unread(this.mapping.table.TableName).length;
    if (waiting === 0) return;
    this.wait(waiting >= this.mapping.batchSize ? 0 : this.mapping.windowMs);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.deliver();
    }, ms);
    this.timer.unref();
  }

  private async deliver(): Promise<void> {
    const { table, pool, batchSize } = this.mapping;
    this.busy = true;
    const records: object[] = [];
    let bytes = 0;
    for (const change of this.store.unread(table.TableName).slice(0, batchSize)) {
      const record = this.recordOf(change);
      bytes += Buffer.byteLength(JSON.stringify(record));
      if (records.length > 0 && bytes > MOST_BYTES) break;
      records.push(record);
    }
    let taken = 0;
    try {
      const answer = await invokeBuffered(pool, { Records: records });
      taken = this.takenOf(answer, records.length);
    } catch (error) {
      if (!(error instanceof FunctionFailed)) throw error;
    }
    if (!this.closed) await this.store.acknowledge(table.TableName, taken);
    this.busy = false;
    if (this.closed) return;
    this.failures = taken === records.length ? 0 : this.failures + 1;
    if (this.failures > 0) this.wait(Math.min(RETRY_MS * 2 ** (this.failures - 1), MOST_RETRY_MS));
    else this.poke();
  }

  private takenOf(answer: string, count: number): number {
    if (!this.mapping.reportsFailures) return count;
    const { batchItemFailures = [] } = (JSON.parse(answer) ?? {}) as {
      batchItemFailures?: ReadonlyArray<{ itemIdentifier?: string }>;
    };
    if (batchItemFailures.length === 0) return count;
    const first = this.store.unread(this.mapping.table.TableName)[0]?.sequence ?? 0;
    const failed = batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier) - first);
    return Math.max(0, Math.min(count, ...failed));
  }

  private recordOf({ sequence, before, after }: Change): object {
    const { table, view } = this.mapping;
    const item = (after ?? before) as Item;
    const names = table.KeySchema.map(({ AttributeName }) => AttributeName);
    return {
      eventID: `${table.TableName}-${sequence}`,
      eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: REGION,
      eventSourceARN: `${table.TableArn}/stream/local`,
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(Date.now() / 1_000),
        Keys: Object.fromEntries(names.map((name) => [name, item[name]])),
        ...(after && view.startsWith('NEW') ? { NewImage: after } : {}),
        ...(before && view.includes('OLD') ? { OldImage: before } : {}),
        SequenceNumber: String(sequence).padStart(24, '0'),
        SizeBytes: Buffer.byteLength(JSON.stringify(item)),
        StreamViewType: view,
      },
    };
  }
}
