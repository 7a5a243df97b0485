/** The media type of a request body, and how form fields are encoded in it. */
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { bareType, isJsonType, isTextType } from '../../lib/mediaType.ts';
import type { BodyKind, FieldEncoding, ParameterStyle } from '../../model/tool.ts';
import { isForbiddenHeader, isHeaderName } from '../../request/header.ts';
import { isSequence } from '../../request/sequence.ts';
import { member, objectMember } from '../document/read.ts';
import type { BodyVariant } from '../model/operation.ts';

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;\s*[\w.+-]+=(?:[\w.+/:-]+|"[^"\\\r\n]*"))*\s*;?$|^\*\/\*$/;

/** True for a well-formed media type, wildcards and parameters included. */
export const isMediaType = (text: string): boolean => MEDIA_TYPE.test(text.trim());

const STYLES = new Set<string>(['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject']);

/** The variant that is sent by default: JSON, else urlencoded, else multipart, else the first one. */
export function defaultVariant(variants: readonly BodyVariant[]): BodyVariant {
  const rank = ({ contentType }: BodyVariant): number => {
    const type = bareType(contentType);
    if (type === 'application/json') return 0;
    if (isJsonType(type)) return type.includes('patch') ? 2 : 1;
    if (type === '*/*' || type === 'application/*') return 3;
    if (type === 'application/x-www-form-urlencoded') return 4;
    return type === 'multipart/form-data' ? 5 : 6;
  };
  return variants.reduce((best, variant) => (rank(variant) < rank(best) ? variant : best));
}

/** The media type of a body that the caller gives as finished text, whatever its schema; undefined for all others. */
export function textType(declared: string): string | undefined {
  const type = bareType(declared);
  const isStructured = type.includes('*') || type === 'application/x-www-form-urlencoded' || isJsonType(type);
  const isText = !isStructured && (isTextType(type) || isSequence(type));
  return isText ? sendable(declared) : undefined;
}

/**
 * The media type for the Content-Type header, without parameters that are not valid there (`text/plain; utf-8`);
 * undefined when it is not a media type.
 */
function sendable(declared: string): string | undefined {
  if (isMediaType(declared)) return declared.trim().replace(/\s*;$/, '');
  return isMediaType(bareType(declared)) ? bareType(declared) : undefined;
}

/** How a body of a declared media type and schema is serialized, and its Content-Type. */
export function wireType(declared: string, schema: JsonSchema): { kind: BodyKind; contentType: string } {
  const isFile = schema['type'] === 'string' && schema['contentEncoding'] === 'base64';
  const isStructured =
    schema['type'] === 'object' ||
    schema['type'] === 'array' ||
    'properties' in schema ||
    'anyOf' in schema ||
    'oneOf' in schema;
  const contentType = sendable(declared) ?? 'application/json';
  const type = bareType(contentType);
  if (type === 'application/x-www-form-urlencoded') return { kind: 'urlencoded', contentType };
  if (type.startsWith('multipart/'))
    return { kind: 'multipart', contentType: type === 'multipart/*' ? 'multipart/form-data' : contentType };
  if (type.includes('*')) {
    if (isFile) return { kind: 'binary', contentType: type === '*/*' ? 'application/octet-stream' : contentType };
    if (type === 'text/*') return { kind: 'text', contentType: 'text/plain' };
    return /^(?:\*|application)\//.test(type)
      ? { kind: 'json', contentType: 'application/json' }
      : { kind: 'binary', contentType };
  }
  if (isJsonType(type) || (isSequence(type) && schema['type'] === 'array')) return { kind: 'json', contentType };
  if (isTextType(type) || isSequence(type)) return { kind: 'text', contentType };
  return { kind: isStructured ? 'json' : 'binary', contentType };
}

/** Encodings of form fields by name, without empty ones. Collection formats of 2.0 come in the shape of Encoding Objects. */
export function encodingsOf(raw: JsonObject, schema: JsonSchema, kind: BodyKind): Record<string, FieldEncoding> {
  const found: Record<string, FieldEncoding> = {};
  const properties = objectMember(schema, 'properties');
  const areNamed = Object.keys(properties).length > 0;
  for (const name of Object.keys(raw)) {
    const entry = raw[name];
    if (!isObject(entry) || name === '__proto__' || (areNamed && !Object.hasOwn(properties, name))) continue;
    const encoding = encodingOf(entry, kind);
    if (Object.keys(encoding).length > 0) found[name] = encoding;
  }
  return found;
}

/** The encoding of one Encoding Object. Has style, explode and allowReserved only when the object has them. */
export function encodingOf(entry: JsonObject, kind: BodyKind): FieldEncoding {
  const style =
    typeof entry['style'] === 'string' && STYLES.has(entry['style']) ? (entry['style'] as ParameterStyle) : undefined;
  const { contentType, explode, allowReserved, itemStyles } = entry;
  return {
    ...(typeof contentType === 'string' && !/[\r\n]/.test(contentType) && { contentType }),
    ...(style && { style }),
    ...(typeof explode === 'boolean' ? { explode } : style === 'deepObject' && { explode: true }),
    ...(typeof allowReserved === 'boolean' && { allowReserved }),
    ...(Array.isArray(itemStyles) && { itemStyles: itemStyles as ParameterStyle[] }),
    ...(kind === 'multipart' && headersOf(entry)),
    ...(isObject(entry['encoding']) && nestedFields(entry['encoding'], contentType)),
  };
}

/** Encodings inside a part that is a form (OpenAPI 3.2, "Nested Encoding"); one level, as the specification requires. */
function nestedFields(entries: JsonObject, contentType: JsonValue | undefined): Pick<FieldEncoding, 'fields'> {
  const isMultipart = typeof contentType === 'string' && bareType(contentType).startsWith('multipart/');
  const flat = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      return [name, isObject(entry) ? { ...entry, encoding: null } : entry];
    }),
  );
  return { fields: encodingsOf(flat, {}, isMultipart ? 'multipart' : 'urlencoded') };
}

/** Part headers with a value fixed by the description; no argument sets the others. */
function headersOf(entry: JsonObject): { headers?: Readonly<Record<string, string>> } {
  const headers: Record<string, string> = {};
  const declared = objectMember(entry, 'headers');
  for (const [name, header] of Object.entries(declared)) {
    const content = Object.values(objectMember(header, 'content'))[0];
    const schema = member(content ?? header, 'schema') ?? header;
    const values = member(schema, 'enum');
    const value =
      member(schema, 'const') ??
      member(schema, 'default') ??
      (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    const isSendable = isHeaderName(name) && !isForbiddenHeader(name) && name.toLowerCase() !== 'content-type';
    const isFixed = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isSendable && isFixed && !/[\r\n\0]/.test(String(value))) headers[name] = String(value);
  }
  return Object.keys(headers).length > 0 ? { headers } : {};
}
