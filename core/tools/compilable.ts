/**
 * What a schema may ask of Ajv, which generates a function for it.
 *
 * Very many patterns of property names (`patternProperties`): the generated code grows with the square of their number;
 * 60 KB of them take ten seconds to compile, in the thread that serves everybody. For such a schema all of them are
 * left to the upstream, and so is everything that depends on them. Very many properties: Ajv nests a block for each
 * when it stops at the first fault, and V8 cannot parse two thousand of them; when it collects all faults they stand
 * one after the other.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../json/value.ts';

/** Patterns of property names in one schema that are compiled. */
export const MAX_NAME_PATTERNS = 100;

/** Keywords whose content is no schema. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'dependentRequired']);
/** Keywords that refuse what others leave over or accept: without the patterns they would refuse too much. */
const DEPENDENT = new Set(['unevaluatedProperties', 'not', 'if', 'then', 'else', 'maxContains']);
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Properties of one object above which all faults are collected; V8's stack ends at about 1,500. */
const MANY_PROPERTIES = 300;

/** True when an object of the schema has too many properties for a validator that stops at the first fault. */
export function isWide(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(isWide);
  if (!isObject(schema)) return false;
  const { properties } = schema;
  if (isObject(properties) && Object.keys(properties).length > MANY_PROPERTIES) return true;
  return Object.values(schema).some((value) => typeof value === 'object' && isWide(value));
}

/** The number of patterns of property names in a schema, at all depths. */
export function namePatterns(schema: JsonValue): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, item) => sum + namePatterns(item), 0);
  if (!isObject(schema)) return 0;
  let count = 0;
  for (const [key, value] of Object.entries(schema)) {
    if (VALUES.has(key) || typeof value !== 'object') continue;
    const isMap = isObject(value) && (MAPS.has(key) || key === 'patternProperties');
    if (key === 'patternProperties' && isMap) count += Object.keys(value).length;
    for (const child of isMap ? Object.values(value) : [value]) count += namePatterns(child as JsonValue);
  }
  return count;
}

/** The schema itself, or without its patterns of property names when it has more than {@link MAX_NAME_PATTERNS}. */
export function withoutManyPatterns(schema: JsonSchema): JsonSchema {
  return namePatterns(schema) > MAX_NAME_PATTERNS ? (withoutPatterns(schema) as JsonSchema) : schema;
}

function withoutPatterns(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (!isObject(schema)) return schema;
  const hasPatterns = isObject(schema['patternProperties']);
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'patternProperties' || DEPENDENT.has(key) || (hasPatterns && key === 'additionalProperties')) continue;
    if (VALUES.has(key)) out[key] = value;
    else if (MAPS.has(key) && isObject(value)) {
      out[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutPatterns(child)]));
    } else out[key] = withoutPatterns(value);
  }
  return out;
}
