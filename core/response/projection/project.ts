/**
 * Reduces a governed JSON value to the wanted fields. Runs after redaction, because redaction depends on names and siblings. Values are not
 * changed. Where a path goes deeper than the answer, a call's wish keeps the value, and an owner's bound leaves it out. Takes time linear in
 * the value.
 */
import { isPlainObject } from '../../lib/json/lossless.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import { childOf, type FieldNode } from '../../model/fieldPaths.ts';

/** A wanted field that the answer does not have. */
export interface MissingField {
  /** As `items.name`. */
  readonly path: string;
  /** The names that are there instead. */
  readonly names: readonly string[];
}

/** The projected value, and the wanted fields that were not found. */
export interface Projected {
  readonly value: JsonValue;
  readonly missing: readonly MissingField[];
  /** Whether any wanted field was found. */
  readonly isAny: boolean;
}

/** Maximum of names that are collected for one node. */
const MAX_NAMES = 40;

/**
 * Projects a value.
 * @param isBound nothing but the wanted fields may be left; a value that is not made of fields becomes null
 */
export function project(value: JsonValue, wanted: FieldNode, isBound = false): Projected {
  if (wanted.isWhole) return { value, missing: [], isAny: true };
  const met = new Set<FieldNode>();
  const names = new Map<FieldNode, Set<string>>();
  const projected = projectedAt(value, wanted, { met, names, isBound }) ?? null;
  const missing: MissingField[] = [];
  const collect = (node: FieldNode) => {
    const known = names.get(node);
    for (const child of node.children.values()) {
      if (met.has(child)) collect(child);
      else if (known) missing.push({ path: child.path, names: [...known] });
    }
  };
  collect(wanted);
  // In an empty list no field is missing.
  return { value: projected, missing, isAny: met.size > 0 || !names.has(wanted) };
}

interface Found {
  readonly met: Set<FieldNode>;
  readonly names: Map<FieldNode, Set<string>>;
  readonly isBound: boolean;
}

/** Undefined for what a bound leaves out. */
function projectedAt(value: JsonValue, node: FieldNode, found: Found): JsonValue | undefined {
  if (node.isWhole) return value;
  if (Array.isArray(value)) {
    return value.map((item) => projectedAt(item, node, found)).filter((item) => item !== undefined);
  }
  if (!isPlainObject(value)) return found.isBound && value !== null ? undefined : value;
  let known = found.names.get(node);
  if (!known) {
    known = new Set();
    found.names.set(node, known);
  }
  const kept: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (known.size < MAX_NAMES) known.add(name);
    const child = childOf(node, name);
    if (!child) continue;
    found.met.add(child);
    const inside = projectedAt(member, child, found);
    if (inside !== undefined) kept.push([name, inside]);
  }
  return Object.fromEntries(kept);
}
