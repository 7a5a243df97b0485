/**
 * The rows of one table that lie on the disk (data/rowFile.ts), as the rows in memory above them ask for them. Entries of a trail
 * come in the order of their keys, so whether a new one stands here already is mostly told without reading: it is behind the last of its partition.
 */
import type { RowFile } from '../../data/rowFile.ts';
import type { Range } from './dynalite.ts';

const MOST_PARTITIONS = 1_000;

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

  /** These have come to the disk. */
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
      if (this.last.size >= MOST_PARTITIONS) this.last.delete(this.last.keys().next().value as string);
      this.last.set(partition, last);
    }
    return last;
  }
}

/** What stands before the range key; keys are those of dynalite's createKey, parts that end in a slash. */
const partitionOf = (key: string): string => key.slice(0, key.lastIndexOf('/', key.length - 2) + 1);
