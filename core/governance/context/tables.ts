/**
 * Tables in JSON: column names separate from the rows (`{columns: ['id', 'email'], rows: [[1, 'ann@x.org']]}`), in the
 * first row (`[['Name', 'Email'], ['Ann', …]]`), or before each value as in jCard (RFC 7095).
 */

import { isObject, type JsonValue } from '../../lib/json/value.ts';
import { lazy } from '../../lib/lazy.ts';
import { defineRules } from '../../model/governance/rule.ts';
import type { FieldKind } from '../catalog/index.ts';
import { combinedEvidence } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { type Ruling, rulingsBy } from '../fieldName/ruling.ts';
import { BY_LABEL } from './labelledValue.ts';

/** What tables decide besides the names of their columns. */
export const TABLE_RULES = defineRules({
  'table.header': ['The value is the name of a column or of the value beside it.', "[['Name', 'Email'], …]"],
  'table.card-property': ['The value of a property of a vCard in JSON.', "['tel', {}, 'uri', 'tel:+1-555-555-1234']"],
});
const ofCard = rulingsBy(TABLE_RULES['table.card-property']);

const COLUMN_KEYS = new Set(
  `columns column cols headers header fields columnnames columnheaders fieldnames keys names schema columninfo
  columnmetadata`.split(/\s+/),
);
const ROW_KEYS = new Set(
  `rows row data values records items results result cells dataarray datarows content body entries tuples`.split(/\s+/),
);

/** Whether a field of this name may hold column names. */
export function isColumnKey(info: KeyInfo): boolean {
  return COLUMN_KEYS.has(info.joined) || info.words.at(-1) === 'headers';
}

/** Whether a field of this name may hold rows. */
export function isRowKey(info: KeyInfo): boolean {
  return ROW_KEYS.has(info.joined);
}

/** A table whose column names are separate from its rows. */
export interface TableColumns {
  readonly columns: readonly KeyInfo[];
  /** Key of the member that holds the rows. */
  readonly rows: string;
}

/** The table in an object: column names in one member, arrays as rows in another. Undefined when there is none. */
export function tableColumns(
  object: { [key: string]: JsonValue },
  keys: readonly string[],
  infos: readonly KeyInfo[],
  infoOf: (key: string) => KeyInfo,
): TableColumns | undefined {
  let columns: readonly string[] | undefined;
  for (let index = 0; index < keys.length && !columns; index++) {
    if (COLUMN_KEYS.has(infos[index]?.joined ?? '')) columns = columnNames(object[keys[index] ?? '']);
  }
  if (!columns) return undefined;
  for (const [index, key] of keys.entries()) {
    const rows = object[key];
    if (
      ROW_KEYS.has(infos[index]?.joined ?? '') &&
      Array.isArray(rows) &&
      Array.isArray(rows[0]) &&
      rows[0].length <= columns.length
    ) {
      return { columns: columns.map(infoOf), rows: key };
    }
  }
  return undefined;
}

/**
 * A table of wrapped cells, as in `{schema: {fields: [{name}]}, rows: [{f: [{v}]}]}`; `cells` has the columns by the
 * name of the row's member that holds the cells.
 */
export interface WrappedTable {
  readonly cells: ReadonlyMap<string, { readonly columns: readonly KeyInfo[]; readonly siblings: number }>;
  /** Key of the member that holds the rows. */
  readonly rows: string;
}

/**
 * The table in an object whose rows are objects with lists of wrapped cells. A list gets the column names of the same
 * length.
 */
export function wrappedTable(
  object: { [key: string]: JsonValue },
  keys: readonly string[],
  infos: readonly KeyInfo[],
  infoOf: (key: string) => KeyInfo,
): WrappedTable | undefined {
  const rows = keys.find((key, index) => {
    const info = infos[index];
    return info !== undefined && isRowKey(info) && isWrappedRow(firstOf(object[key]));
  });
  if (rows === undefined) return undefined;
  const headers = keys.flatMap((key, index) => {
    const info = infos[index];
    if (info === undefined || !isColumnKey(info)) return [];
    const value = object[key];
    const names = columnNames(isObject(value) ? (value['fields'] ?? value['columns'] ?? null) : value);
    return names ? [names] : [];
  });
  const cells = new Map<string, { columns: readonly KeyInfo[]; siblings: number }>();
  for (const [member, list] of Object.entries(firstOf(object[rows]) as { [key: string]: JsonValue })) {
    if (!Array.isArray(list) || !list.every(isWrappedCell)) continue;
    const at = headers.findIndex((names) => names.length === list.length);
    const [names] = at < 0 ? [] : headers.splice(at, 1);
    if (names === undefined) continue;
    const columns = names.map(infoOf);
    cells.set(member, { columns, siblings: combinedEvidence(columns) });
  }
  return cells.size > 0 ? { cells, rows } : undefined;
}

function isWrappedRow(row: JsonValue | undefined): boolean {
  return isObject(row) && Object.values(row).some((list) => Array.isArray(list) && isWrappedCell(list[0]));
}

const WRAPS = /^(?:v|value)$/;

/** Whether a value is an object whose only member is `v` or `value`. */
export function isWrappedCell(cell: JsonValue | undefined): cell is { [key: string]: JsonValue } {
  if (!isObject(cell)) return false;
  const keys = Object.keys(cell);
  return keys.length === 1 && WRAPS.test(keys[0] ?? '');
}

function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}

function columnNames(value: JsonValue | undefined): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1_000) return undefined;
  const names: string[] = [];
  for (const column of value) {
    const name =
      typeof column === 'string'
        ? column
        : isObject(column)
          ? (column['name'] ??
            column['field'] ??
            column['key'] ??
            column['id'] ??
            column['label'] ??
            column['title'] ??
            column['header'] ??
            column['fieldName'])
          : undefined;
    if (typeof name !== 'string') return undefined;
    names.push(name);
  }
  return names;
}

/**
 * The first row as column names, when it reads like a header: only strings, at least as many as the next row has cells,
 * and at least one with a kind.
 */
export function headerRow(
  rows: readonly JsonValue[],
  infoOf: (key: string) => KeyInfo,
): readonly KeyInfo[] | undefined {
  const [first, second] = rows;
  if (!Array.isArray(first) || !Array.isArray(second) || first.length < 2 || second.length > first.length)
    return undefined;
  if (!first.every((cell) => typeof cell === 'string' && cell.length <= 64 && !/@|\d{4}|\[REDACTED:/.test(cell)))
    return undefined;
  const infos = (first as string[]).map(infoOf);
  const mayHoldData = infos.some(
    (info) => info.kind !== undefined && (BY_LABEL.has(info.kind) || info.kind === 'bareName'),
  );
  return mayHoldData ? infos : undefined;
}

/**
 * The names in a list of pairs (`[['Authorization', 'Bearer …'], ['Accept', 'image/png']]`), when every first element
 * is a name and at least one has a kind. A list whose first pair consists of two field names is a table with a header
 * instead.
 */
export function pairNames(
  pairs: readonly JsonValue[],
  infoOf: (key: string) => KeyInfo,
): readonly KeyInfo[] | undefined {
  const names: KeyInfo[] = [];
  let mayHoldData = false;
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2 || pairs.length > 200) return undefined;
    const [name] = pair;
    if (typeof name !== 'string' || !PAIR_NAME().test(name)) return undefined;
    const info = infoOf(name);
    mayHoldData ||= info.kind !== undefined && BY_LABEL.has(info.kind);
    names.push(info);
  }
  if (!mayHoldData || new Set(names).size < names.length) return undefined;
  const [, second] = pairs[0] as JsonValue[];
  return typeof second === 'string' && second.length <= 64 && infoOf(second).kind !== undefined ? undefined : names;
}

const PAIR_NAME = lazy(() => /^(?!.*\d{4})[\p{L}_][\p{L}\p{M}\p{N} ._-]{1,63}$/u);

const JCARD: Readonly<Record<string, FieldKind>> = {
  fn: 'name',
  n: 'name',
  nickname: 'name',
  email: 'email',
  tel: 'phone',
  adr: 'address',
  bday: 'birthDate',
};

/** Whether an array is a participant in a jCal event, as `['attendee', {cn: …}, 'cal-address', …]` (RFC 7265). */
export function isCalendarPerson(array: readonly JsonValue[]): boolean {
  return array.length >= 4 && (array[0] === 'attendee' || array[0] === 'organizer') && array[2] === 'cal-address';
}

/** The kind of the values of a jCard property, as `['tel', {…}, 'uri', 'tel:+1-555-555-1234']` (RFC 7095). */
export function cardColumn(array: readonly JsonValue[]): Ruling | undefined {
  const [property, parameters, type] = array;
  if (array.length < 4 || typeof property !== 'string' || typeof type !== 'string' || !Object.hasOwn(JCARD, property))
    return undefined;
  const kind = JCARD[property];
  return isObject(parameters) && kind !== undefined ? ofCard(kind) : undefined;
}
