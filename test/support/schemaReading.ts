/** Reads in the schema of an argument what a text on the wire stands for. */
import { parseLossless } from '../../core/lib/json/lossless.ts';
import type { JsonSchema, JsonValue } from '../../core/lib/json/value.ts';
import type { ToolDraft } from '../../core/model/tool.ts';

/** A text as the type that the schema takes, with all its digits; a text where the schema takes this text. */
export function typed(text: string, schema: JsonSchema): JsonValue {
  const types = typesOf(schema);
  if (takesText(text, schema)) return text;
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  if ((types.has('integer') || types.has('number')) && isNumber) return parseLossless(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Whether a text stands among the values, or any text is taken. */
function takesText(text: string, schema: JsonSchema): boolean {
  for (const { type, enum: values, const: value } of variantsOf(schema as JsonValue)) {
    const known = Array.isArray(values) ? values : value === undefined ? undefined : [value];
    if (known ? known.includes(text) : type === 'string' || (Array.isArray(type) && type.includes('string')))
      return true;
  }
  return false;
}

const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

/** The schema and its branches, to a depth that is enough for real parameters. */
function* variantsOf(schema: JsonValue | undefined, depth = 0): Generator<Record<string, JsonValue>> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > 6) return;
  const object = schema as Record<string, JsonValue>;
  const { $ref, $root } = object as { $ref?: JsonValue; $root?: JsonValue };
  yield object;
  if (typeof $ref === 'string' && $root) yield* variantsOf(withRoot(definitionOf($root, $ref), $root), depth + 1);
  for (const keyword of BRANCHES) {
    const branches = object[keyword];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches) yield* variantsOf(withRoot(branch, $root), depth + 1);
  }
}

/** Schemas are read with their root beside them, so that references inside can be followed. */
function withRoot(schema: JsonValue | undefined, root: JsonValue | undefined): JsonValue {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  const object = { ...(schema as Record<string, JsonValue>) };
  if (root !== undefined) Object.defineProperty(object, '$root', { value: root, enumerable: false });
  return object;
}

const definitionOf = (root: JsonValue, reference: string): JsonValue | undefined =>
  (root as { $defs?: Record<string, JsonValue> }).$defs?.[reference.replace('#/$defs/', '')];

function typesOf(schema: JsonSchema): Set<string> {
  const types = new Set<string>();
  for (const { type, enum: values, const: value } of variantsOf(schema as JsonValue)) {
    for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') types.add(name);
    if (type === undefined) {
      for (const member of Array.isArray(values) ? values : value === undefined ? [] : [value])
        types.add(typeof member);
    }
  }
  return types;
}

export const isListSchema = (schema: JsonSchema): boolean =>
  typesOf(schema).has('array') && !typesOf(schema).has('string');

export const isObjectSchema = (schema: JsonSchema): boolean =>
  typesOf(schema).has('object') && !typesOf(schema).has('array');

export function itemsOf(schema: JsonSchema): JsonSchema {
  for (const variant of variantsOf(schema as JsonValue)) {
    if (variant['items'] !== undefined) return inside(variant['items'], variant);
  }
  return {};
}

/** The schema of a member, or of any further member. */
export function memberOf(schema: JsonSchema, name: string): JsonSchema {
  let further: JsonSchema = {};
  for (const variant of variantsOf(schema as JsonValue)) {
    const { properties, additionalProperties } = variant;
    const member = (properties as Record<string, JsonValue> | undefined)?.[name];
    if (member !== undefined) return inside(member, variant);
    if (typeof additionalProperties === 'object') further = inside(additionalProperties as JsonValue, variant);
  }
  return further;
}

const inside = (schema: JsonValue, variant: Record<string, JsonValue>): JsonSchema =>
  withRoot(schema, (variant as { $root?: JsonValue }).$root) as JsonSchema;

/** The schema of an argument. */
export function argumentSchema({ inputSchema }: ToolDraft, argument: string): JsonSchema {
  const { properties } = inputSchema as { properties?: Record<string, JsonValue> };
  return withRoot(properties?.[argument], inputSchema as JsonValue) as JsonSchema;
}
