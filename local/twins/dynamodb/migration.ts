/**
 * The journal of format 1, which held all rows of all tables for ever, becomes one of format 2 with the rows of streamed tables beside it.
 * Read and written in pieces, whatever its size. Both files are made beside the old one; the journal changes last, so that a crash at any
 * moment leaves either format whole, and the next start begins again.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Journal } from '../../data/journal.ts';
import { RowFile, type StoredRow } from '../../data/rowFile.ts';
import { FORMAT } from './snapshot.ts';
import { isChange } from './unread.ts';

type Write = readonly [table: string, key: string, item: object | null];
interface Old {
  readonly w?: readonly Write[];
  readonly read?: readonly [table: string, count: number];
}

/** Rows put into the file at a time. */
const BATCH = 5_000;
/** From here on it takes some time, and a person is told. */
const LONG_BYTES = 100 * 1024 * 1024;

/** Does nothing for a journal of this format. Throws LocalStackError `data_corrupt`. */
export function migrate(journal: string, rows: string, streamed: readonly string[], say: (line: string) => void): void {
  if (Journal.first<{ format?: number }>(journal)?.format === 2) return;
  const fresh = `${rows}.new`;
  for (const left of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(left, { force: true });
  const bytes = existsSync(journal) ? statSync(journal).size : 0;
  if (bytes > LONG_BYTES)
    say(
      `${journal} (${Math.round(bytes / 1024 ** 2)} MB) is brought into the present format; this takes a while, once.`,
    );
  const file = new RowFile(fresh, streamed);
  const moved = new Map(streamed.map((table) => [table, new Moved(file, table)]));
  for (const text of Journal.beginning(journal, '{"read":')) {
    const [table, count] = (JSON.parse(text) as Required<Old>).read;
    const known = moved.get(table);
    if (known) known.read = count;
  }
  // The rows are on the disk before the journal without them is.
  Journal.rewriteText(`${journal}.migrated`, textsOf(journal, moved));
  for (const each of moved.values()) each.flush();
  file.close();
  for (const old of [`${rows}-wal`, `${rows}-shm`]) rmSync(old, { force: true });
  renameSync(fresh, rows);
  renameSync(`${journal}.migrated`, journal);
}

/** The rows of one table, of which the stream's reader knows the first `read` changes. */
class Moved {
  read = 0;
  private written = 0;
  private readonly file: RowFile;
  private readonly table: string;
  private batch = new Map<string, string | null>();

  constructor(file: RowFile, table: string) {
    this.file = file;
    this.table = table;
  }

  /** What the new journal has to say of a write; undefined when it is dealt with. */
  take([table, key, item]: Write): string | undefined {
    const before = this.batch.has(key) ? (this.batch.get(key) ?? undefined) : this.file.get(this.table, key);
    const after = item === null ? undefined : JSON.stringify(item);
    if (isChange(before, after)) this.written++;
    const text = JSON.stringify([[table, key, item]]);
    if (this.written > this.read) {
      // The row that it changes has to be known there, too.
      const held = before === undefined ? '' : `"h":[["${table}",${JSON.stringify(key)},${before}]],`;
      this.put(key, after ?? null);
      return `{${held}"w":${text}}`;
    }
    this.put(key, after ?? null);
    return undefined;
  }

  private put(key: string, text: string | null): void {
    this.batch.set(key, text);
    if (this.batch.size >= BATCH) this.flush();
  }

  flush(): void {
    this.file.put(this.table, this.batch as Iterable<StoredRow>);
    this.batch = new Map();
  }
}

function* textsOf(journal: string, moved: ReadonlyMap<string, Moved>): Iterable<string> {
  yield FORMAT;
  for (const [table, { read }] of moved) if (read > 0) yield JSON.stringify({ read: [table, read] });
  for (const entry of Journal.read<Old>(journal)) {
    const kept = (entry.w ?? []).filter(([table]) => !moved.has(table));
    if (kept.length > 0) yield JSON.stringify({ w: kept });
    for (const write of entry.w ?? []) {
      const text = moved.get(write[0])?.take(write);
      if (text !== undefined) yield text;
    }
  }
}
