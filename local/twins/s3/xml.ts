/** XML for S3's requests and responses. */

/** A value as elements: objects are nested, arrays repeat the element, undefined is left out. */
export function toXml(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => toXml(name, each)).join('');
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, each]) => toXml(key, each))
          .join('')
      : escapeText(String(value));
  return `<${name}>${inner}</${name}>`;
}

/** Texts of all elements with this name, in order; enough for the flat bodies that S3 takes. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => unescapeText(text ?? ''));

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const escapeText = (text: string): string =>
  text.replace(/[&<>"'\u0000-\u001f]/g, (character) => `&#${character.charCodeAt(0)};`);

const unescapeText = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
