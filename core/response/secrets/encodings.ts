/**
 * The texts in which a secret may come back: unchanged, and in every encoding that transports, formats and logs apply.
 */
import type { Buffer } from 'node:buffer';
import { escapeHtml } from '../../lib/entities.ts';
import { base64Of, hexOf, ofBytes, type TextEncoding } from '../../lib/secretBytes.ts';
import { encodeStrict } from '../../lib/url/percentEncoding.ts';

/** Shorter encodings would be found by chance. */
const MIN_LENGTH = 4;

/** From this length on a credential is not an ordinary word. */
export const LONG = 8;

/** Whether a text is no ordinary word or number. */
export const isLong = (form: string): boolean => form.length >= LONG && /[^\d.+-]/.test(form);

/** Encodings that are replaced where they occur exactly. */
export const exactEncodings = (secret: string): string[] => [...writtenForms(secret), ...codedForms(secret)];

/** Those in which its letters and digits stay: as it is, and as formats escape the other characters. */
export const writtenForms = (secret: string): string[] => allWritten(secret).filter(isFoundBy(secret));

/** Those in codes of its bytes. */
export const codedForms = (secret: string): string[] =>
  ofBytes(secret, 'utf8', (bytes) => {
    const hex = hexOf(bytes);
    return [...base64Forms(bytes), hex, hex.toUpperCase()].filter(isFoundBy(secret));
  });

const urlForm = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const isFoundBy =
  (secret: string) =>
  (form: string): boolean =>
    form.length >= MIN_LENGTH || form === secret;

function allWritten(secret: string): string[] {
  // Hexadecimal keys and UUIDs have the same meaning in either case.
  if (/^[0-9a-f-]{8,}$/i.test(secret)) return [secret, secret.toLowerCase(), secret.toUpperCase()];
  // Contains nothing that one of the encodings changes.
  if (/^[\w.~-]*$/.test(secret)) return [secret];
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    escapeNonAscii(json),
    escapeHtml(secret),
    secret.replaceAll('"', '""'),
    encodeURIComponent(secret),
    encodeStrict(secret),
  ];
}

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Shorter parts of base64 would occur in a large file by chance. */
const MIN_CORE_LENGTH = 6;

/**
 * Base64 of the bytes: alone, and inside longer data (`Bearer …`, a document) at each of the three alignments, without
 * characters that neighbouring bytes affect.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = base64Of(bytes);
  const forms = [whole, ...coresOf(bytes).filter(({ length }) => length >= MIN_CORE_LENGTH), whole.replace(/=+$/, '')];
  return forms.flatMap((form) => (/[+/]/.test(form) ? [form, urlForm(form)] : [form]));
}

/**
 * Encodings that are searched by their letters and digits only (alphanumerics.ts), so in either case and with spaces,
 * line breaks or invisible characters between them: encoded twice, in wide characters, with each character escaped once
 * or several times.
 */
export function alphanumericEncodings(secret: string): string[] {
  const cores = (text: string, encoding: TextEncoding): string[] => ofBytes(text, encoding, coresOf);
  const hexIn = (text: string, encoding: TextEncoding): string => ofBytes(text, encoding, hexOf);
  const swapped = <Made>(make: (bytes: Buffer) => Made): Made =>
    ofBytes(secret, 'utf16le', (bytes) => make(bytes.swap16()));
  const hex = hexIn(secret, 'utf8');
  const pairs = hex.match(/../g) ?? [];
  const units = secret.split('').map((unit) => unit.charCodeAt(0));
  const hexUnits = units.map((unit) => unit.toString(16));
  const once = encodeStrict(secret);
  const twice = encodeStrict(once);
  // JavaScript's own function leaves !'()* as they are.
  const usual = encodeURIComponent(encodeURIComponent(secret));
  const base64 = ofBytes(secret, 'utf8', base64Of);
  const own = cores(secret, 'utf8');
  // The letters of base64url are the same, but their character codes are not.
  const codes = own.concat(/[+/]/.test(base64) ? own.map(urlForm) : []);
  // Escaped by one format and written in the code of another; of most secrets none is escaped.
  const escaped = /^[\w.~-]*$/.test(secret) ? [] : [...new Set(allWritten(secret))].filter((form) => form !== secret);
  const html = escapeHtml(secret);
  return [
    // A word of a language may occur in any text, in either case; a random string does not.
    ...(isRandom(secret) ? [secret, [...secret].reverse().join(''), once] : []),
    ...(twice === secret ? [] : [...new Set([twice, encodeStrict(twice), usual, encodeURIComponent(usual)])]),
    hex,
    hexIn(secret, 'utf16le'),
    swapped(hexOf),
    ...own,
    ...escaped.flatMap((form) => cores(form, 'utf8')),
    ...(html === secret ? [] : [...new Set([encodeStrict(html), encodeURIComponent(html)])]),
    ...cores(secret, 'utf16le'),
    ...swapped(coresOf),
    ...[...codes, base64, hex].flatMap((code) => cores(code, 'latin1')),
    ...cores(ofBytes(base64, 'latin1', base64Of), 'latin1'),
    hexIn(base64, 'latin1'),
    hexIn(hex, 'latin1'),
    ...['x', '0x', '25', '2525'].map((mark) => mark + pairs.join(mark)),
    `u${hexUnits.map((unit) => unit.padStart(4, '0')).join('u')}`,
    `x${hexUnits.join('x')}`,
    // `\u{41}` of JavaScript, `\000041` of CSS.
    `u${hexUnits.join('u')}`,
    hexUnits.map((unit) => unit.padStart(6, '0')).join(''),
    units.join(''),
    `amp${units.join('amp')}`,
    `ampx${hexUnits.join('ampx')}`,
    ...[0, 3].map((digits) => units.map((unit) => unit.toString(8).padStart(digits, '0')).join('')),
  ];
}

/** Base64 of the bytes at each of the three alignments, without characters that neighbouring bytes affect. */
function coresOf(bytes: Buffer): string[] {
  const { length } = bytes;
  const shifted = new Uint8Array(length + 2);
  shifted.set(bytes, 2);
  const cores = [0, 1, 2].map((offset) =>
    base64Of(shifted.subarray(2 - offset)).slice(
      offset === 0 ? 0 : offset + 1,
      Math.floor(((length + offset) * 8) / 6),
    ),
  );
  shifted.fill(0);
  return cores;
}

/** Whether a secret has digits among letters or is very long, so that it is no word, name or date. */
const isRandom = (secret: string): boolean => {
  const letters = secret.replace(/[^a-z]/gi, '').length;
  const digits = secret.replace(/\D/g, '').length;
  return (digits >= 3 && letters >= 3) || (digits >= 1 && letters + digits >= 20);
};
