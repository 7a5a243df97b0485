/**
 * What of a tool's arguments policies can compare: types of Cedar, made from the tool's JSON Schema. Arguments whose type a policy language
 * cannot tell (several types, any value, records of unknown members) are left out, so a policy that names one does not validate.
 *
 * | JSON Schema | Cedar |
 * |---|---|
 * | string, and enumerations of strings | String |
 * | integer | Long |
 * | number | decimal, of four digits after the point |
 * | boolean | Boolean |
 * | array | Set, whose members have no order |
 * | object with properties | Record |
 */
import type { JsonSchema, JsonValue } from '../lib/json/value.ts';

/** A type of Cedar, as its schemas have it in JSON. */
export type CedarType =
  | { readonly type: 'String' | 'Long' | 'Boolean' }
  | { readonly type: 'Extension'; readonly name: 'decimal' }
  | { readonly type: 'Set'; readonly element: CedarType }
  | CedarRecord;

/** A record, by the names of its attributes. */
export interface CedarRecord {
  readonly type: 'Record';
  readonly attributes: Readonly<Record<string, CedarType & { readonly required: boolean }>>;
}

/** Levels of members in members; deeper ones are left out. */
const MAX_DEPTH = 6;
/** Attributes of one tool; further ones are left out. */
const MAX_ATTRIBUTES = 300;
/** With these, JSON means something else to the engine (Cedar, entity and extension escapes). */
const ESCAPES = new Set(['__entity', '__extn', '__expr', '__proto__']);

type Schema = Exclude<JsonSchema, boolean>;
interface Reading {
  readonly root: Schema;
  left: number;
}

/** The arguments of a tool as a record. */
export function inputType(schema: JsonSchema): CedarRecord {
  const root: Schema = typeof schema === 'object' ? schema : {};
  return recordOf(root, { root, left: MAX_ATTRIBUTES }, 0);
}

function recordOf(schema: Schema, reading: Reading, depth: number): CedarRecord {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const attributes: Record<string, CedarType & { required: boolean }> = {};
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    if (ESCAPES.has(name) || reading.left <= 0) continue;
    const type = typeOf(property, reading, depth + 1);
    if (!type) continue;
    reading.left--;
    attributes[name] = { ...type, required: required.includes(name) && !isNullable(property, reading.root) };
  }
  return { type: 'Record', attributes };
}

function typeOf(given: JsonSchema, reading: Reading, depth: number): CedarType | undefined {
  const schema = resolved(given, reading.root);
  if (!schema || depth > MAX_DEPTH) return undefined;
  const choices = withoutNull((schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined);
  if (choices) return choices.length === 1 ? typeOf(choices[0] as JsonSchema, reading, depth) : undefined;
  if ('allOf' in schema || 'not' in schema || 'if' in schema) return undefined;
  switch (namedType(schema)) {
    case 'string':
      return { type: 'String' };
    case 'integer':
      return { type: 'Long' };
    case 'number':
      return { type: 'Extension', name: 'decimal' };
    case 'boolean':
      return { type: 'Boolean' };
    case 'array': {
      const items = schema['items'] as JsonSchema | undefined;
      const element = items === undefined ? undefined : typeOf(items, reading, depth + 1);
      return element && { type: 'Set', element };
    }
    case 'object':
      return schema['properties'] === undefined ? undefined : recordOf(schema, reading, depth);
    default:
      return undefined;
  }
}

/** The one type that values have beside null. */
function namedType(schema: Schema): string | undefined {
  const { type } = schema;
  const names = (Array.isArray(type) ? type : type === undefined ? [] : [type]).filter((name) => name !== 'null');
  if (names.length === 1) return names[0] as string;
  if (names.length > 1) return undefined;
  const values = 'const' in schema ? [schema['const'] as JsonValue] : (schema['enum'] as JsonValue[] | undefined);
  const kinds = new Set(
    values?.filter((value) => value !== null).map((value) => (Number.isInteger(value) ? 'integer' : typeof value)),
  );
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

const withoutNull = (choices: readonly JsonSchema[] | undefined) =>
  Array.isArray(choices)
    ? choices.filter((choice) => !(typeof choice === 'object' && choice['type'] === 'null'))
    : undefined;

function isNullable(given: JsonSchema, root: Schema): boolean {
  const schema = resolved(given, root);
  if (!schema) return true;
  const { type, anyOf, oneOf } = schema as { type?: unknown; anyOf?: JsonSchema[]; oneOf?: JsonSchema[] };
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.some((choice) => isNullable(choice, root));
  const values = schema['enum'];
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    (Array.isArray(values) && values.includes(null)) ||
    (schema['const'] ?? 0) === null
  );
}

/** A schema without a reference at its top; undefined for one that leads nowhere, or around. */
function resolved(given: JsonSchema, root: Schema): Schema | undefined {
  let schema = given;
  for (let steps = 0; steps < 8; steps++) {
    if (typeof schema !== 'object') return undefined;
    const { $ref } = schema as { $ref?: unknown };
    if ($ref === undefined) return schema;
    const name = typeof $ref === 'string' ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec($ref)?.[1] : undefined;
    const all = { ...(root['definitions'] as object), ...(root['$defs'] as object) } as Record<string, JsonSchema>;
    if (name === undefined || !Object.hasOwn(all, name)) return undefined;
    schema = all[name] as JsonSchema;
  }
  return undefined;
}
