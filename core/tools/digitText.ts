/**
 * Reads a form that earlier versions gave 64-bit integers: also a text of digits, as a second type and a pattern. Stored tools,
 * sealed bundles and signed lockfiles still have it. Today the schema says only what the API says, and digits in a text are read
 * where the arguments are checked (core/mcp/arguments/repairs.ts).
 */
import type { JsonObject, JsonSchema, JsonValue } from '../lib/json/value.ts';

/** What those versions added to the schema. */
const PATTERN = '^-?[0-9]+$';

/** Parses the JSON text of a stored tool or bundle, whose schemas come in the present form. */
export function parseStored<Stored extends object>(text: string): Stored {
  const stored = JSON.parse(text) as JsonObject;
  return (text.includes(PATTERN) ? withoutDigitText(stored) : stored) as unknown as Stored;
}

/** The same value with each such integer as an integer alone; the given one where there is none. */
export function withoutDigitText<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, JsonValue> | undefined;
  const given = value as Record<string, JsonValue>;
  for (const key of Object.keys(given)) {
    const inner = given[key] as JsonValue;
    const read = withoutDigitText(inner);
    if (read === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, JsonValue>;
    copy[key] = read;
  }
  const out = copy ?? given;
  return (isDigitText(out) ? withoutText(out) : out) as Value;
}

const isDigitText = ({ type, format, pattern }: JsonSchema): boolean =>
  format === 'int64' &&
  pattern === PATTERN &&
  Array.isArray(type) &&
  type.includes('integer') &&
  type.includes('string');

function withoutText({ pattern: _, ...schema }: JsonSchema): JsonSchema {
  const types = (schema['type'] as JsonValue[]).filter((type) => type !== 'string');
  return { ...schema, type: types.length === 1 ? (types[0] as string) : types };
}
