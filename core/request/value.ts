/**
 * Argument values in the form that the styles serialize: one text, a list of texts, or a list of named texts. `null` and
 * `undefined` are left out (RFC 6570 section 2.3). The styles do not define nested arrays and objects: they become their
 * JSON text, except in deepObject (query.ts).
 */

import { isPlainObject, jsonText } from '../lib/json/lossless.ts';
import type { JsonValue } from '../lib/json/value.ts';
import type { ParameterStyle } from '../model/tool.ts';
import { argumentInvalid } from './errors.ts';

/** The shape of a value. */
export type Shape =
  | { readonly kind: 'absent' }
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'entries'; readonly entries: ReadonlyArray<readonly [string, string]> };

/** True for what is not sent. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/**
 * The text of a primitive, or the JSON text of anything else.
 * @throws `argument_invalid` for a lone surrogate, which UTF-8 cannot encode
 */
export function textOf(value: JsonValue, field: string): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  if (!text.isWellFormed()) {
    throw argumentInvalid(field, 'unicode', 'holds half of a surrogate pair, which cannot be encoded as UTF-8');
  }
  return text;
}

const SEPARATORS: Partial<Record<ParameterStyle, string>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

/** The text of an item: a nested array is joined by the first style, and arrays in it by the further ones. */
function joinedText(value: JsonValue, field: string, styles: readonly ParameterStyle[]): string {
  const [style, ...inner] = styles;
  if (!Array.isArray(value) || style === undefined) return textOf(value, field);
  const texts = value.filter((item) => !isAbsent(item)).map((item) => joinedText(item, field, inner));
  return texts.join(SEPARATORS[style] ?? ',');
}

/**
 * The shape of a value; an empty array or object is absent.
 * @param field the argument's name, for errors
 * @param itemStyles styles of nested arrays, one per level. They are joined first and then encoded with the other
 *   items, so that separators of different levels cannot be confused.
 * @throws `argument_invalid`
 */
export function shapeOf(
  value: JsonValue | undefined,
  field: string,
  itemStyles: readonly ParameterStyle[] = [],
): Shape {
  if (isAbsent(value)) return { kind: 'absent' };
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isAbsent(item)).map((item) => joinedText(item, field, itemStyles));
    return items.length === 0 ? { kind: 'absent' } : { kind: 'list', items };
  }
  if (isPlainObject(value)) {
    const entries = Object.entries(value)
      .filter(([, item]) => !isAbsent(item))
      .map(([key, item]) => [textOf(key, field), textOf(item, field)] as const);
    return entries.length === 0 ? { kind: 'absent' } : { kind: 'entries', entries };
  }
  return { kind: 'one', text: textOf(value as JsonValue, field) };
}
