/** 64-bit integers, which JSON numbers of most clients cannot hold: RFC 8259 section 6 counts on 53 bits. */
import type { JsonValue } from '../../lib/json/value.ts';

/** Instructions for clients of a server that has such arguments. The digits in the text are read (table.ts, `number_text`). */
export const LONG_INTEGER_INSTRUCTIONS =
  'An integer argument above 9007199254740991 (2^53) is given as a string of its digits, or the client may round it.';

/** Whether a schema has a 64-bit integer that may be above 2^53. */
export function hasLongInteger(schema: JsonValue): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (Array.isArray(schema)) return schema.some(hasLongInteger);
  const { format, maximum } = schema;
  if (format === 'int64' && !(typeof maximum === 'number' && maximum <= Number.MAX_SAFE_INTEGER)) return true;
  for (const key in schema) if (hasLongInteger(schema[key] as JsonValue)) return true;
  return false;
}
