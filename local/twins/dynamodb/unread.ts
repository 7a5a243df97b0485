/** Changes of a table that its stream's reader has not read yet, numbered from 1. A write that changes nothing is no change. */
import { isSameJson } from '../../../core/lib/json/canonical.ts';
import type { Item } from './dynalite.ts';

/** A change, with the items as JSON, which the rows have anyway. */
export interface Change {
  /** Number of the change in its table, from 1. */
  readonly sequence: number;
  /** Epoch seconds. */
  readonly at: number;
  /** The row's key in the store. */
  readonly key: string;
  readonly keys: Item;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The unread changes of one table. */
export class Unread {
  /** Number of all changes, and how many of them were read. */
  written = 0;
  read = 0;
  readonly pending: Change[] = [];
  private readonly names: readonly string[];

  /** `names`: attributes of the table's key. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  note(key: string, before: string | undefined, after: string | undefined, now: Item | null): void {
    if (!isChange(before, after)) return;
    const item = now ?? (JSON.parse(before as string) as Item);
    const keys = Object.fromEntries(this.names.map((name) => [name, item[name]])) as Item;
    this.written++;
    this.pending.push({ sequence: this.written, at: Math.floor(Date.now() / 1_000), key, keys, before, after });
  }

  /** The first `read` changes of all have been read. */
  advance(read: number): void {
    const first = this.pending[0]?.sequence ?? 0;
    this.pending.splice(0, Math.max(0, read - first + 1));
    this.read = read;
    this.written = Math.max(this.written, read);
  }
}

/** Whether two states of an item, as JSON, differ; a write of the same content makes no stream record. */
export const isChange = (before: string | undefined, after: string | undefined): boolean =>
  before !== after && (before === undefined || after === undefined || !isSame(before, after));

const isSame = (one: string, other: string): boolean => isSameJson(JSON.parse(one), JSON.parse(other));
