/**
 * Merges the subschemas ("parts") of an allOf into one schema, because clients do not resolve allOf, and properties of
 * the parts could not become arguments.
 */

import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { arrayMember, member, objectMember, stringMember } from '../document/read.ts';
import type { Definition } from '../model/convertedSchema.ts';
import type { Converter } from './converter.ts';
import { conjunction } from './merge.ts';
import { readOnlyProperty } from './properties.ts';

/**
 * The schema of an allOf with its sibling keywords.
 * @param own the converted sibling keywords
 * @param self the definition, when this is its whole schema
 */
export function allOf(
  converter: Converter,
  parts: readonly JsonValue[],
  own: JsonSchema,
  depth: number,
  self?: Definition,
): JsonSchema {
  const only = onlyPart(parts);
  // The usual way to give a reference a description. As a whole definition, it is a subtype that adds nothing.
  const single = parts[only];
  if (single !== undefined && isOnlyTexts(own)) {
    const { type: _, ...texts } = own;
    converter.path.push('allOf');
    const key = String(only);
    const schema = self ? part(converter, single, key, depth) : converter.at(key, single, depth);
    converter.path.pop();
    return Object.keys(texts).length === 0 ? schema : { ...schema, ...texts };
  }
  let merged: JsonSchema | undefined;
  const circular: JsonSchema[] = [];
  const seen = new Set<JsonSchema>();
  converter.path.push('allOf');
  for (const [index, value] of parts.entries()) {
    const given = part(converter, value, String(index), depth);
    const schema = converter.flatten(given);
    if (typeof schema['$ref'] === 'string') circular.push(schema);
    else if (!converter.mayMerge(schema)) circular.push(given);
    else if (!seen.has(schema)) merged = merged ? conjunction(merged, schema) : schema;
    seen.add(schema);
  }
  converter.path.pop();
  return finished(withReadOnly(converter, parts, merged ? conjunction(merged, own) : own), circular);
}

/**
 * Adds the read-only properties of one part that another part requires. They are optional, unless a part with only
 * `required` lists them: then requests need them, such as the id in a reference to an existing object.
 */
function withReadOnly(converter: Converter, parts: readonly JsonValue[], merged: JsonSchema): JsonSchema {
  const { required } = merged;
  if (!converter.documents.hasReadOnly || !Array.isArray(required)) return merged;
  const properties = objectMember(merged, 'properties');
  const found: JsonObject = {};
  for (const name of required as string[]) {
    if (Object.hasOwn(properties, name) || name === '__proto__') continue;
    const location = readOnlyProperty(converter.documents, converter.source, parts, name);
    if (location) found[name] = { ...converter.convertOther(location), readOnly: true };
  }
  if (Object.keys(found).length === 0) return merged;
  const wanted = parts.flatMap((part) => {
    const value = converter.documents.follow({ value: part, source: converter.source, pointer: '#' })?.value;
    return member(value, 'properties') || member(value, 'allOf') ? [] : arrayMember(value, 'required');
  });
  const names = required.filter((name) => !Object.hasOwn(found, name as string) || wanted.includes(name));
  return { ...merged, properties: { ...properties, ...found }, required: names };
}

/** Index of the only part with keywords; -1 when there are several. */
function onlyPart(parts: readonly JsonValue[]): number {
  let only = -1;
  for (const [at, part] of parts.entries()) {
    if (isObject(part) && Object.keys(part).length === 0) continue;
    if (only >= 0) return -1;
    only = at;
  }
  return only;
}

function isOnlyTexts(own: JsonSchema): boolean {
  for (const key of Object.keys(own)) {
    const isText = key === 'description' || key === 'title' || key === 'deprecated';
    if (!isText && !(key === 'type' && own['type'] === 'object')) return false;
  }
  return true;
}

/**
 * Adds the parts that stay references, and removes required names that no part has as a property: one part may require a
 * property that another declares readOnly.
 */
function finished(merged: JsonSchema, circular: readonly JsonSchema[]): JsonSchema {
  const beside = Array.isArray(merged['allOf']) ? (merged['allOf'] as JsonSchema[]) : [];
  if (circular.length > 0) return { ...merged, allOf: [...beside, ...circular] };
  const result: JsonSchema = beside.length > 0 || !('allOf' in merged) ? merged : withoutParts(merged);
  const { properties, required } = result;
  if (!isObject(properties) || !Array.isArray(required)) return result;
  const kept = required.filter((name) => Object.hasOwn(properties, name as string));
  if (kept.length === required.length) return result;
  if (kept.length > 0) return { ...result, required: kept };
  const { required: _, ...others } = result;
  return others;
}

function withoutParts({ allOf: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

/** One part of an allOf. A reference to a parent with a discriminator means the parent, not a union of its subtypes. */
function part(converter: Converter, value: JsonValue, key: string, depth: number): JsonSchema {
  const reference = stringMember(value, '$ref');
  if (reference === undefined || !isObject(value)) return converter.at(key, value, depth);
  const found = converter.documents.resolve(reference, converter.source);
  const target = found && converter.documents.follow(found);
  if (!target || !isObject(target.value)) return converter.at(key, value, depth);
  return converter.definition(target, 'base').reference;
}
