/**
 * An event source mapping: delivers the changes of a table to a function in order and in batches, and repeats a batch until the function
 * accepts it. What was accepted is stored with the table, so a restart neither loses nor skips a change. Batches are assembled as text
 * and parsed by the function, because this thread serves MCP clients.
 */
import { EventText, FunctionFailed, type FunctionPool, invokeBuffered } from '../../functions/pool.ts';
import { invocationRecord, type Send } from '../queues.ts';
import type { TableDescription } from './dynalite.ts';
import type { TableStore } from './store.ts';
import type { Change } from './unread.ts';

/** An event source mapping of the template. */
export interface StreamMapping {
  readonly table: TableDescription;
  readonly view: 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';
  readonly pool: FunctionPool;
  readonly batchSize: number;
  /** How long to wait for a batch to fill. */
  readonly windowMs: number;
  /** Whether the function reports which record of a batch failed. */
  readonly reportsFailures: boolean;
  /** Whether a failed batch is delivered again in halves. */
  readonly bisects?: boolean;
  /** Where what is older than `ms` goes once the function has refused it: its place in the stream, not the changes. */
  readonly givenUp?: { readonly ms: number; readonly send: Send };
}

const MAX_BYTES = 5 * 1024 * 1024;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Records assembled in a turn of the event loop: half a millisecond. */
const RECORDS_IN_TURN = 100;
/** Number of consecutive failures after which an error is logged. */
const TROUBLE = 5;

const numberOf = (sequence: number): string => String(sequence).padStart(24, '0');

/** Reads one table's stream for one function. */
export class StreamReader {
  private readonly store: TableStore;
  private readonly mapping: StreamMapping;
  private readonly say: (line: string) => void;
  private timer: NodeJS.Timeout | undefined;
  private delivering: Promise<void> | undefined;
  /** No new batch is begun. */
  private draining = false;
  /** Nothing is stored any more either. */
  private closed = false;
  private failures = 0;
  /** Records per batch; fewer than the batch size while the halves of a failed batch are delivered. */
  private most: number;

  constructor(store: TableStore, mapping: StreamMapping, say: (line: string) => void = () => {}) {
    this.store = store;
    this.mapping = mapping;
    this.say = say;
    this.most = mapping.batchSize;
  }

  /** Delivers what was left from before the start, without waiting for a batch to fill. */
  catchUp(): void {
    if (!this.timer && !this.delivering && !this.draining && this.waiting > 0) this.wait(0);
  }

  /** Call it when there may be changes to read. */
  poke(): void {
    if (this.timer || this.delivering || this.draining) return;
    const waiting = this.waiting;
    if (waiting > 0) this.wait(waiting >= this.mapping.batchSize ? 0 : this.mapping.windowMs);
  }

  /**
   * Delivers the waiting changes before the host ends; gives up at the first failure or after `ms`. The rest is delivered at the next
   * start.
   */
  async drain(ms: number): Promise<void> {
    const until = Date.now() + ms;
    this.draining = true;
    clearTimeout(this.timer);
    const empty = async () => {
      await this.delivering;
      this.failures = 0;
      while (this.waiting > 0 && this.failures === 0 && Date.now() < until) await this.deliver();
    };
    let late: NodeJS.Timeout | undefined;
    await Promise.race([
      empty(),
      new Promise<void>((done) => {
        late = setTimeout(done, ms);
      }),
    ]);
    clearTimeout(late);
  }

  close(): void {
    this.draining = true;
    this.closed = true;
    clearTimeout(this.timer);
  }

  private get waiting(): number {
    return this.store.unread(this.mapping.table.TableName).length;
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.delivering = this.deliver().finally(() => {
        this.delivering = undefined;
        if (this.draining) return;
        if (this.failures > 0) this.wait(Math.min(RETRY_MS * 2 ** (this.failures - 1), MAX_RETRY_MS));
        else if (this.most < this.mapping.batchSize && this.waiting > 0) this.wait(0);
        else this.poke();
      });
    }, ms);
    this.timer.unref();
  }

  private async deliver(): Promise<void> {
    const { table, pool, bisects } = this.mapping;
    const records: string[] = [];
    let bytes = 0;
    for (const change of this.store.unread(table.TableName).slice(0, this.most)) {
      const record = this.recordOf(change);
      bytes += record.length;
      if (records.length > 0 && bytes > MAX_BYTES) break;
      records.push(record);
      if (records.length % RECORDS_IN_TURN === 0) await new Promise((done) => setImmediate(done));
    }
    if (this.closed) return;
    let taken = 0;
    try {
      taken = this.takenOf(await invokeBuffered(pool, new EventText(`{"Records":[${records}]}`)), records.length);
    } catch (error) {
      if (!(error instanceof FunctionFailed)) throw error;
    }
    if (this.closed) return;
    await this.store.acknowledge(table.TableName, taken);
    if (taken === records.length) {
      if (this.failures >= TROUBLE) this.say(`The stream of ${table.TableName} is read again.`);
      this.failures = 0;
      this.most = Math.min(this.most * 2, this.mapping.batchSize);
      return;
    }
    this.failures++;
    if (bisects) this.most = Math.max(1, Math.floor(records.length / 2));
    if (await this.giveUp(records.length - taken)) return;
    if (this.failures === TROUBLE) {
      this.say(
        `${pool.definition.functionName} failed ${TROUBLE} times on the changes of ${table.TableName}; ${this.waiting} changes are waiting. Its log says why.`,
      );
    }
  }

  /** The first of the refused changes that are too old. False when there are none. */
  private async giveUp(refused: number): Promise<boolean> {
    const { table, pool, givenUp } = this.mapping;
    if (!givenUp) return false;
    const batch = this.store.unread(table.TableName).slice(0, refused);
    const fresh = batch.findIndex(({ at }) => Date.now() - at * 1_000 <= givenUp.ms);
    const old = fresh < 0 ? batch : batch.slice(0, fresh);
    const [first, last] = [old[0], old.at(-1)];
    if (!first || !last) return false;
    givenUp.send({
      ...invocationRecord(pool.definition.arn, 'RecordAgeExceeded', this.failures),
      DDBStreamBatchInfo: {
        shardId: 'shardId-local',
        startSequenceNumber: numberOf(first.sequence),
        endSequenceNumber: numberOf(last.sequence),
        approximateArrivalOfFirstRecord: new Date(first.at * 1_000).toISOString(),
        approximateArrivalOfLastRecord: new Date(last.at * 1_000).toISOString(),
        batchSize: old.length,
        streamArn: `${table.TableArn}/stream/local`,
      },
    });
    await this.store.acknowledge(table.TableName, old.length);
    this.failures = 0;
    return true;
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

  private recordOf({ sequence, at, keys, before, after }: Change): string {
    const { table, view } = this.mapping;
    const images =
      (after !== undefined && view.startsWith('NEW') ? `"NewImage":${after},` : '') +
      (before !== undefined && view.includes('OLD') ? `"OldImage":${before},` : '');
    const head = {
      eventID: `${table.TableName}-${sequence}`,
      eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: table.TableArn.split(':')[3],
      eventSourceARN: `${table.TableArn}/stream/local`,
    };
    const tail = {
      ApproximateCreationDateTime: at,
      Keys: keys,
      SequenceNumber: numberOf(sequence),
      SizeBytes: (after ?? before ?? '').length,
      StreamViewType: view,
    };
    return `${JSON.stringify(head).slice(0, -1)},"dynamodb":{${images}${JSON.stringify(tail).slice(1)}}`;
  }
}
