/**
 * Fields that owners select: by JSON pointer (RFC 6901), in which `*` stands for one segment and `**` for any number,
 * or by a bare field name, which matches that name in any spelling at any depth.
 */

import { segmentsOf } from '../../model/governance/report.ts';
import { wordsOf } from '../vocabulary/words.ts';

/** A set of selected fields. */
export interface FieldSelector {
  /** Whether the field at this path is selected itself. False when only an ancestor is. */
  matches(path: readonly (string | number)[]): boolean;
  /** Selects nothing. */
  readonly empty: boolean;
}

/** Compiles pointers and names; an empty list selects nothing. */
export function compileSelectors(selectors: readonly string[]): FieldSelector {
  const names = new Set<string>();
  const pointers: string[][] = [];
  for (const selector of selectors) {
    if (selector.startsWith('/')) pointers.push(segmentsOf(selector));
    else names.add(wordsOf(selector).join(''));
  }
  return {
    empty: selectors.length === 0,
    matches(path) {
      const last = path.at(-1);
      if (last === undefined) return false;
      if (names.size > 0 && typeof last === 'string' && names.has(wordsOf(last).join(''))) return true;
      return pointers.some((pattern) => matchFrom(pattern, 0, path, 0));
    },
  };
}

/** Matches with one level of backtracking for each `**`, so in at most pattern length × path length steps. */
function matchFrom(
  pattern: readonly string[],
  patternStart: number,
  path: readonly (string | number)[],
  pathStart: number,
): boolean {
  let p = patternStart;
  let s = pathStart;
  let star = -1;
  let mark = 0;
  while (s < path.length) {
    if (p < pattern.length && pattern[p] === '**') {
      star = p++;
      mark = s;
    } else if (p < pattern.length && (pattern[p] === '*' || pattern[p] === String(path[s]))) {
      p++;
      s++;
    } else if (star >= 0) {
      p = star + 1;
      s = ++mark;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === '**') p++;
  return p === pattern.length;
}
