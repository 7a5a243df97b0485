/**
 * Lists of flat objects with the same members as tables, `{"columns": [names], "rows": [[values]]}`: still JSON, with each name written once.
 * Only where an estimate of the tokens says that it saves. Values are written as they were.
 */
import { isSourceNumber } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { estimateTokens } from '../tools/tokenEstimate.ts';

/** Shorter lists stay lists. */
export const TABLE_ROWS = 10;
/** Rows that are counted; the others are like them. */
const COUNTED = 50;

/** The table; undefined where the list is none, or would not be cheaper. */
export function tableOf(list: readonly JsonValue[]): JsonObject | undefined {
  const [first] = list;
  if (list.length < TABLE_ROWS || !isFlat(first)) return undefined;
  const columns = Object.keys(first);
  const rows: JsonValue[][] = [];
  for (const item of list) {
    if (!isFlat(item) || Object.keys(item).length !== columns.length) return undefined;
    const row: JsonValue[] = [];
    for (const column of columns) {
      const cell = Object.hasOwn(item, column) ? item[column] : undefined;
      if (cell === undefined) return undefined;
      row.push(cell);
    }
    rows.push(row);
  }
  const tokens = (value: JsonValue | readonly JsonValue[]) => estimateTokens(JSON.stringify(value));
  const isCheaper = tokens({ columns, rows: rows.slice(0, COUNTED) }) < tokens(list.slice(0, COUNTED));
  return isCheaper ? { columns, rows } : undefined;
}

/** An object whose members are plain values. */
const isFlat = (value: JsonValue | undefined): value is JsonObject =>
  isObject(value) &&
  !isSourceNumber(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((member) => typeof member !== 'object' || member === null || isSourceNumber(member));
