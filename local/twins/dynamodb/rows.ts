/**
 * Rows in memory, in key order: a map for look-ups beside a sorted list of its keys for ranges. A row is kept as text, which takes
 * three fifths of the objects and gives the garbage collector nothing to walk through: the audit table only grows. Rows in use are
 * kept as objects, too.
 */
import { Stream } from 'node:stream';
import type { Item, Range } from './dynalite.ts';

const MOST_RECENT = 500;

export class Rows {
  private readonly items = new Map<string, string>();
  private readonly recent = new Map<string, Item>();
  private keys: string[] = [];
  /** While many rows arrive at once, order is made once afterwards. */
  private unordered = false;

  get size(): number {
    return this.items.size;
  }

  get(key: string): Item | undefined {
    const recent = this.recent.get(key);
    if (recent) return recent;
    const text = this.items.get(key);
    if (text === undefined) return undefined;
    const item = JSON.parse(text) as Item;
    this.remember(key, item);
    return item;
  }

  /** The row as JSON. */
  text(key: string): string | undefined {
    return this.items.get(key);
  }

  /** All of them as JSON, as they are now; the copy takes some ten milliseconds for 100,000. */
  texts(): Iterable<readonly [key: string, text: string]> {
    return pairs([...this.items.keys()], [...this.items.values()]);
  }

  *entries(): Iterable<[string, Item]> {
    for (const [key, text] of this.items) yield [key, JSON.parse(text) as Item];
  }

  /** `text` is the item's JSON. */
  set(key: string, text: string): void {
    const isNew = !this.items.has(key);
    this.items.set(key, text);
    // It may have been in use, or come into use now; most rows are written once and never read.
    this.recent.delete(key);
    if (!isNew || this.unordered) return;
    const last = this.keys.at(-1);
    if (last === undefined || last < key) this.keys.push(key);
    else this.keys.splice(this.position(key), 0, key);
  }

  delete(key: string): void {
    this.recent.delete(key);
    if (!this.items.delete(key) || this.unordered) return;
    const at = this.position(key);
    if (this.keys[at] === key) this.keys.splice(at, 1);
  }

  /** From here to the next range nothing is kept in order. */
  load(): void {
    this.unordered = true;
  }

  /** The rows that are within bounds now, each read when it is asked for and left out if it is gone by then. */
  range({ gt, gte, lt, lte, reverse, limit = -1 }: Range): Iterator<Item> {
    this.order();
    const from = gt !== undefined ? this.position(gt, true) : gte !== undefined ? this.position(gte) : 0;
    const to = lt !== undefined ? this.position(lt) : lte !== undefined ? this.position(lte, true) : this.keys.length;
    const most = limit < 0 ? Number.POSITIVE_INFINITY : limit;
    if (reverse) return this.read(this.keys.slice(Math.max(from, to - most), Math.max(from, to)).reverse());
    return this.read(this.keys.slice(from, Math.min(to, from + most)));
  }

  private *read(keys: readonly string[]): Iterator<Item> {
    for (const key of keys) {
      const text = this.items.get(key);
      if (text !== undefined) yield this.recent.get(key) ?? (JSON.parse(text) as Item);
    }
  }

  private remember(key: string, item: Item): void {
    this.recent.set(key, item);
    if (this.recent.size > MOST_RECENT) this.recent.delete(this.recent.keys().next().value as string);
  }

  /** Index of the first key that is not below (or, with `after`, that is above) the given one. */
  private position(key: string, after = false): number {
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

function* pairs(keys: readonly string[], texts: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at < keys.length; at++) yield [keys[at] as string, texts[at] as string];
}

/** Rows that one query reads in a turn of the event loop, well below a millisecond: MCP clients are answered on the same thread. */
const ROWS_IN_TURN = 50;

/** Ends early when dynalite has as many as it wants. It listens twice to an emitter that is no Stream. */
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
