/**
 * What stands in the same place of other records: the strings of a list, or of one field over the records of a list. Most of a column that reads like
 * names of people is more evidence than any one value is. It is looked at once a column, from the first value that may be a name on, so that what was redacted
 * before it is not read.
 */
import { nameShapeOf } from '../facts/nameShape.ts';
import { isGivenWord } from '../facts/wordSets.ts';

/** What a column consists of. */
export interface Column {
  /** Its different strings; each marker counts as one. */
  readonly size: number;
  /** Those that are written like a name and have a title or a given name. */
  readonly given: number;
  /** Of all its strings, the share that stand in it a second time, to a tenth; equal markers do, so that redacting twice finds no more. */
  readonly repeated: number;
}

/** Strings of a column that are read. */
export const MOST_OF_COLUMN = 64;

/** A column of these strings. */
export function columnOf(values: Iterable<string>): Column {
  const seen = new Set<string>();
  let size = 0;
  let given = 0;
  let read = 0;
  let repeated = 0;
  for (const value of values) {
    read++;
    if (seen.has(value)) {
      repeated++;
      // Redacted values are no longer told apart; each counts, so that redacting twice finds no more than redacting once.
      if (!value.startsWith('[REDACTED')) continue;
    }
    seen.add(value);
    size++;
    const shape = nameShapeOf(value);
    if (shape?.isTitled || shape?.words.some(isGivenWord)) given++;
  }
  return { size, given, repeated: read < 2 ? 0 : Math.round((10 * repeated) / (read - 1)) / 10 };
}

/** Columns that were read, by their list and the field of its records. */
export interface KnownColumns<List> {
  get(list: List): Map<string, Column> | undefined;
  set(list: List, columns: Map<string, Column>): unknown;
}

/** The column of a field over the records of a list; `texts` gives its strings where it was not read before. */
export function columnOnce<List>(
  known: KnownColumns<List>,
  list: List,
  key: string,
  texts: () => Iterable<string>,
): Column {
  const columns = known.get(list);
  const read = columns?.get(key);
  if (read) return read;
  const column = columnOf(texts());
  if (columns) columns.set(key, column);
  else known.set(list, new Map([[key, column]]));
  return column;
}
