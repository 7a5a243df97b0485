/**
 * Global tables: what one region writes reaches the replicas of the others a moment later, as whole items. Of two writes to one item the
 * later one stays, everywhere (Amazon DynamoDB developer guide, global tables, conflict resolution). What has still to be delivered is in
 * a journal, so a replica lacks nothing after a kill.
 *
 * All regions are in one process, so there is one order of all writes, and no clocks that differ.
 */
import { Journal } from '../../data/journal.ts';
import type { TableStore } from './store.ts';

/** A write on its way. The row itself is read from its region when it is delivered. */
interface Write {
  readonly number: number;
  readonly region: string;
  readonly table: string;
  readonly key: string;
}

type Entry = readonly [number: number, region: string, table: string, key: string] | { readonly delivered: number };

/** The journal is compacted when it has this many lines and nothing is on its way. */
const WASTE = 20_000;

/** Replication of some tables between the stores of regions. */
export class Replication {
  private readonly journal: Journal<Entry>;
  private readonly stores: ReadonlyMap<string, TableStore>;
  private readonly tables: ReadonlySet<string>;
  private readonly lagMs: number;
  /** In the order of the writes. */
  private readonly waiting: Write[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly delivering = new Set<Promise<void>>();
  private count = 0;

  /**
   * Delivers at once what an earlier process has left.
   * @param stores by region
   * @param tables names of the tables that have a replica in each of these regions
   * @throws PortcullisError `data_corrupt`
   */
  constructor(
    path: string,
    stores: ReadonlyMap<string, TableStore>,
    { tables, lagMs }: { readonly tables: readonly string[]; readonly lagMs: number },
  ) {
    this.stores = stores;
    this.tables = new Set(tables);
    this.lagMs = lagMs;
    const left = new Map<number, Write>();
    this.journal = new Journal<Entry>(path, (entry) => {
      if ('delivered' in entry) left.delete(entry.delivered);
      else {
        const [number, region, table, key] = entry;
        left.set(number, { number, region, table, key });
        this.count = Math.max(this.count, number);
      }
    });
    this.waiting.push(...left.values());
    for (const [region, store] of stores) store.onWrite = (rows) => this.note(region, rows);
    while (this.waiting.length > 0) this.deliverNext();
  }

  /** Copies all rows of a region to a replica that is new. */
  async fill(to: string, from: string): Promise<void> {
    const [source, target] = [this.stores.get(from), this.stores.get(to)];
    for (const table of this.tables) {
      for (const [key, item] of source?.all(table) ?? []) await target?.mirror(table, key, item);
    }
  }

  /** What is still on its way is delivered by the next process. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.delivering);
    await this.journal.close();
  }

  private note(region: string, rows: ReadonlyArray<readonly [table: string, key: string]>): Promise<void> {
    const writes = rows
      .filter(([table]) => this.tables.has(table))
      .map(([table, key]) => ({ number: ++this.count, region, table, key }));
    if (writes.length === 0) return Promise.resolve();
    this.waiting.push(...writes);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      for (const _ of writes) this.deliverNext();
    }, this.lagMs);
    this.timers.add(timer);
    return Promise.all(writes.map(({ number, table, key }) => this.journal.append([number, region, table, key]))).then(
      () => {},
    );
  }

  /** The lag is the same for all, so the oldest write is always the next. */
  private deliverNext(): void {
    const write = this.waiting.shift();
    if (!write) return;
    const delivering = this.deliver(write).finally(() => this.delivering.delete(delivering));
    this.delivering.add(delivering);
  }

  private async deliver({ number, region, table, key }: Write): Promise<void> {
    const source = this.stores.get(region);
    const [item, text] = [source?.find(table, key) ?? null, source?.textOf(table, key)];
    const isNewer = (other: string) =>
      this.waiting.some((later) => later.region === other && later.table === table && later.key === key);
    const others = [...this.stores].filter(
      ([other, store]) => other !== region && store.textOf(table, key) !== text && !isNewer(other),
    );
    await Promise.all(others.map(([, store]) => store.mirror(table, key, item)));
    await this.journal.append({ delivered: number });
    if (this.journal.entries > WASTE) await this.journal.compact(() => (this.isIdle ? [] : undefined));
  }

  /** Whether nothing is on its way but the delivery that asks. */
  private get isIdle(): boolean {
    return this.waiting.length === 0 && this.delivering.size === 1;
  }
}
