/**
 * Shortens schemas over the size limit in steps: first descriptions and long value lists, then the definitions farthest
 * from the root, then deep levels, at last everything but the argument names. Shortened schemas are kept, because other
 * tools share them.
 */

import { Buffer } from 'node:buffer';
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { ConvertedSchema, childrenOf, type Definition, newSearch } from '../model/convertedSchema.ts';
import { cut } from '../model/text.ts';
import { isNested, isValueKey } from './inlining.ts';
import {
  DEFINITIONS,
  eachForm,
  fits,
  joined,
  MAX_BYTES,
  type Parts,
  type Root,
  referencesOf,
  rootBytes,
} from './parts.ts';
import { entryBytes, type Listed } from './reachable.ts';

/**
 * How many definitions a shortened schema keeps, and how far from its root, because validators compile references
 * recursively.
 */
const MAX_DEFINITIONS = 200;
const MAX_DISTANCE = 40;
const MAX_VALUES = 50;
/** Share of the size limit for full definitions; the rest is for those without details. */
const ROOM_FOR_DEFINITIONS = 0.85;

/** The whole schema, shortened to the limit. */
export function cutToSize({ root, reachable }: Parts): JsonSchema {
  const all: Parts = { root: eachForm(root, terse), reachable };
  if (fits(all, terse)) {
    return joined(all.root, { definitions: reachable.definitions, forms: reachable.forms.map(terse) });
  }
  const near = nearest(all);
  const schema = joined(all.root, near);
  if (near.bytes <= MAX_BYTES) return schema;
  for (const depth of [5, 4, 3, 2]) {
    const shallow = cutAt(schema, depth);
    if (Buffer.byteLength(JSON.stringify(shallow)) <= MAX_BYTES) return shallow;
  }
  return onlyNames(root);
}

/**
 * A schema with only the names of the arguments, required ones first. When it cannot list all names, it allows
 * additional properties.
 */
function onlyNames({ names, required }: Root): JsonSchema {
  const must = new Set(required);
  const properties: JsonObject = {};
  let left = MAX_BYTES - 200;
  for (const name of required) left -= name.length + 3;
  for (const name of [...required, ...names.filter((name) => !must.has(name))]) {
    left -= name.length + 6;
    if (left < 0) break;
    properties[name] = {};
  }
  const isOpen = Object.keys(properties).length < names.length;
  return {
    type: 'object',
    properties,
    ...(must.size > 0 && { required: [...required] }),
    additionalProperties: isOpen,
  };
}

function terse(form: ConvertedSchema): ConvertedSchema {
  form.terse ??= new ConvertedSchema(shortened(form.schema), form.bytes, form.references);
  return form.terse;
}

/** The definitions nearest to the root up to the limit; further ones that they refer to are without details. */
function nearest({ root, reachable }: Parts): Listed & { readonly bytes: number } {
  const definitions: Definition[] = [];
  const forms: ConvertedSchema[] = [];
  const distant: Definition[] = [];
  const limit = MAX_BYTES * ROOM_FOR_DEFINITIONS;
  let bytes = rootBytes(root) + DEFINITIONS;
  const search = newSearch();
  let level = referencesOf(root).filter((one) => one.isNew(search));
  for (let distance = 0; level.length > 0 && distance < MAX_DISTANCE; distance++) {
    const next: Definition[] = [];
    for (const one of level) {
      const full = reachable.formOf(one);
      const form = terse(full);
      const more = entryBytes(one, form);
      if (bytes + more > limit || definitions.length >= MAX_DEFINITIONS) {
        distant.push(one);
        continue;
      }
      bytes += more;
      definitions.push(one);
      forms.push(form);
      for (const child of childrenOf(full)) {
        if (child.isNew(search)) next.push(child);
      }
    }
    level = next;
  }
  for (const one of level) distant.push(one);
  for (const one of distant) {
    const form = nameOnly(one);
    bytes += entryBytes(one, form);
    definitions.push(one);
    forms.push(form);
  }
  return { definitions, forms, bytes };
}

/** A definition without details, which accepts any value of its type. */
function nameOnly(one: Definition): ConvertedSchema {
  if (!one.nameOnly) {
    const { type } = one.schema;
    one.nameOnly = new ConvertedSchema({ ...(type !== undefined && { type }), description: 'Details left out.' });
  }
  return one.nameOnly;
}

/**
 * The schema with shorter descriptions, without titles and examples, and with long value lists described instead of
 * listed; the same object when nothing changes.
 */
function shortened(schema: JsonSchema): JsonSchema {
  let out = schema;
  let hasLabels = false;
  const keys = Object.keys(schema);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const item = schema[key] ?? null;
    if (key === 'title' || key === 'examples') hasLabels = true;
    const short = shortMember(key, item);
    if (short === item) continue;
    // V8 copies an object with spread faster than it builds one key by key.
    if (out === schema) out = { ...schema };
    out[key] = short;
  }
  if (hasLabels) out = withoutLabels(out);
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length <= MAX_VALUES) return out;
  const { enum: _, ...rest } = out;
  const note = `One of ${values.length} values, for example ${values.slice(0, 5).map(String).join(', ')}.`;
  return { ...rest, description: `${rest['description'] ?? ''} ${cut(note, 250)}`.trim() };
}

function withoutLabels({ title: _, examples: __, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function shortMember(key: string, item: JsonValue): JsonValue {
  if (typeof item === 'string') return key === 'description' ? cut(item, 100) : item;
  if (!isNested(item) || isValueKey(key)) return item;
  if (key === 'properties' || key === 'patternProperties') return eachOf(item, shortened);
  if (!Array.isArray(item)) return shortened(item);
  const short = item.map((one) => (isObject(one) ? shortened(one) : one));
  return short.every((one, at) => one === item[at]) ? item : short;
}

/** Applies `change` to each schema of an object of schemas; the same object when none changes. */
function eachOf(schemas: JsonValue, change: (schema: JsonSchema) => JsonValue): JsonValue {
  const all = schemas as JsonObject;
  const names = Object.keys(all);
  const values = Object.values(all);
  let changed = all;
  for (let at = 0; at < names.length; at++) {
    const schema = values[at] ?? null;
    const other = isObject(schema) ? change(schema) : schema;
    if (other === schema) continue;
    if (changed === all) changed = { ...all };
    changed[names[at] ?? ''] = other;
  }
  return changed;
}

/** The schema with subschemas below a level replaced by their type. */
function cutAt(schema: JsonSchema, depth: number): JsonSchema {
  const { type } = schema;
  if (depth === 0) return { ...(type !== undefined && { type }), ...(type === 'array' && { items: {} }) };
  const deeper = (value: JsonValue) => (isObject(value) ? cutAt(value, depth - 1) : value);
  const out: JsonSchema = {};
  for (const [key, item] of Object.entries(schema)) {
    if (key === 'properties' || key === 'patternProperties' || key === '$defs') out[key] = eachOf(item, deeper);
    else if (key === 'items' || key === 'additionalProperties') out[key] = deeper(item);
    else if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(item)) {
      if (depth > 1) out[key] = item.map(deeper);
    } else if (key === '$ref' || !isObject(item)) out[key] = item;
  }
  return out;
}
