/** Tags, attributes and entities as XML and HTML share them. Patterns are matched in one pass, without backtracking over a tag. */

/** Comment or declaration, CDATA (1), or a tag: closing sign (2), name (3), attributes (4). */
export const TAG =
  /<(?:!--[\s\S]*?(?:-->|$)|!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|[!?][^>]*(?:>|$)|(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)(?:>|$))/g;
/** Name (1), equals sign (2), value in double (3), single (4) or no quotes (5). */
export const ATTRIBUTE = /([A-Za-z_:@][\w:.@-]*)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Values of attributes by their local names in lower case. */
export function attributesOf(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', , double, single, bare] of attributes.matchAll(ATTRIBUTE))
    found.set(localName(name).toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
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

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) {
        const lower = name.toLowerCase();
        return Object.hasOwn(NAMED, lower) ? NAMED[lower]! : whole;
      }
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

export function encodeEntities(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
