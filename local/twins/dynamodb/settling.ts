/**
 * Moves the older rows of tables that only grow from memory to the disk. A row is forgotten once it is there; a crash in between leaves it
 * in both places with the same content, and what stands in memory counts. The journal leaves it behind when it is next compacted.
 */
import { RowFile } from '../../data/rowFile.ts';
import { keepRows, type RowKeeper } from '../../data/rowWriter.ts';
import { migrate } from './migration.ts';
import type { Rows } from './rows.ts';
import { StoredRows } from './storedRows.ts';

/** Rows of a table that stay in memory: the newest, which are asked for most. */
const KEPT = 2_000;
/** Moved at a time: half a megabyte or two. */
const BATCH = 1_000;
const RETRY_MS = 10_000;

export class Settling {
  private readonly file: RowFile;
  private readonly keeper: RowKeeper;
  private readonly say: (line: string) => void;
  private readonly tables = new Map<string, Rows>();
  private moving: Promise<void> | undefined;
  private notBefore = 0;
  private closed = false;

  /** Throws LocalStackError `data_corrupt`. */
  constructor(journal: string, path: string, tables: readonly string[], say: (line: string) => void = () => {}) {
    migrate(journal, path, tables, say);
    this.file = new RowFile(path, tables);
    this.keeper = keepRows(path, tables);
    this.say = say;
  }

  /** From now on these rows stand above those on the disk. */
  attach(table: string, rows: Rows): void {
    rows.below = new StoredRows(this.file, table);
    this.tables.set(table, rows);
  }

  /** Begins to move what is too much for memory; does nothing while that is under way. */
  settle(): void {
    if (this.moving || this.closed) return;
    for (const [table, rows] of this.tables) {
      if (rows.size < KEPT + BATCH || Date.now() < this.notBefore) continue;
      this.moving = this.move(table, rows).finally(() => {
        this.moving = undefined;
        this.settle();
      });
      return;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.moving;
    await this.keeper.close();
    this.file.close();
  }

  private async move(table: string, rows: Rows): Promise<void> {
    const batch = rows.oldest(BATCH);
    try {
      await this.keeper.put(table, batch);
      rows.forget(batch);
    } catch (error) {
      this.notBefore = Date.now() + RETRY_MS;
      this.say(`Rows of ${table} stay in memory, because they cannot be written: ${(error as Error).message}.`);
    }
  }
}
