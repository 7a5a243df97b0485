/** Tags and attributes of XML and HTML. All patterns match in one pass, without backtracking over a tag. */
import { decodeEntities } from '../../lib/entities.ts';

/**
 * The characters of names, for classes of patterns: NameStartChar, without the colon, and NameChar of XML 1.0 (section 2.3). Those beyond the
 * Basic Multilingual Plane are read as their two halves.
 */
const START =
  'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\ud800-\\udb7f\\udc00-\\udfff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const NAME = `${START}:.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-`;

/**
 * A comment or declaration, a CDATA section (1), or a tag: slash (2), name (3), attributes (4). The name must end where
 * no name character follows; otherwise an unfinished tag would be tried again with every shorter name.
 */
export const TAG = new RegExp(
  `<(?:!--[\\s\\S]*?(?:-->|$)|!\\[CDATA\\[([\\s\\S]*?)(?:\\]\\]>|$)|[!?][^>]*(?:>|$)|(\\/?)([${START}][${NAME}]*)(?![${NAME}])((?:[^<>"']|"[^"]*"|'[^']*')*)(?:>|$))`,
  'g',
);
/**
 * Name (1), equals sign (2), value in double (3), single (4) or no quotes (5). Also matches a name without a value;
 * otherwise the search would start again at each of its letters.
 */
const ATTRIBUTE = new RegExp(`([:@${START}][@${NAME}]*)(?:(\\s*=\\s*)(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?`, 'g');

/** An attribute in the source. */
export interface Attribute {
  readonly index: number;
  readonly whole: string;
  readonly name: string;
  readonly equals: string;
  /** As in the source, without quotes. */
  readonly raw: string;
  readonly isQuoted: boolean;
}

/** The attributes that have a value, in order. */
export function* attributesIn(text: string): Generator<Attribute> {
  for (const { 0: whole, 1: name = '', 2: equals, 3: double, 4: single, 5: bare, index } of text.matchAll(ATTRIBUTE)) {
    if (equals === undefined) continue;
    yield { index, whole, name, equals, raw: double ?? single ?? bare ?? '', isQuoted: bare === undefined };
  }
}

/** The text with each attribute that has a value replaced. */
export function replaceAttributes(text: string, replace: (attribute: Attribute) => string): string {
  let replaced = '';
  let from = 0;
  for (const attribute of attributesIn(text)) {
    replaced += text.slice(from, attribute.index) + replace(attribute);
    from = attribute.index + attribute.whole.length;
  }
  return from === 0 ? text : replaced + text.slice(from);
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Values of attributes by local name in lower case. */
export function attributesOf(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, raw } of attributesIn(attributes)) found.set(localName(name).toLowerCase(), decodeEntities(raw));
  return found;
}
