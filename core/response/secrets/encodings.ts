/**
 * The texts as which a secret may come back: as it is, and in every encoding that transport, formats and careless logs
 * apply.
 */
import { Buffer } from 'node:buffer';
import { escapeHtml } from '../../entities.ts';
import { encodeStrict } from '../../url/percentEncoding.ts';

/** Shorter encodings would be found by chance. */
const MIN_LENGTH = 4;

/** Encodings to be replaced exactly as they are. */
export function exactEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [...writtenForms(secret), ...base64Forms(bytes), hex, hex.toUpperCase()].filter(
    (form) => form.length >= MIN_LENGTH || form === secret,
  );
}

function writtenForms(secret: string): string[] {
  // Hexadecimal keys and UUIDs mean the same in either case.
  if (/^[0-9a-f-]{8,}$/i.test(secret)) return [secret, secret.toLowerCase(), secret.toUpperCase()];
  // Nothing in it that any of the encodings would change.
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

/** Shorter parts of base64 would be found by chance in a large file. */
const MIN_CORE_LENGTH = 6;

/**
 * Bytes in base64: alone, and as part of longer data (`Bearer …`, a document) at each of the three alignments, as far
 * as no neighbouring byte affects a character.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString('base64');
  const forms = [whole, ...coresOf(bytes).filter(({ length }) => length >= MIN_CORE_LENGTH), whole.replace(/=+$/, '')];
  return forms.flatMap((form) =>
    /[+/]/.test(form) ? [form, form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')] : [form],
  );
}

/**
 * Encodings that are searched by their letters and digits only (alphanumerics.ts): in either case, spaced, wrapped,
 * with invisible characters between; encoded twice, in wide characters; with each character escaped, once or several
 * times.
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
  // Of its letters alone the URL-safe alphabet leaves the same, but not their codes.
  const codes = coresOf(bytes).concat(/[+/]/.test(base64) ? coresOf(bytes, 'base64url') : []);
  return [
    // A word of a language may stand in any text, in either case; something random does not.
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

/** Bytes in base64 at each of the three alignments, without the characters that neighbouring bytes affect. */
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

/** True for digits among letters or a very long text: no word, name or date. */
const isRandom = (secret: string): boolean => {
  const letters = secret.replace(/[^a-z]/gi, '').length;
  const digits = secret.replace(/\D/g, '').length;
  return (digits >= 3 && letters >= 3) || (digits >= 1 && letters + digits >= 20);
};
