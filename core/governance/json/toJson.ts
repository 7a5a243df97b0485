/**
 * Converts any JavaScript value to JSON for `redact`. A value that is JSON already is returned unchanged. What a walk
 * over plain data would miss (dates, maps, bytes, errors, big integers, objects with `toJSON`) becomes its JSON form or
 * a word in brackets. Never throws: what cannot be read is replaced by a note.
 */
import type { JsonValue } from '../../lib/json/value.ts';

/** The walk (treeWalker.ts) replaces deeper values as a whole, so they need no conversion. */
const MAX_DEPTH = 600;
/** Longer arrays are checked for holes. */
const MAX_DENSE_LENGTH = 1_000_000;

type Holder = { readonly [key: string]: unknown };
interface RawJson {
  readonly rawJSON: string;
}

/** The value as JSON; the same object when it is JSON already. */
export const toJson = (value: unknown): JsonValue => read(value, []) as JsonValue;

/** @param ancestors the objects around the value, outermost first */
function read(value: unknown, ancestors: unknown[]): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || ancestors.length > MAX_DEPTH) return value;
  if (ancestors.includes(value)) return '[circular]';
  const depth = ancestors.push(value);
  try {
    return readObject(value, ancestors);
  } catch {
    return '[unreadable]';
  } finally {
    ancestors.length = depth - 1;
  }
}

function readObject(value: object, ancestors: unknown[]): unknown {
  if (Array.isArray(value)) return readArray(value, ancestors);
  if (isRawJson(value)) return value.rawJSON;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[binary]';
  if (value instanceof Map)
    return read(Object.fromEntries([...value].map(([key, item]) => [String(key), item])), ancestors);
  if (value instanceof Set) return readArray([...value], ancestors);
  if (value instanceof Error) return read({ ...value, name: value.name, message: value.message }, ancestors);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return read(toJSON.call(value), ancestors);
  if (typeof (value as Iterable<unknown>)[Symbol.iterator] === 'function') {
    return readArray([...(value as Iterable<unknown>)], ancestors);
  }
  return readMembers(value as Holder, ancestors);
}

/** Whether an object is a number with its source text (TC39 proposal "JSON.parse source text access"). */
const isRawJson = (value: object): value is RawJson =>
  (JSON as unknown as { isRawJSON?(value: unknown): boolean }).isRawJSON?.(value) === true;

/** The object itself as long as nothing in it has to be changed. */
function readMembers(value: Holder, ancestors: unknown[]): unknown {
  const changed = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    let member: unknown;
    try {
      member = value[key];
    } catch {
      changed.set(key, '[unreadable]');
      continue;
    }
    const plain = read(member, ancestors);
    if (plain !== member) changed.set(key, plain);
  }
  if (changed.size === 0) return value;
  const keys = Object.keys(value);
  return Object.fromEntries(keys.map((key) => [key, changed.has(key) ? changed.get(key) : value[key]]));
}

function readArray(value: readonly unknown[], ancestors: unknown[]): unknown {
  if (value.length > MAX_DENSE_LENGTH) {
    // Visiting billions of holes would take minutes.
    const present = Object.values(value);
    if (present.length < value.length) return readArray(present, ancestors);
  }
  let copy: unknown[] | undefined;
  for (let at = 0; at < value.length; at++) {
    const plain = read(value[at], ancestors);
    if (plain !== value[at] && !copy) copy = [...value];
    if (copy) copy[at] = plain;
  }
  return copy ?? value;
}
