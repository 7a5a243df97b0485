/**
 * Removes references that lead back to the same instance location (`A: anyOf [A, …]`), because validation against them
 * never ends (JSON Schema 2020-12 core, section 9.4.1). Recursion through properties and items stays.
 */

import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { Definition } from '../model/convertedSchema.ts';

const LISTS = ['anyOf', 'oneOf', 'allOf'] as const;
const SINGLES = ['not', 'if', 'then', 'else'] as const;

type Lookup = (reference: JsonValue | undefined) => Definition | undefined;

/** Removes such references from the definitions of one cycle. */
export function cutInfiniteRecursion(cycle: readonly Definition[], lookup: Lookup): void {
  for (const start of cycle) {
    if (!reaches(start, start, lookup, new Set())) continue;
    const schema = rewritten(
      start.schema,
      (target) => target === start || reaches(target, start, lookup, new Set()),
      lookup,
    );
    start.schema = schema;
    start.logical = schema;
  }
}

function reaches(from: Definition, goal: Definition, lookup: Lookup, seen: Set<Definition>): boolean {
  return inPlace(from.schema, lookup).some((next) => {
    if (next === goal) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, goal, lookup, seen);
  });
}

/**
 * The definitions that a schema applies to the same instance by in-place applicators (JSON Schema 2020-12 core, section
 * 10.2).
 */
function inPlace(schema: JsonValue, lookup: Lookup): Definition[] {
  if (!isObject(schema)) return [];
  const own = lookup(schema['$ref']);
  const branches = LISTS.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const singles = SINGLES.flatMap((key) => (schema[key] === undefined ? [] : [schema[key]]));
  return [...(own ? [own] : []), ...[...branches, ...singles].flatMap((branch) => inPlace(branch, lookup))];
}

function rewritten(schema: JsonSchema, isCircular: (target: Definition) => boolean, lookup: Lookup): JsonSchema {
  const out: JsonObject = { ...schema };
  const target = lookup(schema['$ref']);
  if (target && isCircular(target)) delete out['$ref'];
  const visit = (value: JsonValue) => (isObject(value) ? rewritten(value, isCircular, lookup) : value);
  for (const key of LISTS) if (Array.isArray(out[key])) out[key] = out[key].map(visit);
  for (const key of SINGLES) if (out[key] !== undefined) out[key] = visit(out[key]);
  return out;
}
