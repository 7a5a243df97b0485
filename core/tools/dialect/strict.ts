/**
 * The profile `openai-strict`: a schema for function calling with `strict: true`. Every object is closed and every member required; one that
 * may be left out may be null instead, which is read as left out (core/mcp/arguments/table.ts). What has no closed form is given as JSON text.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { asText, inlined, itemsOf, namesOf, plain, told, typeOf } from './plain.ts';

const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems'],
};
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
/** Patterns of strict mode know no looking around and no back references. */
const PLAIN_PATTERN = /^(?:(?!\(\?[=!<]|\\[1-9]).)*$/;
/** Levels of objects, below which the rest is text, the first that is not too large. OpenAI allows ten. */
const DEPTHS = [9, 5, 3, 2, 1, 0];
/** OpenAI's limits of one schema, and of the characters of one list of values that is long. */
const LIMITS = { properties: 5_000, values: 1_000, characters: 120_000, longList: 250, longCharacters: 15_000 };
const NULL: JsonObject = { type: 'null' };

/** The schema of a tool's arguments. */
export function strictSchema(listed: JsonSchema): JsonSchema {
  const whole = inlined(listed);
  for (const depth of DEPTHS) {
    const made = object(plain(whole), depth + 1);
    if (isSmall(made)) return made as JsonSchema;
  }
  return object(plain(whole), 1, { hasValues: false }) as JsonSchema;
}

interface Options {
  readonly hasValues: boolean;
}
const ALL: Options = { hasValues: true };

/** @param levels of objects that may be inside, the schema itself counted */
function node(value: JsonValue, levels: number, options: Options): JsonObject {
  const schema = plain(isObject(value) ? value : {});
  const branches = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as JsonObject[]) : undefined;
  if (branches)
    return union(
      branches.map((branch) => node(branch, levels, options)),
      schema,
    );
  const type = typeOf(schema);
  if (type === undefined) return union(ANY, schema);
  if (type === 'object') {
    const isClosed = isObject(schema['properties']) && Object.keys(schema['properties']).length > 0;
    return isClosed && levels > 0 ? object(schema, levels, options) : asText(schema, 'object');
  }
  if (type === 'array' && levels === 0) return asText(schema, 'list');
  const { format, enum: listed, const: only, pattern } = schema;
  const isPlain = typeof pattern !== 'string' || PLAIN_PATTERN.test(pattern);
  const kept = (KEPT[type] ?? []).filter((key) => key in schema && (key !== 'pattern' || isPlain));
  const isKnown = type === 'string' && typeof format === 'string' && FORMATS.includes(format);
  return {
    type,
    ...told(schema, typeof format === 'string' && !isKnown && type === 'string' ? `Format: ${format}.` : ''),
    ...(isKnown && { format }),
    ...Object.fromEntries(kept.map((key) => [key, schema[key] as JsonValue])),
    ...(options.hasValues && Array.isArray(listed) && { enum: listed }),
    ...(only !== undefined && { const: only }),
    ...(type === 'array' && { items: node(itemsOf(schema), levels, options) }),
  };
}

/** Any value that has one form for all APIs. */
const ANY: readonly JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

function union(branches: readonly JsonObject[], schema: JsonObject): JsonObject {
  const all = branches.flatMap((branch) => (onlyUnion(branch) ? (branch['anyOf'] as JsonObject[]) : [branch]));
  return { ...told(schema), anyOf: [...all] };
}

const onlyUnion = (schema: JsonObject): boolean => 'anyOf' in schema && Object.keys(schema).length === 1;

function object(schema: JsonObject, levels: number, options: Options = ALL): JsonObject {
  const given = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(namesOf(schema['required']));
  const properties = Object.fromEntries(
    Object.keys(given).map((name) => {
      const member = node(given[name] as JsonValue, levels - 1, options);
      return [name, required.has(name) ? member : orNull(member)];
    }),
  );
  return {
    type: 'object',
    ...told(schema),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function orNull(schema: JsonObject): JsonObject {
  const { description: _, ...rest } = schema;
  const said: JsonObject = { ...told(schema) };
  return Array.isArray(rest['anyOf']) ? { ...said, anyOf: [...rest['anyOf'], NULL] } : { ...said, anyOf: [rest, NULL] };
}

function isSmall(schema: JsonObject): boolean {
  let [properties, values, characters] = [0, 0, 0];
  let isFitting = true;
  const visit = (value: JsonValue): void => {
    if (!isObject(value)) return;
    const members = isObject(value['properties']) ? value['properties'] : {};
    for (const name of Object.keys(members)) {
      properties++;
      characters += name.length;
      visit(members[name] as JsonValue);
    }
    const listed = Array.isArray(value['enum']) ? value['enum'].map(String) : [];
    const length = listed.join('').length;
    values += listed.length;
    characters += length + (typeof value['const'] === 'string' ? value['const'].length : 0);
    if (listed.length > LIMITS.longList && length > LIMITS.longCharacters) isFitting = false;
    visit(value['items'] as JsonValue);
    for (const branch of Array.isArray(value['anyOf']) ? value['anyOf'] : []) visit(branch);
  };
  visit(schema);
  return isFitting && properties <= LIMITS.properties && values <= LIMITS.values && characters <= LIMITS.characters;
}
