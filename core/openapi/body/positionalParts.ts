/**
 * Multipart bodies whose parts are identified by order (OpenAPI 3.2, "Encoding By Position"). The argument is the array
 * of parts; each is serialized by its Encoding Object or, without one, by its schema.
 */
import { isObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { bareType } from '../../lib/mediaType.ts';
import type { PartEncoding, PartEncodings } from '../../model/tool.ts';
import { arrayMember } from '../document/read.ts';
import type { BodyVariant } from '../model/operation.ts';
import type { Converter } from '../schema/converter.ts';
import { asFile, asFileObject, fileOccurrence, isUntyped, mediaTypeOf, withNote } from './files.ts';
import { encodingOf } from './mediaType.ts';
import { asText } from './textBody.ts';

/** Levels of nested multipart bodies; the specification requires one. */
const MAX_NESTING = 3;

/** A body of ordered parts: their encodings, and the schema of the array. */
export interface PartList {
  readonly parts: PartEncodings;
  readonly schema: JsonSchema;
}

/**
 * The ordered parts of a body.
 * @returns undefined for a body whose parts have names: a form, or an object
 */
export function partList(
  positions: BodyVariant['positions'],
  contentType: string,
  schema: JsonSchema,
  converter: Converter,
  depth = 0,
): PartList | undefined {
  const { type } = schema;
  const isList = type === undefined ? 'items' in schema || 'prefixItems' in schema : type === 'array';
  // The parts of a form have names unless the description encodes them by position.
  if (!isList || (!positions && bareType(contentType) === 'multipart/form-data')) return undefined;
  const first = arrayMember(schema, 'prefixItems');
  const count = Math.max(first.length, positions?.prefix.length ?? 0);
  const rest = schema['items'] ?? {};
  const made = Array.from({ length: count }, (_, at) =>
    part(first[at] ?? rest, positions?.prefix[at] ?? positions?.item, converter, depth),
  );
  // Parts without a description are serialized by their value.
  const isDescribed = (schema['items'] ?? false) !== false || positions?.item !== undefined;
  const other = isDescribed ? part(rest, positions?.item, converter, depth) : undefined;
  const existing = typeof schema['description'] === 'string' ? schema['description'] : '';
  return {
    parts: { prefix: made.map(({ encoding }) => encoding), ...(other && { rest: other.encoding }) },
    schema: {
      ...schema,
      type: 'array',
      ...(first.length > 0 && { prefixItems: made.slice(0, first.length).map((one) => one.schema) }),
      ...(other && { items: other.schema }),
      description: `${existing} The parts of the body in their order.`.trim(),
    },
  };
}

/** Adds a note on how to give the media type with the file, when the description allows several types. */
const withType = (schema: JsonSchema, types: string | undefined): JsonSchema =>
  types?.includes('*')
    ? withNote(schema, 'To say of which type it is, give data:image/png;base64,... instead.')
    : schema;

function part(
  schema: JsonValue,
  raw: JsonValue | undefined,
  converter: Converter,
  depth: number,
): { readonly encoding: PartEncoding; readonly schema: JsonSchema } {
  const own = isObject(schema) ? schema : {};
  const flat = converter.flatten(own);
  const given = isObject(raw) ? encodingOf(raw, 'multipart') : {};
  const { contentType = mediaTypeOf(flat, converter), headers, fields } = given;
  const nested =
    depth < MAX_NESTING && isObject(raw) && contentType?.startsWith('multipart/')
      ? partList(
          { prefix: arrayMember(raw, 'prefixEncoding'), item: raw['itemEncoding'] },
          contentType,
          flat,
          converter,
          depth + 1,
        )
      : undefined;
  if (nested) return { encoding: { ...given, parts: nested.parts }, schema: nested.schema };
  const kind = fileOccurrence(flat, converter, contentType);
  const isFile = kind === 'always' || (contentType === undefined && isUntyped(flat));
  return {
    encoding: {
      ...(contentType !== undefined && { contentType }),
      ...(headers && { headers }),
      ...(fields && { fields }),
      ...(isFile && { binary: true }),
    },
    schema: isFile
      ? withType(asFile(flat, converter), contentType)
      : kind === 'sometimes'
        ? asFileObject(flat, converter, contentType)
        : asText(contentType?.split(',', 1)[0] ?? '', own, converter),
  };
}
