/**
 * Multipart bodies: parts with names (RFC 7578, form-data) or parts by position (RFC 2046, OpenAPI 3.2 "Encoding By
 * Position"). File arguments are decoded to bytes. A file with a name always gets a filename, because servers read a part
 * without one as a text field. The boundary is random and does not occur in the content.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { isPlainObject, jsonText } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { bareType, concreteType, extensionOf, isFileType } from '../lib/mediaType.ts';
import { PLAIN } from '../lib/url/percentEncoding.ts';
import type { FieldEncoding, ListStyle, PartEncodings } from '../model/tool.ts';
import { fileOf, isFileObject } from './base64.ts';
import { nameOfItem, pairsOf } from './query.ts';
import { type FormField, fieldsOf, fieldText, hasStyle, rulesOf, urlencoded } from './urlencoded.ts';
import { isAbsent } from './value.ts';

interface Part {
  /** Unset for a part that is identified by its position. */
  readonly name?: string;
  readonly filename?: string;
  /** Unset for plain text, as browsers send it (the default of RFC 7578 section 4.4). */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A body with its Content-Type. */
export interface Multipart {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * A form. The parts have names in multipart types other than form-data, too, as OpenAPI before 3.2 recommends; receivers
 * that identify parts by position ignore the names.
 * @param declared the description's media type
 * @param lists the owner's choice for all lists
 */
export function multipart(fields: readonly FormField[], declared: string, lists?: ListStyle): Multipart {
  const parts = fields.flatMap((field) => partsOf(field, lists));
  return joined(parts, declared);
}

/**
 * A body of parts without names, one for each item that is not null.
 * @throws `argument_invalid`
 */
export function multipartList(
  items: readonly JsonValue[],
  encodings: PartEncodings | undefined,
  declared: string,
  argument: string,
): Multipart {
  const parts = items.flatMap((value, index): Part[] => {
    if (value === null) return [];
    const { binary = false, ...encoding } = encodings?.prefix[index] ?? encodings?.rest ?? {};
    const {
      bytes,
      headers = {},
      contentType = PLAIN_TEXT,
    } = partOf({ name: '', value, argument, binary, encoding }, value);
    return [{ bytes, headers, contentType }];
  });
  return joined(parts, declared);
}

/** The charset is given, because UTF-8 is the default for form fields only. */
const PLAIN_TEXT = 'text/plain; charset=utf-8';

function joined(parts: readonly Part[], declared: string): Multipart {
  const boundary = boundaryFor(parts);
  const chunks: Uint8Array[] = [];
  for (const part of parts) chunks.push(Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), part.bytes, CRLF);
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${typeOf(declared, parts)}; boundary=${boundary}`, body: Buffer.concat(chunks) };
}

/**
 * The declared type without a boundary. multipart/related gets the required `type` of its first part (RFC 2387 section
 * 3.1).
 */
function typeOf(declared: string, parts: readonly Part[]): string {
  const type = bareType(declared);
  if (type === 'multipart/form-data') return type;
  const parameters = declared
    .split(';')
    .slice(1)
    .filter((text) => !/^\s*(?:boundary=.*)?$/i.test(text));
  if (type === 'multipart/related' && !parameters.some((text) => /^\s*type=/i.test(text))) {
    parameters.push(` type="${bareType(parts[0]?.contentType ?? 'text/plain')}"`);
  }
  return [type, ...parameters].join(';');
}

const CRLF = Buffer.from('\r\n');

function partsOf(field: FormField, chosen: ListStyle | undefined): Part[] {
  const { name, encoding, argument } = field;
  const lists = chosen ?? encoding?.lists;
  if (hasStyle(encoding) && !field.binary) {
    return pairsOf(rulesOf(name, encoding), field.value, argument, PLAIN, lists).map(([key, text]) => ({
      name: key,
      bytes: Buffer.from(text),
    }));
  }
  if (!Array.isArray(field.value)) return isAbsent(field.value) ? [] : [partOf(field, field.value)];
  const values = field.value.filter((value) => !isAbsent(value));
  return values.map((value, index) => partOf({ ...field, name: nameOfItem(name, index, PLAIN, lists) }, value));
}

function partOf(field: FormField, value: JsonValue): Part {
  const { name, encoding, argument } = field;
  const headers = encoding?.headers ? { headers: encoding.headers } : {};
  const types = encoding?.contentType;
  const mayBeFile = types === undefined || types.split(',').some((type) => isFileType(type) || type.includes('*'));
  if (field.binary || isFileType(types) || (mayBeFile && isFileObject(value))) {
    const file = fileOf(value, argument);
    const contentType = concreteType(types, file.mediaType) ?? 'application/octet-stream';
    const filename = file.filename ?? `${name.replace(/[^\w.-]+/g, '_') || 'file'}${extensionOf(contentType)}`;
    return { name, filename, contentType, bytes: file.bytes, ...headers };
  }
  const nested = nestedBody(concreteType(types) ?? '', encoding, value, argument);
  if (nested) return { name, contentType: nested.contentType, bytes: nested.body, ...headers };
  const structured = isPlainObject(value) || Array.isArray(value);
  const contentType = concreteType(types) ?? (structured ? 'application/json' : undefined);
  const isJson = contentType !== undefined && /[/+]json$/.test(bareType(contentType));
  const text = isJson ? jsonText(value) : fieldText(value, argument);
  return { name, bytes: Buffer.from(text), ...(contentType ? { contentType } : {}), ...headers };
}

/** A part that is a form or a multipart body itself (OpenAPI 3.2, "Nested Encoding"). */
function nestedBody(
  declared: string,
  encoding: FieldEncoding | undefined,
  value: JsonValue,
  argument: string,
): Multipart | undefined {
  const type = bareType(declared);
  const fields = () => fieldsOf(value as JsonObject, argument, encoding?.fields);
  if (type === 'application/x-www-form-urlencoded' && isPlainObject(value)) {
    return { contentType: declared, body: Buffer.from(urlencoded(fields())) };
  }
  if (!type.startsWith('multipart/')) return undefined;
  if (Array.isArray(value)) return multipartList(value, encoding?.parts, declared, argument);
  return isPlainObject(value) ? multipart(fields(), declared) : undefined;
}

const quote = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function headOf(part: Part): string {
  const lines: string[] = [];
  if (part.name !== undefined) {
    const filename = part.filename === undefined ? '' : `; filename="${quote(part.filename)}"`;
    lines.push(`Content-Disposition: form-data; name="${quote(part.name)}"${filename}`);
  }
  if (part.contentType !== undefined) lines.push(`Content-Type: ${part.contentType}`);
  for (const [name, value] of Object.entries(part.headers ?? {})) {
    const lower = name.toLowerCase();
    if (lower === 'content-type' || (part.name !== undefined && OWN_PART_HEADERS.has(lower))) continue;
    lines.push(`${name}: ${value.replace(/[\r\n\0]+/g, ' ')}`);
  }
  return lines.join('\r\n');
}

/** Headers of a part with a name that the description may not set (RFC 7578 sections 4.2 and 4.7). */
const OWN_PART_HEADERS = new Set(['content-disposition', 'content-transfer-encoding']);

function boundaryFor(parts: readonly Part[]): string {
  for (;;) {
    const boundary = `portcullis-${randomBytes(18).toString('hex')}`;
    if (
      !parts.some((part) => Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length).includes(boundary))
    )
      return boundary;
  }
}
