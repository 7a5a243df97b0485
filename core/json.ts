/** JSON as types. Nothing here parses or writes. */
export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON Schema 2020-12 in its object form; the boolean forms only occur nested. */
export type JsonSchema = JsonObject;
