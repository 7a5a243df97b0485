/** Converts enum, pattern, format, default and examples. Repairs them, or leaves them out with a warning. */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { sourceTextOf } from '../document/sourceText.ts';
import type { Converter } from './converter.ts';
import {
  areDistinctTexts,
  fits,
  isCredential,
  isFitting,
  isRounded,
  isWellFormed,
  withoutDuplicates,
} from './keywords.ts';
import { usablePattern } from './pattern.ts';
import { asTyped } from './valueType.ts';

/** Converts `enum` into `out`. */
export function enumeration(converter: Converter, value: JsonValue, out: JsonSchema): void {
  if (out['type'] === 'string' && areDistinctTexts(value)) {
    out['enum'] = value;
    return;
  }
  const listed = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const values = listed.every(isWellFormed) ? listed : listed.filter(isWellFormed);
  if (values.length < listed.length) {
    const message =
      'Values with half of a surrogate pair, which UTF-8 cannot encode, are left out: they could not be sent.';
    converter.warn('enum_value_unusable', message, 'enum');
    if (values.length === 0) return;
  }
  const unique = withoutDuplicates(values);
  if (unique.length === 0) {
    converter.warn('keyword_invalid', 'The list of values is empty; any value is accepted.', 'enum');
    return;
  }
  out['enum'] = unique;
  const type = out['type'];
  if (type === undefined) return;
  const contained: JsonSchema = { type };
  if (unique.every((item) => item === null || fits(item, contained))) {
    const types = [type].flat() as string[];
    // A value list with null allows null, whatever the type.
    if (unique.includes(null) && !types.includes('null')) out['type'] = [...types, 'null'];
    return;
  }
  // From the list itself, because `08` and `8` are one number, but two texts.
  const typed = listed
    .map((item, at) =>
      item === null || fits(item, contained) ? item : asTyped(item, type, sourceTextOf(value as object, String(at))),
    )
    .filter((item) => item === undefined || isWellFormed(item));
  if (typed.every((item) => item !== undefined) && converter.repaired('value_type', 'enum')) {
    out['enum'] = withoutDuplicates(typed as JsonValue[]);
    return;
  }
  // If values contradict the type, the values are more likely to be right.
  converter.warn('enum_contradicts_type', 'The listed values are not of the type; the values count.', 'enum');
  delete out['type'];
}

/** The value of `const`, read as the declared type like a default. */
export const constant = (converter: Converter, raw: JsonObject, value: JsonValue, out: JsonSchema): JsonValue =>
  out['type'] === undefined ? value : readAs(converter, value, { type: out['type'] }, { key: 'const', holder: raw });

/** Converts `pattern` into `out`; one that does not compile is added to the description. */
export function pattern(converter: Converter, value: JsonValue, out: JsonSchema): void {
  if (typeof value !== 'string' || value === '') return;
  const usable = usablePattern(value);
  if (usable !== undefined) out['pattern'] = usable;
  else {
    converter.warn(
      'pattern_unusable',
      `The pattern ${value.slice(0, 100)} is no ECMAScript regular expression; it is told in the description instead.`,
      'pattern',
    );
    out['description'] = `${out['description'] ?? ''} Pattern: ${value.slice(0, 200)}`.trim();
  }
}

/** Sets a format in `out`; `binary` and `byte` become base64 strings. */
export function format(format: string, out: JsonSchema): void {
  if (format === '') return;
  if (format === 'binary' || (format === 'byte' && out['type'] !== 'array')) {
    const type = out['type'] ?? 'string';
    const isText =
      type === 'string' || (Array.isArray(type) && type.every((one) => one === 'string' || one === 'null'));
    if (!isText) return;
    out['type'] = type;
    out['contentEncoding'] ??= 'base64';
    if (format === 'binary') out['format'] = 'binary';
    out['description'] =
      `${out['description'] ?? ''} ${format === 'binary' ? 'File content as base64 text.' : 'Base64 text.'}`.trim();
    // These keywords describe the bytes, not their base64 text.
    for (const key of ['minLength', 'maxLength', 'pattern', 'enum']) if (format === 'binary') delete out[key];
    return;
  }
  out['format'] = format;
}

/** The schema with its default and examples if they are valid and small. Does not change its argument. */
export function withValues(converter: Converter, raw: JsonObject, schema: JsonSchema): JsonSchema {
  const byDefault = raw['default'];
  const key = ['example', 'x-example'].find((one) => raw[one] !== undefined && raw[one] !== null);
  const examples = key === undefined ? raw['examples'] : [raw[key] as JsonValue];
  let out = schema;
  if (byDefault !== undefined && byDefault !== null) {
    const typed = readAs(converter, byDefault, schema, { key: 'default', holder: raw });
    const told = isFitting(typed, schema) ? exactly(converter, typed, schema, sourceTextOf(raw, 'default')) : undefined;
    if (told !== undefined) out = { ...schema, default: told };
    else if (!fits(typed, schema))
      converter.warn('default_unfit', 'The default is no value of the schema; it is left out.', 'default');
  }
  if (!Array.isArray(examples) || schema['contentEncoding'] !== undefined || schema['format'] === 'password')
    return out;
  const fitting = examples
    .slice(0, 3)
    .map((one, at) =>
      readAs(converter, one, schema, {
        key: key === undefined ? 'examples' : 'example',
        holder: key === undefined ? examples : raw,
        member: key ?? String(at),
      }),
    )
    .filter((one) => one !== null && isFitting(one, schema) && !isCredential(one))
    .map((one) => exactly(converter, one, schema, key === undefined ? undefined : sourceTextOf(raw, key)))
    .filter((one) => one !== undefined);
  return fitting.length > 0 ? { ...out, examples: fitting } : out;
}

/** Where a value stands: the keyword, and the object or list that holds it, as `member` (else as the keyword). */
interface Place {
  readonly key: string;
  readonly holder: object;
  readonly member?: string;
}

/** The value, converted to the schema's type if that is unambiguous (repair `value_type`). */
function readAs(
  converter: Converter,
  value: JsonValue,
  schema: JsonSchema,
  { key, holder, member = key }: Place,
): JsonValue {
  if (typeof value === 'object' || fits(value, schema)) return value;
  const typed = asTyped(value, schema['type'], textOf(converter, value, sourceTextOf(holder, member)));
  return typed !== undefined && fits(typed, schema) && converter.repaired('value_type', key) ? typed : value;
}

/** The text of a number where a text is declared. */
function textOf({ documents }: Converter, value: JsonValue, text: string | undefined): string | undefined {
  if (text !== undefined || !isRounded(value)) return text;
  const exact = documents.exactInteger(value);
  return exact === undefined ? undefined : String(exact);
}

/**
 * The value with the digits of the document for each integer that JavaScript rounds: as a text, which calls take for an
 * integer (core/mcp). Undefined when the digits are not known.
 * @param schema of the value; where it takes any number, a rounded one is one
 * @param text of the source, when it is known
 */
export function exactly(
  converter: Converter,
  value: JsonValue,
  schema: JsonSchema,
  text?: string,
): JsonValue | undefined {
  if (typeof value === 'number') {
    if (!isRounded(value) || schema['type'] === 'number') return value;
    return text !== undefined && /^-?[1-9]\d*$/.test(text) ? text : converter.documents.exactInteger(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, exactly(converter, one, {})] as const);
  if (members.every(([name, one]) => one === (value as JsonObject)[name])) return value;
  if (members.some(([, one]) => one === undefined)) return undefined;
  return Array.isArray(value) ? members.map(([, one]) => one as JsonValue) : Object.fromEntries(members as never);
}
