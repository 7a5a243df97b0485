/** The same cut as the byte scanner's, on a parsed value: the plain path, and the truth the scanner is tested against. */
import type { JsonValue } from '../../json/value.ts';
import { pointerOf } from '../pointer.ts';
import type { Truncation } from '../report.ts';
import { MAX_DEPTH } from './arrayLimit.ts';

export interface CutTree {
  readonly value: JsonValue;
  readonly truncations: readonly Truncation[];
}

export function cutArrays(value: JsonValue, maxItems: number): CutTree {
  const truncations: Truncation[] = [];
  const path: (string | number)[] = [];
  const cut = (node: JsonValue): JsonValue => {
    if (typeof node !== 'object' || node === null || path.length > MAX_DEPTH) return node;
    if (Array.isArray(node)) {
      const kept: JsonValue[] = [];
      for (let index = 0; index < node.length && index < maxItems; index++) {
        path.push(index);
        kept.push(cut(node[index]!));
        path.pop();
      }
      if (node.length > maxItems) truncations.push({ pointer: pointerOf(path), total: node.length, kept: kept.length });
      return kept;
    }
    const copy: { [key: string]: JsonValue } = {};
    for (const key of Object.keys(node)) {
      path.push(key);
      const child = cut(node[key]!);
      if (key === '__proto__')
        Object.defineProperty(copy, key, { value: child, enumerable: true, configurable: true, writable: true });
      else copy[key] = child;
      path.pop();
    }
    return copy;
  };
  return { value: cut(value), truncations };
}
