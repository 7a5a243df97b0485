/**
 * Moves the older rows of append-only tables from memory to the disk: those beyond a number, and those of a certain age. A row is dropped
 * from memory once it is on the disk; a crash in between leaves it in both places with the same content, and the one in memory counts.
 * The journal drops it at the next compaction.
 */
import { statSync } from 'node:fs';
import { RowFile } from '../../data/rowFile.ts';
import { keepRows, type RowKeeper } from '../../data/rowWriter.ts';
import { migrate } from './migration.ts';
import type { Rows } from './rows.ts';
import { StoredRows } from './storedRows.ts';

/** The newest rows of a table, which are read most, stay in memory. */
const KEPT = 2_000;
/** Rows moved at a time: half a megabyte to two. */
const BATCH = 1_000;
const RETRY_MS = 10_000;
const AGE_MS = 60 * 60_000;
/** How often the age is checked within the time that rows stay. */
const LOOKS = 12;

/** When rows leave memory. */
export interface SettlingOptions {
  readonly say?: (line: string) => void;
  /** Rows of this age leave memory. Those from before this start count as old as the last write to the journal. */
  readonly ageMs?: number;
  /** Called when rows were moved because of their age. */
  readonly onAged?: () => void;
}

/** The rows of a table in memory, and how many had been added by when. */
interface Settled {
  readonly rows: Rows;
  /** How many have left memory. */
  left: number;
  /** Oldest first; the first one is the newest mark that has reached the age, once there is one. */
  marks: Array<{ readonly at: number; readonly come: number }>;
}

/** Moves older rows to the disk. */
export class Settling {
  private readonly file: RowFile;
  private readonly keeper: RowKeeper;
  private readonly say: (line: string) => void;
  private readonly ageMs: number;
  private readonly onAged: () => void;
  private readonly since: number;
  private readonly looking: NodeJS.Timeout;
  private readonly tables = new Map<string, Settled>();
  private moving: Promise<void> | undefined;
  private notBefore = 0;
  private closed = false;

  /** Throws PortcullisError `data_corrupt`. */
  constructor(journal: string, path: string, tables: readonly string[], options: SettlingOptions = {}) {
    const { say = () => {}, ageMs = AGE_MS, onAged = () => {} } = options;
    this.since = statSync(journal, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    migrate(journal, path, tables, say);
    this.file = new RowFile(path, tables);
    this.keeper = keepRows(path, tables);
    this.say = say;
    this.ageMs = ageMs;
    this.onAged = onAged;
    this.looking = setInterval(() => this.look(), ageMs / LOOKS).unref();
  }

  /** From now on these rows take precedence over those on the disk. */
  attach(table: string, rows: Rows): void {
    rows.below = new StoredRows(this.file, table);
    this.tables.set(table, { rows, left: 0, marks: [{ at: this.since, come: rows.size }] });
  }

  /** Starts moving what is too much for memory, unless it is running already. */
  settle(): void {
    if (this.moving || this.closed) return;
    for (const [table, settled] of this.tables) {
      const aged = agedOf(settled, Date.now() - this.ageMs);
      const isCrowded = settled.rows.size >= KEPT + BATCH;
      if ((!isCrowded && aged === 0) || Date.now() < this.notBefore) continue;
      this.moving = this.move(table, settled, isCrowded ? BATCH : Math.min(aged, BATCH)).finally(() => {
        this.moving = undefined;
        if (aged > 0 && agedOf(settled, Date.now() - this.ageMs) === 0) this.onAged();
        this.settle();
      });
      return;
    }
  }

  private look(): void {
    for (const { rows, left, marks } of this.tables.values()) marks.push({ at: Date.now(), come: left + rows.size });
    this.settle();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.looking);
    await this.moving;
    await this.keeper.close();
    this.file.close();
  }

  private async move(table: string, settled: Settled, most: number): Promise<void> {
    const { rows } = settled;
    const batch = rows.oldest(most);
    try {
      await this.keeper.put(table, batch);
      const before = rows.size;
      rows.forget(batch);
      settled.left += before - rows.size;
    } catch (error) {
      this.notBefore = Date.now() + RETRY_MS;
      this.say(
        `Rows of ${table} stay in memory, because they cannot be written to the disk: ${(error as Error).message}.`,
      );
    }
  }
}

/** How many rows in memory had been added by then. */
function agedOf({ marks, left }: Settled, by: number): number {
  while ((marks[1]?.at ?? Number.POSITIVE_INFINITY) <= by) marks.shift();
  const [first] = marks;
  return first && first.at <= by ? Math.max(0, first.come - left) : 0;
}
