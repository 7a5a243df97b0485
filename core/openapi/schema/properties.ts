/**
 * The properties of an object schema without read-only ones, and which of them are required. A read-only property that
 * is required stays, as optional and marked `readOnly`, because below the root of a body it may identify an existing
 * object. At the root it is removed by body/readOnlyRoot.ts.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import type { Source, Target } from '../document/location.ts';
import { arrayMember, member } from '../document/read.ts';
import type { Documents } from '../document/references.ts';
import type { Converter } from './converter.ts';
import { areDistinctTexts } from './keywords.ts';
import { usablePattern } from './pattern.ts';

/** Subschemas of these keywords apply to the same value as other schemas do (in-place applicators). */
const PART_OF = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/**
 * Converts `properties` into `out`.
 * @param raw the whole Schema Object
 * @param given its `properties`
 */
export function properties(
  converter: Converter,
  raw: JsonObject,
  given: JsonObject,
  out: JsonSchema,
  depth: number,
): void {
  const properties = schemasOf(converter, given);
  const names = Object.keys(properties);
  const values = Object.values(properties);
  const readOnly = omittedNames(converter, names, values);
  const must = readOnly ? arrayMember(raw, 'required') : [];
  const removed = readOnly && new Set([...readOnly].filter((name) => name === '__proto__' || !must.includes(name)));
  // V8 copies an object with spread faster than it builds one property by property.
  let converted: JsonObject | undefined = removed && {};
  const required: string[] = [];
  converter.path.push('properties');
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    if (removed?.has(name)) continue;
    const value = values[at] ?? null;
    const made = property(converter, name, value, required, depth);
    const schema = readOnly?.has(name) ? { ...made, readOnly: true } : made;
    if (schema === value && !removed) continue;
    converted ??= { ...properties };
    converted[name] = schema;
  }
  converter.path.pop();
  out['properties'] = converted ?? properties;
  if (!readOnly && required.length === 0) return;
  const kept = arrayMember(raw, 'required').filter((name) => !readOnly?.has(name as string));
  out['required'] = [...kept, ...required];
}

/**
 * Follows a `$ref` in place of the whole `properties` object, which a few documents have although no version allows it
 * (it would be a property called `$ref`). Only to an object of schemas in the same document. Siblings of the reference
 * replace its members.
 */
function schemasOf({ documents, source }: Converter, given: JsonObject): JsonObject {
  const reference = given['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#')) return given;
  const target = documents.follow({ value: given, source, pointer: '#' });
  if (target?.source !== source || !isObject(target.value) || !Object.values(target.value).every(isObject))
    return given;
  const { $ref: _, ...own } = given;
  return { ...target.value, ...own };
}

function property(converter: Converter, name: string, value: JsonValue, required: string[], depth: number): JsonSchema {
  if (value === null) return {};
  // Some documents give only the type, as a string.
  if (typeof value === 'string') return converter.at(name, { type: value }, depth);
  const leaf = converter.leaf(value, depth);
  if (leaf) return leaf;
  if (isObject(value) && (value['required'] === true || value['required'] === 'true')) {
    required.push(name);
    const message = 'The property says itself that it is required, as in JSON Schema draft 3; it is required.';
    converter.warn('required_misplaced', message, name);
  }
  return converter.below(name, value, depth);
}

/** Names of read-only properties, and `__proto__`, because setting it would change the prototype; undefined for none. */
function omittedNames(
  converter: Converter,
  names: readonly string[],
  values: readonly JsonValue[],
): ReadonlySet<string> | undefined {
  if (!converter.documents.hasReadOnly && !names.includes('__proto__')) return undefined;
  const removed = names.filter((name, at) => isOmitted(converter, name, values[at] ?? null));
  return removed.length > 0 ? new Set(removed) : undefined;
}

function isOmitted(converter: Converter, name: string, value: JsonValue): boolean {
  if (name !== '__proto__') return isObject(value) && isReadOnly(converter.documents, value, converter.source);
  converter.path.push('properties');
  converter.warn('property_refused', 'A property named __proto__ is left out.', name);
  converter.path.pop();
  return true;
}

/** Converts `required` into `out`. */
export function required(raw: JsonObject, out: JsonSchema): void {
  const names = out['required'] ?? raw['required'];
  if (names === undefined) return;
  if (areDistinctTexts(names) && !names.includes('__proto__')) {
    out['required'] = names;
    return;
  }
  const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== '__proto__') : [];
  if (texts.length > 0) out['required'] = new Set(texts).size === texts.length ? texts : [...new Set(texts)];
  else delete out['required'];
}

/** Removes required names that are no properties, unless another schema of the same value may have them. */
export function checkRequired(converter: Converter, raw: JsonObject, out: JsonSchema): void {
  const names = out['required'];
  const properties = out['properties'];
  if (!Array.isArray(names) || !isObject(properties) || raw['allOf'] || raw['anyOf'] || raw['oneOf']) return;
  const { path } = converter;
  if (PART_OF.has(path.at(-1) ?? '') || PART_OF.has(path.at(-2) ?? '')) return;
  const isKnown = (name: JsonValue) => Object.hasOwn(properties, name as string);
  if (names.every(isKnown) || isObject(raw['patternProperties'])) return;
  const known = names.filter(isKnown);
  const unknown = names.filter((name) => !known.includes(name));
  converter.warn(
    'required_unknown',
    `${unknown.slice(0, 10).join(', ')} is required but no property; it is left out.`,
    'required',
  );
  if (known.length > 0) out['required'] = known;
  else delete out['required'];
}

/** True when readOnly is set on the property, on the schema it refers to, or on a subschema of its allOf. */
export const isReadOnly = (documents: Documents, raw: JsonObject, source: Source): boolean =>
  documents.hasReadOnly && isMarkedReadOnly(documents, raw, source, 0);

function isMarkedReadOnly(documents: Documents, raw: JsonObject, source: Source, hops: number): boolean {
  if (raw['readOnly'] === true) return true;
  if (hops > 5) return false;
  const reference = raw['$ref'];
  if (typeof reference === 'string') {
    const target = documents.resolve(reference, source);
    return (
      target !== undefined &&
      isObject(target.value) &&
      isMarkedReadOnly(documents, target.value, target.source, hops + 1)
    );
  }
  const parts = raw['allOf'];
  if (!Array.isArray(parts)) return false;
  for (const part of parts) if (isObject(part) && isMarkedReadOnly(documents, part, source, hops + 1)) return true;
  return false;
}

/** The read-only property with a name in a subschema of an allOf. */
export function readOnlyProperty(
  documents: Documents,
  source: Source,
  parts: readonly JsonValue[],
  name: string,
  depth = 0,
): Target | undefined {
  for (const part of parts) {
    const target = documents.follow({ value: part, source, pointer: '#' });
    if (!target || !isObject(target.value) || depth > 8) continue;
    const value = member(target.value['properties'], name);
    if (isObject(value)) return isReadOnly(documents, value, target.source) ? { ...target, value } : undefined;
    const found = readOnlyProperty(documents, target.source, arrayMember(target.value, 'allOf'), name, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Converts `patternProperties`. A pattern that cannot be used is left out with a warning. */
export function patternProperties(converter: Converter, value: JsonObject, depth: number): JsonObject {
  const out: JsonObject = {};
  converter.path.push('patternProperties');
  for (const [key, schema] of Object.entries(value)) {
    const usable = usablePattern(key);
    if (usable !== undefined) out[usable] = converter.at(key, schema, depth);
    else
      converter.warn(
        'pattern_unusable',
        `The pattern ${key.slice(0, 100)} is no ECMAScript regular expression; its properties are unchecked.`,
        key,
      );
  }
  converter.path.pop();
  return out;
}
