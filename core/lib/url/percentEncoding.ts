/**
 * Percent-encoding (RFC 3986): all but unreserved characters are encoded. An `Alphabet` is the encoding of one target
 * syntax, so that the style functions of request/query.ts can produce URIs and plain text (multipart fields, the OpenAPI
 * 3.2 cookie style).
 */

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes everything but A–Z a–z 0–9 - . _ ~, unlike encodeURIComponent, which does not encode ! ' ( ) *. */
export function encodeStrict(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

const TRIPLET_OR_RESERVED = /%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]|[^%:/?#[\]@!$&'()*+,;=]+|%/g;

/**
 * Encoding for `allowReserved`: reserved characters and existing %XX triplets are not encoded.
 * @param always reserved characters to encode all the same, because they are delimiters around the value
 */
export function encodeReserved(text: string, always: string): string {
  return text.replace(TRIPLET_OR_RESERVED, (part) => {
    if (part.length === 3 && part.startsWith('%')) return part;
    if (part.length === 1 && ":/?#[]@!$&'()*+,;=".includes(part)) return always.includes(part) ? hex(part) : part;
    return encodeStrict(part);
  });
}

/** Encodes the literal part of a path template: characters that a path may have and existing triplets stay. */
export const encodeTemplate = (text: string): string => encodeReserved(text, '?#[]');

/** How names, values and delimiters are encoded in one target syntax. */
export interface Alphabet {
  readonly key: (text: string) => string;
  /** @param inList the separator of the list that contains the value; it is encoded in the value */
  readonly value: (text: string, inList?: string) => string;
  readonly open: string;
  readonly close: string;
  readonly comma: string;
  readonly space: string;
  readonly pipe: string;
  readonly tab: string;
}

const URI_MARKS = { open: '%5B', close: '%5D', comma: ',', space: '%20', pipe: '%7C', tab: '%09' };

/** Encoding in a URI. */
export const URI: Alphabet = { ...URI_MARKS, key: encodeStrict, value: encodeStrict };

/**
 * Encoding in a query with `allowReserved`. `#` would end the query, `&` the pair, and `+` would be read as a space, so
 * these are always encoded.
 */
export const URI_RESERVED: Alphabet = {
  ...URI_MARKS,
  key: encodeStrict,
  value: (text, inList = '') => encodeReserved(text, `#&+${inList}`),
};

/** No encoding, for plain text. */
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
