/**
 * The size cap: shortens a JSON value to a number of bytes; the result is valid JSON. Small members are kept first and
 * large ones share the rest; arrays keep their first items; long strings are cut at a character.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { pointerOf, type Truncation } from '../../model/governance/report.ts';

/** A value that fits, and the arrays that were cut. */
export interface Capped {
  readonly value: JsonValue;
  readonly truncations: readonly Truncation[];
}

const CUT_MARK = '…';
/** Minimum number of bytes for showing a part of a single large item. */
const MIN_PART = 64;
/** A member that needs more and gets fewer bytes than this is left out. */
const MIN_SHARE = 8;

/** Shortens a value. Unchanged parts are shared with the input. */
export function capValue(value: JsonValue, maxBytes: number): Capped {
  const cap = new SizeCap();
  return { value: cap.shrink(value, maxBytes), truncations: cap.truncations };
}

class SizeCap {
  readonly truncations: Truncation[] = [];
  readonly #sizes = new Map<object, number>();
  readonly #path: (string | number)[] = [];

  /** @param budget maximum bytes of the value's JSON text */
  shrink(node: JsonValue, budget: number): JsonValue {
    if (this.#sizeOf(node) <= budget) return node;
    if (typeof node === 'string') return cutString(node, budget);
    if (typeof node !== 'object' || node === null) return node;
    // A shortened number would be another number, so its first digits become a string.
    if (isSourceNumber(node)) return cutString(node.rawJSON, budget);
    return Array.isArray(node) ? this.#fitArray(node, budget) : this.#fitObject(node, budget);
  }

  #sizeOf(node: JsonValue): number {
    if (typeof node !== 'object' || node === null) return Buffer.byteLength(JSON.stringify(node));
    if (isSourceNumber(node)) return node.rawJSON.length;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    let size = 2;
    if (Array.isArray(node)) for (const child of node) size += this.#sizeOf(child) + 1;
    else
      for (const [key, child] of Object.entries(node))
        size += Buffer.byteLength(JSON.stringify(key)) + 2 + this.#sizeOf(child);
    this.#sizes.set(node, size);
    return size;
  }

  #fitArray(array: JsonValue[], budget: number): JsonValue[] {
    const kept: JsonValue[] = [];
    let left = budget - 2;
    for (const [index, item] of array.entries()) {
      const size = this.#sizeOf(item) + 1;
      if (size > left) {
        if (index === 0 && left > MIN_PART) {
          this.#path.push(0);
          kept.push(this.shrink(item, left - 1));
          this.#path.pop();
        }
        break;
      }
      kept.push(item);
      left -= size;
    }
    if (kept.length < array.length)
      this.truncations.push({ pointer: pointerOf(this.#path), total: array.length, kept: kept.length });
    return kept;
  }

  #fitObject(object: { [key: string]: JsonValue }, budget: number): JsonValue {
    const members = Object.entries(object).map(([key, value]) => ({
      key,
      value,
      head: Buffer.byteLength(JSON.stringify(key)) + 2,
      size: this.#sizeOf(value),
    }));
    const shares = new Map<string, number>();
    let left = budget - 2;
    let open = members.length;
    for (const member of [...members].sort((a, b) => a.size - b.size)) {
      const share = Math.min(member.size, Math.floor(left / open) - member.head);
      open--;
      if (share < Math.min(member.size, MIN_SHARE)) continue;
      shares.set(member.key, share);
      left -= share + member.head;
    }
    const copy: { [key: string]: JsonValue } = {};
    for (const { key, value } of members) {
      const share = shares.get(key);
      if (share === undefined) continue;
      this.#path.push(key);
      const shrunk = this.shrink(value, share);
      this.#path.pop();
      Object.defineProperty(copy, key, { value: shrunk, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  }
}

/** Cuts at a character, so that the JSON string has at most `budget` bytes. */
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

/** `JSON.rawJSON` and `JSON.isRawJSON` (ES2026), which TypeScript's library does not declare yet. */
export const JSON_RAW = JSON as unknown as { rawJSON(text: string): JsonValue; isRawJSON(value: unknown): boolean };
