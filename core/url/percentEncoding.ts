/**
 * Percent-encoding (RFC 3986): only unreserved characters stay as they are. An `Alphabet` holds what a target syntax
 * needs, so that the style functions of request/query.ts can write URIs as well as plain text (multipart fields, the
 * OpenAPI 3.2 cookie style).
 */

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes everything but A–Z a–z 0–9 - . _ ~; encodeURIComponent leaves ! ' ( ) * alone. */
export function encodeStrict(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

const TRIPLET_OR_RESERVED = /%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]|[^%:/?#[\]@!$&'()*+,;=]+|%/g;

/**
 * Encoding for `allowReserved`: reserved characters and existing %XX triplets stay.
 * @param always reserved characters that are encoded all the same, because they would change the meaning of what stands
 *   around the value
 */
export function encodeReserved(text: string, always: string): string {
  return text.replace(TRIPLET_OR_RESERVED, (part) => {
    if (part.length === 3 && part.startsWith('%')) return part;
    if (part.length === 1 && ":/?#[]@!$&'()*+,;=".includes(part)) return always.includes(part) ? hex(part) : part;
    return encodeStrict(part);
  });
}

/** Encodes the literal part of a path template: keeps what a path may hold and existing triplets. */
export const encodeTemplate = (text: string): string => encodeReserved(text, '?#[]');

/** How the parts of name-value pairs are written in one target syntax. */
export interface Alphabet {
  readonly key: (text: string) => string;
  /** `inList`: the separator of the list the value stands in, which may not appear in it unencoded. */
  readonly value: (text: string, inList?: string) => string;
  readonly open: string;
  readonly close: string;
  readonly comma: string;
  readonly space: string;
  readonly pipe: string;
  readonly tab: string;
}

const URI_MARKS = { open: '%5B', close: '%5D', comma: ',', space: '%20', pipe: '%7C', tab: '%09' };

/** Values in a URI. */
export const URI: Alphabet = { ...URI_MARKS, key: encodeStrict, value: encodeStrict };

/**
 * Values in a query with `allowReserved`. # ends a query, & ends a pair and + reads as a space, so these are always
 * encoded.
 */
export const URI_RESERVED: Alphabet = {
  ...URI_MARKS,
  key: encodeStrict,
  value: (text, inList = '') => encodeReserved(text, `#&+${inList}`),
};

/** Values in plain text. */
export const PLAIN: Alphabet = {
  key: (text) => text,
  value: (text) => text,
  open: '[',
  close: ']',
  comma: ',',
  space: ' ',
  pipe: '|',
  tab: '\t',
};
