/**
 * Reduces images to their pixels: PNG (W3C PNG, third edition), JPEG (ITU T.81), GIF (GIF89a), WebP (RFC 9649). Bytes
 * that only begin like an image are rejected. Comments, EXIF, XMP, profiles and data after the end are removed, since
 * they contain text, names and positions that people do not see. Only the EXIF orientation is kept. Pixels are not
 * decoded.
 */
import { Buffer } from 'node:buffer';

/** An image without metadata. */
export interface Image {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** The image in the bytes; undefined when they are not one complete image of these formats. Linear in their number. */
export function imageOf(bytes: Uint8Array): Image | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 12) return undefined;
  const [type, parts] =
    data.readUInt32BE(0) === 0x89504e47
      ? (['image/png', png(data)] as const)
      : data.readUInt16BE(0) === 0xffd8
        ? (['image/jpeg', jpeg(data)] as const)
        : data.toString('latin1', 0, 4) === 'GIF8'
          ? (['image/gif', gif(data)] as const)
          : data.toString('latin1', 0, 4) === 'RIFF'
            ? (['image/webp', webp(data)] as const)
            : (['image/png', undefined] as const);
  return parts && { type, bytes: Buffer.concat(parts) };
}

/** PNG chunks for pixels, colours without names, and time. Every other chunk may contain text. */
const PNG_KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
  'cICP',
]);

function png(data: Buffer): Buffer[] | undefined {
  if (data.readUInt32BE(4) !== 0x0d0a1a0a) return undefined;
  const kept = [data.subarray(0, 8)];
  let hasPixels = false;
  for (let at = 8; at + 12 <= data.length; ) {
    const type = data.toString('latin1', at + 4, at + 8);
    const end = at + 12 + data.readUInt32BE(at);
    if (end > data.length || (at === 8) !== (type === 'IHDR')) return undefined;
    // An unknown critical chunk; decoders do not show such an image.
    if (/^[A-Z]/.test(type) && !PNG_KEPT.has(type)) return undefined;
    if (PNG_KEPT.has(type)) kept.push(data.subarray(at, end));
    hasPixels ||= type === 'IDAT';
    if (type === 'IEND') return hasPixels && end === at + 12 ? kept : undefined;
    at = end;
  }
  return undefined;
}

function jpeg(data: Buffer): Buffer[] | undefined {
  const kept = [data.subarray(0, 2)];
  let hasFrame = false;
  for (let at = 2; at + 4 <= data.length; ) {
    if (data[at] !== 0xff) return undefined;
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + data.readUInt16BE(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || end < at + 4 || end > data.length) return undefined;
    hasFrame ||= marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    const isMeta = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!isMeta) kept.push(data.subarray(at, end));
    else if (marker === 0xe1) kept.push(...orientationOf(data.subarray(at + 4, end)));
    // Adobe's segment says how colours are coded.
    else if (marker === 0xee && end - at === 16) kept.push(data.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    const from = at;
    // Entropy-coded data ends at a marker that is neither stuffing nor a restart.
    for (at = data.indexOf(0xff, at); at >= 0; at = data.indexOf(0xff, at + 2)) {
      const next = data[at + 1] ?? 0;
      if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) break;
    }
    if (at < 0) return undefined;
    kept.push(data.subarray(from, at));
    if (data[at + 1] === 0xd9) return hasFrame ? [...kept, data.subarray(at, at + 2)] : undefined;
  }
  return undefined;
}

/**
 * An EXIF segment that contains only this one's orientation (Exif 3.0, section 4.5); empty when the image is upright.
 */
function orientationOf(exif: Buffer): Buffer[] {
  if (exif.length < 14 || exif.toString('latin1', 0, 6) !== 'Exif\0\0') return [];
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(start); entry++) {
    const at = start + 2 + 12 * entry;
    if (at + 12 > tiff.length) break;
    const value = short(at + 8);
    if (short(at) !== 0x0112 || value < 2 || value > 8) continue;
    // Big endian; one entry of type SHORT; no further directory.
    const segment = Buffer.from(
      'ffe10022457869660000 4d4d002a00000008 0001 0112000300000001 00000000 00000000'.replaceAll(' ', ''),
      'hex',
    );
    segment.writeUInt16BE(value, 28);
    return [segment];
  }
  return [];
}

/** Application extensions for the number of loops. Others, comments and captions may contain text. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

function gif(data: Buffer): Buffer[] | undefined {
  if (!/^GIF8[79]a/.test(data.toString('latin1', 0, 6)) || data.length < 14) return undefined;
  const table = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
  let at = 13 + table(data.readUInt8(10));
  const kept = [data.subarray(0, at)];
  let hasPixels = false;
  while (at < data.length) {
    const start = at;
    if (data[at] === 0x3b) return hasPixels ? [...kept, data.subarray(at, at + 1)] : undefined;
    if (data[at] === 0x2c) {
      at = afterBlocks(data, at + 11 + table(data[at + 9] ?? 0));
      hasPixels = true;
      kept.push(data.subarray(start, at));
    } else if (data[at] === 0x21) {
      const label = data[at + 1];
      at = afterBlocks(data, at + 2);
      const isLoop = label === 0xff && GIF_LOOPS.has(data.toString('latin1', start + 3, start + 14));
      if (isLoop ? at - start <= 24 : label === 0xf9 && at - start === 8) kept.push(data.subarray(start, at));
    } else return undefined;
    if (at < 0) return undefined;
  }
  return undefined;
}

/** The offset after a sequence of data sub-blocks, which ends with an empty one; -1 when it does not end. */
function afterBlocks(data: Buffer, start: number): number {
  let at = start;
  while (at < data.length && data[at] !== 0) at += 1 + data.readUInt8(at);
  return at < data.length ? at + 1 : -1;
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

function webp(data: Buffer): Buffer[] | undefined {
  const end = 8 + data.readUInt32LE(4);
  if (data.toString('latin1', 8, 12) !== 'WEBP' || end > data.length) return undefined;
  const kept: Buffer[] = [];
  let at = 12;
  while (at + 8 <= end) {
    const type = data.toString('latin1', at, at + 4);
    const next = at + 8 + data.readUInt32LE(at + 4);
    if (next > end) return undefined;
    const chunk = Buffer.from(data.subarray(at, Math.min(end, next + (next & 1))));
    // The flags for profile, EXIF and XMP are cleared.
    if (type === 'VP8X' && chunk.length > 8) chunk.writeUInt8(chunk.readUInt8(8) & ~0x2c, 8);
    if (WEBP_KEPT.has(type)) kept.push(chunk);
    at = next + (next & 1);
  }
  if (at < end || !kept.some((chunk) => /^(?:VP8 |VP8L|ANMF)/.test(chunk.toString('latin1', 0, 4)))) return undefined;
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return [head, ...kept];
}
