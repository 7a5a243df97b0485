/** JSON as TypeScript types, and the test for objects. Does not parse or write. */

/** A JSON value without members. */
export type JsonPrimitive = string | number | boolean | null;
/** Any JSON value (RFC 8259). */
export type JsonValue = JsonPrimitive | JsonValue[] | JsonObject;
/** A JSON object. Where a name comes from outside, members are checked with `Object.hasOwn`. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON Schema 2020-12 in its object form; boolean schemas occur only inside one. */
export type JsonSchema = JsonObject;

/**
 * True for a JSON object, false for null and arrays. Also true for a source number (lossless.ts), which {@link
 * isPlainObject} excludes.
 */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
