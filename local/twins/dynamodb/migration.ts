/**
 * Migrates a journal of format 1, which kept all rows of all tables for ever, to format 2, which has the rows of streamed tables in a
 * file beside it. Reads and writes in pieces, whatever the size. Both files are written beside the old one and the journal is replaced
 * last, so a crash at any moment leaves one complete format, and the next start begins again.
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

/** Rows written to the file at a time. */
const BATCH = 5_000;
/** Above this size it takes some time, and the person is told. */
const LONG_BYTES = 100 * 1024 * 1024;

/** Does nothing for a journal of the current format. Throws PortcullisError `data_corrupt`. */
export function migrate(journal: string, rows: string, streamed: readonly string[], say: (line: string) => void): void {
  if (Journal.first<{ format?: number }>(journal)?.format === 2) return;
  const fresh = `${rows}.new`;
  for (const left of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(left, { force: true });
  const bytes = existsSync(journal) ? statSync(journal).size : 0;
  if (bytes > LONG_BYTES)
    say(
      `${journal} (${Math.round(bytes / 1024 ** 2)} MB) is converted to the present format. This takes a while, once.`,
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

/** The rows of one table, whose stream has been read up to change number `read`. */
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

  /** The entry of a write in the new journal; undefined when the change has been read. */
  take([table, key, item]: Write): string | undefined {
    const before = this.batch.has(key) ? (this.batch.get(key) ?? undefined) : this.file.get(this.table, key);
    const after = item === null ? undefined : JSON.stringify(item);
    if (isChange(before, after)) this.written++;
    const text = JSON.stringify([[table, key, item]]);
    if (this.written > this.read) {
      // The row before the change has to be in the journal as well.
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
