/**
 * Compares the live table with its archive: entries that were never archived, rows that differ, rows that are gone.
 * Finds what no stream reports, such as a table that was restored or edited on disk.
 */
import type { JsonValue } from '../json/value.ts';
import { entryDigest, entryName, entryOf, type Image } from './changes.ts';
import type { Fault, Replay } from './replay.ts';

/** One row of the live table. */
export interface TableEntry {
  readonly serverDay: string;
  readonly entryId: string;
  readonly entry: JsonValue;
  /** Whoever holds the table's stream says that it has not been handed to the archiver yet. */
  readonly isWaiting?: boolean;
}

/** A row as DynamoDB writes it. */
export const tableEntryOf = (item: Image): TableEntry => ({
  serverDay: String(item['serverDay']?.['S'] ?? ''),
  entryId: String(item['entryId']?.['S'] ?? ''),
  entry: entryOf(item),
});

/** Batches are gathered for a minute and may be tried again; older entries have to be in the archive. */
const SETTLED_MS = 5 * 60_000;
/** The stream holds a change this long: what was older when the archive began never came to it. */
const STREAM_MS = 24 * 60 * 60_000;

/** The differences between table and archive. */
export interface Comparison {
  readonly rows: number;
  /** Too young to have to be archived. */
  readonly young: number;
  /** Not reached yet: older, and still in the stream, for the archiver is away or the stack was stopped. */
  readonly waiting: number;
  /** Written before there was an archive. */
  readonly older: number;
  readonly faults: readonly Fault[];
}

/** The table, read after the archive was, against what the archive says of it. */
export async function compareTable(
  { entries, begins }: Pick<Replay, 'entries' | 'begins'>,
  rows: AsyncIterable<TableEntry>,
  now = Date.now(),
): Promise<Comparison> {
  const faults: Fault[] = [];
  const found = new Set<string>();
  const counts = { rows: 0, young: 0, waiting: 0, older: 0 };
  for await (const row of rows) {
    counts.rows++;
    const { serverDay, entryId } = row;
    const archived = entries.get(entryName(row));
    const entry = { serverDay, entryId };
    if (archived) {
      found.add(entryName(row));
      if (archived.isGone || archived.sha256 !== entryDigest(row.entry)) {
        faults.push({
          code: 'row_changed',
          message: `Entry ${entryId} of ${serverDay} is another one in the table than in the archive.`,
          entry,
        });
      }
      continue;
    }
    const at = timeOf(row.entry);
    if (at > now - SETTLED_MS && at <= now + SETTLED_MS) counts.young++;
    else if (row.isWaiting) counts.waiting++;
    else if (begins !== undefined && at < Date.parse(begins) - STREAM_MS) counts.older++;
    else {
      faults.push({
        code: 'entry_unarchived',
        message: `Entry ${entryId} of ${serverDay} is in the table and not in the archive.`,
        entry,
      });
    }
  }
  for (const [name, { isGone }] of entries) {
    if (isGone || found.has(name)) continue;
    const [serverDay, entryId] = JSON.parse(name) as [string, string];
    faults.push({
      code: 'row_missing',
      message: `Entry ${entryId} of ${serverDay} is in the archive and not in the table.`,
      entry: { serverDay, entryId },
    });
  }
  return { ...counts, faults };
}

function timeOf(entry: JsonValue): number {
  const at = entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? entry['at'] : undefined;
  return typeof at === 'string' ? Date.parse(at) : Number.NaN;
}
