/**
 * The storage under dynalite's operations: all tables in memory, every change of one request (or of one transaction) one entry
 * of the journal. Writes are collected first and become visible together at `commit`; a failed transaction leaves nothing.
 */
import { isSameJson } from '../../../core/bundle/canonical.ts';
import { Journal } from '../../data/journal.ts';
import {
  type Callback,
  db,
  type IndexDescription,
  type Item,
  type KeyValues,
  type Store,
  serviceError,
  type TableDescription,
} from './dynalite.ts';
import { Rows, streamOf } from './rows.ts';
import { type Change, snapshotOf, type Unread } from './snapshot.ts';

/** Table, key and the new item (null: deleted). */
type Write = readonly [table: string, key: string, item: Item | null];
/** A write with its item's JSON, which the rows and the journal share. */
type Written = readonly [...write: Write, text: string];
/** Changes of one request; or how many changes of a table its stream's reader has dealt with, in all. */
type Entry = { readonly w: readonly Write[] } | { readonly read: readonly [table: string, count: number] };

/** By its name dynalite knows it. One for all, because the trace of a new one costs more than the look-up. */
const NOT_FOUND = Object.assign(new Error('not found'), { name: 'NotFoundError' });

const MAX_ITEM_BYTES = 409_600;
/** The journal is rewritten when it holds this many lines more than there are rows, and half as many as rows. */
const WASTE = 20_000;
/** Lines between two looks at that. */
const LOOKS = 1_000;

export class TableStore implements Store {
  readonly options = { maxItemSize: MAX_ITEM_BYTES };
  private readonly tables: ReadonlyMap<string, TableDescription>;
  private readonly rows = new Map<string, Rows>();
  private readonly indexes = new Map<string, Rows>();
  private readonly journal: Journal<Entry>;
  private readonly streams: ReadonlyMap<string, Unread>;
  /** Set by the streams' readers. */
  onChange: (table: string) => void = () => {};
  /** Writes of the request in hand, by table and key; reads see them. */
  private pending = new Map<string, Write>();
  private readonly waste: number;
  /** Lines of the journal at which the next look is due. */
  private lookAt: number;

  /** Throws LocalStackError `data_corrupt`. */
  constructor(path: string, tables: readonly TableDescription[], streamed: readonly string[] = [], waste = WASTE) {
    this.waste = waste;
    this.tables = new Map(tables.map((table) => [table.TableName, table]));
    this.streams = new Map(streamed.map((name) => [name, { written: 0, read: 0, pending: [] }]));
    const replay = (entry: Entry) => {
      if ('read' in entry) this.advance(...entry.read);
      else for (const write of entry.w) this.apply(withText(write));
    };
    let journal = new Journal<Entry>(path, replay);
    const texts = journal.entries > this.most ? snapshotOf(this.rows, this.streams) : undefined;
    if (texts) {
      void journal.close();
      Journal.rewriteText(path, texts);
      journal = new Journal<Entry>(path, () => {});
    }
    this.journal = journal;
    this.lookAt = journal.entries + LOOKS;
    this.buildIndexes();
  }

  table(name: string): TableDescription | undefined {
    return this.tables.get(name);
  }

  get tableNames(): string[] {
    return [...this.tables.keys()].sort();
  }

  /** Every row of a table; for the expiry sweep. */
  *all(table: string): Iterable<readonly [string, Item]> {
    yield* this.rows.get(table)?.entries() ?? [];
  }

  /** A row as it is committed, by its key (dynalite's createKey). */
  find(table: string, key: string): Item | undefined {
    return this.rows.get(table)?.get(key);
  }

  /** The JSON of a row as it is committed. */
  textOf(table: string, key: string): string | undefined {
    return this.rows.get(table)?.text(key);
  }

  /** Writes one row; visible at once, durable when it resolves. */
  put(table: string, key: string, item: Item): Promise<void> {
    this.write([table, key, item]);
    return this.commit();
  }

  /** Deletes rows outside of any request. */
  async remove(table: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.write([table, key, null]);
    await this.commit();
  }

  /** Makes the collected writes visible and durable; they are visible at once, durable when it resolves. */
  commit(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    const writes = [...this.pending.values()].map(withText);
    this.pending = new Map();
    const before = writes.map(([name, key]) => this.rows.get(name)?.get(key));
    for (const [at, write] of writes.entries()) {
      this.apply(write);
      this.reindex(this.tables.get(write[0]) as TableDescription, before[at] ?? null, write[2]);
    }
    const written = this.journal.appendText(`{"w":[${writes.map(writeText).join(',')}]}`);
    this.tidy();
    for (const name of new Set(writes.map(([table]) => table))) if (this.streams.has(name)) this.onChange(name);
    return written;
  }

  /** What the stream of a table still holds, oldest first. */
  unread(table: string): readonly Change[] {
    return this.streams.get(table)?.pending ?? [];
  }

  /** The oldest `count` changes are dealt with, also after a restart. */
  acknowledge(table: string, count: number): Promise<void> {
    const stream = this.streams.get(table);
    if (!stream || count === 0) return Promise.resolve();
    this.advance(table, stream.read + count);
    const written = this.journal.append({ read: [table, stream.read] });
    this.tidy();
    return written;
  }

  /** Leaves behind what is out of date in the journal. False when that has to wait. */
  compact(): Promise<boolean> {
    return this.journal.compact(() => snapshotOf(this.rows, this.streams));
  }

  discard(): void {
    this.pending = new Map();
  }

  async close(): Promise<void> {
    await this.journal.close();
  }

  // What dynalite calls.

  getTable(
    name: string,
    checkStatus: boolean | Callback<TableDescription>,
    callback: Callback<TableDescription> = checkStatus as Callback<TableDescription>,
  ): void {
    const table = this.tables.get(name);
    if (table) callback(null, table);
    else callback(serviceError('ResourceNotFoundException', 'Requested resource not found'));
  }

  getItemDb(name: string): KeyValues {
    return {
      lock: (_key, hold) => hold((callback) => callback),
      get: (key, callback) => {
        const write = this.pending.get(`${name}/${key}`);
        const item = write ? (write[2] ?? undefined) : this.rows.get(name)?.get(key);
        if (item) callback(null, item);
        else callback(NOT_FOUND);
      },
      put: (key, item, callback) => {
        this.write([name, key, item]);
        callback(null);
      },
      del: (key, callback) => {
        this.write([name, key, null]);
        callback(null);
      },
      createValueStream: (range) => streamOf(this.rows.get(name), range),
    };
  }

  /** Indexes follow from the rows at commit; what an operation writes to them on the way is of no account. */
  getIndexDb(_kind: string, table: string, index: string): KeyValues {
    return {
      lock: (_key, hold) => hold((callback) => callback),
      get: (_key, callback) => callback(NOT_FOUND),
      put: (_key, _item, callback) => callback(null),
      del: (_key, callback) => callback(null),
      createValueStream: (range) => streamOf(this.indexes.get(`${table}/${index}`), range),
    };
  }

  /** Compacts the journal when enough of it is out of date; what cannot be written now is tried again a while later. */
  private tidy(): void {
    if (this.journal.entries < this.lookAt) return;
    this.lookAt = this.journal.entries + LOOKS;
    if (this.journal.entries <= this.most) return;
    this.lookAt = Number.POSITIVE_INFINITY;
    const again = () => {
      this.lookAt = this.journal.entries + LOOKS;
    };
    this.compact().then(again, (error: Error) => {
      console.warn(`The journal of the tables could not be compacted: ${error.message}.`);
      again();
    });
  }

  private get live(): number {
    return [...this.rows.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private get most(): number {
    return 1.5 * this.live + this.waste;
  }

  private write(write: Write): void {
    this.pending.set(`${write[0]}/${write[1]}`, write);
  }

  private apply([table, key, item, text]: Written): void {
    let rows = this.rows.get(table);
    const stream = this.streams.get(table);
    if (stream) this.stream(stream, table, key, [rows?.text(key), item ? text : undefined], item);
    if (!rows) {
      rows = new Rows();
      rows.load();
      this.rows.set(table, rows);
    }
    if (item) rows.set(key, text);
    else rows.delete(key);
  }

  private stream(
    stream: Unread,
    table: string,
    key: string,
    [before, after]: readonly [string?, string?],
    now: Item | null,
  ): void {
    // What changes nothing is in no stream.
    if (before === after || (before !== undefined && after !== undefined && isSame(before, after))) return;
    const item = now ?? (JSON.parse(before as string) as Item);
    const names = this.tables.get(table)?.KeySchema.map(({ AttributeName }) => AttributeName) ?? [];
    const keys = Object.fromEntries(names.map((name) => [name, item[name]])) as Item;
    stream.written++;
    stream.pending.push({ sequence: stream.written, at: Math.floor(Date.now() / 1_000), key, keys, before, after });
  }

  private advance(table: string, read: number): void {
    const stream = this.streams.get(table);
    if (!stream) return;
    const first = stream.pending[0]?.sequence ?? 0;
    stream.pending.splice(0, Math.max(0, read - first + 1));
    stream.read = read;
    stream.written = Math.max(stream.written, read);
  }

  private buildIndexes(): void {
    for (const table of this.tables.values()) {
      for (const { IndexName } of indexesOf(table)) {
        const rows = new Rows();
        rows.load();
        this.indexes.set(`${table.TableName}/${IndexName}`, rows);
      }
      for (const [, item] of this.all(table.TableName)) this.reindex(table, null, item);
    }
  }

  private reindex(table: TableDescription, before: Item | null, after: Item | null): void {
    const indexes = indexesOf(table);
    if (indexes.length === 0) return;
    const { puts, deletes } = db.getIndexActions(indexes, before, after, table);
    for (const { index, key } of deletes) this.indexes.get(`${table.TableName}/${index}`)?.delete(key);
    for (const { index, key, item } of puts)
      this.indexes.get(`${table.TableName}/${index}`)?.set(key, JSON.stringify(item));
  }
}

const isSame = (one: string, other: string): boolean => isSameJson(JSON.parse(one), JSON.parse(other));

const withText = ([table, key, item]: Write): Written => [table, key, item, JSON.stringify(item)];
/** As an {@link Entry} has it. */
const writeText = ([table, key, , text]: Written): string => `["${table}",${JSON.stringify(key)},${text}]`;

const indexesOf = (table: TableDescription): readonly IndexDescription[] => [
  ...(table.LocalSecondaryIndexes ?? []),
  ...(table.GlobalSecondaryIndexes ?? []),
];
