/**
 * Splits a multipart response into parts (RFC 2046, section 5.1). Parts with missing or malformed headers keep their
 * bytes. Nested bodies are left to the caller, who sees the media type of each part. A body of more than 100 parts is
 * not split.
 */
import { Buffer } from 'node:buffer';
import type { AnswerHeaders } from './headers.ts';

/** One part of a multipart body. */
export interface Part {
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

const MAX_PARTS = 100;

/**
 * The parts; undefined when the header names no boundary, the body does not contain it, or there are too many parts.
 */
export function partsOf(body: Uint8Array, contentType: string): Part[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!boundary) return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = `--${boundary[1] ?? boundary[2]}`;
  const parts: Part[] = [];
  let at = bytes.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (bytes.toString('latin1', start, start + 2) === '--') break;
    const line = bytes.indexOf('\n', start);
    const next = line < 0 ? -1 : bytes.indexOf(`\n${delimiter}`, line);
    if (next < 0) break;
    if (parts.length === MAX_PARTS) return undefined;
    parts.push(partOf(bytes.subarray(line + 1, bytes[next - 1] === 0x0d ? next - 1 : next)));
    at = next + 1;
  }
  return parts.length > 0 ? parts : undefined;
}

function partOf(bytes: Buffer): Part {
  const gap = /\r?\n\r?\n/.exec(bytes.toString('latin1', 0, 8_192));
  const startsBare = /^\r?\n/.exec(bytes.toString('latin1', 0, 2));
  const head = startsBare || !gap ? '' : bytes.toString('latin1', 0, gap.index);
  const body = startsBare ? bytes.subarray(startsBare[0].length) : bytes.subarray(gap ? gap.index + gap[0].length : 0);
  const headers = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers: { get: (name) => headers.get(name.toLowerCase()) ?? null, keys: () => headers.keys() }, body };
}
