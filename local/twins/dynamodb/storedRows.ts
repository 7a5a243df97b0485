/**
 * The rows of one table on the disk (data/rowFile.ts), as used by the rows in memory. Audit entries arrive in key order, so whether a new
 * one exists already is mostly known without reading: its key is after the last one of its partition.
 */
import type { RowFile } from '../../data/rowFile.ts';
import type { Range } from './dynalite.ts';

const MAX_PARTITIONS = 1_000;

/** The rows of one table on the disk. */
export class StoredRows {
  private readonly file: RowFile;
  private readonly table: string;
  /** The last key of a partition, by the partition's part of the key. */
  private readonly last = new Map<string, string>();

  constructor(file: RowFile, table: string) {
    this.file = file;
    this.table = table;
  }

  get(key: string): string | undefined {
    if (key > this.lastOf(partitionOf(key))) return undefined;
    return this.file.get(this.table, key);
  }

  page(range: Range, most: number): ReadonlyArray<readonly [key: string, text: string]> {
    return this.file.page(this.table, range, most);
  }

  /** Call it with the keys of rows that were moved to the disk. */
  grown(keys: Iterable<string>): void {
    for (const key of keys) {
      const partition = partitionOf(key);
      const last = this.last.get(partition);
      if (last !== undefined && last < key) this.last.set(partition, key);
    }
  }

  private lastOf(partition: string): string {
    let last = this.last.get(partition);
    if (last === undefined) {
      const [newest] = this.page({ gte: partition, lt: `${partition}~`, reverse: true }, 1);
      last = newest?.[0] ?? '';
      if (this.last.size >= MAX_PARTITIONS) this.last.delete(this.last.keys().next().value as string);
      this.last.set(partition, last);
    }
    return last;
  }
}

/** The part of the key before the range key; keys are those of dynalite's createKey, whose parts end in a slash. */
const partitionOf = (key: string): string => key.slice(0, key.lastIndexOf('/', key.length - 2) + 1);
