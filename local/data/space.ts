/**
 * Warns that a data folder grows or its disk fills, long before anything fails: at the start, while the host runs, and again whenever a
 * size has doubled or the free space has halved. Removes nothing.
 */
import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS_FILE, TABLES_FILE } from './folder.ts';

/** Bytes of the journal, of the row file, and free on the volume. */
export interface Space {
  readonly journal: number;
  readonly rows: number;
  readonly free: number;
}

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/**
 * The journal is compacted at about ten MB: a longer one means that rows or changes pile up, in memory as well, and that starts become
 * slow.
 */
const LONG_JOURNAL = 256 * MB;
/** About ten million entries. SQLite could take more, but disk space, copies and `audit verify` become a problem. */
const MANY_ROWS = 10 * GB;
/** Compacting needs room for a second journal; with a full disk the host stops. */
const LITTLE_ROOM = 2 * GB;
const LOOK_MS = 5 * 60_000;

/** The warnings, each with a level that rises when it becomes more urgent. Sizes in bytes. */
export function warningsOf(folder: string, { journal, rows, free }: Space): Array<{ level: string; text: string }> {
  const found: Array<{ level: string; text: string }> = [];
  const tell = (name: string, pressing: number, text: string) => {
    if (pressing >= 1) found.push({ level: `${name} ${Math.floor(Math.log2(pressing))}`, text });
  };
  const needed = Math.max(LITTLE_ROOM, 2 * journal);
  tell(
    'free',
    needed / Math.max(1, free),
    `The disk of ${folder} has ${sizeOf(free)} left. When it is full, the stack stops; nothing that was answered is lost. Free some space.`,
  );
  tell(
    'journal',
    journal / LONG_JOURNAL,
    `${join(folder, TABLES_FILE)} has ${sizeOf(journal)}, all of which is read at each start. Entries that the archiver has not read yet stay in it: its log in ${join(folder, 'logs')} may say why.`,
  );
  tell(
    'rows',
    rows / MANY_ROWS,
    `${join(folder, ROWS_FILE)} has ${sizeOf(rows)}: the older entries of the audit trail, which are never removed. To start afresh, keep this folder and use another one (--data <folder>); audit verify reads both.`,
  );
  return found;
}

/** Checks now and every few minutes, and reports each level of a warning once. Returns a function that stops it. */
export function watchSpace(folder: string, say: (line: string) => void = () => {}): () => void {
  let reported = new Set<string>();
  const look = () => {
    const found = warningsOf(folder, spaceOf(folder));
    for (const { level, text } of found) if (!reported.has(level)) say(text);
    reported = new Set(found.map(({ level }) => level));
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}

function spaceOf(folder: string): Space {
  const bytes = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = statfsSync(folder);
  return { journal: bytes(TABLES_FILE), rows: bytes(ROWS_FILE) + bytes(`${ROWS_FILE}-wal`), free: bavail * bsize };
}

const sizeOf = (bytes: number): string =>
  bytes < GB ? `${Math.round(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`;
