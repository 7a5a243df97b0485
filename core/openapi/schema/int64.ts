/**
 * 64-bit integers may also be given as digits in a text: most clients round numbers above 2^53 before they send them.
 */
import type { JsonSchema } from '../../json/value.ts';

/**
 * The schema, also accepting digits in a text when it is a 64-bit integer that can exceed 2^53. Never changes its
 * argument.
 */
export function withDigits(schema: JsonSchema): JsonSchema {
  const { type, format, maximum } = schema;
  if (format !== 'int64' || (typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER)) return schema;
  if ('enum' in schema || 'const' in schema) return schema;
  const types = (Array.isArray(type) ? type : [type]) as string[];
  if (!types.includes('integer') || types.includes('string')) return schema;
  return { ...schema, type: [...types, 'string'], pattern: '^-?[0-9]+$' };
}
