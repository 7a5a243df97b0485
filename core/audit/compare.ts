/**
 * Compares the audit table with its archive: finds entries that were never archived, and rows that differ or are missing.
 * Also detects changes without stream records, such as a restored table or one edited on disk.
 */
import type { JsonValue } from '../lib/json/value.ts';
import { entryDigest, entryName, entryOf, type Image } from './changes.ts';
import type { Fault, Replay } from './replay.ts';

/** One row of the table. */
export interface TableEntry {
  readonly serverDay: string;
  readonly entryId: string;
  readonly entry: JsonValue;
  /** True when the table's stream has not yet delivered it to the archiver. */
  readonly isWaiting?: boolean;
}

/** A row from an item in DynamoDB JSON. */
export const tableEntryOf = (item: Image): TableEntry => ({
  serverDay: String(item['serverDay']?.['S'] ?? ''),
  entryId: String(item['entryId']?.['S'] ?? ''),
  entry: entryOf(item),
});

/** Entries older than this must be in the archive: batches are collected for a minute and may be retried. */
const SETTLED_MS = 5 * 60_000;
/** How long a DynamoDB stream keeps records. Entries that were older when the archive began are not in it. */
const STREAM_MS = 24 * 60 * 60_000;

/** The differences between table and archive. */
export interface Comparison {
  readonly rows: number;
  /** Rows that are too young to be archived. */
  readonly young: number;
  /** Older rows that are still in the stream, because the archiver or the stack was stopped. */
  readonly waiting: number;
  /** Rows written before the archive existed. */
  readonly older: number;
  readonly faults: readonly Fault[];
}

/**
 * Compares the rows of the table with the archive. Read the table after the archive.
 * @param now milliseconds since 1970
 */
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
