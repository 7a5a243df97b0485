/** Changes of a table that its stream's reader has still to deal with. Counted from 1; what changes nothing is no change. */
import { isSameJson } from '../../../core/json/canonical.ts';
import type { Item } from './dynalite.ts';

/** Items as their JSON, which the rows have anyway. */
export interface Change {
  /** Counts the changes of the table, from 1. */
  readonly sequence: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** By which the store knows the row. */
  readonly key: string;
  readonly keys: Item;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The unread changes of one table. */
export class Unread {
  /** Changes in all, and how many of them were dealt with. */
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

  /** The first `read` of all are dealt with. */
  advance(read: number): void {
    const first = this.pending[0]?.sequence ?? 0;
    this.pending.splice(0, Math.max(0, read - first + 1));
    this.read = read;
    this.written = Math.max(this.written, read);
  }
}

/** Whether two states of an item, as JSON, differ: writing the same again is no record of the stream. */
export const isChange = (before: string | undefined, after: string | undefined): boolean =>
  before !== after && (before === undefined || after === undefined || !isSame(before, after));

const isSame = (one: string, other: string): boolean => isSameJson(JSON.parse(one), JSON.parse(other));
