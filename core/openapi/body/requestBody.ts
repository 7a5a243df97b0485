/**
 * The arguments of a request body in one media type (mediaTypeChoice.ts): their schemas and their mapping to the body.
 * The properties of an object become arguments of their own; any other body is the single argument `body`.
 */

import { isObject, type JsonSchema } from '../../lib/json/value.ts';
import { bareType } from '../../lib/mediaType.ts';
import type { BodyField, BodyKind, FieldEncoding, WireBody } from '../../model/tool.ts';
import { isSequence } from '../../request/sequence.ts';
import { type ArgumentNames, plainKey } from '../arguments/argumentNames.ts';
import { type Example, examplesOf, withBodyExamples, withFieldExamples } from '../arguments/examples.ts';
import { arrayMember, member, objectMember } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Body, BodyVariant } from '../model/operation.ts';
import { cleanText, MAX_PROPERTY_LENGTH } from '../model/text.ts';
import type { OpenWarning } from '../model/warnings.ts';
import type { Converter } from '../schema/converter.ts';
import { outline } from '../schema/outline.ts';
import type { Writable } from '../versions/shared.ts';
import {
  asFile,
  asFileObject,
  fileFields,
  fileOccurrence,
  mayHoldFile,
  mediaTypeOf,
  OBJECT_NOTE,
  withFileName,
  withNote,
  withoutFileNote,
  withUnsaidFile,
} from './files.ts';
import { encodingsOf, textType, wireType } from './mediaType.ts';
import { partList } from './positionalParts.ts';
import { writable } from './readOnlyRoot.ts';
import { asText, finishedText, joined, textBody } from './textBody.ts';

/** The keywords of an object schema whose properties become arguments; with any other keyword the body is one argument. */
const SPREADABLE_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'writeOnly',
  'minProperties',
  'maxProperties',
  'format',
  'dependentRequired',
]);
/** A body with more properties is one argument, whose schema can be shortened as a whole. */
const MAX_FIELDS = 400;

/**
 * The arguments of one variant of a body.
 * @param names gets the names of the arguments
 * @param warnings gets the warnings about the body's schema
 */
export function bodyArguments(
  body: Body,
  variant: BodyVariant,
  converter: Converter,
  names: ArgumentNames,
  warnings: OpenWarning[],
): BodyArguments {
  const type = textType(variant.contentType);
  const isList = type !== undefined && isSequence(bareType(type)) && isListSchema(variant, converter);
  const elements =
    type === undefined || !variant.schema || isList ? undefined : outline(converter.documents, variant.schema);
  if (type !== undefined && elements) return textBody(type, elements, body, variant, names);
  const schema = variant.schema ? writable(converter, converter.convert(variant.schema, warnings), warnings) : {};
  const described = unwrapped(converter, schema, warnings);
  const { kind, contentType } = wireType(variant.contentType, described);
  const common = { kind, contentType, required: body.required };
  const isForm = kind === 'urlencoded' || kind === 'multipart';
  const encoding = isForm
    ? converter.lists.ofForm(encodingsOf(variant.encoding, described, kind), described, kind === 'urlencoded')
    : {};
  const flat = kind === 'multipart' ? withUnsaidFile(described, encoding, converter) : described;
  if ((kind === 'json' || isForm) && isFlat(flat)) {
    const made = fields(flat, common, encoding, names, converter, kind === 'json' && body.mayBeAbsent);
    if (kind === 'multipart') return made;
    return {
      ...made,
      schemas: withFieldExamples(wireNames(made.wire), made.schemas, bodyExamples(variant, converter), converter),
    };
  }
  const argument = names.claim('body', 'body');
  const list = kind === 'multipart' ? partList(variant.positions, contentType, flat, converter) : undefined;
  const wire: Writable<WireBody & { layout: 'whole' }> = { ...common, layout: 'whole', argument };
  if (list) wire.parts = list.parts;
  else {
    if (kind === 'multipart') {
      const files = fileFields(flat, encoding, converter);
      if (files.size > 0) wire.files = [...files.keys()];
      for (const [name, media] of files)
        if (media !== undefined) encoding[name] = { ...encoding[name], contentType: media };
    }
    if (Object.keys(encoding).length > 0) wire.encoding = encoding;
  }
  const bare = list ? list.schema : wholeSchema(kind, contentType, schema, flat, body);
  const whole = kind === 'json' ? withBodyExamples(bare, bodyExamples(variant, converter), converter) : bare;
  const more = kind === 'multipart' ? whole['additionalProperties'] : undefined;
  return {
    wire,
    names: [argument],
    schemas: [isObject(more) ? { ...whole, additionalProperties: asFileObject(more, converter) } : whole],
    required: body.required ? [argument] : [],
    requiredTogether: [],
    additional: false,
  };
}

/** Examples of a whole body: those of the media type, then those of its schema. */
function bodyExamples({ media, schema }: BodyVariant, { documents }: Converter): Example[] {
  const beside = media ? examplesOf(documents, media) : [];
  const target = schema && documents.follow(schema);
  return target ? [...beside, ...examplesOf(documents, target)] : beside;
}

const wireNames = (wire: WireBody): string[] => (wire.layout === 'fields' ? wire.fields.map(({ name }) => name) : []);

/** True when the schema of a sequential media type describes an array, rather than one of its items. */
function isListSchema({ schema }: BodyVariant, { documents }: Converter): boolean {
  const type = member((schema && documents.follow(schema))?.value, 'type');
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

/** The schema with its reference resolved and null removed from its types. */
function unwrapped(converter: Converter, schema: JsonSchema, warnings: OpenWarning[]): JsonSchema {
  const flat = converter.flatten(schema, warnings);
  const branches = flat['anyOf'];
  if (!Array.isArray(branches)) return withoutNull(flat);
  const [only, ...others] = branches.filter(
    (branch) => !(isObject(branch) && branch['type'] === 'null'),
  ) as JsonSchema[];
  const { anyOf: _, ...beside } = flat;
  const onlyTexts = Object.keys(beside).every(
    (key) => key === 'description' || key === 'title' || key === 'default' || key === 'examples',
  );
  return only && others.length === 0 && onlyTexts
    ? withoutNull({ ...converter.flatten(only, warnings), ...beside })
    : flat;
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const type = schema['type'];
  if (!Array.isArray(type) || !type.includes('null')) return schema;
  const [only, ...others] = type.filter((one) => one !== 'null');
  return only !== undefined && others.length === 0 ? { ...schema, type: only } : schema;
}

/** True for an object schema whose properties can become arguments. */
function isFlat(schema: JsonSchema): boolean {
  const type = schema['type'];
  const count = Object.keys(objectMember(schema, 'properties')).length;
  const hasProperties = count > 0;
  if (type !== 'object' && !(type === undefined && hasProperties)) return false;
  // An object without named properties becomes one argument, unless it allows no properties at all.
  if (!hasProperties) return schema['additionalProperties'] === false;
  for (const key in schema) if (!SPREADABLE_KEYWORDS.has(key)) return false;
  return count <= MAX_FIELDS;
}

function fields(
  schema: JsonSchema,
  common: { readonly kind: BodyKind; readonly contentType: string; readonly required: boolean },
  encoding: Readonly<Record<string, FieldEncoding>>,
  names: ArgumentNames,
  converter: Converter,
  mayBeAbsent: boolean | undefined,
): BodyArguments {
  const properties = objectMember(schema, 'properties');
  const must = arrayMember(schema, 'required');
  const wireFields: BodyField[] = [];
  const schemas = Object.values(properties) as JsonSchema[];
  const found = Object.keys(properties);
  const hasCleanedNames = found.some((name) => plainKey(name) !== name);
  const claimed = hasCleanedNames ? names.claimAll(found.map((name) => ({ name, in: 'body' }))) : found;
  // The body claims its names before all parameters, and they are distinct, so none is taken.
  if (!hasCleanedNames) names.take(found);
  for (let at = 0; at < found.length; at++) {
    const name = found[at];
    const argument = claimed[at];
    const property = schemas[at];
    if (name === undefined || argument === undefined || property === undefined) continue;
    const field: Writable<BodyField> = { argument, name, required: must.includes(name) };
    if (encoding[name]) field.encoding = encoding[name];
    wireFields.push(field);
    if (common.kind === 'multipart') schemas[at] = partField(field, property, converter);
  }
  const more = schema['additionalProperties'];
  // A property without a declaration is a file only when its value is a file object.
  const additional = common.kind === 'multipart' && isObject(more) ? asFileObject(more, converter) : more;
  // An object allows additional properties unless its schema says otherwise (JSON Schema 2020-12 core, section 10.3.2.3).
  // With `additionalProperties: false` in the tool's schema, undeclared arguments are refused before the body is built.
  const isOpen = additional !== false;
  const required = wireFields.filter((field) => field.required).map(({ argument }) => argument);
  return {
    wire: {
      ...common,
      layout: 'fields',
      fields: wireFields,
      ...(isOpen && { extra: true }),
      ...(mayBeAbsent && { mayBeAbsent }),
    },
    names: claimed,
    schemas,
    required: common.required ? required : [],
    requiredTogether: common.required ? [] : required,
    additional: isOpen ? (additional ?? true) : false,
  };
}

/**
 * Marks a multipart field that is a file, and sets its media type.
 * @returns the schema of its argument
 */
function partField(field: Writable<BodyField>, schema: JsonSchema, converter: Converter): JsonSchema {
  const flat = converter.flatten(schema);
  const { contentType } = field.encoding ?? {};
  const kind = fileOccurrence(flat, converter, contentType);
  if (kind === 'sometimes') return asFileObject(flat, converter, contentType);
  if (kind === 'never') {
    if (contentType !== undefined) return asTextParts(contentType, schema, flat, converter);
    // A schema without a type: the value may be a file.
    return mayHoldFile(flat, converter) ? withNote(schema, OBJECT_NOTE) : schema;
  }
  field.binary = true;
  const media = contentType ?? mediaTypeOf(flat, converter);
  if (media !== undefined) field.encoding = { ...field.encoding, contentType: media };
  return withFileName(asFile(flat, converter));
}

/** The schema of a field with a text media type; an array becomes one part per item. */
function asTextParts(types: string, schema: JsonSchema, flat: JsonSchema, converter: Converter): JsonSchema {
  const [type = ''] = types.split(',', 1);
  const items = flat['items'];
  if (!isObject(items)) return asText(type, schema, converter);
  const texts = asText(type, items, converter);
  return texts === items ? schema : { ...flat, items: texts };
}

/** True when a schema allows an object of form fields. Some describe only the file of a form, or an array of files. */
function isOfFields(schema: JsonSchema): boolean {
  const { type } = schema;
  if (type === undefined) return '$ref' in schema || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema;
  return Array.isArray(type) ? type.includes('object') : type === 'object';
}

function wholeSchema(
  kind: BodyKind,
  contentType: string,
  schema: JsonSchema,
  flat: JsonSchema,
  body: Body,
): JsonSchema {
  const ofBody = cleanText(body.description, MAX_PROPERTY_LENGTH);
  const description = ofBody !== '' ? ofBody : typeof schema['description'] === 'string' ? schema['description'] : '';
  if (kind === 'binary') {
    return {
      type: 'string',
      contentEncoding: 'base64',
      description: joined(withoutFileNote(description), `File content (${bareType(contentType)}) as base64 text.`),
    };
  }
  if (kind === 'text')
    return finishedText(contentType, description, { names: Object.keys(objectMember(flat, 'properties')) });
  if (kind !== 'json' && !isOfFields(flat)) {
    const isAny = flat['type'] === undefined;
    const note = kind === 'multipart' && !isAny ? OBJECT_NOTE : '';
    const text = joined(withoutFileNote(description), 'The form fields by name.', note);
    return { ...(isAny && schema), type: 'object', description: text };
  }
  return description === '' ? schema : { ...schema, description };
}
