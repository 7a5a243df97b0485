/**
 * Character references of HTML and XML (`&amp;`, `&#64;`): read by all names of the HTML standard (section 13.5), as long as they end
 * with a semicolon, because a text may hold `a&copy=1`; written for the characters that end a text or a value in quotes.
 */
import { decodeHTMLStrict } from 'entities/decode';

/** The text with its character references decoded; unknown ones stay. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);

/** The text with `&`, `<`, `>` and `"` as references: fit for a text and for a value in double quotes. */
export function encodeEntities(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The text as most libraries escape it: with `'` as a reference, too. */
export const escapeHtml = (text: string): string => encodeEntities(text).replaceAll("'", '&#39;');
