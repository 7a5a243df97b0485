/**
 * The size cap: makes a JSON value fit a number of bytes and stay valid JSON.
 * Small members survive first, the large ones share what is left; arrays keep their first items; long strings are cut.
 */
import type { JsonValue } from '../../json/value.ts';
import { pointerOf } from '../pointer.ts';
import type { Truncation } from '../report.ts';

export interface Capped {
  readonly value: JsonValue;
  readonly truncations: readonly Truncation[];
}

const CUT_MARK = '…';

export function capValue(value: JsonValue, maxBytes: number): Capped {
  const sizes = new Map<object, number>();
  const truncations: Truncation[] = [];
  const path: (string | number)[] = [];

  const sizeOf = (node: JsonValue): number => {
    if (typeof node !== 'object' || node === null) return Buffer.byteLength(JSON.stringify(node));
    if (isSourceNumber(node)) return node.rawJSON.length;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    let size = 2;
    if (Array.isArray(node)) for (const child of node) size += sizeOf(child) + 1;
    else for (const key of Object.keys(node)) size += Buffer.byteLength(JSON.stringify(key)) + 2 + sizeOf(node[key]!);
    sizes.set(node, size);
    return size;
  };

  const shrink = (node: JsonValue, budget: number): JsonValue => {
    if (sizeOf(node) <= budget) return node;
    if (typeof node === 'string') return cutString(node, budget);
    if (typeof node !== 'object' || node === null) return node;
    // A number cannot be cut and stay one: its first digits are shown as a text that says so.
    if (isSourceNumber(node)) return cutString(node.rawJSON, budget);
    if (Array.isArray(node)) return fitArray(node, budget);
    return fitObject(node, budget);
  };

  const fitArray = (array: JsonValue[], budget: number): JsonValue[] => {
    const kept: JsonValue[] = [];
    let left = budget - 2;
    for (const [index, item] of array.entries()) {
      const size = sizeOf(item) + 1;
      if (size > left) {
        // One item alone is too large: a part of it says more than nothing.
        if (index === 0 && left > 64) {
          path.push(0);
          kept.push(shrink(item, left - 1));
          path.pop();
        }
        break;
      }
      kept.push(item);
      left -= size;
    }
    if (kept.length < array.length)
      truncations.push({ pointer: pointerOf(path), total: array.length, kept: kept.length });
    return kept;
  };

  const fitObject = (object: { [key: string]: JsonValue }, budget: number): JsonValue => {
    const members = Object.keys(object).map((key) => ({
      key,
      head: Buffer.byteLength(JSON.stringify(key)) + 2,
      size: sizeOf(object[key]!),
    }));
    const shares = new Map<string, number>();
    let left = budget - 2;
    let open = members.length;
    for (const member of [...members].sort((a, b) => a.size - b.size)) {
      const share = Math.floor(left / open) - member.head;
      const given = Math.min(member.size, share);
      open--;
      if (given < Math.min(member.size, 8)) continue;
      shares.set(member.key, given);
      left -= given + member.head;
    }
    const copy: { [key: string]: JsonValue } = {};
    for (const { key } of members) {
      const share = shares.get(key);
      if (share === undefined) continue;
      path.push(key);
      Object.defineProperty(copy, key, {
        value: shrink(object[key]!, share),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      path.pop();
    }
    return copy;
  };

  return { value: shrink(value, maxBytes), truncations };
}

/** Cuts at a character border, so that the written form fits. */
export function cutString(text: string, budget: number): string {
  let low = 0;
  let high = Math.min(text.length, budget);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Buffer.byteLength(JSON.stringify(`${text.slice(0, middle)}${CUT_MARK}`)) <= budget) low = middle;
    else high = middle - 1;
  }
  const code = text.charCodeAt(low - 1);
  if (code >= 0xd800 && code <= 0xdbff) low--;
  return low <= 0 ? '' : `${text.slice(0, low)}${CUT_MARK}`;
}

const isSourceNumber = (node: object): node is { readonly rawJSON: string } => JSON_RAW.isRawJSON(node);

/** `JSON.isRawJSON` (ES2026) is newer than the type library. */
export const JSON_RAW = JSON as unknown as { rawJSON(text: string): JsonValue; isRawJSON(value: unknown): boolean };
