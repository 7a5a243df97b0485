/**
 * A governed JSON value with the wanted fields alone. It comes after redaction, because redaction reads names and siblings. Values stay what
 * they are; a wanted path that leads deeper than the answer does gives what is there. Linear in the value.
 */
import { isSourceNumber } from '../json/lossless.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { childOf, type FieldNode } from './fields.ts';

/** A wanted field that the answer does not have. */
export interface MissingField {
  /** As `items.name`. */
  readonly path: string;
  /** The names that stand where it would. */
  readonly names: readonly string[];
}

/** The projected value, and what of it was not found. */
export interface Projected {
  readonly value: JsonValue;
  readonly missing: readonly MissingField[];
  /** Whether anything that was asked for is there. */
  readonly isAny: boolean;
}

/** Names that are collected of one place. */
const MOST_NAMES = 40;

/** Projects a value. */
export function project(value: JsonValue, wanted: FieldNode): Projected {
  if (wanted.isWhole) return { value, missing: [], isAny: true };
  const met = new Set<FieldNode>();
  const names = new Map<FieldNode, Set<string>>();
  const projected = projectedAt(value, wanted, { met, names });
  const missing: MissingField[] = [];
  const collect = (node: FieldNode) => {
    const known = names.get(node);
    for (const child of node.children.values()) {
      if (met.has(child)) collect(child);
      else if (known) missing.push({ path: child.path, names: [...known] });
    }
  };
  collect(wanted);
  // An empty list has no fields, and lacks none.
  return { value: projected, missing, isAny: met.size > 0 || !names.has(wanted) };
}

interface Found {
  readonly met: Set<FieldNode>;
  readonly names: Map<FieldNode, Set<string>>;
}

function projectedAt(value: JsonValue, node: FieldNode, found: Found): JsonValue {
  if (node.isWhole) return value;
  if (Array.isArray(value)) return value.map((item) => projectedAt(item, node, found));
  if (!isObject(value) || isSourceNumber(value)) return value;
  let known = found.names.get(node);
  if (!known) {
    known = new Set();
    found.names.set(node, known);
  }
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (known.size < MOST_NAMES) known.add(name);
    const child = childOf(node, name);
    if (!child) continue;
    found.met.add(child);
    kept.push([name, projectedAt(member, child, found)]);
  }
  return Object.fromEntries(kept) as JsonObject;
}
