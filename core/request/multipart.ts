/**
 * multipart bodies (RFC 7578 for form-data). File arguments are decoded to bytes and always have a filename, because a
 * server takes a part without one for a text field. The boundary is random and does not occur in the content.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { JsonValue } from '../json.ts';
import type { FieldEncoding } from '../tools/model.ts';
import { fileOf, isFileObject } from './base64.ts';
import { PLAIN } from './encode.ts';
import { ToolInvalid } from './errors.ts';
import { jsonText } from './lossless.ts';
import { bareType, concreteType, extensionOf } from './mediaType.ts';
import { pairsOf } from './query.ts';
import { type FormField, fieldText, hasStyle, rulesOf } from './urlencoded.ts';
import { isObject } from './value.ts';

interface Part {
  readonly name: string;
  readonly filename?: string;
  /** Unset for plain text, as browsers send it (the default of RFC 7578 section 4.4). */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** The body and its Content-Type with the boundary; `declared` is the description's type. Throws ToolInvalid for another. */
export function multipart(fields: readonly FormField[], declared: string): { contentType: string; body: Uint8Array } {
  const type = bareType(declared);
  if (type !== 'multipart/form-data') {
    throw new ToolInvalid(
      `The API takes a body of type ${type}, which cannot be composed from arguments; only multipart/form-data can.`,
    );
  }
  const parts = fields.flatMap(partsOf);
  const boundary = boundaryFor(parts);
  const chunks: Uint8Array[] = [];
  for (const part of parts) chunks.push(Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), part.bytes, CRLF);
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${type}; boundary=${boundary}`, body: Buffer.concat(chunks) };
}

const CRLF = Buffer.from('\r\n');

function partsOf(field: FormField): Part[] {
  const { name, encoding, argument } = field;
  if (hasStyle(encoding) && !field.binary) {
    return pairsOf(rulesOf(name, encoding), field.value, argument, PLAIN).map(([key, text]) => ({
      name: key,
      bytes: Buffer.from(text),
    }));
  }
  const values = Array.isArray(field.value) ? field.value : [field.value];
  return values.filter((value) => value !== null && value !== undefined).map((value) => partOf(field, value));
}

function partOf(field: FormField, value: JsonValue): Part {
  const { name, encoding, argument } = field;
  const headers = encoding?.headers ? { headers: encoding.headers } : {};
  const types = encoding?.contentType;
  if (field.binary || isBinaryType(types) || (types === undefined && isFileObject(value))) {
    const file = fileOf(value, argument);
    const contentType = concreteType(types, file.mediaType) ?? 'application/octet-stream';
    const filename = file.filename ?? `${name.replace(/[^\w.-]+/g, '_') || 'file'}${extensionOf(contentType)}`;
    return { name, filename, contentType, bytes: file.bytes, ...headers };
  }
  const structured = isObject(value) || Array.isArray(value);
  const contentType = concreteType(types) ?? (structured ? 'application/json' : undefined);
  const isJson = contentType !== undefined && /[/+]json$/.test(bareType(contentType));
  const text = isJson ? jsonText(value) : fieldText(value, argument);
  return { name, bytes: Buffer.from(text), ...(contentType ? { contentType } : {}), ...headers };
}

/** A declared part type that is neither text nor a text format means that the argument is a file. */
function isBinaryType(types: FieldEncoding['contentType']): boolean {
  const type = types === undefined ? undefined : bareType(types.split(',')[0]!);
  if (type === undefined || type === '*/*') return false;
  return !/^text\/|^application\/(?:json|xml|x-www-form-urlencoded)$|\+json$|\+xml$/.test(type);
}

const quote = (text: string): string =>
  text.replace(/["\r\n]/g, (character) => ({ '"': '%22', '\r': '%0D', '\n': '%0A' })[character]!);

function headOf(part: Part): string {
  const filename = part.filename === undefined ? '' : `; filename="${quote(part.filename)}"`;
  const lines = [`Content-Disposition: form-data; name="${quote(part.name)}"${filename}`];
  if (part.contentType !== undefined) lines.push(`Content-Type: ${part.contentType}`);
  for (const [name, value] of Object.entries(part.headers ?? {})) {
    const lower = name.toLowerCase();
    if (lower === 'content-type' || lower === 'content-disposition' || lower === 'content-transfer-encoding') continue;
    lines.push(`${name}: ${value.replace(/[\r\n\0]+/g, ' ')}`);
  }
  return lines.join('\r\n');
}

function boundaryFor(parts: readonly Part[]): string {
  for (;;) {
    const boundary = `portcullis-${randomBytes(18).toString('hex')}`;
    if (
      !parts.some((part) => Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length).includes(boundary))
    )
      return boundary;
  }
}
