/**
 * Limits the cost of compiling a schema with Ajv, which generates a function for it.
 *
 * With many `patternProperties`, the generated code grows with the square of their number: 60 KB of them take ten seconds
 * to compile. Such a schema is validated without them, and without the keywords that depend on them. With many
 * properties, Ajv nests a block for each if it stops at the first error, and V8 cannot parse two thousand nested blocks;
 * if Ajv collects all errors, the blocks are not nested.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../lib/json/value.ts';

/** How many patterns of property names a schema may have to be compiled with them. */
export const MAX_NAME_PATTERNS = 100;

/** Keywords whose value is not a schema. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'dependentRequired']);
/** Keywords that depend on the result of others. Without the patterns they would refuse valid values. */
const DEPENDENT = new Set(['unevaluatedProperties', 'not', 'if', 'then', 'else', 'maxContains']);
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Number of properties of one object above which Ajv collects all errors; V8's limit is at about 1,500 nested blocks. */
const MANY_PROPERTIES = 300;

/** True when an object of the schema has too many properties for a validator that stops at the first error. */
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
