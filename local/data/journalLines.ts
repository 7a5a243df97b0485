/** Lines of a journal: a checksum, a blank, JSON. Files are read in pieces, so their size does not matter. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { PortcullisError } from '../../core/lib/errors.ts';
import { parsedJson } from '../../core/lib/json/parsed.ts';

/** Bytes read at a time. */
const PIECE = 4 * 1024 * 1024;

/** The complete lines in order, and whether the file ends with each. Returns the total number of bytes. */
export function* linesIn(path: string): Generator<readonly [text: string, isLast: boolean], number> {
  if (!existsSync(path)) return 0;
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < size; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size - at));
      const length = readSync(descriptor, piece, 0, piece.length, at);
      if (length === 0) break;
      at += length;
      const bytes = Buffer.concat([rest, piece.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        yield [bytes.toString('utf8', start, end), at >= size && end === bytes.length - 1];
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    return size;
  } finally {
    closeSync(descriptor);
  }
}

/** The journal line of a JSON text. */
export const line = (text: string): string => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;

/** Undefined for a damaged line. */
export function parseLine(text: string): unknown {
  const body = text.slice(9);
  return crc32(body) === Number.parseInt(text.slice(0, 8), 16) ? parsedJson(body) : undefined;
}

/** The error for a damaged file, with what to do about it. */
export function corrupt(path: string, where: string, cause?: unknown): PortcullisError {
  return new PortcullisError(
    'data_corrupt',
    `${path} is damaged (${where}). Nothing was changed. Put back a copy of the folder ${dirname(path)}, or move that folder away and start again with an empty one.`,
    { cause },
  );
}
