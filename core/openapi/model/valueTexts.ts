/**
 * What the listed values of a schema mean, as a sentence for its description. OpenAPI has no keyword for it, so the field has several
 * extensions: lists beside `enum` (`x-enum-descriptions`, `x-enum-varnames`: OpenAPI Generator, Scalar; `x-enumNames`: NSwag), an object by
 * value (`x-enumDescriptions`: Redocly, ReadMe, GitBook, Scalar), and a list of objects (`x-ms-enum.values`: AutoRest and Microsoft's
 * OpenAPI.NET; `x-enum-elements`: APIMatic). A text that the description has already is not repeated.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { arrayMember, member } from '../document/read.ts';
import { cleanText } from './text.ts';

/** The extensions, for readers that copy keywords by name. */
export const VALUE_TEXTS = [
  'x-enum-descriptions',
  'x-enumDescriptions',
  'x-enum-varnames',
  'x-enumNames',
  'x-ms-enum',
  'x-enum-elements',
] as const;

/** Longer lists are codes of a standard, which models know, and would cost more than they tell. */
const MAX_VALUES = 60;
/** Characters of one value's text, and of all of them: a list in each of many arguments must not crowd out the arguments. */
const MAX_TEXT = 120;
const MAX_ALL = 1_000;

/**
 * A description with what its schema says about the listed values.
 * @param described the description that the schema gets; may be ''
 * @returns for example `State of the door. 0: Open. 1: Closed (nobody can get in).`
 */
export function withValueTexts(described: string, raw: JsonObject): string {
  const values = arrayMember(raw, 'enum');
  if (values.length === 0 || values.length > MAX_VALUES) return described;
  const told = values.flatMap((value, at) => {
    const text = textOf(raw, value, at, described);
    return text === '' ? [] : [`${String(value)}: ${text}.`];
  });
  const all = told.join(' ');
  return told.length === 0 || all.length > MAX_ALL ? described : `${described} ${all}`.trim();
}

function textOf(raw: JsonObject, value: JsonValue, at: number, described: string): string {
  const name = nameOf(raw, value, at);
  const text = descriptionOf(raw, value, at);
  const isNew = (part: string): boolean => part !== '' && !described.includes(part);
  // A name tells something only where the value is a number or a code.
  const names = letters(name) !== letters(String(value)) && letters(name) !== letters(text) && isNew(name);
  if (!isNew(text)) return names ? name : '';
  return names ? `${name} (${text})` : text;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const said = (text: JsonValue | undefined): string => cleanText(text, MAX_TEXT).replace(/\.+$/, '');

function nameOf(raw: JsonObject, value: JsonValue, at: number): string {
  return said(
    arrayMember(raw, 'x-enum-varnames')[at] ??
      arrayMember(raw, 'x-enumNames')[at] ??
      member(element(raw, value), 'name'),
  );
}

function descriptionOf(raw: JsonObject, value: JsonValue, at: number): string {
  const listed = raw['x-enum-descriptions'] ?? raw['x-enumDescriptions'];
  if (Array.isArray(listed)) return said(listed[at]);
  if (isObject(listed)) return said(Object.hasOwn(listed, String(value)) ? listed[String(value)] : undefined);
  return said(member(element(raw, value), 'description'));
}

/** The object that says something about a value. */
function element(raw: JsonObject, value: JsonValue): JsonValue | undefined {
  const elements = [...arrayMember(member(raw, 'x-ms-enum'), 'values'), ...arrayMember(raw, 'x-enum-elements')];
  return elements.find((one) => isObject(one) && String(one['value'] ?? one['name']) === String(value));
}
