/**
 * Rows in memory, in key order: a map for look-ups and a sorted list of its keys for ranges. A row is stored as JSON text, which needs
 * fewer objects and gives the garbage collector nothing to traverse, because the audit table only grows. Recently used rows are kept as
 * objects too. Older rows of an append-only table are on the disk (`below`); a row in memory takes precedence over the one on the disk.
 */
import { Stream } from 'node:stream';
import type { StoredRow } from '../../data/rowFile.ts';
import type { Item, Range } from './dynalite.ts';
import type { StoredRows } from './storedRows.ts';

const MAX_RECENT = 500;
/** Rows read from the disk at a time: well below a millisecond. */
const PAGE = 50;

/** The rows of one table or index. */
export class Rows {
  /** JSON of each row; null: deleted, and perhaps still on the disk. */
  private readonly items = new Map<string, string | null>();
  private readonly recent = new Map<string, Item>();
  private keys: string[] = [];
  /** Set while many rows are loaded; they are sorted once afterwards. */
  private unordered = false;
  /** The rows on the disk. Set once the journal is replayed. */
  below: StoredRows | undefined;

  /** Number of rows in memory. */
  get size(): number {
    return this.items.size;
  }

  get(key: string): Item | undefined {
    const recent = this.recent.get(key);
    if (recent) return recent;
    const text = this.text(key);
    if (text === undefined) return undefined;
    const item = JSON.parse(text) as Item;
    this.remember(key, item);
    return item;
  }

  /** The row's JSON. */
  text(key: string): string | undefined {
    const text = this.items.get(key);
    return text === undefined ? this.below?.get(key) : (text ?? undefined);
  }

  /** Whether the key is in memory. */
  holds(key: string): boolean {
    return this.items.has(key);
  }

  /** The oldest rows in memory, to be moved to the disk. */
  oldest(most: number): StoredRow[] {
    return [...this.items.entries().take(most)];
  }

  /** Drops rows that are on the disk now, except those that have changed since. */
  forget(rows: readonly StoredRow[]): void {
    this.below?.grown(rows.map(([key]) => key));
    const left = new Set<string>();
    for (const [key, text] of rows) if (this.items.get(key) === text && this.items.delete(key)) left.add(key);
    if (!this.unordered) this.keys = this.keys.filter((key) => !left.has(key));
  }

  /** The JSON of all rows in memory, as a snapshot; copying 100,000 takes some ten milliseconds. */
  texts(): Iterable<StoredRow> {
    return pairs([...this.items.keys()], [...this.items.values()]);
  }

  *entries(): Iterable<[string, Item]> {
    for (const [key, text] of this.items) if (text !== null) yield [key, JSON.parse(text) as Item];
    for (const [key, text] of this.pages({})) if (!this.items.has(key)) yield [key, JSON.parse(text) as Item];
  }

  /** `text`: the item's JSON; null deletes it. */
  set(key: string, text: string | null): void {
    const isNew = !this.items.has(key);
    this.items.set(key, text);
    // Dropped from the recently used rows; most rows are written once and never read.
    this.recent.delete(key);
    if (!isNew || this.unordered) return;
    const last = this.keys.at(-1);
    if (last === undefined || last < key) this.keys.push(key);
    else this.keys.splice(this.position(key), 0, key);
  }

  delete(key: string): void {
    this.recent.delete(key);
    if (this.below) this.set(key, null);
    else if (this.items.delete(key) && !this.unordered) this.unlist(key);
  }

  private unlist(key: string): void {
    const at = this.position(key);
    if (this.keys[at] === key) this.keys.splice(at, 1);
  }

  /** Keys are not kept in order until the next `range`. */
  load(): void {
    this.unordered = true;
  }

  /** The rows within bounds at this moment; each is read on demand, and left out if it was deleted since. */
  range({ gt, gte, lt, lte, reverse, limit = -1 }: Range): Iterator<Item> {
    this.order();
    const from = gt !== undefined ? this.position(gt, { after: true }) : gte !== undefined ? this.position(gte) : 0;
    const to =
      lt !== undefined ? this.position(lt) : lte !== undefined ? this.position(lte, { after: true }) : this.keys.length;
    const most = limit < 0 ? Number.POSITIVE_INFINITY : limit;
    const keys = reverse
      ? this.keys.slice(Math.max(from, to - most), Math.max(from, to)).reverse()
      : this.keys.slice(from, Math.min(to, from + most));
    if (!this.below) return this.read(keys);
    return this.merged(keys, { ...bounds({ gt, gte, lt, lte }), reverse: reverse ?? false }, most);
  }

  private *read(keys: readonly string[]): Iterator<Item> {
    for (const key of keys) {
      const text = this.items.get(key);
      if (typeof text === 'string') yield this.recent.get(key) ?? (JSON.parse(text) as Item);
    }
  }

  /** Rows of memory and disk in one order; a row may move from memory to the disk meanwhile. */
  private *merged(keys: readonly string[], range: Range, most: number): Iterator<Item> {
    const stored = this.pages(range)[Symbol.iterator]();
    let given = 0;
    let at = 0;
    let next = stored.next();
    while (given < most && (at < keys.length || !next.done)) {
      const [mine, theirs] = [keys[at], next.done ? undefined : next.value[0]];
      const isMine = theirs === undefined || (mine !== undefined && (range.reverse ? mine >= theirs : mine <= theirs));
      const key = (isMine ? mine : theirs) as string;
      const text = isMine || this.items.has(key) ? this.text(key) : (next.value as readonly [string, string])[1];
      if (key === mine) at++;
      if (key === theirs) next = stored.next();
      if (text === undefined) continue;
      given++;
      yield JSON.parse(text) as Item;
    }
  }

  private *pages(range: Range): Generator<readonly [key: string, text: string], undefined> {
    let page = this.below?.page(range, PAGE) ?? [];
    while (page.length > 0) {
      yield* page;
      const last = (page.at(-1) as readonly [string, string])[0];
      if (page.length < PAGE) return;
      const { gt: _gt, gte: _gte, ...forward } = range;
      const { lt: _lt, lte: _lte, ...backward } = range;
      page = this.below?.page(range.reverse ? { ...backward, lt: last } : { ...forward, gt: last }, PAGE) ?? [];
    }
  }

  private remember(key: string, item: Item): void {
    this.recent.set(key, item);
    if (this.recent.size > MAX_RECENT) this.recent.delete(this.recent.keys().next().value as string);
  }

  /** Index of the first key that is not below (with `after`: above) the given one. */
  private position(key: string, { after = false } = {}): number {
    this.order();
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.keys[middle] as string;
      if (found < key || (after && found === key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private order(): void {
    if (!this.unordered) return;
    this.unordered = false;
    this.keys = [...this.items.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }
}

function* pairs(keys: readonly string[], texts: readonly (string | null)[]): Iterable<StoredRow> {
  for (let at = 0; at < keys.length; at++) yield [keys[at] as string, texts[at] as string | null];
}

/** Only the members that are set. */
const bounds = (given: Readonly<Record<string, string | undefined>>): Range =>
  Object.fromEntries(Object.entries(given).filter(([, bound]) => bound !== undefined)) as Range;

/** Rows that one query reads in a turn of the event loop, well below a millisecond, because MCP clients are served on the same thread. */
const ROWS_IN_TURN = 50;

/** Ends early when dynalite has as many rows as it wants. */
export function streamOf(rows: Rows | undefined, range: Range): Stream {
  const found = rows?.range(range);
  let isWanted = true;
  const stream = Object.assign(new Stream(), {
    destroy: () => {
      isWanted = false;
    },
  });
  const read = () => {
    for (let n = 0; n < ROWS_IN_TURN; n++) {
      const next = isWanted ? found?.next() : undefined;
      if (!next || next.done) return void stream.emit('end');
      stream.emit('data', next.value);
    }
    setImmediate(read);
  };
  setImmediate(read);
  return stream;
}
