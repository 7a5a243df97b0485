/**
 * Character references of HTML and XML (`&amp;`, `&#64;`). Decoding knows all names of the HTML standard (section 13.5)
 * but requires the semicolon, because a text may contain `a&copy=1`. Encoding covers the characters that would end a
 * text or a quoted value.
 */
import { decodeHTMLStrict } from 'entities/decode';

/** The text with its character references decoded; unknown ones are kept. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);

/** The text with `&`, `<`, `>` and `"` as references, for use as a text or in double quotes. */
export function encodeEntities(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The text escaped as most libraries do, which includes `'`. */
export const escapeHtml = (text: string): string => encodeEntities(text).replaceAll("'", '&#39;');
