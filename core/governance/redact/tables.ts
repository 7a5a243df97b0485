/** Tables in JSON: column names apart from the rows (`{columns: ['id', 'email'], rows: [[1, 'ann@x.org']]}`). */
import type { JsonValue } from '../../json.ts';
import type { KeyInfo } from './keys.ts';

const COLUMN_KEYS = new Set([
  'columns',
  'column',
  'cols',
  'headers',
  'header',
  'fields',
  'columnnames',
  'columnheaders',
  'fieldnames',
  'keys',
  'names',
  'schema',
  'columninfo',
  'columnmetadata',
]);
const ROW_KEYS = new Set([
  'rows',
  'row',
  'data',
  'values',
  'records',
  'items',
  'results',
  'result',
  'cells',
  'dataarray',
  'datarows',
  'content',
  'body',
  'entries',
  'tuples',
]);

export interface TableColumns {
  readonly columns: readonly KeyInfo[];
  /** Key of the rows. */
  readonly rows: string;
}

export function tableColumns(
  object: { [key: string]: JsonValue },
  keys: readonly string[],
  infos: readonly KeyInfo[],
  infoOf: (key: string) => KeyInfo,
): TableColumns | undefined {
  let columns: readonly string[] | undefined;
  for (let index = 0; index < keys.length && !columns; index++) {
    if (COLUMN_KEYS.has(infos[index]!.glued)) columns = columnNames(object[keys[index]!]!);
  }
  if (!columns) return undefined;
  for (let index = 0; index < keys.length; index++) {
    const rows = object[keys[index]!];
    if (
      ROW_KEYS.has(infos[index]!.glued) &&
      Array.isArray(rows) &&
      Array.isArray(rows[0]) &&
      rows[0].length <= columns.length
    ) {
      return { columns: columns.map(infoOf), rows: keys[index]! };
    }
  }
  return undefined;
}

function columnNames(value: JsonValue): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1_000) return undefined;
  const names: string[] = [];
  for (const column of value) {
    const name =
      typeof column === 'string'
        ? column
        : typeof column === 'object' && column !== null && !Array.isArray(column)
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
