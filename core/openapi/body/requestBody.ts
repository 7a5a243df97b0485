/**
 * The request body of a tool in one media type (mediaTypeChoice.ts), for the schema and for the wire. The properties of
 * an object become arguments of their own; any other body is the single argument `body`.
 */

import { isObject, type JsonSchema, type JsonValue } from '../../json/value.ts';
import { bareType } from '../../request/mediaType.ts';
import { isSequence } from '../../request/sequence.ts';
import type { BodyField, BodyKind, FieldEncoding, WireBody } from '../../tools/model.ts';
import { type ArgumentNames, plainKey } from '../arguments/argumentNames.ts';
import { examplesOf, withBodyExamples, withFieldExamples } from '../arguments/examples.ts';
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
  fileness,
  mayHoldFile,
  mediaTypeOf,
  OBJECT_NOTE,
  withFileName,
  withNote,
  withoutFileNote,
} from './files.ts';
import { encodingsOf, textType, wireType } from './mediaType.ts';
import { partList } from './positionalParts.ts';
import { writable } from './readOnlyRoot.ts';
import { asText, finishedText, joined, textBody } from './textBody.ts';

/** Keywords that an object may have and still be spread into arguments. */
const KEPT_BESIDE = new Set([
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
/** A body with more properties is one argument, whose schema can be cut as a whole. */
const MAX_FIELDS = 400;

/**
 * The arguments of one variant of a body.
 * @param names names taken so far
 * @param warnings takes those on the body's schema
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
  const flat = unwrapped(converter, schema, warnings);
  const { kind, contentType } = wireType(variant.contentType, flat);
  const common = { kind, contentType, required: body.required };
  const isForm = kind === 'urlencoded' || kind === 'multipart';
  const encoding = isForm ? encodingsOf(variant.encoding, flat, kind) : {};
  if ((kind === 'json' || isForm) && isFlat(flat)) {
    const made = fields(flat, common, encoding, names, converter);
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

/** Examples of a whole body, from the media type and then from its schema. */
function bodyExamples({ media, schema }: BodyVariant, { documents }: Converter): JsonValue[] {
  const beside = media ? examplesOf(documents, media) : [];
  const target = schema && documents.follow(schema);
  return target ? [...beside, ...examplesOf(documents, target)] : beside;
}

const wireNames = (wire: WireBody): string[] => (wire.layout === 'fields' ? wire.fields.map(({ name }) => name) : []);

/** True for a sequential media type whose schema describes the list of its values. */
function isListSchema({ schema }: BodyVariant, { documents }: Converter): boolean {
  const type = member((schema && documents.follow(schema))?.value, 'type');
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

/** The schema behind references and `or null`. */
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

/** True for an object that is nothing but named properties. */
function isFlat(schema: JsonSchema): boolean {
  const type = schema['type'];
  const count = Object.keys(objectMember(schema, 'properties')).length;
  const hasProperties = count > 0;
  if (type !== 'object' && !(type === undefined && hasProperties)) return false;
  // A map without a single named property is clearer as one argument.
  if (!hasProperties) return schema['additionalProperties'] === false;
  for (const key in schema) if (!KEPT_BESIDE.has(key)) return false;
  return count <= MAX_FIELDS;
}

function fields(
  schema: JsonSchema,
  common: { readonly kind: BodyKind; readonly contentType: string; readonly required: boolean },
  encoding: Readonly<Record<string, FieldEncoding>>,
  names: ArgumentNames,
  converter: Converter,
): BodyArguments {
  const properties = objectMember(schema, 'properties');
  const must = arrayMember(schema, 'required');
  const wired: BodyField[] = [];
  const schemas = Object.values(properties) as JsonSchema[];
  const found = Object.keys(properties);
  const hasCleanedNames = found.some((name) => plainKey(name) !== name);
  const claimed = hasCleanedNames ? names.claimAll(found.map((name) => ({ name, in: 'body' }))) : found;
  // The body is the first to claim names, and no object has one twice.
  if (!hasCleanedNames) names.take(found);
  for (let at = 0; at < found.length; at++) {
    const name = found[at];
    const argument = claimed[at];
    const property = schemas[at];
    if (name === undefined || argument === undefined || property === undefined) continue;
    const field: Writable<BodyField> = { argument, name, required: must.includes(name) };
    if (encoding[name]) field.encoding = encoding[name];
    wired.push(field);
    if (common.kind === 'multipart') schemas[at] = partField(field, property, converter);
  }
  const more = schema['additionalProperties'];
  // What has no field is only a file where its value says so.
  const additional = common.kind === 'multipart' && isObject(more) ? asFileObject(more, converter) : more;
  // An object is open unless it says otherwise (JSON Schema 2020-12 core, section 10.3.2.3). The tool's schema is the switch: with
  // additionalProperties false in it, nothing undeclared comes as far as the body.
  const isOpen = additional !== false;
  const required = wired.filter((field) => field.required).map(({ argument }) => argument);
  return {
    wire: { ...common, layout: 'fields', fields: wired, ...(isOpen && { extra: true }) },
    names: claimed,
    schemas,
    required: common.required ? required : [],
    requiredTogether: common.required ? [] : required,
    additional: isOpen ? (additional ?? true) : false,
  };
}

/**
 * Marks a field that is a file, with its type.
 * @returns the schema that models get
 */
function partField(field: Writable<BodyField>, schema: JsonSchema, converter: Converter): JsonSchema {
  const flat = converter.flatten(schema);
  const { contentType } = field.encoding ?? {};
  const kind = fileness(flat, converter, contentType);
  if (kind === 'sometimes') return asFileObject(flat, converter, contentType);
  if (kind === 'never') {
    if (contentType !== undefined) return asTextParts(contentType, schema, flat, converter);
    // Its value may be a file or not.
    return mayHoldFile(flat, converter) ? withNote(schema, OBJECT_NOTE) : schema;
  }
  field.binary = true;
  const media = contentType ?? mediaTypeOf(flat, converter);
  if (media !== undefined) field.encoding = { ...field.encoding, contentType: media };
  return withFileName(asFile(flat, converter));
}

/** The schema of a field whose type is text; a list makes one part per item. */
function asTextParts(types: string, schema: JsonSchema, flat: JsonSchema, converter: Converter): JsonSchema {
  const [type = ''] = types.split(',', 1);
  const items = flat['items'];
  if (!isObject(items)) return asText(type, schema, converter);
  const texts = asText(type, items, converter);
  return texts === items ? schema : { ...flat, items: texts };
}

/** True when a value can be the fields of a form; some schemas describe the one file of a form, or a list of files. */
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
  const told = cleanText(body.description, MAX_PROPERTY_LENGTH);
  const description = told !== '' ? told : typeof schema['description'] === 'string' ? schema['description'] : '';
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
    const told = joined(withoutFileNote(description), 'The form fields by name.', note);
    return { ...(isAny && schema), type: 'object', description: told };
  }
  return description === '' ? schema : { ...schema, description };
}
