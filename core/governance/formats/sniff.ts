/**
 * Which format a body has: by its content type, else by its first characters. Bytes are brought to UTF-8 without a mark.
 */

export type Format = 'json' | 'ndjson' | 'csv' | 'xml' | 'html' | 'form' | 'text';

export interface Source {
  readonly format: Format;
  readonly bytes: Uint8Array;
  readonly delimiter: string;
}

export function formatOf(buffer: Uint8Array, contentType: string): Source {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const media = type.trim();
  const charset =
    parameters.map((parameter) => /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameter)?.[1]).find(Boolean) ?? 'utf-8';
  const bytes = toUtf8(buffer, charset);
  const delimiter = media.includes('tab-separated') ? '\t' : '';
  return { format: byType(media, bytes), bytes, delimiter };
}

function byType(media: string, bytes: Uint8Array): Format {
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
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256))
    .toString('utf8')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  if (/^<\?xml/i.test(start)) return 'xml';
  if (/^<(?:!doctype html|html)/i.test(start)) return 'html';
  return 'text';
}

function toUtf8(buffer: Uint8Array, charset: string): Uint8Array {
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
