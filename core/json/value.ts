/** JSON as types, and the question that all who walk it ask. Nothing here parses or writes. */
export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON Schema 2020-12 in its object form; the boolean forms only occur nested. */
export type JsonSchema = JsonObject;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
