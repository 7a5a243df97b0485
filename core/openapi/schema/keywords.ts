/**
 * Normalizes single keywords of Schema Objects that are not valid in JSON Schema 2020-12, and checks values. Pure; does
 * not follow references.
 */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Type names that occur in descriptions, with type and format in JSON Schema; type '' means any value. */
const TYPES: Readonly<Record<string, readonly [type: JsonType | '', format?: string]>> = {
  string: ['string'],
  number: ['number'],
  integer: ['integer'],
  boolean: ['boolean'],
  array: ['array'],
  object: ['object'],
  null: ['null'],
  any: [''],
  mixed: [''],
  file: ['string', 'binary'],
  int: ['integer'],
  long: ['integer', 'int64'],
  short: ['integer'],
  int32: ['integer', 'int32'],
  int64: ['integer', 'int64'],
  float: ['number', 'float'],
  double: ['number', 'double'],
  decimal: ['number'],
  numeric: ['number'],
  bool: ['boolean'],
  str: ['string'],
  text: ['string'],
  char: ['string'],
  date: ['string', 'date'],
  datetime: ['string', 'date-time'],
  'date-time': ['string', 'date-time'],
  timestamp: ['string'],
  time: ['string'],
  uuid: ['string', 'uuid'],
  guid: ['string', 'uuid'],
  uri: ['string', 'uri'],
  url: ['string', 'uri'],
  email: ['string', 'email'],
  byte: ['string', 'byte'],
  binary: ['string', 'binary'],
  enum: ['string'],
  list: ['array'],
  dict: ['object'],
  map: ['object'],
  hash: ['object'],
  json: ['object'],
};

interface Types {
  readonly types: readonly JsonType[];
  readonly format?: string;
  readonly isKnown: boolean;
}

const COMMON_TYPES: Readonly<Record<string, Types>> = Object.fromEntries(
  (['string', 'number', 'integer', 'boolean', 'array', 'object'] as const).map((type) => [
    type,
    { types: [type], isKnown: true },
  ]),
);

const UNTYPED: Types = { types: [], isKnown: true };

/**
 * The JSON Schema types of a `type` keyword, and the format that its spelling implies. With an unknown name there are no
 * types, and `isKnown` is false.
 */
export function typesOf(value: JsonValue | undefined): Types {
  const common = value === undefined ? UNTYPED : typeof value === 'string' ? COMMON_TYPES[value] : undefined;
  if (common) return common;
  const given = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  const types: JsonType[] = [];
  let format: string | undefined;
  let isAny = false;
  let isKnown = given.length > 0;
  for (const item of given) {
    const entry = typeof item === 'string' ? (TYPES[item] ?? TYPES[item.trim().toLowerCase()]) : undefined;
    if (!entry) isKnown = false;
    if (!entry || entry[0] === '') isAny = true;
    else if (!types.includes(entry[0])) types.push(entry[0]);
    format ??= entry?.[1];
  }
  return { types: isAny ? [] : types, ...(format && { format }), isKnown };
}

/** A finite number, also one in a string; undefined for anything else. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value.trim())) return Number(value);
  return undefined;
}

/** A non-negative integer, also one in a string; undefined for anything else. */
export const countOf = (value: JsonValue | undefined): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
};

const isGiven = (value: JsonValue | undefined): boolean => value !== undefined && value !== null;

/**
 * Copies numeric bounds into `out`. The boolean exclusive bounds of draft 4 become those of 2020-12.
 * @returns the keywords that are not valid
 */
export function copyBounds(raw: JsonObject, out: JsonSchema): string[] {
  const unusable: string[] = [];
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (!(bound in raw) && !(exclusive in raw)) continue;
    const limit = numberOf(raw[bound]);
    if (limit === undefined && isGiven(raw[bound])) unusable.push(bound);
    const flag = raw[exclusive];
    const isFlag = flag === true || flag === 'true';
    const number = isFlag ? limit : numberOf(flag);
    if (limit !== undefined && !isFlag) out[bound] = limit;
    if (number !== undefined) out[exclusive] = number;
    else if (isGiven(flag) && flag !== false && flag !== 'false') unusable.push(exclusive);
  }
  const step = numberOf(raw['multipleOf']);
  if (step !== undefined && step > 0) out['multipleOf'] = step;
  else if (isGiven(raw['multipleOf'])) unusable.push('multipleOf');
  return unusable;
}

/** Size of a default or an example, in characters of JSON. */
const MAX_EXAMPLE_SIZE = 200;

/** True when the value's JSON has fewer characters than a limit, by an estimate that stops at the limit. */
export const isSmall = (value: JsonValue, limit = MAX_EXAMPLE_SIZE): boolean =>
  typeof value === 'string' ? value.length < limit : roomAfter(value, limit) >= 0;

/**
 * True for a string that looks like a credential: one with an authentication scheme, a JSON Web Token, a private key, or
 * a key with the prefix of a known issuer.
 */
export const isCredential = (value: JsonValue): boolean =>
  typeof value === 'string' &&
  /^(?:(?:Bearer|Basic) \S|eyJ[\w-]{8,}\.|-----BEGIN |(?:sk|rk|pk)_(?:live|test)_|gh[pousr]_|xox[abprs]-|AKIA[0-9A-Z]{12})/.test(
    value,
  );

/** The limit minus the estimated characters of the value's JSON; negative when it is too large. */
function roomAfter(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return limit - value.length - 2;
  if (typeof value !== 'object' || value === null) return limit - 4;
  let left = limit - 2;
  if (Array.isArray(value)) {
    left -= value.length;
    for (let at = 0; at < value.length && left >= 0; at++) left = roomAfter(value[at] ?? null, left);
    return left;
  }
  const keys = Object.keys(value);
  for (let at = 0; at < keys.length && left >= 0; at++) {
    const key = keys[at] ?? '';
    if (key === '__proto__') return -1;
    left -= key.length + 3;
    if (left >= 0) left = roomAfter(value[key] ?? null, left);
  }
  return left;
}

/** True when a value is valid by the schema's type and enum; defaults and examples that are not are removed. */
export function fits(value: JsonValue, schema: JsonSchema): boolean {
  if (!isWellFormed(value)) return false;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.includes(value as never) && typeof value !== 'object') return false;
  const type = schema['type'];
  if (type === undefined) return true;
  if (!Array.isArray(type)) return isOfType(value, type as string);
  return type.some((candidate) => isOfType(value, candidate as string));
}

/** True when a value is of a JSON Schema type. */
export function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** True for an integer above 2^53: that of the document, or one that it was rounded to. */
export const isRounded = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** True when a value is valid by type and enum, and small enough for a default or an example. */
export const isFitting = (value: JsonValue, schema: JsonSchema): boolean => fits(value, schema) && isSmall(value);

/** Arrays up to this length are compared item by item. */
const MAX_COMPARED = 16;

/** True for a non-empty array of different strings without lone surrogates. */
export function areDistinctTexts(values: JsonValue | undefined): values is string[] {
  if (!Array.isArray(values) || values.length === 0) return false;
  const isLong = values.length > MAX_COMPARED;
  let isAscending = true;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? null;
    if (!isText(value) || (!isLong && values.indexOf(value) < at)) return false;
    isAscending &&= isLong && (at === 0 || (values[at - 1] as string) < (value as string));
  }
  // A sorted array has no duplicates if no two neighbours are equal, so no set is needed.
  return !isLong || isAscending || new Set(values).size === values.length;
}

const isText = (value: JsonValue): boolean => typeof value === 'string' && value.isWellFormed();

/** False for a string with a lone surrogate, which UTF-8 cannot encode. */
export const isWellFormed = (value: JsonValue): boolean => typeof value !== 'string' || value.isWellFormed();

/** The values without duplicates, objects compared by their JSON; the same array when there are none. */
export function withoutDuplicates(values: JsonValue[]): JsonValue[] {
  if (areDistinctTexts(values)) return values;
  const isPlain = values.every((value) => typeof value !== 'object');
  if (isPlain && new Set(values).size === values.length) return values;
  return [
    ...new Map(values.map((value) => [typeof value === 'object' ? JSON.stringify(value) : value, value])).values(),
  ];
}
