/**
 * The same cut as arrayLimit.ts, on a parsed value: for documents that are parsed, and as the reference in the
 * scanner's tests.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { pointerOf, type Truncation } from '../../model/governance/report.ts';
import { MAX_DEPTH } from './openContainers.ts';

/** A copy with shortened arrays, and the cuts. */
export interface CutTree {
  readonly value: JsonValue;
  readonly truncations: readonly Truncation[];
}

/** Keeps the first `maxItems` elements of every array down to MAX_DEPTH. Deeper values are shared with the input. */
export function cutArrays(value: JsonValue, maxItems: number): CutTree {
  const truncations: Truncation[] = [];
  const path: (string | number)[] = [];
  const cut = (node: JsonValue): JsonValue => {
    if (typeof node !== 'object' || node === null || path.length > MAX_DEPTH) return node;
    if (Array.isArray(node)) {
      const kept: JsonValue[] = [];
      for (const [index, item] of node.slice(0, maxItems).entries()) {
        path.push(index);
        kept.push(cut(item));
        path.pop();
      }
      if (node.length > maxItems) truncations.push({ pointer: pointerOf(path), total: node.length, kept: kept.length });
      return kept;
    }
    const copy: { [key: string]: JsonValue } = {};
    for (const [key, member] of Object.entries(node)) {
      path.push(key);
      const child = cut(member);
      if (key === '__proto__')
        Object.defineProperty(copy, key, { value: child, enumerable: true, configurable: true, writable: true });
      else copy[key] = child;
      path.pop();
    }
    return copy;
  };
  return { value: cut(value), truncations };
}
