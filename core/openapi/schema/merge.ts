/**
 * Merges two converted schemas into one that requires both (a flattened allOf): unites properties and required, narrows
 * bounds, and keeps keywords that cannot be merged in an `allOf`. Does not change its arguments.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';

const TEXTS = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'writeOnly']);
const HIGHER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']);
const LOWER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']);
const MAX_DEPTH = 12;
/** Subschemas of an allOf that is kept. */
const MAX_PARTS = 24;

/** A schema for values that match both. Texts of `second` replace those of `first`, because it is the later or outer one. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one rule a keyword
export function conjunction(first: JsonSchema, second: JsonSchema, depth = 0): JsonSchema {
  if (first === second) return first;
  if (depth > MAX_DEPTH) return { allOf: unitedParts([first, second]) };
  if (hasReference(first) || hasReference(second)) return referenced(first, second);
  const keys = Object.keys(second);
  if (keys.length === 0) return first;
  const out: JsonSchema = { ...first };
  for (const key of keys) {
    const theirs = second[key];
    if (theirs === undefined) continue;
    const ours = out[key];
    if (key === 'readOnly') {
      if (isOnlyTexts(second)) out[key] = theirs;
      continue;
    }
    if (ours === undefined || TEXTS.has(key)) {
      out[key] = theirs;
      continue;
    }
    if (ours === theirs) continue;
    if (key === 'properties' || key === 'patternProperties' || key === '$defs') {
      out[key] = unitedProperties(ours as JsonObject, theirs as JsonObject, depth);
    } else if (key === 'required') out[key] = [...new Set([...(ours as string[]), ...(theirs as string[])])];
    else if (key === 'type') out[key] = commonTypes(ours, theirs);
    else if (key === 'enum') out[key] = commonValues(ours as JsonValue[], theirs as JsonValue[]);
    else if (HIGHER.has(key)) out[key] = Math.max(ours as number, theirs as number);
    else if (LOWER.has(key)) out[key] = Math.min(ours as number, theirs as number);
    else if (key === 'uniqueItems') out[key] = true;
    else if (key === 'additionalProperties' || key === 'items') out[key] = unitedValues(key, ours, theirs, depth);
    else if (key === 'allOf') out[key] = unitedParts([...(ours as JsonSchema[]), ...(theirs as JsonSchema[])]);
    else if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      out['allOf'] = [...((out['allOf'] as JsonValue[] | undefined) ?? []), { [key]: theirs }];
    }
  }
  // A property is read-only only if all parts that declare it say so.
  if (out['readOnly'] === true && second['readOnly'] !== true && !isOnlyTexts(second)) delete out['readOnly'];
  // A part with `additionalProperties: false` would forbid the properties of the other, which no author of an allOf means.
  if (
    isClosed(first) !== isClosed(second) &&
    out['additionalProperties'] === false &&
    (isClosed(first) ? addsTo(first, second) : addsTo(second, first))
  ) {
    delete out['additionalProperties'];
  }
  return out;
}

const isOnlyTexts = (schema: JsonSchema) => Object.keys(schema).every((key) => TEXTS.has(key) || key === 'readOnly');
const hasReference = (schema: JsonSchema) => typeof schema['$ref'] === 'string';
const isClosed = (schema: JsonSchema) => schema['additionalProperties'] === false;

/** True when `added` has properties that the part with `additionalProperties: false` does not have. */
function addsTo({ properties: named }: JsonSchema, { properties: added }: JsonSchema): boolean {
  return isObject(named) && isObject(added) && Object.keys(added).some((name) => !Object.hasOwn(named, name));
}

/** Merges schemas of which one has a `$ref`. JSON Schema 2020-12 allows siblings, so texts need no allOf. */
function referenced(first: JsonSchema, second: JsonSchema): JsonSchema {
  if (isOnlyTexts(second) || isOnlyTexts(first)) return { ...first, ...second };
  const { title, description, ...rest } = second;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    allOf: unitedParts([first, rest]),
  };
}

/**
 * The subschemas of an allOf, with nested allOf flattened and without duplicates. At most MAX_PARTS, more than any real
 * schema has, because nested references could double their number at every level.
 */
function unitedParts(parts: readonly JsonSchema[]): JsonSchema[] {
  const found = new Map<unknown, JsonSchema>();
  const add = (part: JsonSchema, depth: number) => {
    const keys = Object.keys(part);
    if (keys.length === 1 && Array.isArray(part['allOf']) && depth < 5) {
      for (const inner of part['allOf'] as JsonSchema[]) add(inner, depth + 1);
    } else if (found.size < MAX_PARTS) found.set(keys.length === 1 && keys[0] === '$ref' ? part['$ref'] : part, part);
  };
  for (const part of parts) add(part, 0);
  return [...found.values()];
}

function unitedProperties(ours: JsonObject, theirs: JsonObject, depth: number): JsonObject {
  const out: JsonObject = { ...ours };
  for (const [key, other] of Object.entries(theirs)) {
    const mine = out[key];
    out[key] = mine === undefined ? other : conjunction(asSchema(mine), asSchema(other), depth + 1);
  }
  return out;
}

function unitedValues(key: string, ours: JsonValue, theirs: JsonValue, depth: number): JsonValue {
  if (ours === true) return theirs;
  if (theirs === true) return ours;
  if (ours === false || theirs === false) return key === 'items' ? {} : false;
  return conjunction(asSchema(ours), asSchema(theirs), depth + 1);
}

const asSchema = (value: JsonValue): JsonSchema => (isObject(value) ? value : {});

function commonTypes(ours: JsonValue, theirs: JsonValue): JsonValue {
  const left = [ours].flat() as string[];
  const right = [theirs].flat() as string[];
  const common = left.filter((type) => right.includes(type) || (type === 'integer' && right.includes('number')));
  if (common.length === 0 && left.includes('number') && right.includes('integer')) return 'integer';
  const [only, ...others] = common;
  if (only === undefined) return theirs;
  return others.length === 0 ? only : common;
}

function commonValues(ours: JsonValue[], theirs: JsonValue[]): JsonValue[] {
  const common = ours.filter((value) => theirs.includes(value));
  return common.length > 0 ? common : theirs;
}
