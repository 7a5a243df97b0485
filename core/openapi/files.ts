/** Files in form bodies: which schemas mean one, and what a model is told of how to give it. */
import { isObject, type JsonSchema } from '../json.ts';
import { bareType, isFileType, isTextType } from '../request/mediaType.ts';
import { isMediaType } from './bodyType.ts';
import type { Converter } from './schema/convert.ts';

const NAME_NOTE = 'To name the file, give data:image/png;name=a.png;base64,... instead.';
export const OBJECT_NOTE = 'A file is {"data": base64 text, "filename", "mediaType"}.';
const BASE64_NOTE = 'File content as base64 text.';

/** A file, or a list of files, by its schema alone. */
export function holdsFile(schema: JsonSchema, converter: Converter): boolean {
  if (schema['format'] === 'binary') return true;
  const media = schema['contentMediaType'];
  if (
    schema['type'] === 'string' &&
    typeof media === 'string' &&
    schema['contentEncoding'] === undefined &&
    !isTextType(bareType(media))
  )
    return true;
  const items = schema['items'];
  return isObject(items) && holdsFile(converter.flatten(items), converter);
}

/** What a file's schema says that it is (3.1, section "Encoding Object"), also the schema of each file of a list. */
export function mediaTypeOf(schema: JsonSchema, converter: Converter): string | undefined {
  const media = schema['contentMediaType'];
  if (typeof media === 'string') return isMediaType(media) ? media : undefined;
  const items = schema['items'];
  return isObject(items) ? mediaTypeOf(converter.flatten(items), converter) : undefined;
}

const TELLING = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'properties', 'items', 'prefixItems'];

/** A schema that allows anything: from 3.1 on, the way to write of a file. */
export const isUntyped = (schema: JsonSchema): boolean => !TELLING.some((key) => key in schema);

/** Anything, or a list of anything: a file among others. */
export function mayHoldFile(schema: JsonSchema, converter: Converter): boolean {
  if (schema['type'] !== 'array') return isUntyped(schema);
  const items = schema['items'];
  return !('prefixItems' in schema) && isObject(items) && isUntyped(converter.flatten(items));
}

/** A text, anything, or a list of such, that is a file because its part has the type of one. */
export function isFileByType(types: string | undefined, schema: JsonSchema, converter: Converter): boolean {
  if (!isFileType(types)) return false;
  const items = schema['items'];
  if (isObject(items)) return isFileByType(types, converter.flatten(items), converter);
  return schema['type'] === 'string' || isUntyped(schema);
}

/** The same schema for base64 text. */
export function asFile(schema: JsonSchema, converter: Converter): JsonSchema {
  const items = schema['items'];
  if (isObject(items)) return { ...schema, items: asFile(converter.flatten(items), converter) };
  if (holdsFile(schema, converter) && schema['contentEncoding'] !== undefined) return schema;
  const { pattern: _, minLength: _min, maxLength: _max, format: _format, examples: _examples, ...kept } = schema;
  return { ...withNote(kept, BASE64_NOTE), type: 'string', contentEncoding: 'base64' };
}

/** How a file gets a name; the other spellings that are taken need no telling. */
export const withFileName = (schema: JsonSchema): JsonSchema => withNote(schema, NAME_NOTE);

export function withNote(schema: JsonSchema, note: string): JsonSchema {
  const told = typeof schema['description'] === 'string' ? schema['description'] : '';
  return { ...schema, description: `${told} ${note}`.trim() };
}

export const withoutFileNote = (description: string): string =>
  description.replace(/\s*File content as base64 text\.$/, '');
