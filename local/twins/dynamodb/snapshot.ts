/**
 * The smallest journal of the tables that restores their present state: the rows, and for a table with a stream how far its reader has
 * come and the unread changes. Creates the texts; the journal writes them.
 */
import type { StoredRow } from '../../data/rowFile.ts';
import type { Rows } from './rows.ts';
import type { Change, Unread } from './unread.ts';

/** The first entry of a journal whose streamed tables have their older rows on the disk (migration.ts). */
export const FORMAT = '{"format":2}';

/**
 * The entries' JSON: the rows (those of a streamed table as its reader knows them), how far it has read, and the unread changes.
 * Undefined while a table has more rows here than changes were read: on replay they would count as more.
 */
export function snapshotOf(
  tables: ReadonlyMap<string, Rows>,
  streams: ReadonlyMap<string, Unread>,
): Iterable<string> | undefined {
  const parts: Iterable<string>[] = [[FORMAT]];
  for (const [table, rows] of tables) {
    const stream = streams.get(table);
    const unread = [...(stream?.pending ?? [])];
    const known = new Map<string, string | undefined>();
    for (const { key, before } of unread) if (!known.has(key)) known.set(key, before);
    if (stream) {
      // The rows in memory that have been read, and the earlier content of the others; determined without reading the disk.
      const replaced = [...known.keys()].filter((key) => rows.holds(key)).length;
      const before = [...known.values()].filter((text) => text !== undefined).length;
      if (rows.size - replaced + before > stream.read) return undefined;
    }
    parts.push(rowTexts(table, rows.texts(), known));
    if (stream) parts.push([`{"read":${JSON.stringify([table, stream.read])}}`]);
    parts.push(changeTexts(table, unread));
  }
  return concatenated(parts);
}

const entryText = (table: string, key: string, text: string) => `{"w":[["${table}",${JSON.stringify(key)},${text}]]}`;

function* rowTexts(
  table: string,
  rows: Iterable<StoredRow>,
  known: ReadonlyMap<string, string | undefined>,
): Iterable<string> {
  for (const [key, text] of rows) if (!known.has(key)) yield entryText(table, key, text ?? 'null');
  for (const [key, before] of known) if (before !== undefined) yield entryText(table, key, before);
}

function* changeTexts(table: string, changes: readonly Change[]): Iterable<string> {
  for (const { key, after } of changes) yield entryText(table, key, after ?? 'null');
}

function* concatenated(parts: readonly Iterable<string>[]): Iterable<string> {
  for (const part of parts) yield* part;
}
