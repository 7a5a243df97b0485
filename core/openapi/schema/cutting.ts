/**
 * Schemas over the size limit, cut in steps until they fit: prose and long value lists first, then the definitions farthest
 * from the root, then deep levels, in the end everything but the names. What a definition is cut to is kept for other tools.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import { isObject } from '../reading/read.ts';
import { cut } from '../text.ts';
import type { Definition, Definitions, Form } from './definitions.ts';

/** Hard limit of a schema's JSON (a client refuses or a model drowns); with room for what is added later. */
export const MAX_BYTES = 60_000;
/** Definitions that a cut schema keeps, and their distance from its root: compilers follow references by recursion. */
const MAX_DEFINITIONS = 200;
const MAX_DISTANCE = 40;
const MAX_VALUES = 50;

/** A root and the definitions that it reaches, in breadth-first order. */
export interface Parts {
  readonly root: Form;
  readonly contents: ReadonlyMap<Definition, Form>;
}

export function joined({ root, contents }: Parts): JsonSchema {
  if (contents.size === 0) return root.schema;
  return { ...root.schema, $defs: Object.fromEntries([...contents].map(([one, form]) => [one.key, form.schema])) };
}

const known = new WeakMap<JsonSchema, number>();

function bytesOf(schema: JsonSchema): number {
  let bytes = known.get(schema);
  if (bytes === undefined) {
    bytes = Buffer.byteLength(JSON.stringify(schema));
    known.set(schema, bytes);
  }
  return bytes;
}

/** Bytes of the joined JSON; beyond the limit the sum is left unfinished. */
export function exactBytes({ root, contents }: Parts): number {
  let bytes = bytesOf(root.schema) + (contents.size > 0 ? 10 : 0);
  for (const [one, form] of contents) {
    if (bytes > MAX_BYTES) break;
    bytes += bytesOf(form.schema) + one.key.length + 4;
  }
  return bytes;
}

export function cutToSize(definitions: Definitions, parts: Parts): JsonSchema {
  const root = terse(parts.root);
  const all: Parts = { root, contents: new Map([...parts.contents].map(([one, form]) => [one, terse(form)])) };
  if (exactBytes(all) <= MAX_BYTES) return joined(all);
  const near = nearest(definitions, all);
  if (Buffer.byteLength(JSON.stringify(near)) <= MAX_BYTES) return near;
  for (const depth of [5, 4, 3, 2]) {
    const shallow = cutAt(near, depth);
    if (Buffer.byteLength(JSON.stringify(shallow)) <= MAX_BYTES) return shallow;
  }
  const { $defs: _, properties, ...rest } = near;
  const names = Object.keys((properties ?? {}) as JsonObject);
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

const tersed = new WeakMap<Form, Form>();

function terse(form: Form): Form {
  let short = tersed.get(form);
  if (!short) {
    short = { ...form, schema: shortened(form.schema) };
    tersed.set(form, short);
  }
  return short;
}

/** Definitions by distance from the root until the limit is reached; references to the others accept anything of their type. */
function nearest(definitions: Definitions, { root, contents }: Parts): JsonSchema {
  const kept = new Set<Definition>();
  let left = MAX_BYTES * 0.85 - bytesOf(root.schema);
  let level = new Set(root.references);
  const seen = new Set(level);
  for (let distance = 0; level.size > 0 && distance < MAX_DISTANCE; distance++) {
    const next = new Set<Definition>();
    for (const one of level) {
      const form = contents.get(one)!;
      const bytes = bytesOf(form.schema) + one.key.length + 4;
      if (bytes > left || kept.size >= MAX_DEFINITIONS) continue;
      left -= bytes;
      kept.add(one);
      for (const child of form.references) if (!seen.has(child)) next.add(child);
      for (const child of form.references) seen.add(child);
    }
    level = next;
  }
  const stubbed = (form: Form): JsonSchema =>
    form.references.every((child) => kept.has(child))
      ? form.schema
      : definitions.expand(form.schema, (child) => (kept.has(child) ? undefined : stub(child)));
  const defs = Object.fromEntries([...kept].map((one) => [one.key, stubbed(contents.get(one)!)]));
  return { ...stubbed(root), ...(kept.size > 0 && { $defs: defs }) };
}

function stub(one: Definition): JsonSchema {
  const type = one.schema['type'];
  return { ...(type !== undefined && { type }), description: `${one.key} (details left out)` };
}

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

const eachOf = (schemas: JsonValue, change: (schema: JsonSchema) => JsonValue): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(schemas) ? schemas : {}).map(([name, schema]) => [
      name,
      isObject(schema) ? change(schema) : schema,
    ]),
  );

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
