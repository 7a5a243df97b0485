/**
 * The storage under dynalite's operations: tables in memory, and one journal entry for all changes of a request (or transaction). Writes
 * are collected and become visible together at `commit`; a failed transaction leaves nothing. The older rows of a table with a stream,
 * which only grows, are moved to the disk (settling.ts) and out of the journal. Over 300 lines: one class, whose operations share the
 * writes that are not yet visible.
 */
import { Journal } from '../../data/journal.ts';
import {
  type Callback,
  type Item,
  type KeyValues,
  type Store,
  serviceError,
  type TableDescription,
} from './dynalite.ts';
import { Indexes } from './indexes.ts';
import { Rows, streamOf } from './rows.ts';
import { Settling } from './settling.ts';
import { snapshotOf } from './snapshot.ts';
import { type Change, Unread } from './unread.ts';

/** Table, key and the new item (null: deleted). */
type Write = readonly [table: string, key: string, item: Item | null];
/** A write and its item's JSON, which the rows and the journal share. */
type Written = readonly [...write: Write, text: string];
/**
 * One of: the changes of a request, with the rows on the disk (`h`) that they change; the number of a table's changes that its stream's
 * reader has read; the file's format.
 */
type Entry =
  | { readonly w: readonly Write[]; readonly h?: readonly Write[] }
  | { readonly read: readonly [table: string, count: number] }
  | { readonly format: number };

/** Where the rows are, and when the journal is compacted. */
export interface StoreOptions {
  /** Number of outdated journal lines that are tolerated. */
  readonly waste?: number;
  /** The file for older rows of streamed tables; if unset, all stay in memory. */
  readonly rows?: string;
  /** Age at which rows of streamed tables are moved to that file. */
  readonly ageMs?: number;
  readonly say?: (line: string) => void;
}

/** dynalite recognizes it by its name. One shared object, because creating one costs a stack trace. */
const NOT_FOUND = Object.assign(new Error('not found'), { name: 'NotFoundError' });

const MAX_ITEM_BYTES = 409_600;
/** The journal is rewritten when it has this many lines more than needed, and half as many again. */
const WASTE = 20_000;
/** Lines between two checks; also the number of outdated lines after rows have left memory because of their age. */
const LOOKS = 1_000;

/** The tables of the twin. */
export class TableStore implements Store {
  readonly options = { maxItemSize: MAX_ITEM_BYTES };
  private readonly tables: ReadonlyMap<string, TableDescription>;
  private readonly rows = new Map<string, Rows>();
  private readonly indexes: Indexes;
  private readonly journal: Journal<Entry>;
  private readonly streams: ReadonlyMap<string, Unread>;
  /** Set by the readers of streams. */
  onChange: (table: string) => void = () => {};
  /** Set by what replicates to other regions; gets the table and key of each row that a request of this region writes. */
  onWrite: ((rows: ReadonlyArray<readonly [table: string, key: string]>) => Promise<void>) | undefined;
  /** Writes of the current request, by table and key; reads see them. */
  private pending = new Map<string, Write>();
  private readonly waste: number;
  private readonly settling: Settling | undefined;
  /** Line count at which the next check is due; infinite while the journal is compacted. */
  private lookAt: number;

  /** Throws PortcullisError `data_corrupt`. */
  constructor(
    path: string,
    tables: readonly TableDescription[],
    streamed: readonly string[] = [],
    options: StoreOptions = {},
  ) {
    this.waste = options.waste ?? WASTE;
    this.tables = new Map(tables.map((table) => [table.TableName, table]));
    this.streams = new Map(streamed.map((name) => [name, new Unread(keysOf(this.tables.get(name)))]));
    if (options.rows) {
      const onAged = () => this.compactAbove(this.live + LOOKS);
      this.settling = new Settling(path, options.rows, streamed, { ...options, onAged });
    }
    const replay = (entry: Entry) => {
      if ('read' in entry) this.streams.get(entry.read[0])?.advance(entry.read[1]);
      else if ('w' in entry) {
        for (const write of entry.h ?? []) this.rowsOf(write[0]).set(write[1], withText(write)[3]);
        for (const write of entry.w) this.apply(withText(write));
      }
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
    for (const name of streamed) this.settling?.attach(name, this.rowsOf(name));
    this.indexes = new Indexes(tables, (name) => this.all(name));
    this.settling?.settle();
  }

  table(name: string): TableDescription | undefined {
    return this.tables.get(name);
  }

  get tableNames(): string[] {
    return [...this.tables.keys()].sort();
  }

  /** Every row, for expiry. */
  *all(table: string): Iterable<readonly [string, Item]> {
    yield* this.rows.get(table)?.entries() ?? [];
  }

  /** A committed row, by its key (dynalite's createKey). */
  find(table: string, key: string): Item | undefined {
    return this.rows.get(table)?.get(key);
  }

  /** The JSON of a committed row. */
  textOf(table: string, key: string): string | undefined {
    return this.rows.get(table)?.text(key);
  }

  /** Writes one row; visible at once, in the file when it resolves. */
  put(table: string, key: string, item: Item): Promise<void> {
    this.write([table, key, item]);
    return this.commit();
  }

  /** Writes a row as another region has it; null: deleted. */
  mirror(table: string, key: string, item: Item | null): Promise<void> {
    this.write([table, key, item]);
    return this.commit(true);
  }

  /** Deletes rows outside of a request. */
  async remove(table: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.write([table, key, null]);
    await this.commit();
  }

  /** Commits the collected writes: visible at once, in the file when it resolves. */
  commit(isMirrored = false): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    const writes = [...this.pending.values()].map(withText);
    this.pending = new Map();
    const held = this.hold(writes);
    const before = writes.map(([name, key]) => (this.indexes.has(name) ? this.rows.get(name)?.get(key) : undefined));
    for (const [at, write] of writes.entries()) {
      this.apply(write);
      this.indexes.change(write[0], before[at] ?? null, write[2]);
    }
    const heldText = held.length > 0 ? `"h":[${held.map(writeText).join(',')}],` : '';
    const written = this.journal.appendText(`{${heldText}"w":[${writes.map(writeText).join(',')}]}`);
    this.tidy();
    this.settling?.settle();
    for (const name of new Set(writes.map(([table]) => table))) if (this.streams.has(name)) this.onChange(name);
    if (isMirrored || !this.onWrite) return written;
    return Promise.all([this.onWrite(writes.map(([table, key]) => [table, key])), written]).then(() => {});
  }

  /** The unread changes of a table, oldest first. */
  unread(table: string): readonly Change[] {
    return this.streams.get(table)?.pending ?? [];
  }

  /** Marks the oldest `count` changes as read; this survives a restart. */
  acknowledge(table: string, count: number): Promise<void> {
    const stream = this.streams.get(table);
    if (!stream || count === 0) return Promise.resolve();
    stream.advance(stream.read + count);
    const written = this.journal.append({ read: [table, stream.read] });
    this.tidy();
    return written;
  }

  /** Compacts the journal. False when that has to wait. */
  compact(): Promise<boolean> {
    return this.journal.compact(() => snapshotOf(this.rows, this.streams));
  }

  discard(): void {
    this.pending = new Map();
  }

  async close(): Promise<void> {
    await this.settling?.close();
    await this.journal.close();
  }

  // The interface that dynalite calls.

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

  /** Indexes are updated from the rows at commit; what an operation writes to them in between is ignored. */
  getIndexDb(_kind: string, table: string, index: string): KeyValues {
    return {
      lock: (_key, hold) => hold((callback) => callback),
      get: (_key, callback) => callback(NOT_FOUND),
      put: (_key, _item, callback) => callback(null),
      del: (_key, callback) => callback(null),
      createValueStream: (range) => streamOf(this.indexes.of(table, index), range),
    };
  }

  /** Compacts the journal when enough of it is outdated; after a failure, tries again later. */
  private tidy(): void {
    if (this.journal.entries >= this.lookAt) this.compactAbove(this.most);
  }

  private compactAbove(lines: number): void {
    if (this.lookAt === Number.POSITIVE_INFINITY) return;
    this.lookAt = this.journal.entries + LOOKS;
    if (this.journal.entries <= lines) return;
    this.lookAt = Number.POSITIVE_INFINITY;
    this.compact()
      .catch((error: Error) => console.warn(`The journal of the tables could not be compacted: ${error.message}.`))
      .finally(() => {
        this.lookAt = this.journal.entries + LOOKS;
      });
  }

  /** Lines that the journal needs: rows, and unread changes, most of which are rows as well. */
  private get live(): number {
    const linesOf = (name: string, size: number) => Math.max(size, this.streams.get(name)?.pending.length ?? 0);
    return [...this.rows].reduce((sum, [name, { size }]) => sum + linesOf(name, size), 0);
  }

  private get most(): number {
    return 1.5 * this.live + this.waste;
  }

  private write(write: Write): void {
    this.pending.set(`${write[0]}/${write[1]}`, write);
  }

  /** Rows on the disk that are about to be changed are loaded into memory again, and written to the journal before their change. */
  private hold(writes: readonly Written[]): Written[] {
    if (!this.settling) return [];
    return writes.flatMap(([name, key]): Written[] => {
      const rows = this.rows.get(name);
      if (!rows?.below || rows.holds(key)) return [];
      const text = rows.text(key);
      if (text === undefined) return [];
      rows.set(key, text);
      return [[name, key, null, text]];
    });
  }

  private apply([table, key, item, text]: Written): void {
    const rows = this.rowsOf(table);
    this.streams.get(table)?.note(key, rows.text(key), item ? text : undefined, item);
    if (item) rows.set(key, text);
    else if (this.settling && this.streams.has(table)) rows.set(key, null);
    else rows.delete(key);
  }

  private rowsOf(table: string): Rows {
    let rows = this.rows.get(table);
    if (!rows) {
      rows = new Rows();
      rows.load();
      this.rows.set(table, rows);
    }
    return rows;
  }
}

const keysOf = (table: TableDescription | undefined): string[] =>
  table?.KeySchema.map(({ AttributeName }) => AttributeName) ?? [];

const withText = ([table, key, item]: Write): Written => [table, key, item, JSON.stringify(item)];
/** In the form of an {@link Entry}. */
const writeText = ([table, key, , text]: Written): string => `["${table}",${JSON.stringify(key)},${text}]`;
