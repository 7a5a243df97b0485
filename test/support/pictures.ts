/** Small images and files with their real structure, for tests of binary content. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** Grey noise, 16 × 16; `more` chunks come before the pixels. */
export function png(more: readonly Buffer[] = []): Buffer {
  const head = Buffer.from('000000100000001008000000 00'.replaceAll(' ', ''), 'hex');
  const pixels = Buffer.from(Array.from({ length: 16 * 17 }, (_, at) => (at % 17 === 0 ? 0 : (at * 7919) % 251)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const blocks = (data: Uint8Array): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), Buffer.from(part));
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
};

/** One pixel, with an optional comment. */
export const gif = (comment?: string): Buffer =>
  Buffer.concat([
    Buffer.from('47494638396101000100800000ff0000000000', 'hex'),
    ...(comment === undefined ? [] : [Buffer.from([0x21, 0xfe]), blocks(Buffer.from(comment))]),
    Buffer.from('2c00000000010001000002024401003b', 'hex'),
  ]);

export const segment = (marker: number, data: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** A frame, a scan and an end; `more` segments come first. */
export const jpeg = (more: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...more,
    segment(0xc0, Buffer.from('0800010001010111 00'.replaceAll(' ', ''), 'hex')),
    segment(0xda, Buffer.from('0101003f00', 'hex')),
    Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 37) % 255)),
    Buffer.from('ffd9', 'hex'),
  ]);

/** EXIF with an orientation and a description. */
export function exif(orientation: number, description: string): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const text = Buffer.from(`${description}\0`);
  const head = Buffer.from('49492a00080000000200', 'hex');
  const entries = [entry(0x010e, 2, text.length, 38), entry(0x0112, 3, 1, orientation)];
  return Buffer.concat([Buffer.from('Exif\0\0'), head, ...entries, Buffer.alloc(4), text]);
}

const riff = (type: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
};

const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + at * 7) % 256));

export function webp(xmp?: string): Buffer {
  const chunks = [
    riff('VP8X', Buffer.from('10000000000000000000', 'hex')),
    riff('VP8L', Buffer.concat([Buffer.from([0x2f]), noise(40)])),
    ...(xmp === undefined ? [] : [riff('XMP ', Buffer.from(xmp))]),
  ];
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

export function wav(): Buffer {
  const format = Buffer.from('0100010044ac000044ac000001000800', 'hex');
  return riff('RIFF', Buffer.concat([Buffer.from('WAVE'), riff('fmt ', format), riff('data', noise(200))]));
}

/** Two frames of layer III at 32 kbit/s and 44.1 kHz, 104 bytes each. */
export const mp3 = (): Buffer => {
  const frame = Buffer.concat([Buffer.from('fffb1000', 'hex'), noise(100)]);
  return Buffer.concat([frame, frame]);
};

export function pdf(): Buffer {
  const stream = deflateSync(noise(3_000));
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Filter/FlateDecode/Length 1>>stream\n', 'latin1'),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'),
  ]);
}

/** An archive of one file, deflated. */
export function zip(name: string, content: Uint8Array): Buffer {
  const data = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(data.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  const length = Buffer.from([name.length, 0, 0, 0]);
  const common = Buffer.concat([Buffer.from('14000000080000000000', 'hex'), sizes, length]);
  const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), data]);
  const directory = Buffer.concat([Buffer.from('504b01021400', 'hex'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.from('504b0506000000000100010000000000000000000000', 'hex');
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
