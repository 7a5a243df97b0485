/**
 * Which format a body has, and what governs it. The format is that of the content type, unless the body plainly is something else. To add
 * one: a file in this folder that takes a text and a run, its name in `Format`, how it is recognized in `byType` or `byContent`, and its
 * line in `HANDLERS`.
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

/** Parts that are multipart bodies themselves are taken apart as deep as this; below it they are text. */
const MAX_PART_DEPTH = 3;

/** A body whose format is known. */
interface Body {
  readonly text: string;
  /** Of the content type alone, in lower case, without parameters. */
  readonly mediaType: string;
  readonly run: Run;
  /** How many multipart bodies stand around. */
  readonly depth: number;
}

const HANDLERS: Readonly<Record<Format, (body: Body) => Governed>> = {
  // What is no JSON after all may be text with JSON in it.
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
  // A body that is JSON is JSON, whatever its type says.
  const governed =
    format === 'json' || (format !== 'ndjson' && /^[[{]/.test(start)) ? governJson(bytes, run) : undefined;
  return governed ?? HANDLERS[format]({ text: view.toString('utf8'), mediaType, run, depth });
}

/** The same content type without its charset, for a text that is decoded already. */
export function withoutCharset(contentType: string): string {
  return contentType.replace(/;\s*charset[^;]*/i, '');
}

function governText(body: Body): Governed {
  const { text, run, depth } = body;
  if (depth < MAX_PART_DEPTH && isMultipart(text)) return governParts(body);
  const delimiter = csvDelimiter(text);
  return delimiter === undefined ? governEmbeddedJson(text, run, governJson) : governCsv(text, delimiter, run);
}

/** Each part by its own type; a multipart body in a part is recognized by how it begins. */
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

function charsetIn(parameters: readonly string[]): string {
  return parameters.map((parameter) => /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameter)?.[1]).find(Boolean) ?? 'utf-8';
}

/** What the zeros between the first characters of a body without a byte order mark say (RFC 4627, section 3). */
function wideCharset(buffer: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const length = Math.min(buffer.byteLength & ~3, 64);
  if (length < 4) return undefined;
  /** Zeros at each of four positions. */
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  for (let index = 0; index < length; index++) if (buffer[index] === 0) zeros[(index & 3) as 0 | 1 | 2 | 3]++;
  const [a, b, c, d] = zeros;
  const units = length / 4;
  if (a === 0 && c >= units / 2 && d === units) return b >= units / 2 ? 'utf-32le' : undefined;
  if (d === 0 && b >= units / 2 && a === units) return c >= units / 2 ? 'utf-32be' : 'utf-16be';
  if (a + c === 0 && b + d >= units) return 'utf-16le';
  return b + d === 0 && a + c >= units ? 'utf-16be' : undefined;
}

/** The body in UTF-8 without a byte order mark; an unknown charset is taken for UTF-8. */
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
