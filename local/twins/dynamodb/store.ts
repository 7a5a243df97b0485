/**
 * The storage under dynalite's operations: all tables in memory, every change of one request (or of one transaction) one entry
 * of the journal. Writes are collected first and become visible together at `commit`; a failed transaction leaves nothing.
 */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { Journal } from '../../data/journal.ts';
import {
  type Callback,
  db,
  type IndexDescription,
  type Item,
  type KeyValues,
  type Range,
  type Store,
  serviceError,
  type TableDescription,
} from './dynalite.ts';
import { Rows } from './rows.ts';

/** Table, key and the new item (null: deleted). */
type Write = readonly [table: string, key: string, item: Item | null];
type Entry = readonly Write[];

export interface Change {
  readonly table: TableDescription;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const MAX_ITEM_BYTES = 409_600;
/** The journal is rewritten at start when it holds this many lines more than there are rows. */
const WASTE = 20_000;

export class TableStore implements Store {
  readonly options = { maxItemSize: MAX_ITEM_BYTES };
  private readonly tables: ReadonlyMap<string, TableDescription>;
  private readonly rows = new Map<string, Rows>();
  private readonly indexes = new Map<string, Rows>();
  private readonly journal: Journal<Entry>;
  private readonly changed: (change: Change) => void;
  /** Writes of the request in hand, by table and key; reads see them. */
  private pending = new Map<string, Write>();

  /** Throws LocalStackError `data_corrupt`. */
  constructor(path: string, tables: readonly TableDescription[], changed: (change: Change) => void) {
    this.tables = new Map(tables.map((table) => [table.TableName, table]));
    this.changed = changed;
    const replay = (entry: Entry) => {
      for (const [table, key, item] of entry) this.place(table, key, item);
    };
    let journal = new Journal<Entry>(path, replay);
    const live = [...this.rows.values()].reduce((sum, { size }) => sum + size, 0);
    if (existsSync(path) && journal.entries > live + WASTE) {
      void journal.close();
      Journal.rewrite(path, this.snapshot());
      journal = new Journal<Entry>(path, () => {});
    }
    this.journal = journal;
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

  /** Deletes rows outside of any request. */
  async remove(table: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.write([table, key, null]);
    await this.commit();
  }

  /** Makes the collected writes visible and durable; they are visible at once, durable when it resolves. */
  commit(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    const writes = [...this.pending.values()];
    this.pending = new Map();
    for (const [name, key, item] of writes) {
      const before = this.rows.get(name)?.get(key);
      this.place(name, key, item);
      const table = this.tables.get(name) as TableDescription;
      this.reindex(table, before ?? null, item);
      this.changed({ table, before, after: item ?? undefined });
    }
    return this.journal.append(writes);
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
        else callback(Object.assign(new Error('not found'), { name: 'NotFoundError' }));
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
      get: (_key, callback) => callback(Object.assign(new Error('not found'), { name: 'NotFoundError' })),
      put: (_key, _item, callback) => callback(null),
      del: (_key, callback) => callback(null),
      createValueStream: (range) => streamOf(this.indexes.get(`${table}/${index}`), range),
    };
  }

  private write(write: Write): void {
    this.pending.set(`${write[0]}/${write[1]}`, write);
  }

  private place(table: string, key: string, item: Item | null): void {
    let rows = this.rows.get(table);
    if (!rows) {
      rows = new Rows();
      rows.load();
      this.rows.set(table, rows);
    }
    if (item) rows.set(key, item);
    else rows.delete(key);
  }

  private *snapshot(): Iterable<Entry> {
    for (const [table, rows] of this.rows) for (const [key, item] of rows.entries()) yield [[table, key, item]];
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
    for (const { index, key, item } of puts) this.indexes.get(`${table.TableName}/${index}`)?.set(key, item);
  }
}

const indexesOf = (table: TableDescription): readonly IndexDescription[] => [
  ...(table.LocalSecondaryIndexes ?? []),
  ...(table.GlobalSecondaryIndexes ?? []),
];

/** dynalite consumes an emitter; it gets the rows as they were when it asked. */
function streamOf(rows: Rows | undefined, range: Range): EventEmitter {
  const found = rows?.range(range) ?? [];
  const stream = new EventEmitter();
  setImmediate(() => {
    for (const item of found) stream.emit('data', item);
    stream.emit('end');
  });
  return stream;
}
