/**
 * Serializes query parameters to name-value pairs; also used for form fields with a style and for cookies. Styles of
 * OpenAPI 3.x: form, spaceDelimited, pipeDelimited, deepObject; `tabDelimited` is tsv of Swagger 2.0.
 */

import { isPlainObject, isSourceNumber } from '../json/lossless.ts';
import type { JsonValue } from '../json/value.ts';
import type { ParameterStyle } from '../tools/model.ts';
import { type Alphabet, URI, URI_RESERVED } from '../url/percentEncoding.ts';
import { shapeOf, textOf } from './value.ts';

/** An encoded name and value. */
export type Pair = readonly [name: string, value: string];

/** Name and style of a parameter. */
export interface PairRules {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly itemStyles?: readonly ParameterStyle[];
}

/**
 * The pairs of one parameter; the caller joins them.
 * @param field the argument's name, for errors
 * @param alphabet the encoding; default: URI, with `allowReserved` URI_RESERVED
 * @throws ArgumentInvalid
 */
export function pairsOf(rules: PairRules, value: JsonValue | undefined, field: string, alphabet?: Alphabet): Pair[] {
  const letters = alphabet ?? (rules.allowReserved ? URI_RESERVED : URI);
  const name = letters.key(rules.name);
  const isNested = typeof value === 'object' && value !== null && !isSourceNumber(value);
  if (rules.style === 'deepObject' && isNested) return deepPairs(name, value, field, letters);
  const shape = shapeOf(value, field, rules.itemStyles);
  if (shape.kind === 'absent') return [];
  if (shape.kind === 'one') return [[name, letters.value(shape.text)]];
  if (rules.explode) {
    return shape.kind === 'list'
      ? shape.items.map((item) => [name, letters.value(item)])
      : shape.entries.map(([key, item]) => [letters.key(key), letters.value(item)]);
  }
  const separator = separatorOf(rules.style, letters);
  const texts = shape.kind === 'list' ? shape.items : shape.entries.flat();
  return [[name, texts.map((text) => letters.value(text, ',')).join(separator)]];
}

/** The separator between the items of an array in a style. */
export function separatorOf(style: ParameterStyle, letters: Alphabet): string {
  if (style === 'spaceDelimited') return letters.space;
  if (style === 'pipeDelimited') return letters.pipe;
  return style === 'tabDelimited' ? letters.tab : letters.comma;
}

/**
 * The pairs of style deepObject: name[key]=value, nested as name[a][b]=value. The specification does not define arrays
 * in it: arrays of primitives repeat the key; arrays with objects get indexes, which keep the members of an object
 * together.
 */
function deepPairs(name: string, value: JsonValue, field: string, letters: Alphabet): Pair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const indexed = value.some((item) => isPlainObject(item) || Array.isArray(item));
    return value.flatMap((item, index) =>
      deepPairs(indexed ? `${name}${letters.open}${index}${letters.close}` : name, item, field, letters),
    );
  }
  if (isPlainObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      deepPairs(`${name}${letters.open}${letters.key(textOf(key, field))}${letters.close}`, item, field, letters),
    );
  }
  return [[name, letters.value(textOf(value, field))]];
}
