/** Text that calls itself something else: each reply holds this person, under a type and in a form that is not cleaned as text by itself. */

import { defined } from '../support/defined.ts';
import { chunk, exif, gif, jpeg, png, segment, webp } from '../support/pictures.ts';
import type { Reply } from '../support/upstream.ts';

export const PERSON = 'jane.roe@mail-corp.com';
const TABLE = `Näme;Ort;Mail\nJürgen Großmann;Köln;${PERSON}\n`;
const LONG = TABLE.repeat(8);

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const utf32le = (text: string): Buffer =>
  Buffer.concat(
    [...text].map((c) => {
      const unit = Buffer.alloc(4);
      unit.writeUInt32LE(defined(c.codePointAt(0)));
      return unit;
    }),
  );
const behind = (hex: string, text = LONG): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);
const cyrillic = Buffer.concat([
  Buffer.alloc(120, 0xe4),
  Buffer.from(` ${PERSON} `),
  Buffer.alloc(60, 0xee),
  Buffer.from([0]),
  Buffer.alloc(60, 0xf1),
]);
const of = (type: string, body: string | Uint8Array): Reply => ({ headers: { 'content-type': type }, body });
const file = (body: string | Uint8Array): Reply => of('application/octet-stream', body);

export const DISGUISES: ReadonlyArray<readonly [name: string, reply: Reply]> = [
  ['a short export in Latin-1', file(Buffer.from(TABLE, 'latin1'))],
  ['UTF-16 without a mark', file(Buffer.from(TABLE, 'utf16le'))],
  ['UTF-16 of the other order', file(utf16be(TABLE))],
  [
    'UTF-16 with a mark and a zero',
    file(Buffer.concat([Buffer.from('\ufeffA\0', 'utf16le'), Buffer.from(TABLE, 'utf16le')])),
  ],
  ['UTF-16 behind a stray byte', file(Buffer.concat([Buffer.from([7]), Buffer.from(LONG, 'utf16le')]))],
  ['UTF-16 of Cyrillic', file(Buffer.from(`Анна Кузнецова;${PERSON};Новосибирск`, 'utf16le'))],
  ['UTF-32 without a mark', file(utf32le(TABLE))],
  ['one zero in front', file(`\0${TABLE}`)],
  ['one zero within', file(`${TABLE}\0${TABLE}`)],
  ['fields between zeros', file(`Jane\0${PERSON}\0+14155552671\0`.repeat(5))],
  ['fields between controls', file(`8=FIX.4.2\u000149=${PERSON}\u000156=B\u0001`)],
  ['a charset of single bytes with a zero', file(cyrillic)],
  ['text padded with zeros', file(Buffer.concat([Buffer.from(TABLE), Buffer.alloc(5_000)]))],
  [
    'fields with lengths (protobuf)',
    of('application/x-protobuf', `\n\u0008Jane Roe\u0012\u0016${PERSON}\u001a\u000c+14155552671`),
  ],
  ['the first bytes of a GIF', of('image/gif', behind('47494638'))],
  ['the head of a GIF', of('image/gif', behind('47494638396101000100800000'))],
  ['the first bytes of a PNG', of('image/png', behind('89504e470d0a1a0a'))],
  ['the first chunk of a PNG', of('image/png', Buffer.concat([png().subarray(0, 33), Buffer.from(LONG)]))],
  ['the first bytes of a JPEG', of('image/jpeg', behind('ffd8ffe0'))],
  ['the first bytes of a WebP', of('image/webp', Buffer.from(`RIFF0000WEBP${LONG}`))],
  ['the first bytes of an archive', of('application/zip', behind('504b0304'))],
  [
    'the first bytes of a sheet',
    of('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', behind('504b030414000600')),
  ],
  ['the first bytes of gzip', of('application/gzip', behind('1f8b0800'))],
  ['the first line of a PDF', of('application/pdf', `%PDF-1.4\n${LONG}`)],
  ['the first and last line of a PDF', of('application/pdf', `%PDF-1.4\n${LONG}\nstartxref\n0\n%%EOF`)],
  ['a tag of music', of('audio/mpeg', `ID3\u0003\0\0\0\0\0\0${LONG}`)],
  ['a film', of('video/mp4', `\0\0\0\u0018ftypmp42${LONG}`)],
  ['bytes behind the end of a PNG', of('image/png', Buffer.concat([png(), Buffer.from(LONG)]))],
  ['a text chunk of a PNG', of('image/png', png([chunk('tEXt', Buffer.from(`Author\0${PERSON}`))]))],
  ['a private chunk of a PNG', of('image/png', png([chunk('prVt', Buffer.from(PERSON))]))],
  ['a comment of a GIF', of('image/gif', gif(PERSON))],
  ['a comment of a JPEG', of('image/jpeg', jpeg([segment(0xfe, Buffer.from(PERSON))]))],
  ['EXIF of a JPEG', of('image/jpeg', jpeg([segment(0xe1, exif(6, PERSON))]))],
  ['bytes behind the end of a JPEG', of('image/jpeg', Buffer.concat([jpeg(), Buffer.from(PERSON.repeat(20))]))],
  ['XMP of a WebP', of('image/webp', webp(`<x:xmpmeta>${PERSON}</x:xmpmeta>`))],
  ['a parameter of the type', of(`image/png; name="${PERSON}"`, png())],
  ['a type of its own', of(`application/${PERSON.replace('@', '.at.')}`, Buffer.from('00ff10e3b1c2', 'hex'))],
  ['a type of an image', of(`image/${PERSON.replace('@', '.at.')}`, png())],
  [
    'a type of an error',
    { ...of(`application/${PERSON.replace('@', '.at.')}`, Buffer.from('00ff10e3b1c2', 'hex')), status: 500 },
  ],
  ['a type of what is too large', of(`application/${PERSON.replace('@', '.at.')}`, Buffer.alloc(1_100_000, 0xfb))],
  [
    'a part of several',
    of(
      'multipart/mixed; boundary=b',
      Buffer.concat([
        Buffer.from('--b\r\nContent-Type: image/gif\r\n\r\n'),
        behind('47494638'),
        Buffer.from('\r\n--b--'),
      ]),
    ),
  ],
];
