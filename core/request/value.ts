/**
 * An argument as the serializers see it: one text, a list of texts, or a list of named texts. `null` and `undefined`
 * vanish (RFC 6570 section 2.3). Arrays and objects inside arrays and objects have no defined form in the styles and go
 * as their JSON text; deepObject handles them itself (query.ts).
 */

import { isPlainObject, jsonText } from '../json/lossless.ts';
import type { JsonValue } from '../json/value.ts';
import type { ParameterStyle } from '../tools/model.ts';
import { ArgumentInvalid } from './errors.ts';

/** The shape of a value. */
export type Shape =
  | { readonly kind: 'absent' }
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'entries'; readonly entries: ReadonlyArray<readonly [string, string]> };

const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/**
 * The text of a primitive, or the JSON text of anything else.
 * @throws ArgumentInvalid for a lone surrogate, which has no UTF-8 form
 */
export function textOf(value: JsonValue, field: string): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  if (!text.isWellFormed()) {
    throw new ArgumentInvalid(field, 'unicode', 'holds half of a surrogate pair, which cannot be encoded as UTF-8');
  }
  return text;
}

const SEPARATORS: Partial<Record<ParameterStyle, string>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
};

/** A list inside a list joined by the first style, and lists inside it by the next ones. */
function joinedText(value: JsonValue, field: string, styles: readonly ParameterStyle[]): string {
  const [style, ...inner] = styles;
  if (!Array.isArray(value) || style === undefined) return textOf(value, field);
  const texts = value.filter((item) => !isAbsent(item)).map((item) => joinedText(item, field, inner));
  return texts.join(SEPARATORS[style] ?? ',');
}

/**
 * The shape of a value; an empty array or object is absent. Lists inside a list are joined by `itemStyles` and then
 * encoded as a whole, so that the two separators cannot be confused.
 * @param field the argument's name, for errors
 * @throws ArgumentInvalid
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
