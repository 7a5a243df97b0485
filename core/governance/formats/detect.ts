/**
 * Which format a body has: by its content type, else by its first characters. Bytes are brought to UTF-8 without a mark.
 */

import { fromUtf32 } from '../../response/charset.ts';
import { readKey } from '../fieldName/readName.ts';

export type Format = 'json' | 'ndjson' | 'csv' | 'xml' | 'html' | 'form' | 'multipart' | 'text';

export interface Source {
  readonly format: Format;
  readonly bytes: Uint8Array;
  readonly delimiter: string;
  /** It begins as JSON does. */
  readonly mayBeJson: boolean;
}

export function formatOf(buffer: Uint8Array, contentType: string): Source {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const media = type.trim();
  const charset =
    parameters.map((parameter) => /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameter)?.[1]).find(Boolean) ?? 'utf-8';
  const bytes = toUtf8(buffer, charset);
  const delimiter = media.includes('tab-separated') ? '\t' : '';
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512))
    .toString('utf8')
    .trimStart();
  return { format: byContent(byType(media), start), bytes, delimiter, mayBeJson: /^[[{]/.test(start) };
}

/** What a body plainly is outweighs what its type says. */
function byContent(format: Format, start: string): Format {
  if (format === 'xml' || format === 'html' || format === 'multipart') return format;
  if (/^[[{]/.test(start)) return format === 'text' || format === 'form' ? 'json' : format;
  if (!start.startsWith('<')) return format;
  if (HTML_START.test(start)) return 'html';
  return /^<\?xml/i.test(start) || /^<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>(?:[\s\S]*<\/|\s*<[A-Za-z_])/.test(start)
    ? 'xml'
    : format;
}

const HTML_START =
  /^<(?:!doctype html|(?:html|head|body|div|p|table|ul|ol|dl|form|section|article|main|span|h[1-6]|script|style|title|meta)(?:\s[^<>]*)?>)/i;

function byType(media: string): Format {
  if (
    /(?:^|[/+])(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq|stream\+json)$/.test(media) ||
    media === 'application/stream+json'
  )
    return 'ndjson';
  if (/[/+](?:x-)?json$/.test(media) || media.endsWith('+json')) return 'json';
  if (media === 'text/csv' || media === 'application/csv' || media.includes('tab-separated')) return 'csv';
  if (media === 'text/html' || media === 'application/xhtml+xml') return 'html';
  if (/[/+]xml$/.test(media)) return 'xml';
  if (media === 'application/x-www-form-urlencoded') return 'form';
  return media.startsWith('multipart/') ? 'multipart' : 'text';
}

const HEADING = /^["']?\p{L}[\p{L}\p{N} _.\-/()#]{0,40}["']?$/u;

/** What parts the cells of a text that is a table with a telling header; undefined for other texts. */
export function csvDelimiter(text: string): string | undefined {
  const lines = text.slice(0, 8_192).split(/\r?\n/, 6);
  if (lines.length < 2 || text.length < 8) return undefined;
  const whole = text.length > 8_192 && lines.length < 6 ? lines.slice(0, -1) : lines;
  const [head = '', ...rows] = whole.filter((line) => line !== '');
  for (const delimiter of ['\t', ';', ',', '|']) {
    const cells = head.split(delimiter);
    if (cells.length < 2 || !cells.every((cell) => HEADING.test(cell.trim()))) continue;
    const isTable = rows.length > 0 && rows.every((row) => withoutQuotes(row).split(delimiter).length === cells.length);
    if (isTable && cells.some((cell) => readKey(cell.trim().replace(/["']/g, '')).kind !== undefined)) return delimiter;
  }
  return undefined;
}

function withoutQuotes(row: string): string {
  return row.replace(/"[^"]*"/g, '""');
}

/** What the zeros between the first characters of a body without a mark say (RFC 4627, section 3). */
function wideCharset(buffer: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const length = Math.min(buffer.byteLength & ~3, 64);
  if (length < 4) return undefined;
  /** Zeros at each of four places. */
  const zeros = [0, 0, 0, 0];
  for (let index = 0; index < length; index++) if (buffer[index] === 0) zeros[index & 3]!++;
  const [a, b, c, d] = zeros as [number, number, number, number];
  const units = length / 4;
  if (a === 0 && c >= units / 2 && d === units) return b >= units / 2 ? 'utf-32le' : undefined;
  if (d === 0 && b >= units / 2 && a === units) return c >= units / 2 ? 'utf-32be' : 'utf-16be';
  if (a + c === 0 && b + d >= units) return 'utf-16le';
  return b + d === 0 && a + c >= units ? 'utf-16be' : undefined;
}

function toUtf8(buffer: Uint8Array, charset: string): Uint8Array {
  const wide = wideCharset(buffer);
  if (wide?.startsWith('utf-32')) return fromUtf32(buffer, wide === 'utf-32le');
  if (wide !== undefined && !charset.startsWith('utf-16')) return Buffer.from(new TextDecoder(wide).decode(buffer));
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return buffer.subarray(3);
  const utf16 = (buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff);
  if (!utf16 && (charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii')) return buffer;
  try {
    const label = utf16 ? (buffer[0] === 0xff ? 'utf-16le' : 'utf-16be') : charset;
    return Buffer.from(new TextDecoder(label).decode(buffer));
  } catch {
    return buffer;
  }
}
