/**
 * Walks the tables that context/tables.ts recognized: rows by column names, pairs by their first elements, rows of
 * wrapped cells. Decides nothing itself; values are passed back to the tree walker.
 */
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import type { Path, Trail } from '../../model/governance/report.ts';
import { rulingOf } from '../context/decision.ts';
import type { Scope } from '../context/scope.ts';
import { isWrappedCell, type WrappedTable } from '../context/tables.ts';
import { combinedEvidence } from '../fieldName/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Ruling } from '../fieldName/ruling.ts';

/** What the table walker needs of the tree walker. */
export interface TableWalkerContext {
  readonly trail: Trail;
  /** The scope of a document: rows are judged by their columns alone. */
  readonly root: Scope;
  /** Whether the values may be changed in place. */
  readonly owns: () => boolean;
  readonly visit: (value: JsonValue, ruling: Ruling | undefined, info: KeyInfo | undefined, scope: Scope) => JsonValue;
  /** The name of a column or a pair, replaced where it may be data; undefined where all names stay. */
  readonly heading: ((name: JsonValue) => JsonValue) | undefined;
  /** Called with the name in a pair, which is not judged. */
  readonly skipName: (name: JsonValue, path: Path) => void;
}

/** Walks the rows of tables. */
export class TableWalker {
  readonly #context: TableWalkerContext;

  constructor(context: TableWalkerContext) {
    this.#context = context;
  }

  /**
   * Walks a list of name-value pairs.
   *
   * @param names what the first element of each pair says
   */
  pairs(list: JsonValue[], names: readonly KeyInfo[], scope: Scope): JsonValue[] {
    const { trail, visit, skipName, heading } = this.#context;
    return list.map((pair, index) => {
      const [given, value] = pair as [JsonValue, JsonValue];
      const name = heading === undefined ? given : heading(given);
      const info = names[index];
      trail.path.push(index);
      skipName(name, trail.path);
      trail.leaf = 1;
      const next = visit(value, this.#rulingIn(info, value, 0), info, scope);
      trail.path.pop();
      return next === value && name === given ? pair : [name, next];
    });
  }

  /** Walks the rows from index `from` on. */
  rows(list: JsonValue[], columns: readonly KeyInfo[], scope: Scope, from: number): JsonValue[] {
    const { trail, visit, owns, heading } = this.#context;
    const siblings = combinedEvidence(columns);
    let copy: JsonValue[] | undefined;
    if (from > 0 && heading !== undefined) copy = [(list[0] as JsonValue[]).map(heading), ...list.slice(1)];
    for (let index = from; index < list.length; index++) {
      const cells = list[index];
      if (cells === undefined) continue;
      trail.leaf = index;
      let next: JsonValue;
      if (Array.isArray(cells)) {
        trail.path.push(index);
        next = this.#row(cells, columns, siblings, scope);
        trail.path.pop();
      } else next = visit(cells, undefined, undefined, scope);
      if (next === cells) continue;
      copy ??= owns() ? list : list.slice();
      copy[index] = next;
    }
    return copy ?? list;
  }

  #row(cells: JsonValue[], columns: readonly KeyInfo[], siblings: number, scope: Scope): JsonValue[] {
    const { trail, visit, owns } = this.#context;
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < cells.length; index++) {
      const value = cells[index];
      if (value === undefined) continue;
      const column = columns[index];
      trail.leaf = index;
      const next = visit(value, this.#rulingIn(column, value, siblings), column, scope);
      if (next === value) continue;
      copy ??= owns() ? cells : cells.slice();
      copy[index] = next;
    }
    return copy ?? cells;
  }

  /** Walks the row at `at` whose cells are wrapped one by one; its other members are walked as usual. */
  wrapped(row: JsonValue, { cells }: WrappedTable, at: number, scope: Scope): JsonValue {
    const { trail, visit } = this.#context;
    trail.leaf = at;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return visit(row, undefined, undefined, scope);
    const lists = Object.entries(row).filter(
      (entry): entry is [string, JsonObject[]] =>
        cells.has(entry[0]) && Array.isArray(entry[1]) && entry[1].every(isWrappedCell),
    );
    const rest = { ...row };
    for (const [member] of lists) rest[member] = null;
    const next = { ...(visit(rest, undefined, undefined, scope) as JsonObject) };
    trail.path.push(at);
    for (const [member, list] of lists) {
      const { columns = [], siblings = 0 } = cells.get(member) ?? {};
      trail.path.push(member);
      next[member] = list.map((cell, index) => {
        const [[wrap, value]] = Object.entries(cell) as [[string, JsonValue]];
        const column = columns[index];
        trail.path.push(index);
        trail.leaf = wrap;
        const redacted = visit(value, this.#rulingIn(column, value, siblings), column, scope);
        trail.path.pop();
        return { [wrap]: redacted };
      });
      trail.path.pop();
    }
    trail.path.pop();
    return next;
  }

  #rulingIn(info: KeyInfo | undefined, value: JsonValue, siblings: number): Ruling | undefined {
    return info && rulingOf({ info, value, scope: this.#context.root, siblings, organisation: false });
  }
}
