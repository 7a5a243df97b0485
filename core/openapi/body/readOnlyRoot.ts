/**
 * Removes read-only properties, which the API sets itself, from the root of a body, and from the branches of a union and
 * the items of an array at the root. Deeper ones stay, because they may identify an existing object.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { arrayMember, objectMember } from '../document/read.ts';
import type { OpenWarning } from '../model/warnings.ts';
import type { Converter } from '../schema/converter.ts';

/** Levels of nested unions and arrays that count as the root. */
const MAX_DEPTH = 4;

/** The schema without read-only properties at its root; the same object when it has none. */
export function writable(converter: Converter, schema: JsonSchema, warnings: OpenWarning[], depth = 0): JsonSchema {
  if (!converter.documents.hasReadOnly || depth > MAX_DEPTH) return schema;
  const own: OpenWarning[] = [];
  const flat = converter.flatten(schema, own);
  let out = flat;
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = flat[key] as JsonSchema[] | undefined;
    if (!Array.isArray(branches)) continue;
    const bare = branches.map((branch) => writable(converter, branch, warnings, depth + 1));
    if (bare.some((branch, at) => branch !== branches[at])) out = { ...out, [key]: bare };
  }
  const { items } = flat;
  if (isObject(items)) {
    const bare = writable(converter, items, warnings, depth + 1);
    if (bare !== items) out = { ...out, items: bare };
  }
  const properties = objectMember(flat, 'properties');
  const names = Object.keys(properties).filter((name) => isReadOnly(properties[name]));
  if (names.length > 0) out = without(out, properties, names);
  if (out === flat) return schema;
  for (const warning of own) if (!warnings.includes(warning)) warnings.push(warning);
  return out;
}

const isReadOnly = (schema: JsonValue | undefined): boolean => isObject(schema) && schema['readOnly'] === true;

function without(schema: JsonSchema, properties: JsonObject, names: readonly string[]): JsonSchema {
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
  const { required: _, ...rest } = schema;
  const required = arrayMember(schema, 'required').filter((name) => !names.includes(name as string));
  return { ...rest, properties: kept, ...(required.length > 0 && { required }) };
}
