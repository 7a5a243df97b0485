/**
 * A listed schema without references, intersections and unions of members, from which profiles are made. What cannot be said so is left out
 * and said in words: the tool's own schema stays what calls are validated by.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { nameOf } from './cycles.ts';
import { cut, mapped } from './node.ts';

/** Levels of references that are followed, the first that is not too large. */
const DEPTHS = [8, 4, 2, 1, 0];
/** Schemas in one tool; a tool's own schema has 60 KB at most. */
const MAX_SCHEMAS = 1_500;

/** Where a reference is not followed any further. */
export const CUT = 'Its members are not listed.';

class TooLarge extends Error {}

/** The schema with each reference replaced by what it means, up to a depth; a definition inside of itself is cut there. */
export function inlined(root: JsonObject): JsonObject {
  const { $defs, ...schema } = root;
  if (!isObject($defs)) return schema;
  for (const depth of DEPTHS) {
    try {
      return new Inliner($defs, depth).of(schema, []);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
  return new Inliner($defs, 0, Number.POSITIVE_INFINITY).of(schema, []);
}

class Inliner {
  private readonly definitions: JsonObject;
  private readonly depth: number;
  private left: number;

  constructor(definitions: JsonObject, depth: number, most = MAX_SCHEMAS) {
    this.definitions = definitions;
    this.depth = depth;
    this.left = most;
  }

  /** @param open names of the definitions around the schema */
  of(schema: JsonObject, open: readonly string[]): JsonObject {
    if (--this.left < 0) throw new TooLarge();
    const name = nameOf(schema['$ref']);
    if (name !== undefined) return this.meant(name, open);
    const out: JsonObject = {};
    for (const key of Object.keys(schema)) out[key] = this.inner(key, schema[key] as JsonValue, open);
    const [only, ...more] = Array.isArray(out['anyOf']) ? (out['anyOf'] as JsonObject[]) : [];
    if (only === undefined || more.length > 0) return out;
    const { anyOf: _, ...rest } = out;
    return declared(both(rest, only));
  }

  private inner(key: string, value: JsonValue, open: readonly string[]): JsonValue {
    if (MAPS.has(key) && isObject(value)) return mapped(value, (member) => this.each(member, open));
    if (LISTS.has(key) && Array.isArray(value)) return value.map((item) => this.each(item, open));
    return SCHEMAS.has(key) ? this.each(value, open) : value;
  }

  private each(value: JsonValue, open: readonly string[]): JsonValue {
    return isObject(value) ? this.of(value, open) : value;
  }

  private meant(name: string, open: readonly string[]): JsonObject {
    const definition = Object.hasOwn(this.definitions, name) ? this.definitions[name] : undefined;
    if (!isObject(definition)) return {};
    const isEnd = open.includes(name) || open.length >= this.depth;
    if (!isEnd || !isLarge(definition)) return this.of(definition, [...open, name]);
    const type = typeof definition['type'] === 'string' ? definition['type'] : 'object';
    const said = typeof definition['description'] === 'string' ? `${definition['description']} ` : '';
    return { type, ...(type === 'array' && { items: {} }), description: cut(`${said}${CUT}`) };
  }
}

/** Whether a definition has schemas in it, and so may lead further. */
const isLarge = (definition: JsonObject): boolean =>
  Object.keys(definition).some((key) => MAPS.has(key) || LISTS.has(key) || SCHEMAS.has(key));

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const LISTS = new Set(['anyOf', 'allOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else']);

/** An intersection and a union beside members as one schema, which accepts what each of them accepts. */
export function plain(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  const whole = (Array.isArray(allOf) ? (allOf as JsonObject[]) : []).map(plain).reduce(both, rest);
  const { anyOf, ...beside } = whole;
  if (!Array.isArray(anyOf)) return whole;
  const isUnion = !('type' in beside || 'properties' in beside || 'enum' in beside || 'const' in beside);
  if (isUnion) return whole;
  return (anyOf as JsonObject[]).map(plain).reduce(either, beside);
}

function both(one: JsonObject, other: JsonObject): JsonObject {
  const properties = membersOf(one, other);
  const required = [...new Set([...namesOf(one['required']), ...namesOf(other['required'])])];
  return {
    ...other,
    ...one,
    ...(properties && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Without required members that are not listed, because they were cut. */
function declared(schema: JsonObject): JsonObject {
  const { properties, required, ...rest } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return schema;
  const needed = namesOf(required).filter((name) => Object.hasOwn(properties, name));
  return { ...rest, properties, ...(needed.length > 0 && { required: needed }) };
}

function either(one: JsonObject, branch: JsonObject): JsonObject {
  const properties = membersOf(one, branch);
  return properties ? { ...one, properties } : one;
}

/** The members of both; the first decides, unless it only names a member. */
function membersOf(one: JsonObject, other: JsonObject): JsonObject | undefined {
  const [own, more] = [one['properties'], other['properties']];
  if (!isObject(own)) return isObject(more) ? more : undefined;
  const named = Object.entries(own).filter(([name, member]) => {
    const isEmpty = isObject(member) && Object.keys(member).length === 0;
    return !isEmpty || !isObject(more) || !Object.hasOwn(more, name);
  });
  return { ...(isObject(more) ? more : {}), ...Object.fromEntries(named) };
}

/** Names in a list that should have only those. */
export const namesOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** The description with further sentences. */
export function told(schema: JsonObject, ...sentences: readonly string[]): { description?: string } {
  const own = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const text = [...own, ...sentences.filter((sentence) => sentence !== '')].join(' ');
  return text === '' ? {} : { description: cut(text) };
}

/** An object or list that a profile cannot describe, as text: where no text fits, JSON text is read (core/mcp/arguments/table.ts). */
export const asText = (schema: JsonObject, what: 'object' | 'list'): JsonObject => ({
  type: 'string',
  ...told(schema, what === 'object' ? 'An object as JSON text.' : 'A list as JSON text.'),
});

/** The type of a schema, as its keywords say it where `type` does not. */
export function typeOf(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if ('properties' in schema || 'additionalProperties' in schema || 'required' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  const [value] = 'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : [];
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined;
}

/** The items of a list, of a tuple any of its places. */
export function itemsOf({ items, prefixItems }: JsonObject): JsonObject {
  const places = Array.isArray(prefixItems) ? (prefixItems as JsonObject[]) : [];
  const all = [
    ...places,
    ...(isObject(items) && (places.length === 0 || Object.keys(items).length > 0) ? [items] : []),
  ];
  return all.length === 1 ? (all[0] as JsonObject) : all.length === 0 ? {} : { anyOf: all };
}
