/**
 * Determines the format of a body and governs it. The content type gives the format, unless the body clearly has
 * another one. To add a format: a file in this folder that takes a text and a run, its name in `Format`, how it is
 * recognized in `byType` or `byContent`, and its line in `HANDLERS`.
 */
import { fromUtf32 } from '../../response/charset.ts';
import { governJson } from '../json/document.ts';
import type { Governed, Run } from '../run.ts';
import { csvDelimiter, governCsv } from './csv.ts';
import { governEmbeddedJson } from './embeddedJson.ts';
import { governForm } from './form.ts';
import { governJsonSequence } from './jsonSequence.ts';
import { governMarkup } from './markup.ts';
import { governMultipart, isMultipart } from './multipart.ts';

type Format = 'json' | 'ndjson' | 'csv' | 'xml' | 'html' | 'form' | 'multipart' | 'text';

/** Depth to which nested multipart bodies are parsed; deeper ones are text. */
const MAX_PART_DEPTH = 3;

/** A body of known format. */
interface Body {
  readonly text: string;
  /** The content type in lower case, without parameters. */
  readonly mediaType: string;
  readonly run: Run;
  /** Number of multipart bodies around this one. */
  readonly depth: number;
}

const HANDLERS: Readonly<Record<Format, (body: Body) => Governed>> = {
  // A body that turned out not to be JSON may be text with JSON in it.
  json: ({ text, run }) => governEmbeddedJson(text, run, governJson),
  ndjson: ({ text, run }) => governJsonSequence(text, run, governJson),
  csv: ({ text, mediaType, run }) => governCsv(text, mediaType.includes('tab-separated') ? '\t' : '', run),
  xml: ({ text, run }) => governMarkup(text, 'xml', run),
  html: ({ text, run }) => governMarkup(text, 'html', run),
  form: ({ text, run }) => governForm(text, run),
  multipart: governParts,
  text: governText,
};

/** Governs a body of any format. */
export function governBody(buffer: Uint8Array, contentType: string, run: Run, depth = 0): Governed {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const mediaType = type.trim();
  const bytes = toUtf8(buffer, charsetIn(parameters));
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.toString('utf8', 0, 512).trimStart();
  const format = byContent(byType(mediaType), start);
  // A body that is JSON is governed as JSON, whatever its content type.
  const governed =
    format === 'json' || (format !== 'ndjson' && /^[[{]/.test(start)) ? governJson(bytes, run) : undefined;
  return governed ?? HANDLERS[format]({ text: view.toString('utf8'), mediaType, run, depth });
}

/** The content type without its charset, for a text that is decoded already. */
export function withoutCharset(contentType: string): string {
  return contentType.replace(/;\s*charset[^;]*/i, '');
}

function governText(body: Body): Governed {
  const { text, run, depth } = body;
  if (depth < MAX_PART_DEPTH && isMultipart(text)) return governParts(body);
  const delimiter = csvDelimiter(text);
  return delimiter === undefined ? governEmbeddedJson(text, run, governJson) : governCsv(text, delimiter, run);
}

/** Governs each part by its own type. A multipart body inside a part is recognized by how it begins. */
function governParts({ text, run, depth }: Body): Governed {
  return governMultipart(text, run, (part, type) => {
    const media = type.toLowerCase().startsWith('multipart/') ? 'text/plain' : type;
    return governBody(Buffer.from(part), withoutCharset(media), run, depth + 1);
  });
}

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

const HTML_START =
  /^<(?:!doctype html|(?:html|head|body|div|p|table|ul|ol|dl|form|section|article|main|span|h[1-6]|script|style|title|meta)(?:\s[^<>]*)?>)/i;

/** The format of the content type, or another one that the body clearly has. */
function byContent(format: Format, start: string): Format {
  if (format === 'xml' || format === 'html' || format === 'multipart') return format;
  if (/^[[{]/.test(start)) return format === 'text' || format === 'form' ? 'json' : format;
  if (!start.startsWith('<')) return format;
  if (HTML_START.test(start)) return 'html';
  return /^<\?xml/i.test(start) || /^<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>(?:[\s\S]*<\/|\s*<[A-Za-z_])/.test(start)
    ? 'xml'
    : format;
}

function charsetIn(parameters: readonly string[]): string {
  return parameters.map((parameter) => /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameter)?.[1]).find(Boolean) ?? 'utf-8';
}

/** The charset of a body without a byte order mark, by the zeros among its first bytes (RFC 4627, section 3). */
function wideCharset(buffer: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const length = Math.min(buffer.byteLength & ~3, 64);
  if (length < 4) return undefined;
  /** Number of zeros at each of the four positions. */
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  for (let index = 0; index < length; index++) if (buffer[index] === 0) zeros[(index & 3) as 0 | 1 | 2 | 3]++;
  const [a, b, c, d] = zeros;
  const units = length / 4;
  if (a === 0 && c >= units / 2 && d === units) return b >= units / 2 ? 'utf-32le' : undefined;
  if (d === 0 && b >= units / 2 && a === units) return c >= units / 2 ? 'utf-32be' : 'utf-16be';
  if (a + c === 0 && b + d >= units) return 'utf-16le';
  return b + d === 0 && a + c >= units ? 'utf-16be' : undefined;
}

/** The body in UTF-8 without a byte order mark. An unknown charset is read as UTF-8. */
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
