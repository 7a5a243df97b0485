/**
 * Percent-encoding by RFC 3986: only unreserved characters stay as they are. An alphabet bundles what a place needs, so the
 * style functions in query.ts can write URIs and plain text (multipart fields, the 3.2 cookie style) with the same code.
 */

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes everything but A–Z a–z 0–9 - . _ ~ (encodeURIComponent leaves ! ' ( ) * alone). */
export function encodeStrict(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

const TRIPLET_OR_RESERVED = /%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]|[^%:/?#[\]@!$&'()*+,;=]+|%/g;

/**
 * `allowReserved`: reserved characters and existing %XX triplets stay, except the characters of `always`, which would
 * change the meaning of what stands around the value.
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

export const URI: Alphabet = { ...URI_MARKS, key: encodeStrict, value: encodeStrict };

/** In a query, # ends it, & ends the pair and + reads as a space, so these stay encoded even with allowReserved. */
export const URI_RESERVED: Alphabet = {
  ...URI_MARKS,
  key: encodeStrict,
  value: (text, inList = '') => encodeReserved(text, `#&+${inList}`),
};

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
