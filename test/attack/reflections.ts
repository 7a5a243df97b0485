/** In which spellings an upstream may send a credential back, beside those of transport (test/unit/core/response/secrets/mask.test.ts). */

import { escapeHtml } from '../../core/lib/entities.ts';

/** Of Python, without its quotes. */
const repr = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
const b64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const hex = (text: string | Buffer): string => Buffer.from(text as string).toString('hex');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const each = (text: string, write: (unit: number) => string): string =>
  text
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('');
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
const wrapped = (text: string, width: number): string => text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\r\n');

export const SPELLINGS: ReadonlyArray<readonly [name: string, spell: (secret: string) => string]> = [
  ['as it is', (s) => s],
  ['percent-encoded twice', (s) => encodeURIComponent(encodeURIComponent(s))],
  ['percent-encoded three times', (s) => encodeURIComponent(encodeURIComponent(encodeURIComponent(s)))],
  ['percent-encoded throughout, twice', (s) => encodeURIComponent(percent(s))],
  ['percent-encoded by units', (s) => each(s, (unit) => `%u${unit.toString(16).padStart(4, '0')}`)],
  ['entities, percent-encoded', (s) => encodeURIComponent(escapeHtml(s))],
  ['base64 of entities', (s) => b64(escapeHtml(s))],
  ['base64 of percent-encoding', (s) => b64(encodeURIComponent(s))],
  ['base64 of percent-encoding in a sentence', (s) => b64(`you sent ${encodeURIComponent(s)}.`)],
  ['base64 of JSON', (s) => b64(JSON.stringify({ seen: s }))],
  ['a literal of Python in one', (s) => repr(repr(s))],
  ['base64 of base64', (s) => b64(b64(s))],
  ['base64 of base64 of base64', (s) => b64(b64(b64(s)))],
  ['base64 of base64 of a header', (s) => b64(b64(`Bearer ${s}`))],
  ['base64 of hex', (s) => b64(hex(s))],
  ['hex of base64', (s) => hex(b64(s))],
  ['hex of hex', (s) => hex(hex(s))],
  ['base64 of UTF-16', (s) => b64(wide(s))],
  ['base64 of UTF-16 of the other order', (s) => b64(wide(s).swap16())],
  ['base64 of UTF-16 of a sentence', (s) => b64(wide(`you sent ${s}`))],
  ['hex of UTF-16', (s) => hex(wide(s))],
  ['base64 in lines', (s) => wrapped(b64(s), 8)],
  ['base64 in small letters', (s) => b64(s).toLowerCase()],
  ['spaced hex', (s) => hex(s).replace(/../g, '$& ')],
  ['hex with colons', (s) => hex(s).replace(/../g, '$&:').toUpperCase()],
  ['hex of a program', (s) => hex(s).replace(/../g, '0x$&, ')],
  ['escapes of a program', (s) => hex(s).replace(/../g, '\\x$&')],
  ['a dump', (s) => hex(s).replace(/.{16}/g, '$&\n').replace(/../g, '$& ')],
  ['decimal bytes', (s) => [...Buffer.from(s)].join(',')],
  ['octal escapes', (s) => each(s, (unit) => `\\${unit.toString(8).padStart(3, '0')}`)],
  ['octal escapes without zeros', (s) => each(s, (unit) => `\\${unit.toString(8)}`)],
  ['code points of JavaScript', (s) => each(s, (unit) => `\\u{${unit.toString(16)}}`)],
  ['escapes of CSS', (s) => each(s, (unit) => `\\${unit.toString(16).padStart(6, '0')}`)],
  ['capitals', (s) => s.toUpperCase()],
  ['small letters', (s) => s.toLowerCase()],
  [
    'the other case of each letter',
    (s) => s.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
  ],
  ['zero-width characters between', (s) => s.split('').join('\u200b')],
  ['joiners between', (s) => s.split('').join('\u2060')],
  ['soft hyphens between', (s) => s.split('').join('\u00ad')],
  ['combining characters behind', (s) => s.split('').join('\u0301')],
  ['blanks between', (s) => s.split('').join(' ')],
  ['dashes between groups', (s) => s.replace(/.{4}/g, '$&-')],
  ['lines', (s) => wrapped(s, 6)],
  ['full-width letters', (s) => s.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['entities in decimals', (s) => each(s, (unit) => `&#${unit};`)],
  ['entities without an end', (s) => each(s, (unit) => `&#x${unit.toString(16)} `)],
  ['entities of entities', (s) => each(s, (unit) => `&amp;#${unit};`)],
  ['JSON escapes', (s) => each(s, unicode)],
  ['JSON escapes of JSON escapes', (s) => each(s, (unit) => `\\${unicode(unit)}`)],
  ['quoted-printable', (s) => percent(s).replaceAll('%', '=')],
  ['backwards', (s) => [...s].reverse().join('')],
];
