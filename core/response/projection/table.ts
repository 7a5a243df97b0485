/**
 * Writes lists of flat objects with the same members as tables, `{"columns": [names], "rows": [[values]]}`: JSON in which each name occurs
 * once. Only if that saves tokens, by an estimate. Values are not changed.
 */
import { isPlainObject, isSourceNumber } from '../../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import { estimateTokens } from '../../lib/tokenEstimate.ts';

/** Minimum length of a list that becomes a table. */
export const TABLE_ROWS = 10;
/** Rows for which tokens are estimated. */
const ESTIMATED_ROWS = 50;

/** Undefined if the list cannot be written as a table, or if that would save nothing. */
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
  const isCheaper = tokens({ columns, rows: rows.slice(0, ESTIMATED_ROWS) }) < tokens(list.slice(0, ESTIMATED_ROWS));
  return isCheaper ? { columns, rows } : undefined;
}

/** An object, not empty, whose members are neither objects nor lists. */
const isFlat = (value: JsonValue | undefined): value is JsonObject =>
  isPlainObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((member) => typeof member !== 'object' || member === null || isSourceNumber(member));
