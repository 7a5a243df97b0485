/**
 * A body that is sent as finished text, mostly XML: one argument, described by what its schema says that it contains.
 */
import { isObject, type JsonSchema } from '../../json/value.ts';
import { bareType } from '../../request/mediaType.ts';
import type { ArgumentNames } from '../arguments/argumentNames.ts';
import { member } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Body, BodyVariant } from '../model/operation.ts';
import { cleanText, MAX_PROPERTY_LENGTH } from '../model/text.ts';
import type { Converter } from '../schema/converter.ts';
import type { Outline } from '../schema/outline.ts';
import { textType } from './mediaType.ts';

const MAX_NAMES = 40;

/** The single argument of such a body. */
export function textBody(
  contentType: string,
  outline: Outline,
  body: Body,
  { schema }: BodyVariant,
  names: ArgumentNames,
): BodyArguments {
  const argument = names.claim('body', 'body');
  const told =
    cleanText(body.description, MAX_PROPERTY_LENGTH) ||
    cleanText(member(schema?.value, 'description'), MAX_PROPERTY_LENGTH);
  return {
    wire: { kind: 'text', contentType, required: body.required, layout: 'whole', argument },
    names: [argument],
    schemas: [finishedText(contentType, told, outline)],
    required: body.required ? [argument] : [],
    requiredTogether: [],
    additional: false,
  };
}

/** The schema of a finished text, with its root element and the names of its elements. */
export function finishedText(
  contentType: string,
  told: string,
  { names, root, namespace }: Pick<Outline, 'names'> & Partial<Outline>,
): JsonSchema {
  const type = bareType(contentType);
  const space = namespace === undefined ? '' : ` (namespace ${namespace})`;
  const rooted = root !== undefined && /[/+]xml$/.test(type) ? `Its root element: ${root}${space}.` : '';
  const outlined = names.length > 0 ? `Its elements: ${names.slice(0, MAX_NAMES).join(', ')}.` : '';
  return { type: 'string', description: joined(told, `The finished ${type} text.`, rooted, outlined) };
}

/**
 * The schema of a value that has to be written as XML or the like. Nothing serializes objects to XML, so it is given as
 * text.
 */
export function asText(contentType: string, schema: JsonSchema, converter: Converter): JsonSchema {
  if (textType(contentType) === undefined) return schema;
  const { type, description, properties } = converter.flatten(schema);
  if (type !== 'object' && type !== 'array') return schema;
  const told = typeof description === 'string' ? description : '';
  return finishedText(contentType, told, { names: isObject(properties) ? Object.keys(properties) : [] });
}

/** Sentences in one text. */
export const joined = (...texts: string[]): string => texts.filter(Boolean).join(' ');
