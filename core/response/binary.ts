/**
 * Determines what a body is that is not declared as text: an image, audio, another file, or text after all. The
 * declared type is not trusted: images are rebuilt from their pixels (images.ts), other kinds must have their
 * structure, and what is mostly text is text (textual.ts). The type comes from the upstream too, so only those in the
 * list below are passed on.
 */
import { Buffer } from 'node:buffer';
import { imageOf } from './images.ts';
import { type Script, textualOf } from './textual.ts';

/** What a body is. */
export type Shape =
  | { readonly kind: 'image' | 'audio' | 'file'; readonly type: string; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly script: Script };

/**
 * With at least this share of text, bytes of no recognized kind are text. Executables, fonts and compressed data have
 * up to a fifth.
 */
const TEXT = 0.25;
/** The same for a recognized kind, since documents and archives contain the names of their parts in plain text. */
const PROVEN_TEXT = 0.75;

/**
 * Determines what a body is.
 * @param declared its media type without parameters, in lower case, not a text type; '' for none
 * @param most maximum number of bytes to look at
 */
export function shapeOf(bytes: Uint8Array, declared: string, most = bytes.length): Shape {
  const image = imageOf(bytes);
  const content = image?.bytes ?? bytes;
  const proven = image?.type ?? provenType(bytes, declared);
  const { share, script } = textualOf(content.length > most ? content.subarray(0, most) : content);
  if (share >= (proven === undefined ? TEXT : PROVEN_TEXT)) return { kind: 'text', script };
  const type = proven ?? forwardedType(declared);
  return { kind: image ? 'image' : proven?.startsWith('audio/') ? 'audio' : 'file', type, bytes: content };
}

/** File types that are passed on to the model; others become `application/octet-stream`. */
const FORWARDED_TYPES = new Set(
  [
    ...[
      'pdf',
      'zip',
      'gzip',
      'msword',
      'vnd.ms-excel',
      'vnd.ms-powerpoint',
      'vnd.ms-outlook',
      'epub+zip',
      'java-archive',
    ],
    ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
      (name) => `vnd.openxmlformats-officedocument.${name}`,
    ),
    ...['text', 'spreadsheet', 'presentation'].map((name) => `vnd.oasis.opendocument.${name}`),
    ...[
      'x-tar',
      'x-7z-compressed',
      'x-bzip2',
      'zstd',
      'wasm',
      'cbor',
      'msgpack',
      'protobuf',
      'x-protobuf',
      'vnd.sqlite3',
    ],
    ...['vnd.apache.parquet', 'vnd.apache.avro', 'x-parquet', 'geopackage+sqlite3', 'pkcs8', 'pkcs12', 'dicom', 'grpc'],
  ]
    .map((name) => `application/${name}`)
    .concat(
      ['bmp', 'tiff', 'avif', 'heic', 'heif', 'jxl', 'x-icon', 'vnd.microsoft.icon'].map((name) => `image/${name}`),
    )
    .concat(['mp4', 'webm', 'quicktime', 'mpeg', 'ogg'].map((name) => `video/${name}`))
    .concat(['ttf', 'otf', 'woff', 'woff2'].map((name) => `font/${name}`)),
);

const forwardedType = (declared: string): string =>
  FORWARDED_TYPES.has(declared) ? declared : 'application/octet-stream';

/** The kind that the structure of the bytes proves; undefined when none. */
function provenType(bytes: Uint8Array, declared: string): string | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 16) return undefined;
  const head = data.toString('latin1', 0, 12);
  const tail = data.subarray(Math.max(0, data.length - 1_024));
  if (head.startsWith('%PDF-'))
    return tail.includes('startxref') && tail.includes('%%EOF') ? 'application/pdf' : undefined;
  if (head.startsWith('PK\u0003\u0004')) return isZip(data) ? zipType(declared) : undefined;
  if (head.startsWith('\u001f\u008b\u0008')) return data.readUInt8(3) < 0x20 ? 'application/gzip' : undefined;
  if (head.startsWith('RIFF') && head.endsWith('WAVE'))
    return data.readUInt32LE(4) + 8 <= data.length + 1 ? 'audio/wav' : undefined;
  if (head.startsWith('fLaC')) return data.readUIntBE(5, 3) === 34 ? 'audio/flac' : undefined;
  if (head.startsWith('OggS\0')) return declared.startsWith('video/') ? 'video/ogg' : 'audio/ogg';
  if (head.slice(4, 8) === 'ftyp') return mp4Type(data, declared);
  return isMp3(data) ? 'audio/mpeg' : undefined;
}

/**
 * Whether there is an end of central directory record, and a directory where it says (PKWARE APPNOTE 4.3.16). Archives
 * may follow other data.
 */
function isZip(data: Buffer): boolean {
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end < data.length - 65_557 || end + 22 > data.length) return false;
  const directory = data.readUInt32LE(end + 16);
  return directory + 4 <= end && data.readUInt32LE(directory) === 0x02014b50;
}

const zipType = (declared: string): string =>
  /\b(?:zip|officedocument|opendocument|archive)\b/.test(declared) ? forwardedType(declared) : 'application/zip';

/** The type of a file that consists of boxes to its end (ISO/IEC 14496-12). */
function mp4Type(data: Buffer, declared: string): string | undefined {
  let at = 0;
  for (let boxes = 0; at + 8 <= data.length && boxes < 1_000; boxes++) {
    const size = data.readUInt32BE(at);
    at =
      size === 0
        ? data.length
        : size === 1 && at + 16 <= data.length
          ? at + Number(data.readBigUInt64BE(at + 8))
          : at + size;
    if (size > 1 && size < 8) return undefined;
  }
  if (at !== data.length) return undefined;
  if (declared.startsWith('image/')) return forwardedType(declared);
  return declared.startsWith('audio/') || data.toString('latin1', 8, 11) === 'M4A' ? 'audio/mp4' : 'video/mp4';
}

/** Whether there is a tag (ID3v2) followed by a frame, or two frames (ISO/IEC 11172-3, layer III). */
function isMp3(data: Buffer): boolean {
  const isTagged = data.toString('latin1', 0, 3) === 'ID3';
  const sizes = [...data.subarray(6, 10)];
  if (isTagged && sizes.some((size) => size > 0x7f)) return false;
  const start = isTagged ? 10 + sizes.reduce((sum, size) => sum * 128 + size, 0) : 0;
  const length = frameLength(data, start);
  return length > 0 && (isTagged || frameLength(data, start + length) > 0);
}

const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** Length of the frame at an offset in bytes; 0 for none. */
function frameLength(data: Buffer, at: number): number {
  if (at + 4 > data.length || data.readUInt16BE(at) < 0xffe0) return 0;
  const second = data.readUInt8(at + 1);
  const third = data.readUInt8(at + 2);
  if ((second & 6) !== 2) return 0;
  const version = (second >> 3) & 3;
  const rate = RATES[(third >> 2) & 3];
  const bitrate = (version === 3 ? BITRATES : LOW_BITRATES)[third >> 4];
  if (version === 1 || rate === undefined || !bitrate) return 0;
  const divided = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((version === 3 ? 144 : 72) * bitrate * 1_000) / divided) + ((third >> 1) & 1);
}
