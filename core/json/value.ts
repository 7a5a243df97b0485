/** JSON as TypeScript types, and the one test for objects. Nothing here parses or writes. */

/** A JSON value without members. */
export type JsonPrimitive = string | number | boolean | null;
/** Any JSON value (RFC 8259). */
export type JsonValue = JsonPrimitive | JsonValue[] | JsonObject;
/** A JSON object. Members are read with `Object.hasOwn` where a name may come from outside. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON Schema 2020-12 in its object form; the boolean forms only occur nested. */
export type JsonSchema = JsonObject;

/**
 * True for a JSON object: no null, no array. A source number (lossless.ts) counts as one; {@link isPlainObject} there
 * excludes it.
 */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
