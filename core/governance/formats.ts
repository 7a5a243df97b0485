/**
 * Determines the format of a body and governs it. The content type gives the format, unless the body clearly has
 * another one. To add a format: a file in this folder that takes a text and a run, its name in `Format`, how it is
 * recognized in `byType` or `byContent`, and its line in `HANDLERS`.
 */
import { toUtf8 } from '../lib/charset.ts';
import { bareType, charsetOf } from '../lib/mediaType.ts';
import { governClosedCsv, governClosedForm, governClosedText, governClosedXml } from './formats/closed.ts';
import { csvDelimiter, governCsv } from './formats/csv.ts';
import { governEmbeddedJson } from './formats/embeddedJson.ts';
import { governForm } from './formats/form.ts';
import { governJsonSequence } from './formats/jsonSequence.ts';
import { governMarkup } from './formats/markup.ts';
import { governMultipart, isMultipart } from './formats/multipart.ts';
import type { Governed, Run } from './formats/run.ts';
import { governJson } from './json/document.ts';

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

const whole = ({ text, run }: Body): Governed => governClosedText(text, run);
/** In the mode `closed`. */
const CLOSED_HANDLERS: Readonly<Record<Format, (body: Body) => Governed>> = {
  json: whole,
  ndjson: ({ text, run }) =>
    governJsonSequence(text, run, (bytes, own) => governJson(bytes, own) ?? governClosedText(bytes.toString(), own)),
  csv: ({ text, mediaType, run }) => governClosedCsv(text, mediaType.includes('tab-separated') ? '\t' : '', run),
  xml: ({ text, run }) => governClosedXml(text, run),
  html: whole,
  form: ({ text, run }) => governClosedForm(text, run),
  multipart: whole,
  text: (body) => {
    const delimiter = csvDelimiter(body.text);
    return delimiter === undefined ? whole(body) : governClosedCsv(body.text, delimiter, body.run);
  },
};

/** Governs a body of any format. */
export function governBody(buffer: Uint8Array, contentType: string, run: Run, depth = 0): Governed {
  const mediaType = bareType(contentType);
  const bytes = toUtf8(buffer, { charset: charsetOf(contentType) ?? 'utf-8', mediaType });
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Of a document that begins with a bracket nothing else matters.
  const start = view[0] === 0x7b || view[0] === 0x5b ? '{' : view.toString('utf8', 0, 512).trimStart();
  const format = byContent(byType(mediaType), start);
  // A body that is JSON is governed as JSON, whatever its content type.
  const governed =
    format === 'json' || (format !== 'ndjson' && /^[[{]/.test(start)) ? governJson(bytes, run) : undefined;
  const handlers = run.walker().isClosed ? CLOSED_HANDLERS : HANDLERS;
  return governed ?? handlers[format]({ text: view.toString('utf8'), mediaType, run, depth });
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
  if (media === 'application/json') return 'json';
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
  return /^<\?xml/i.test(start) ||
    /^<[\p{L}_][\p{L}\p{M}\p{N}_:.-]*(?:\s[^<>]*)?>(?:[\s\S]*<\/|\s*<[\p{L}_])/u.test(start)
    ? 'xml'
    : format;
}
