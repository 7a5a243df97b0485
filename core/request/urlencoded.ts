/**
 * application/x-www-form-urlencoded bodies. A field is encoded as in HTML forms (a space is +, line breaks are CR LF)
 * unless its Encoding Object has style, explode or allowReserved; then as a query parameter (OpenAPI 3.0.4 and later).
 */

import { isPlainObject, jsonText } from '../lib/json/lossless.ts';
import type { JsonValue } from '../lib/json/value.ts';
import { type Alphabet, URI } from '../lib/url/percentEncoding.ts';
import type { FieldEncoding, ListStyle } from '../model/tool.ts';
import { checkChosenName } from './chosenName.ts';
import { pairsOf } from './query.ts';
import { textOf } from './value.ts';

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly value: JsonValue;
  /** The argument with the value, for errors. */
  readonly argument: string;
  readonly encoding?: FieldEncoding;
  readonly binary?: boolean;
}

/**
 * The members of an argument that is an object, as form fields.
 * @param encodings by field name
 * @param files names of fields that are files
 */
export function fieldsOf(
  value: { [key: string]: JsonValue },
  argument: string,
  encodings: Readonly<Record<string, FieldEncoding>> = {},
  files: readonly string[] = [],
): FormField[] {
  return Object.entries(value).map(([name, item]) => {
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    checkChosenName(name, argument);
    return {
      name,
      value: item,
      argument,
      ...(encoding && { encoding }),
      ...(files.includes(name) && { binary: true }),
    };
  });
}

/** True when the field is serialized by style instead of by content type. */
export const hasStyle = (encoding: FieldEncoding | undefined): encoding is FieldEncoding =>
  encoding !== undefined &&
  (encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined);

/** The rules of a field with a style: the default style is form, and explode is the default for form only. */
export function rulesOf(name: string, encoding: FieldEncoding) {
  const style = encoding.style ?? 'form';
  return {
    name,
    style,
    explode: encoding.explode ?? style === 'form',
    allowReserved: encoding.allowReserved,
    itemStyles: encoding.itemStyles,
    lists: encoding.lists,
  };
}

/**
 * The serialized body.
 * @param lists the owner's choice for all lists
 * @throws `argument_invalid`
 */
export function urlencoded(fields: readonly FormField[], lists?: ListStyle): string {
  const pairs: string[] = [];
  const add = (found: ReturnType<typeof pairsOf>) => {
    for (const [name, value] of found) pairs.push(`${name}=${value}`);
  };
  for (const { name, value, argument, encoding } of fields) {
    const style = lists ?? encoding?.lists;
    if (hasStyle(encoding)) {
      add(pairsOf(rulesOf(name, encoding), value, argument, undefined, style));
    } else if (style !== undefined && style !== 'repeat' && Array.isArray(value)) {
      add(pairsOf({ name, style: 'deepObject', explode: true }, value, argument, FORM, style));
    } else {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === null || item === undefined) continue;
        pairs.push(`${formEncode(name)}=${formEncode(fieldText(item, argument))}`);
      }
    }
  }
  return pairs.join('&');
}

/**
 * The text of a field without a style: a primitive's text; objects and nested arrays as JSON.
 * @throws `argument_invalid`
 */
export const fieldText = (value: JsonValue, argument: string): string =>
  isPlainObject(value) || Array.isArray(value) ? jsonText(value) : textOf(value, argument);

function formEncode(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'))
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
}

/** The encoding of HTML forms. */
const FORM: Alphabet = { ...URI, key: formEncode, value: formEncode };
