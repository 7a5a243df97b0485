/**
 * The texts in which a secret may come back: unchanged, and in every encoding that transports, formats and logs apply.
 */
import { Buffer } from 'node:buffer';
import { escapeHtml } from '../../entities.ts';
import { encodeStrict } from '../../url/percentEncoding.ts';

/** Shorter encodings would be found by chance. */
const MIN_LENGTH = 4;

/** Encodings that are replaced where they occur exactly. */
export function exactEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [...writtenForms(secret), ...base64Forms(bytes), hex, hex.toUpperCase()].filter(
    (form) => form.length >= MIN_LENGTH || form === secret,
  );
}

function writtenForms(secret: string): string[] {
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
  const whole = bytes.toString('base64');
  const forms = [whole, ...coresOf(bytes).filter(({ length }) => length >= MIN_CORE_LENGTH), whole.replace(/=+$/, '')];
  return forms.flatMap((form) =>
    /[+/]/.test(form) ? [form, form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')] : [form],
  );
}

/**
 * Encodings that are searched by their letters and digits only (alphanumerics.ts), so in either case and with spaces,
 * line breaks or invisible characters between them: encoded twice, in wide characters, with each character escaped once
 * or several times.
 */
export function alphanumericEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const wide = Buffer.from(secret, 'utf16le');
  const swapped = Buffer.from(wide).swap16();
  const hex = bytes.toString('hex');
  const pairs = hex.match(/../g) ?? [];
  const units = secret.split('').map((unit) => unit.charCodeAt(0));
  const hexUnits = units.map((unit) => unit.toString(16));
  const once = encodeStrict(secret);
  const twice = encodeStrict(once);
  const base64 = bytes.toString('base64');
  // The letters of base64url are the same, but their character codes are not.
  const codes = coresOf(bytes).concat(/[+/]/.test(base64) ? coresOf(bytes, 'base64url') : []);
  return [
    // A word of a language may occur in any text, in either case; a random string does not.
    ...(isRandom(secret) ? [secret, [...secret].reverse().join(''), once] : []),
    ...(twice === secret ? [] : [twice, encodeStrict(twice)]),
    hex,
    wide.toString('hex'),
    swapped.toString('hex'),
    ...coresOf(bytes),
    ...coresOf(wide),
    ...coresOf(swapped),
    ...[...codes, base64, hex].flatMap((code) => coresOf(Buffer.from(code, 'latin1'))),
    ...coresOf(Buffer.from(Buffer.from(base64, 'latin1').toString('base64'), 'latin1')),
    Buffer.from(base64, 'latin1').toString('hex'),
    Buffer.from(hex, 'latin1').toString('hex'),
    ...['x', '0x', '25', '2525'].map((mark) => mark + pairs.join(mark)),
    `u${hexUnits.map((unit) => unit.padStart(4, '0')).join('u')}`,
    `x${hexUnits.join('x')}`,
    units.join(''),
    `amp${units.join('amp')}`,
    `ampx${hexUnits.join('ampx')}`,
    units.map((unit) => unit.toString(8).padStart(3, '0')).join(''),
  ];
}

/** Base64 of the bytes at each of the three alignments, without characters that neighbouring bytes affect. */
function coresOf(bytes: Buffer, alphabet: 'base64' | 'base64url' = 'base64'): string[] {
  const { length } = bytes;
  const shifted = Buffer.allocUnsafe(length + 2);
  shifted.fill(0, 0, 2);
  bytes.copy(shifted, 2);
  return [0, 1, 2].map((offset) =>
    shifted
      .toString(alphabet, 2 - offset)
      .slice(offset === 0 ? 0 : offset + 1, Math.floor(((length + offset) * 8) / 6)),
  );
}

/** Whether a secret has digits among letters or is very long, so that it is no word, name or date. */
const isRandom = (secret: string): boolean => {
  const letters = secret.replace(/[^a-z]/gi, '').length;
  const digits = secret.replace(/\D/g, '').length;
  return (digits >= 3 && letters >= 3) || (digits >= 1 && letters + digits >= 20);
};
