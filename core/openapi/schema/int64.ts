/**
 * Lets 64-bit integers be given as a string of digits, because most clients round numbers above 2^53.
 */
import type { JsonSchema } from '../../json/value.ts';

/**
 * The schema, also accepting a string of digits when it is a 64-bit integer that may exceed 2^53. Returns a new object
 * when it changes something.
 */
export function withDigits(schema: JsonSchema): JsonSchema {
  const { type, format, maximum } = schema;
  if (format !== 'int64' || (typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER)) return schema;
  if ('enum' in schema || 'const' in schema) return schema;
  const types = (Array.isArray(type) ? type : [type]) as string[];
  if (!types.includes('integer') || types.includes('string')) return schema;
  return { ...schema, type: [...types, 'string'], pattern: '^-?[0-9]+$' };
}
