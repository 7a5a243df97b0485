/**
 * Serializes query parameters to name-value pairs; also used for form fields with a style and for cookies. Styles of
 * OpenAPI 3.x: form, spaceDelimited, pipeDelimited, deepObject; `tabDelimited` is tsv of Swagger 2.0.
 */

import { isPlainObject, isSourceNumber } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { type Alphabet, URI, URI_RESERVED } from '../lib/url/percentEncoding.ts';
import type { ListStyle, ParameterStyle } from '../model/tool.ts';
import { checkChosenName } from './chosenName.ts';
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
  readonly lists?: ListStyle;
}

/**
 * The pairs of one parameter; the caller joins them.
 * @param field the argument's name, for errors
 * @param alphabet the encoding; default: URI, with `allowReserved` URI_RESERVED
 * @param lists the owner's choice, which replaces that of the rules
 * @throws `argument_invalid`
 */
export function pairsOf(
  rules: PairRules,
  value: JsonValue | undefined,
  field: string,
  alphabet?: Alphabet,
  lists: ListStyle | undefined = rules.lists,
): Pair[] {
  const letters = alphabet ?? (rules.allowReserved ? URI_RESERVED : URI);
  const name = letters.key(rules.name);
  const isNested = typeof value === 'object' && value !== null && !isSourceNumber(value);
  if (rules.style === 'deepObject' && isNested) return deepPairs(name, value, field, letters, lists);
  if (rules.explode && isPlainObject(value)) return memberPairs(value, field, letters, lists);
  const shape = shapeOf(value, field, rules.itemStyles);
  if (shape.kind === 'absent') return [];
  if (shape.kind === 'one') return [[name, letters.value(shape.text)]];
  if (rules.explode && shape.kind === 'list') return listPairs(name, shape.items, letters, lists);
  const separator = separatorOf(rules.style, letters);
  const texts = shape.kind === 'list' ? shape.items : shape.entries.flat();
  return [[name, texts.map((text) => letters.value(text, ',')).join(separator)]];
}

/**
 * The pairs of an exploded object. A list in it, which OpenAPI leaves open, is a list under the name of its member: what
 * Spring binds (springdoc's `pageable`: `page=0&sort=a&sort=b`).
 */
function memberPairs(value: JsonObject, field: string, letters: Alphabet, lists: ListStyle | undefined): Pair[] {
  return Object.entries(value).flatMap(([key, item]): Pair[] => {
    const name = letters.key(textOf(key, field));
    if (item === null || item === undefined) return [];
    checkChosenName(key, field);
    if (!Array.isArray(item)) return [[name, letters.value(textOf(item, field))]];
    const shape = shapeOf(item, field);
    return shape.kind === 'list' ? listPairs(name, shape.items, letters, lists) : [];
  });
}

/** The pairs of a list of texts. A name that has the brackets already (`ids[]`) is only repeated. */
function listPairs(name: string, items: readonly string[], letters: Alphabet, lists: ListStyle = 'repeat'): Pair[] {
  if (lists === 'comma') return [[name, items.map((item) => letters.value(item, ',')).join(letters.comma)]];
  return items.map((item, index) => [nameOfItem(name, index, letters, lists), letters.value(item)]);
}

/** The name of an item of a list in brackets or with indices. */
export function nameOfItem(name: string, index: number, letters: Alphabet, lists: ListStyle | undefined): string {
  const { open, close } = letters;
  if (name.endsWith(`${open}${close}`)) return name;
  if (lists === 'brackets') return `${name}${open}${close}`;
  return lists === 'indices' ? `${name}${open}${index}${close}` : name;
}

/** The separator between the items of an array in a style. */
export function separatorOf(style: ParameterStyle, letters: Alphabet): string {
  if (style === 'spaceDelimited') return letters.space;
  if (style === 'pipeDelimited') return letters.pipe;
  return style === 'tabDelimited' ? letters.tab : letters.comma;
}

/**
 * The pairs of style deepObject: name[key]=value, nested as name[a][b]=value. The specification leaves lists in it open: a
 * list with objects or lists in it gets indices, which keep the members of an object together; any other one is written
 * as `lists` says.
 */
function deepPairs(
  name: string,
  value: JsonValue,
  field: string,
  letters: Alphabet,
  lists: ListStyle | undefined,
): Pair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null && item !== undefined);
    if (!items.some((item) => isPlainObject(item) || Array.isArray(item))) {
      const texts = items.map((item) => textOf(item, field));
      return texts.length === 0 ? [] : listPairs(name, texts, letters, lists);
    }
    return items.flatMap((item, index) =>
      deepPairs(`${name}${letters.open}${index}${letters.close}`, item, field, letters, lists),
    );
  }
  if (isPlainObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      deepPairs(
        `${name}${letters.open}${letters.key(textOf(key, field))}${letters.close}`,
        item,
        field,
        letters,
        lists,
      ),
    );
  }
  return [[name, letters.value(textOf(value, field))]];
}
