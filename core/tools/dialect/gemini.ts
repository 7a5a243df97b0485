/**
 * The profile `gemini`: a schema as the field `parameters` of Gemini's FunctionDeclaration takes it, an OpenAPI 3.0 Schema with fewer fields
 * (aiplatform v1, Schema; bench/support/vendors/rules.ts has the rules with their sources).
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { asText, inlined, itemsOf, namesOf, plain, told, typeOf } from './plain.ts';

const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: [],
  boolean: [],
  null: [],
};
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};
/** Form of the names of members. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The name under which an argument is listed; names with other characters are read back (core/mcp/arguments/repairs.ts). */
export const geminiName = (name: string): string =>
  NAME.test(name)
    ? name
    : name
        .replace(/[^A-Za-z0-9_]/g, '_')
        .replace(/^(?=\d)/, '_')
        .slice(0, 64);

/** The schema of a tool's arguments. */
export function geminiSchema(listed: JsonSchema): JsonSchema {
  const { properties, required, description } = plain(inlined(listed));
  const given = isObject(properties) ? properties : {};
  const names = new Map<string, string>();
  for (const name of Object.keys(given)) {
    const free = geminiName(name);
    if (![...names.values()].includes(free) && (free === name || !Object.hasOwn(given, free))) names.set(name, free);
  }
  const members = Object.fromEntries([...names].map(([name, as]) => [as, node(given[name] as JsonValue)]));
  const needed = namesOf(required).flatMap((name) => names.get(name) ?? []);
  const lost = Object.keys(given).filter((name) => !names.has(name));
  return {
    type: 'object',
    ...told({ ...(description !== undefined && { description }) }, alsoTakes(lost)),
    properties: members,
    ...(needed.length > 0 && { required: needed }),
  } as JsonSchema;
}

const alsoTakes = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Also takes ${names.map((name) => JSON.stringify(name)).join(', ')}.`;

function node(value: JsonValue): JsonObject {
  const schema = plain(isObject(value) ? value : {});
  if (Array.isArray(schema['anyOf'])) return union(schema, schema['anyOf'] as JsonObject[]);
  const type = typeOf(schema);
  if (type === undefined) return union(schema, ANY);
  if (type === 'object') return object(schema);
  const { title, default: byDefault } = schema;
  const kept = (KEPT[type] ?? []).filter((key) => typeof schema[key] === 'number' || typeof schema[key] === 'string');
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  const isKnown = FORMATS[type]?.includes(format) === true;
  const listed = Array.isArray(schema['enum'])
    ? schema['enum']
    : 'const' in schema
      ? [schema['const'] as JsonValue]
      : [];
  const texts = type === 'string' ? listed.filter((each) => typeof each === 'string' && each !== '') : [];
  return {
    type,
    ...(typeof title === 'string' && { title }),
    ...told(
      schema,
      format !== '' && !isKnown ? `Format: ${format}.` : '',
      listed.length > 0 && texts.length === 0 ? `One of ${listed.map((each) => JSON.stringify(each)).join(', ')}.` : '',
    ),
    ...(isKnown && { format }),
    ...(texts.length > 0 && { enum: texts }),
    ...Object.fromEntries(kept.map((key) => [key, schema[key] as JsonValue])),
    ...(byDefault !== undefined && byDefault !== null && { default: byDefault }),
    ...(type === 'array' && { items: node(itemsOf(schema)) }),
  };
}

/** Any value, of which a list or an object would need a type for what is in it. */
const ANY: readonly JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

/** Nothing may stand beside `anyOf`, so what is said of the whole is said of the first branch. */
function union(schema: JsonObject, branches: readonly JsonObject[]): JsonObject {
  const [first, ...others] = branches
    .map(node)
    .flatMap((branch) => (branch['anyOf'] as JsonObject[] | undefined) ?? [branch]);
  if (!first) return { type: 'string' };
  const said = told(schema, typeof first['description'] === 'string' ? first['description'] : '');
  if (others.length === 0) return { ...first, ...said };
  return { anyOf: [{ ...first, ...said }, ...others] };
}

/** An object with its members; one whose members have no names, or only such as Gemini does not take, as text. */
function object(schema: JsonObject): JsonObject {
  const given = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(given).filter((name) => NAME.test(name));
  if (names.length === 0) return asText(schema, 'object');
  const required = namesOf(schema['required']).filter((name) => names.includes(name));
  const { title } = schema;
  return {
    type: 'object',
    ...(typeof title === 'string' && { title }),
    ...told(schema, alsoTakes(Object.keys(given).filter((name) => !NAME.test(name)))),
    properties: Object.fromEntries(names.map((name) => [name, node(given[name] as JsonValue)])),
    ...(required.length > 0 && { required }),
  };
}
