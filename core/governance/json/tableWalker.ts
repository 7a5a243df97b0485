/**
 * Walks what tables.ts found: rows by the names of their columns, pairs by their first members, rows of wrapped cells. Judges nothing
 * itself; values go back to the walk of the tree.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import { resolveKind } from '../context/fieldKind.ts';
import type { Place } from '../context/scope.ts';
import { isWrappedCell, type WrappedTable } from '../context/tables.ts';
import { allSignals } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Trail } from '../tally.ts';

export interface TableWalkContext {
  readonly trail: Trail;
  /** The place of a document itself: rows are judged by their columns alone. */
  readonly root: Place;
  /** Whether what is walked may be changed in place. */
  readonly owns: () => boolean;
  readonly visit: (value: JsonValue, kind: FieldKind | undefined, info: KeyInfo | undefined, place: Place) => JsonValue;
}

export interface TableWalk {
  /** Lists of a name and its value. */
  pairs(list: JsonValue[], names: readonly KeyInfo[], place: Place): JsonValue[];
  /** Rows from the one at `from`. */
  rows(list: JsonValue[], columns: readonly KeyInfo[], place: Place, from: number): JsonValue[];
  /** The row at `at` of a table of wrapped cells. */
  wrapped(given: JsonValue, table: WrappedTable, at: number, place: Place): JsonValue;
}

export function createTableWalk({ trail, root, owns, visit }: TableWalkContext): TableWalk {
  function pairs(list: JsonValue[], names: readonly KeyInfo[], place: Place): JsonValue[] {
    return list.map((pair, index) => {
      const [name, value] = pair as [JsonValue, JsonValue];
      const info = names[index]!;
      trail.path.push(index);
      trail.leaf = 1;
      const next = visit(value, resolveKind(info, value, root, 0, false), info, place);
      trail.path.pop();
      return next === value ? pair : [name, next];
    });
  }

  function rows(list: JsonValue[], columns: readonly KeyInfo[], place: Place, from: number): JsonValue[] {
    const signals = allSignals(columns);
    let copy: JsonValue[] | undefined;
    for (let index = from; index < list.length; index++) {
      const cells = list[index]!;
      trail.leaf = index;
      let next: JsonValue;
      if (Array.isArray(cells)) {
        trail.path.push(index);
        next = row(cells, columns, signals, place);
        trail.path.pop();
      } else next = visit(cells, undefined, undefined, place);
      if (next !== cells) {
        copy ??= owns() ? list : list.slice();
        copy[index] = next;
      }
    }
    return copy ?? list;
  }

  function row(cells: JsonValue[], columns: readonly KeyInfo[], signals: number, place: Place): JsonValue[] {
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < cells.length; index++) {
      const value = cells[index]!;
      const column = columns[index];
      trail.leaf = index;
      const kind = column && resolveKind(column, value, root, signals, false);
      const next = visit(value, kind, column, place);
      if (next !== value) {
        copy ??= owns() ? cells : cells.slice();
        copy[index] = next;
      }
    }
    return copy ?? cells;
  }

  /** A row whose cells are wrapped one by one; what else it holds is walked as it stands. */
  function wrapped(given: JsonValue, { cells }: WrappedTable, at: number, place: Place): JsonValue {
    trail.leaf = at;
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return visit(given, undefined, undefined, place);
    const lists = Object.entries(given).filter(
      ([member, list]) => cells.has(member) && Array.isArray(list) && list.every(isWrappedCell),
    ) as [string, JsonObject[]][];
    const rest = { ...given };
    for (const [member] of lists) rest[member] = null;
    const next = { ...(visit(rest, undefined, undefined, place) as JsonObject) };
    trail.path.push(at);
    for (const [member, list] of lists) {
      const { columns, signals } = cells.get(member)!;
      trail.path.push(member);
      next[member] = list.map((cell, index) => {
        const [[wrap, value]] = Object.entries(cell) as [[string, JsonValue]];
        const column = columns[index];
        trail.path.push(index);
        trail.leaf = wrap;
        const judged = visit(value, column && resolveKind(column, value, root, signals, false), column, place);
        trail.path.pop();
        return { [wrap]: judged };
      });
      trail.path.pop();
    }
    trail.path.pop();
    return next;
  }

  return { pairs, rows, wrapped };
}
