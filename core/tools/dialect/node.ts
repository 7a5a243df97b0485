/**
 * What one schema becomes in a list for models. The vendors' dialects of JSON Schema differ, and one schema that a vendor does not
 * take fails the whole request with all tools. So a listed schema has only what all of them take (design/exposition.md has the rules with their
 * sources): one type, lists with `items`, enums of texts or of numbers, nothing beside a `$ref`, no long text. It accepts what the
 * tool's own schema accepts and perhaps more: arguments are validated by that one. Null goes into the description, because a client that
 * knows no null would refuse the list for it.
 */
import { isSameJson } from '../../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import { visible } from '../../lib/visible.ts';
import { lean } from './lean.ts';

const SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const LISTS = new Set(['prefixItems', 'allOf']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
/** Where a schema that accepts more would make the whole accept less. They stay only as they are. */
const NEGATIVE = ['not', 'if', 'then', 'else'];
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly']);
/** Keywords that say something of one type only (JSON Schema Validation 2020-12, section 6). */
const OF_TYPE: Readonly<Record<string, ReadonlySet<string>>> = {
  string: new Set(['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType']),
  number: new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format']),
  array: new Set([
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
  ]),
  object: new Set([
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
  ]),
  boolean: new Set(),
  null: new Set(),
};

/**
 * The schema in the dialect. Never changes its argument.
 * @param isRoot whether it is the schema of all arguments
 */
export function listedNode(value: JsonValue | undefined, isRoot = false): JsonObject {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  const { schema, notes } = typed(value);
  const out: JsonObject = {};
  for (const key of Object.keys(schema)) {
    const inner = schema[key] as JsonValue;
    if (key === 'description' && typeof inner === 'string') out[key] = cut(inner);
    else if (SCHEMAS.has(key)) out[key] = typeof inner === 'boolean' && key !== 'items' ? inner : listedNode(inner);
    else if (MAPS.has(key) && isObject(inner)) out[key] = mapped(inner);
    else if (LISTS.has(key) && Array.isArray(inner)) out[key] = inner.map((each) => listedNode(each));
    else if (key === 'anyOf' && Array.isArray(inner)) out[key] = branchesOf(inner);
    else out[key] = inner;
  }
  if (NEGATIVE.some((key) => key in out && !isListed(out[key]))) for (const key of NEGATIVE) delete out[key];
  if (out['type'] === 'array' && !('items' in out)) out['items'] = {};
  if (Array.isArray(out['required'])) declare(out, out['required']);
  const unnamed = withoutNames(out);
  return noted(lean(merged(out), isRoot), [...notes, ...unnamed]);
}

/** Names the required members that only `additionalProperties` describes: VS Code takes them out of `required` otherwise. */
function declare(schema: JsonObject, required: readonly JsonValue[]): void {
  const { properties, additionalProperties } = schema;
  if (!isObject(properties)) return;
  const missing = (required as string[]).filter((name) => !Object.hasOwn(properties, name));
  const described = isObject(additionalProperties) ? additionalProperties : {};
  if (missing.length > 0)
    schema['properties'] = { ...properties, ...Object.fromEntries(missing.map((name) => [name, described])) };
}

/** Names of members that Anthropic takes (error text of the Messages API: "Property keys should match pattern"). */
const NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const MAX_SHOWN = 160;

/** Takes out members with other names, such as `@odata.type`; tells of each in words. */
function withoutNames(schema: JsonObject): string[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const others = Object.keys(properties).filter((name) => !NAME.test(name));
  if (others.length === 0) return [];
  const needed = Array.isArray(required) ? required : [];
  const left = { ...properties };
  for (const name of others) delete left[name];
  schema['properties'] = left;
  if (needed.length > 0) schema['required'] = needed.filter((name) => NAME.test(name as string));
  // Closed, it would refuse the members that are taken out.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  return others.map((name) => {
    const form = inWords(properties[name] as JsonValue);
    const shown = form.length <= MAX_SHOWN && form !== '{}' ? `: ${form}` : '';
    return `${needed.includes(name) ? 'Needs' : 'Also takes'} the member ${inWords(name)}${shown}.`;
  });
}

/** As JSON, with escapes that a call can repeat. */
const inWords = (value: JsonValue): string => visible(JSON.stringify(value), { isJson: true });

/** The schemas of an object by name. Not `Object.fromEntries`: an API may call a member `__proto__`. */
export function mapped(members: JsonObject, made: (member: JsonValue) => JsonValue = listedNode): JsonObject {
  const out: JsonObject = Object.create(null) as JsonObject;
  for (const name of Object.keys(members)) out[name] = made(members[name] as JsonValue);
  return out;
}

const isListed = (schema: JsonValue | undefined): boolean => isSameJson(listedNode(schema), schema);

interface Typed {
  readonly schema: JsonObject;
  /** What the types and listed values allow beside, in words. */
  readonly notes: readonly string[];
}

/** The schema with one type, if it has any, and one kind of listed values; several become branches. */
function typed(given: JsonObject): Typed {
  const { type: givenType, enum: listed, oneOf, $ref: reference, ...rest } = given;
  let schema: JsonObject = rest;
  if (oneOf !== undefined)
    schema =
      'anyOf' in rest ? { ...rest, allOf: [...listOf(rest['allOf']), { anyOf: oneOf }] } : { ...rest, anyOf: oneOf };
  if (typeof reference === 'string') {
    if (Object.keys(schema).length === 0 && givenType === undefined && listed === undefined)
      return { schema: given, notes: [] };
    if (!('anyOf' in schema)) schema = { ...schema, anyOf: [{ $ref: reference }] };
    else schema = { ...schema, allOf: [...listOf(schema['allOf']), { $ref: reference }] };
  }
  const all = givenType === undefined ? [] : ([givenType].flat() as string[]);
  const types = all.filter((type) => type !== 'null' && !(type === 'integer' && all.includes('number')));
  const branches = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  const others = branches.filter((branch) => !isNull(branch));
  const isNullable =
    (all.includes('null') && types.length > 0) ||
    (Array.isArray(listed) && listed.includes(null)) ||
    (others.length > 0 && others.length < branches.length);
  if (others.length > 0 && others.length < branches.length) schema = { ...schema, anyOf: others };
  const notes = isNullable ? ['May be null.'] : [];
  if (isNullable && schema['default'] === null) schema = without(schema, 'default');
  if (Array.isArray(listed)) return withValues(schema, listed, types, notes);
  const [only] = types.length > 0 ? types : all;
  if (types.length < 2) return { schema: only === undefined ? schema : { type: only, ...schema }, notes };
  // A union and several types: the types alone say less.
  if ('anyOf' in schema) return { schema, notes };
  return { schema: { ...outside(schema), anyOf: types.map((type) => ofType(schema, type)) }, notes };
}

function withValues(
  schema: JsonObject,
  listed: readonly JsonValue[],
  types: readonly string[],
  notes: readonly string[],
): Typed {
  const texts = listed.filter((value) => typeof value === 'string' && value !== '');
  const numbers = listed.filter((value) => typeof value === 'number');
  const booleans = listed.filter((value) => typeof value === 'boolean');
  const hasEmpty = listed.includes('');
  const said = hasEmpty && texts.length > 0 ? [...notes, 'May be empty.'] : notes;
  const kinds: JsonObject[] = [
    ...(texts.length > 0 ? [{ type: 'string', enum: texts }] : []),
    ...(texts.length === 0 && hasEmpty ? [{ type: 'string', maxLength: 0 }] : []),
    ...(numbers.length > 0 ? [{ type: numberType(numbers, types), enum: numbers }] : []),
    ...(booleans.length > 0
      ? [{ type: 'boolean', ...(booleans.length === 1 && { const: booleans[0] as boolean }) }]
      : []),
  ];
  const isWhole = listed.every((value) => typeof value !== 'object' || value === null);
  // Objects and lists cannot be listed; where there are some, the values are left to the validator.
  if (!isWhole || kinds.length === 0) return typed({ ...schema, ...(types.length > 0 && { type: [...types] }) });
  const [only] = kinds;
  if (kinds.length === 1 && only) return { schema: { ...schema, ...only }, notes: said };
  return { schema: { ...outside(schema), anyOf: kinds }, notes: said };
}

const numberType = (numbers: readonly JsonValue[], types: readonly string[]): string =>
  types.includes('number') || !numbers.every(Number.isInteger) ? 'number' : 'integer';

/** The branches without repetition; a branch that is only a union gives its own. */
function branchesOf(given: readonly JsonValue[]): JsonObject[] {
  const all = given.flatMap((each) => {
    const branch = listedNode(each);
    const inner = branch['anyOf'];
    return Array.isArray(inner) && Object.keys(branch).length === 1 ? (inner as JsonObject[]) : [branch];
  });
  const texts = new Map(all.map((branch) => [JSON.stringify(branch), branch]));
  return [...texts.values()];
}

/** A union of one is that one, except for a reference, beside which nothing may stand. */
function merged(schema: JsonObject): JsonObject {
  const branches = schema['anyOf'];
  if (!Array.isArray(branches) || branches.length !== 1) return schema;
  const only = branches[0] as JsonObject;
  const { anyOf: _, ...rest } = schema;
  if (Object.keys(rest).length === 0) return only;
  if (
    '$ref' in only ||
    !Object.keys(only).every((key) => !(key in rest) || ANNOTATIONS.has(key) || isSameJson(only[key], rest[key]))
  )
    return schema;
  return { ...only, ...rest };
}

function noted(schema: JsonObject, notes: readonly string[]): JsonObject {
  if (notes.length === 0) return schema;
  const { description } = schema;
  const text = [...(typeof description === 'string' ? [description] : []), ...notes].join(' ');
  const annotated = { ...schema, description: cut(text) };
  return '$ref' in schema
    ? { description: annotated.description, anyOf: [{ $ref: schema['$ref'] as string }] }
    : annotated;
}

const isNull = (schema: JsonValue): boolean =>
  isObject(schema) && (schema['type'] === 'null' || schema['const'] === null || isSameJson(schema['enum'], [null]));

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const without = (schema: JsonObject, key: string): JsonObject => {
  const { [key]: _, ...rest } = schema;
  return rest;
};

/** The annotations, and what is said of no type in particular. */
function outside(schema: JsonObject): JsonObject {
  const own = Object.entries(schema).filter(([key]) => !Object.values(OF_TYPE).some((keys) => keys.has(key)));
  return Object.fromEntries(own);
}

function ofType(schema: JsonObject, type: string): JsonObject {
  const keys = OF_TYPE[type === 'integer' ? 'number' : type];
  return { type, ...Object.fromEntries(Object.entries(schema).filter(([key]) => keys?.has(key))) };
}

/** A text up to the limit, cut between words. */
export function cut(text: string, most: number = LIMITS.listedText): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${kept
    .slice(0, Math.max(kept.lastIndexOf(' '), most / 2))
    .trimEnd()
    .toWellFormed()}…`;
}
