/**
 * Converts the keywords of one Schema Object: copies those with the same meaning in JSON Schema 2020-12, rewrites others
 * to their 2020-12 form, and leaves out the rest.
 */

import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { arrayMember } from '../document/read.ts';
import type { Definition } from '../model/convertedSchema.ts';
import { cleanText, MAX_PROPERTY_LENGTH, MAX_TITLE_LENGTH } from '../model/text.ts';
import { withValueTexts } from '../model/valueTexts.ts';
import { allOf } from './allOf.ts';
import type { Converter } from './converter.ts';
import { copyBounds, countOf, isWellFormed, typesOf } from './keywords.ts';
import { nullable } from './nullable.ts';
import { checkRequired, patternProperties, properties, required } from './properties.ts';
import { children, union } from './unions.ts';
import { constant, enumeration, format as formatted, pattern, withValues } from './values.ts';

const SUBSCHEMAS = new Set(['not', 'contains', 'propertyNames', 'if', 'then', 'else']);
const SUBSCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems']);
const COUNTS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]);

/** True when a type is a misspelling of another one; `file` is valid in Swagger 2.0. */
const isRespelled = (given: JsonValue | undefined, read: string | undefined): boolean =>
  typeof given === 'string' && read !== undefined && given !== read && given !== 'file';

/**
 * Converts one Schema Object.
 * @param self the definition, when this is its whole schema
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one step a keyword, in the order in which they depend on each other
export function convertObject(converter: Converter, raw: JsonObject, depth: number, self?: Definition): JsonSchema {
  const out: JsonSchema = {};
  const { types, format, isKnown } = typesOf(raw['type']);
  if (!isKnown || isRespelled(raw['type'], types[0]))
    warnOfType(converter, raw['type'], isKnown ? types[0] : undefined);
  setType(raw, types, out);
  let isBounded = false;
  let isUnion = false;
  let hasValues = false;
  let isNullable = false;
  let hasRequired = false;
  let parts: JsonValue | undefined;
  let given = format;
  for (const key in raw) {
    const value = raw[key];
    if (value === undefined) continue;
    switch (key) {
      case 'type':
        break;
      case 'title':
      case 'description': {
        const text = cleanText(value, key === 'title' ? MAX_TITLE_LENGTH : MAX_PROPERTY_LENGTH);
        if (text !== '') out[key] = text;
        break;
      }
      case 'properties':
        if (isObject(value)) properties(converter, raw, value, out, depth);
        break;
      case 'items':
        items(converter, value, out, depth);
        break;
      case 'enum':
        enumeration(converter, value, out);
        break;
      case 'pattern':
        pattern(converter, value, out);
        break;
      case 'required':
        hasRequired = true;
        break;
      case 'format':
        if (typeof value === 'string') given ??= value;
        break;
      case 'allOf':
        parts = value;
        break;
      case 'nullable':
      case 'x-nullable':
        if (value === true) isNullable = true;
        break;
      case 'additionalProperties':
        if (typeof value === 'boolean') out[key] = value;
        else if (isObject(value)) out[key] = Object.keys(value).length === 0 ? true : converter.at(key, value, depth);
        break;
      case 'patternProperties':
        if (isObject(value)) out[key] = patternProperties(converter, value, depth);
        break;
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
      case 'multipleOf':
        isBounded = true;
        break;
      case 'uniqueItems':
      case 'deprecated':
      case 'writeOnly':
        if (value === true) out[key] = true;
        break;
      case 'default':
      case 'example':
      case 'x-example':
      case 'examples':
        hasValues = true;
        break;
      default:
        if (otherKeyword(converter, key, raw, out, depth)) isUnion = true;
    }
  }
  if (isBounded) bounds(converter, raw, out);
  if (given !== undefined) formatted(given, out);
  if (out['enum'] !== undefined) {
    // Not needed beside the values, and in many documents maxLength refuses all of them.
    for (const key of ['minLength', 'maxLength', 'pattern']) delete out[key];
    const description = withValueTexts(String(out['description'] ?? ''), raw);
    if (description !== '') out['description'] = description;
  }
  if (out['type'] === 'array' && !('items' in out) && !('prefixItems' in out)) out['items'] = {};
  if (hasRequired || out['required'] !== undefined) {
    required(raw, out);
    checkRequired(converter, raw, out);
  }
  let result = isUnion ? union(converter, raw, out) : out;
  if (Array.isArray(parts) && parts.length > 0) result = allOf(converter, parts, result, depth, self);
  if (self && raw['discriminator'] !== undefined) result = children(converter, raw, result, self);
  if (hasValues) result = withValues(converter, raw, result);
  return isNullable ? nullable(result) : result;
}

/** @param read what an unusual type is read as; undefined when it is unknown */
function warnOfType(converter: Converter, type: JsonValue | undefined, read: string | undefined): void {
  if (read === undefined) {
    const shown = JSON.stringify(type)?.slice(0, 80);
    converter.warn('type_unknown', `The type ${shown} is unknown; any value is accepted.`, 'type');
  } else {
    converter.warn('type_respelled', `The type ${String(type).slice(0, 80)} is read as ${read}.`, 'type');
  }
}

/** Sets the type: as given, or as other keywords say it. */
function setType(raw: JsonObject, types: readonly string[], out: JsonSchema): void {
  const [only, ...others] = types;
  if (only !== undefined) out['type'] = others.length === 0 ? only : [...types];
  else if (raw['type'] === undefined) {
    const shape =
      isObject(raw['properties']) || isObject(raw['additionalProperties'])
        ? 'object'
        : raw['items'] !== undefined
          ? 'array'
          : undefined;
    if (shape !== undefined && !hasChoiceOfOther(raw, shape)) out['type'] = shape;
  }
}

/** Counts, subschemas and keywords that are seldom used. True for a union. */
function otherKeyword(converter: Converter, key: string, raw: JsonObject, out: JsonSchema, depth: number): boolean {
  const value = raw[key] ?? null;
  if (COUNTS.has(key)) {
    const count = countOf(value);
    if (count !== undefined) out[key] = count;
    else if (value !== null) converter.warn('keyword_invalid', `${key} must be a count; it is left out.`, key);
  } else if (SUBSCHEMAS.has(key)) {
    if (isObject(value) || typeof value === 'boolean') out[key] = converter.at(key, value, depth);
  } else if (SUBSCHEMA_LISTS.has(key) && Array.isArray(value) && value.length > 0) {
    out[key] = converter.list(key, value, depth);
    return key !== 'prefixItems';
  } else rareKeyword(converter, key, raw, out, depth);
  return false;
}

function rareKeyword(converter: Converter, key: string, raw: JsonObject, out: JsonSchema, depth: number): void {
  const value = raw[key] ?? null;
  switch (key) {
    case 'dependentRequired':
      if (isObject(value) && Object.values(value).every(isNameList)) out[key] = value;
      break;
    case 'dependentSchemas':
      if (isObject(value)) out[key] = dependentSchemas(converter, value, depth);
      break;
    case 'const':
      if (isWellFormed(value)) out[key] = constant(converter, raw, value, out);
      else converter.warn('keyword_invalid', 'The value holds half of a surrogate pair; it is left out.', key);
      break;
    case 'contentMediaType':
    case 'contentEncoding':
      if (typeof value === 'string') out[key] = value;
      break;
  }
}

const isNameList = (names: JsonValue): boolean =>
  Array.isArray(names) && names.every((name) => typeof name === 'string');

function dependentSchemas(converter: Converter, schemas: JsonObject, depth: number): JsonObject {
  converter.path.push('dependentSchemas');
  const converted = Object.entries(schemas).map(([name, schema]) => [name, converter.at(name, schema, depth)] as const);
  converter.path.pop();
  return Object.fromEntries(converted);
}

function bounds(converter: Converter, raw: JsonObject, out: JsonSchema): void {
  for (const key of copyBounds(raw, out))
    converter.warn('keyword_invalid', `${key} is no usable number; it is left out.`, key);
}

/** True when a branch of a union has another type; then no type may be set beside the union. */
function hasChoiceOfOther(raw: JsonObject, shape: string): boolean {
  const branches = [...arrayMember(raw, 'anyOf'), ...arrayMember(raw, 'oneOf')];
  return branches.some((one) => {
    const type = isObject(one) ? one['type'] : undefined;
    return typeof type === 'string' && type !== shape && type !== 'null';
  });
}

function items(converter: Converter, value: JsonValue, out: JsonSchema, depth: number): void {
  if (Array.isArray(value)) {
    if (value.length > 0) out['prefixItems'] = converter.list('items', value, depth);
    else out['items'] = {};
  } else if (typeof value === 'boolean') out['items'] = value ? {} : { not: {} };
  else if (typeof value === 'string') out['items'] = converter.at('items', { type: value }, depth);
  else out['items'] = converter.at('items', value, depth);
}
