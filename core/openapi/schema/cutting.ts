/**
 * Schemas over the size limit, cut in steps until they fit: prose and long value lists first, then the definitions farthest
 * from the root, then deep levels, in the end everything but the names. What a schema is cut to is kept for other tools.
 */
import { Buffer } from 'node:buffer';
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import { isObject } from '../reading/read.ts';
import { cut } from '../text.ts';
import { DEFINITIONS, eachForm, fits, joined, type Parts, type Root, referencesOf, rootBytes } from './assemble.ts';
import { entryBytes, type Listed } from './contents.ts';
import type { Definition } from './definitions.ts';
import { Form, type Forms } from './forms.ts';

/** Hard limit of a schema's JSON (a client refuses or a model drowns); with room for what is added later. */
export const MAX_BYTES = 60_000;
/** Definitions that a cut schema keeps, and their distance from its root: compilers follow references by recursion. */
const MAX_DEFINITIONS = 200;
const MAX_DISTANCE = 40;
const MAX_VALUES = 50;

export function cutToSize(forms: Forms, { root, contents }: Parts): JsonSchema {
  const all: Parts = { root: eachForm(root, terse), contents };
  if (fits(all, terse)) {
    return joined(all.root, { definitions: contents.definitions, forms: contents.forms.map(terse) });
  }
  const near = nearest(forms, all);
  const schema = joined(near.root, near);
  if (near.atMost <= MAX_BYTES || bytesOf(near) <= MAX_BYTES) return schema;
  for (const depth of [5, 4, 3, 2]) {
    const shallow = cutAt(schema, depth);
    if (Buffer.byteLength(JSON.stringify(shallow)) <= MAX_BYTES) return shallow;
  }
  return onlyNames(root);
}

/**
 * The arguments by name, the required ones first. When even the names are too many, the schema is open: an argument that it
 * does not list is taken all the same.
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

function terse(form: Form): Form {
  form.terse ??= new Form(shortened(form.schema), form.bytes, form.references);
  return form.terse;
}

interface Near extends Listed {
  readonly root: Root;
  /** Its JSON surely has no more bytes. */
  readonly atMost: number;
}

function bytesOf({ root, definitions, forms }: Near): number {
  let bytes = rootBytes(root) + DEFINITIONS;
  for (let at = 0; at < forms.length; at++) bytes += entryBytes(definitions[at]!, forms[at]!);
  return bytes;
}

/** Definitions by distance from the root until the limit is reached; references to the others accept anything of their type. */
function nearest(forms: Forms, { root, contents }: Parts): Near {
  const kept = new Set<Definition>();
  let left = MAX_BYTES * 0.85 - rootBytes(root);
  let level = new Set(referencesOf(root));
  const seen = new Set(level);
  for (let distance = 0; level.size > 0 && distance < MAX_DISTANCE; distance++) {
    const next = new Set<Definition>();
    for (const one of level) {
      const form = terse(contents.formOf(one));
      const bytes = entryBytes(one, form);
      if (bytes > left || kept.size >= MAX_DEFINITIONS) continue;
      left -= bytes;
      kept.add(one);
      for (const child of form.references) {
        if (seen.has(child)) continue;
        seen.add(child);
        next.add(child);
      }
    }
    level = next;
  }
  let atMost = MAX_BYTES * 0.85 - left + DEFINITIONS;
  const stubbed = (form: Form) => {
    for (const child of form.references) if (!kept.has(child)) atMost += stubBytes(child);
    return withStubs(forms, form, kept);
  };
  const definitions = [...kept];
  const near = {
    root: eachForm(root, stubbed),
    definitions,
    forms: definitions.map((one) => stubbed(terse(contents.formOf(one)))),
  };
  return { ...near, atMost };
}

function withStubs(forms: Forms, form: Form, kept: ReadonlySet<Definition>): Form {
  let missing = '';
  for (const child of form.references) if (!kept.has(child)) missing += ` ${child.index}`;
  if (missing === '') return form;
  form.stubbed ??= new Map();
  let stubbed = form.stubbed.get(missing);
  if (!stubbed) {
    stubbed = forms.rewritten(form, (child) => (kept.has(child) ? undefined : stub(child)));
    form.stubbed.set(missing, stubbed);
  }
  return stubbed;
}

function stub(one: Definition): JsonSchema {
  const type = one.schema['type'];
  return { ...(type !== undefined && { type }), description: `${one.key} (details left out)` };
}

/** Bytes that a stub has at most. */
const stubBytes = (one: Definition): number => one.key.length + (typeof one.schema['type'] === 'string' ? 60 : 150);

/** Prose shortened, examples and titles dropped, value lists beyond fifty told instead of listed. */
function shortened(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = {};
  for (const key of Object.keys(schema)) {
    const item = schema[key]!;
    if (key === 'examples' || key === 'title') continue;
    if (key === 'description' && typeof item === 'string') out[key] = cut(item, 100);
    else if (key === 'properties' || key === 'patternProperties') out[key] = eachOf(item, shortened);
    else if (key === 'const' || key === 'default' || !isNested(item)) out[key] = item;
    else if (key === 'enum' && Array.isArray(item)) {
      if (item.length <= MAX_VALUES) out[key] = item;
    } else out[key] = Array.isArray(item) ? item.map((one) => (isObject(one) ? shortened(one) : one)) : shortened(item);
  }
  const values = schema['enum'];
  if (Array.isArray(values) && values.length > MAX_VALUES) {
    const told = `One of ${values.length} values, for example ${values.slice(0, 5).map(String).join(', ')}.`;
    out['description'] = `${out['description'] ?? ''} ${cut(told, 250)}`.trim();
  }
  return out;
}

const isNested = (value: JsonValue): value is JsonObject | JsonValue[] => typeof value === 'object' && value !== null;

function eachOf(schemas: JsonValue, change: (schema: JsonSchema) => JsonValue): JsonObject {
  const changed: JsonObject = { ...(schemas as JsonObject) };
  for (const name of Object.keys(changed)) {
    const schema = changed[name]!;
    if (isObject(schema)) changed[name] = change(schema);
  }
  return changed;
}

/** Objects and arrays below a level accept anything of their type. */
function cutAt(schema: JsonSchema, depth: number): JsonSchema {
  const { type } = schema;
  if (depth === 0) return { ...(type !== undefined && { type }), ...(type === 'array' && { items: {} }) };
  const deeper = (value: JsonValue) => (isObject(value) ? cutAt(value, depth - 1) : value);
  const out: JsonSchema = {};
  for (const key of Object.keys(schema)) {
    const item = schema[key]!;
    if (key === 'properties' || key === 'patternProperties' || key === '$defs') out[key] = eachOf(item, deeper);
    else if (key === 'items' || key === 'additionalProperties') out[key] = deeper(item);
    else if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(item)) {
      if (depth > 1) out[key] = item.map(deeper);
    } else if (key === '$ref' || !isObject(item)) out[key] = item;
  }
  return out;
}
