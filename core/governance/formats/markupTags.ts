/** Tags, attributes and entities as XML and HTML share them. Patterns are matched in one pass, without backtracking over a tag. */

/**
 * Comment or declaration, CDATA (1), or a tag: closing sign (2), name (3), attributes (4). The name ends where no character of a name
 * follows: else a tag that is not finished would be tried again with each shorter name.
 */
export const TAG =
  /<(?:!--[\s\S]*?(?:-->|$)|!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|[!?][^>]*(?:>|$)|(\/?)([A-Za-z_][\w:.-]*)(?![\w:.-])((?:[^<>"']|"[^"]*"|'[^']*')*)(?:>|$))/g;
/**
 * Name (1), equals sign (2), value in double (3), single (4) or no quotes (5). A name without a value is matched as well, alone: a
 * search that began again within it would go over the rest of a long one for each of its letters.
 */
const ATTRIBUTE = /([A-Za-z_:@][\w:.@-]*)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** An attribute as it is written. */
export interface Attribute {
  readonly index: number;
  readonly whole: string;
  readonly name: string;
  readonly equals: string;
  /** As it is written, without its quotes. */
  readonly raw: string;
  readonly isQuoted: boolean;
}

/** The attributes with a value, in their order. */
export function* attributesIn(text: string): Generator<Attribute> {
  for (const { 0: whole, 1: name = '', 2: equals, 3: double, 4: single, 5: bare, index } of text.matchAll(ATTRIBUTE)) {
    if (equals === undefined) continue;
    yield { index, whole, name, equals, raw: double ?? single ?? bare ?? '', isQuoted: bare === undefined };
  }
}

/** The text with another one in the place of each attribute that has a value. */
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

/** Values of attributes by their local names in lower case. */
export function attributesOf(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, raw } of attributesIn(attributes)) found.set(localName(name).toLowerCase(), decodeEntities(raw));
  return found;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  commat: '@',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '\u2013',
  hyphen: '-',
  dash: '-',
  plus: '+',
  period: '.',
};

/** The text with numeric character references and common named ones decoded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) {
        const lower = name.toLowerCase();
        return Object.hasOwn(NAMED, lower) ? (NAMED[lower] ?? whole) : whole;
      }
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The text with `&`, `<`, `>` and `"` written as entities. */
export function encodeEntities(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
