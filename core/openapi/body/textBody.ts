/**
 * A body that the caller gives as finished text, mostly XML: one string argument, whose description names the elements
 * of the schema. Portcullis does not serialize XML.
 */
import { isObject, type JsonSchema } from '../../lib/json/value.ts';
import { bareType } from '../../lib/mediaType.ts';
import type { ArgumentNames } from '../arguments/argumentNames.ts';
import { member } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Body, BodyVariant } from '../model/operation.ts';
import { cleanText, MAX_PROPERTY_LENGTH } from '../model/text.ts';
import type { Converter } from '../schema/converter.ts';
import type { Outline } from '../schema/outline.ts';
import { textType } from './mediaType.ts';

const MAX_NAMES = 40;

/** The single argument of a text body. */
export function textBody(
  contentType: string,
  outline: Outline,
  body: Body,
  { schema }: BodyVariant,
  names: ArgumentNames,
): BodyArguments {
  const argument = names.claim('body', 'body');
  const description =
    cleanText(body.description, MAX_PROPERTY_LENGTH) ||
    cleanText(member(schema?.value, 'description'), MAX_PROPERTY_LENGTH);
  return {
    wire: { kind: 'text', contentType, required: body.required, layout: 'whole', argument },
    names: [argument],
    schemas: [finishedText(contentType, description, outline)],
    required: body.required ? [argument] : [],
    requiredTogether: [],
    additional: false,
  };
}

/** The schema of a text argument; its description names the root element and the elements. */
export function finishedText(
  contentType: string,
  description: string,
  { names, root, namespace }: Pick<Outline, 'names'> & Partial<Outline>,
): JsonSchema {
  const type = bareType(contentType);
  const space = namespace === undefined ? '' : ` (namespace ${namespace})`;
  const rooted = root !== undefined && /[/+]xml$/.test(type) ? `Its root element: ${root}${space}.` : '';
  const outlined = names.length > 0 ? `Its elements: ${names.slice(0, MAX_NAMES).join(', ')}.` : '';
  return { type: 'string', description: joined(description, `The finished ${type} text.`, rooted, outlined) };
}

/**
 * The schema of a value with a text media type such as XML. An object or array becomes a string, because nothing here
 * serializes objects to XML; other schemas are unchanged.
 */
export function asText(contentType: string, schema: JsonSchema, converter: Converter): JsonSchema {
  if (textType(contentType) === undefined) return schema;
  const { type, description, properties } = converter.flatten(schema);
  if (type !== 'object' && type !== 'array') return schema;
  const text = typeof description === 'string' ? description : '';
  return finishedText(contentType, text, { names: isObject(properties) ? Object.keys(properties) : [] });
}

/** Joins sentences with spaces; empty ones are left out. */
export const joined = (...texts: string[]): string => texts.filter(Boolean).join(' ');
