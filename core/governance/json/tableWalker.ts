/**
 * Walks what tables.ts found: rows by the names of their columns, pairs by their first members, rows of wrapped cells. Judges nothing
 * itself; values go back to the walk of the tree.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import { resolveKind } from '../context/fieldKind.ts';
import type { Scope } from '../context/scope.ts';
import { isWrappedCell, type WrappedTable } from '../context/tables.ts';
import { combinedEvidence } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Trail } from '../tally.ts';

export interface TableWalkerContext {
  readonly trail: Trail;
  /** The place of a document itself: rows are judged by their columns alone. */
  readonly root: Scope;
  /** Whether what is walked may be changed in place. */
  readonly owns: () => boolean;
  readonly visit: (value: JsonValue, kind: FieldKind | undefined, info: KeyInfo | undefined, scope: Scope) => JsonValue;
}

export interface TableWalker {
  /** Lists of a name and its value. */
  pairs(list: JsonValue[], names: readonly KeyInfo[], scope: Scope): JsonValue[];
  /** Rows from the one at `from`. */
  rows(list: JsonValue[], columns: readonly KeyInfo[], scope: Scope, from: number): JsonValue[];
  /** The row at `at` of a table of wrapped cells. */
  wrapped(given: JsonValue, table: WrappedTable, at: number, scope: Scope): JsonValue;
}

export function createTableWalker({ trail, root, owns, visit }: TableWalkerContext): TableWalker {
  function pairs(list: JsonValue[], names: readonly KeyInfo[], scope: Scope): JsonValue[] {
    return list.map((pair, index) => {
      const [name, value] = pair as [JsonValue, JsonValue];
      const info = names[index]!;
      trail.path.push(index);
      trail.leaf = 1;
      const next = visit(value, resolveKind(info, value, root, 0, false), info, scope);
      trail.path.pop();
      return next === value ? pair : [name, next];
    });
  }

  function rows(list: JsonValue[], columns: readonly KeyInfo[], scope: Scope, from: number): JsonValue[] {
    const evidence = combinedEvidence(columns);
    let copy: JsonValue[] | undefined;
    for (let index = from; index < list.length; index++) {
      const cells = list[index]!;
      trail.leaf = index;
      let next: JsonValue;
      if (Array.isArray(cells)) {
        trail.path.push(index);
        next = row(cells, columns, evidence, scope);
        trail.path.pop();
      } else next = visit(cells, undefined, undefined, scope);
      if (next !== cells) {
        copy ??= owns() ? list : list.slice();
        copy[index] = next;
      }
    }
    return copy ?? list;
  }

  function row(cells: JsonValue[], columns: readonly KeyInfo[], evidence: number, scope: Scope): JsonValue[] {
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < cells.length; index++) {
      const value = cells[index]!;
      const column = columns[index];
      trail.leaf = index;
      const kind = column && resolveKind(column, value, root, evidence, false);
      const next = visit(value, kind, column, scope);
      if (next !== value) {
        copy ??= owns() ? cells : cells.slice();
        copy[index] = next;
      }
    }
    return copy ?? cells;
  }

  /** A row whose cells are wrapped one by one; what else it holds is walked as it stands. */
  function wrapped(given: JsonValue, { cells }: WrappedTable, at: number, scope: Scope): JsonValue {
    trail.leaf = at;
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return visit(given, undefined, undefined, scope);
    const lists = Object.entries(given).filter(
      ([member, list]) => cells.has(member) && Array.isArray(list) && list.every(isWrappedCell),
    ) as [string, JsonObject[]][];
    const rest = { ...given };
    for (const [member] of lists) rest[member] = null;
    const next = { ...(visit(rest, undefined, undefined, scope) as JsonObject) };
    trail.path.push(at);
    for (const [member, list] of lists) {
      const { columns, evidence } = cells.get(member)!;
      trail.path.push(member);
      next[member] = list.map((cell, index) => {
        const [[wrap, value]] = Object.entries(cell) as [[string, JsonValue]];
        const column = columns[index];
        trail.path.push(index);
        trail.leaf = wrap;
        const judged = visit(value, column && resolveKind(column, value, root, evidence, false), column, scope);
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
