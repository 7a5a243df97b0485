/**
 * The result of a `tools/call`, `resources/read` or `prompts/get` of an MCP server as the body of an HTTP answer, so that it is governed,
 * masked, cut and projected by the very stages that an API's answer passes (core/response/content.ts): structured content and a text that is JSON as JSON with its fields,
 * a text as text, pictures and sounds as such, several blocks as a multipart body whose parts are governed one by one. A text that says
 * the structured content once more is left out.
 */
import { randomBytes } from 'node:crypto';
import { isPlainObject, jsonText, parseLossless } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { bareType, isTextType } from '../lib/mediaType.ts';
import type { McpSaid } from '../model/tool.ts';

/** A body with its media type. */
export interface ResultBody {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A multipart body of more parts is not split (core/response/multipart.ts). */
const MAX_PARTS = 90;
const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The body of a result. @param maxBytes above which several blocks do not stay apart: they become one JSON list or text, which can be cut */
export function bodyOfResult(result: JsonObject, maxBytes: number): ResultBody {
  const structured = result['structuredContent'];
  const blocks = Array.isArray(result['content']) ? result['content'] : [];
  const parts: ResultBody[] = [];
  const isStructured = structured !== undefined && structured !== null;
  if (isStructured) parts.push(jsonBody(structured));
  for (const block of blocks) {
    if (!isPlainObject(block)) continue;
    if (isStructured && block['type'] === 'text' && repeats(block['text'], structured)) continue;
    parts.push(...partsOfBlock(block));
  }
  return bodyOfParts(parts, maxBytes);
}

/** The body of what `resources/read` gave: its contents without their URIs, which nobody has approved. */
export const bodyOfContents = (result: JsonObject, maxBytes: number): ResultBody =>
  bodyOfParts(listOf(result['contents']).flatMap(partsOfResource), maxBytes);

/** The body of what `prompts/get` gave, and what each part of it is, which is known where the parts stay apart. */
export function bodyOfMessages(
  result: JsonObject,
  maxBytes: number,
): ResultBody & { readonly said: readonly McpSaid[] } {
  const said = listOf(result['messages']).flatMap(({ role: by, content }) => {
    const role = by === 'assistant' ? ('assistant' as const) : ('user' as const);
    const block = isPlainObject(content ?? null) ? (content as JsonObject) : {};
    const { type, resource } = block;
    if (type !== 'resource' || !isPlainObject(resource ?? null)) {
      return partsOfBlock(block).map((part) => ({ part, of: { role } }));
    }
    const { uri } = resource as JsonObject;
    const head = { part: textBody(typeof uri === 'string' ? uri : ''), of: { role, isUri: true as const } };
    return partsOfResource(resource as JsonObject).flatMap((part) => [head, { part, of: { role } }]);
  });
  const parts = said.map(({ part }) => part);
  return { ...bodyOfParts(parts, maxBytes), said: said.map(({ of }) => of) };
}

const listOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isPlainObject) : [];

function bodyOfParts(parts: readonly ResultBody[], maxBytes: number): ResultBody {
  const [only] = parts;
  if (only === undefined) return { type: TEXT_TYPE, bytes: Buffer.alloc(0) };
  if (parts.length === 1) return only;
  const whole = multipart(parts);
  if (parts.length <= MAX_PARTS && whole.bytes.length <= maxBytes) return whole;
  return parts.every(({ type }) => type === JSON_TYPE) ? asList(parts) : asText(parts);
}

/** The body that tells of a JSON-RPC error. */
export const bodyOfError = (error: { code: number; message: string; data?: JsonValue }): ResultBody =>
  jsonBody({
    error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) },
  });

const jsonBody = (value: JsonValue): ResultBody => ({ type: JSON_TYPE, bytes: Buffer.from(jsonText(value)) });

function parsed(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is the structured content, or the one value in it, as servers add it for clients that know only texts. */
function repeats(text: JsonValue | undefined, structured: JsonValue): boolean {
  if (typeof text !== 'string') return false;
  const values = isPlainObject(structured) ? Object.values(structured) : [];
  const inner = values.length === 1 ? (values[0] as JsonValue) : undefined;
  if (inner === text) return true;
  const value = parsed(text);
  if (value === undefined) return inner !== undefined && jsonText(inner) === text;
  const said = orderedText(value);
  return said === orderedText(structured) || (inner !== undefined && said === orderedText(inner));
}

/** JSON with the members of each object in one order. */
function orderedText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(orderedText).join()}]`;
  if (!isPlainObject(value)) return jsonText(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${orderedText(value[key] as JsonValue)}`).join()}}`;
}

/** A text is read as JSON where it is JSON, whatever it is called. */
function textBody(text: string, type = TEXT_TYPE): ResultBody {
  return { type: parsed(text) === undefined ? type : JSON_TYPE, bytes: Buffer.from(text) };
}

function partsOfBlock(block: JsonObject): ResultBody[] {
  const { type, text, data, mimeType, resource } = block;
  if (type === 'text') return typeof text === 'string' ? [textBody(text)] : [];
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    const wanted = mediaTypeOf(mimeType);
    return [fileBody(data, wanted.startsWith(`${type}/`) ? wanted : 'application/octet-stream')];
  }
  if (type === 'resource' && isPlainObject(resource ?? null)) {
    const { uri } = resource as JsonObject;
    const head = textBody(`Resource: ${typeof uri === 'string' ? uri : ''}`);
    return [head, ...partsOfResource(resource as JsonObject)];
  }
  if (type === 'resource_link') {
    const { uri, name, title, description } = block;
    return [jsonBody({ resource_link: withoutEmpty({ uri, name, title, description, mimeType }) })];
  }
  // What this product does not know is said, and not passed on: it would not be governed by what it is.
  const kind = typeof type === 'string' ? type.slice(0, 40) : 'unnamed';
  return [textBody(`[a block of content of another kind was left out: ${kind}]`)];
}

function partsOfResource({ text, blob, mimeType }: JsonObject): ResultBody[] {
  const named = mediaTypeOf(mimeType);
  if (typeof text === 'string') return [textBody(text, isTextType(named) ? `${named}; charset=utf-8` : TEXT_TYPE)];
  return typeof blob === 'string' ? [fileBody(blob, named)] : [];
}

const withoutEmpty = (members: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string')) as JsonObject;

const mediaTypeOf = (value: JsonValue | undefined): string => {
  const type = typeof value === 'string' ? bareType(value) : '';
  return /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(type) ? type : 'application/octet-stream';
};

const fileBody = (base64: string, type: string): ResultBody => ({ type, bytes: Buffer.from(base64, 'base64') });

const LETTERS = 'ghijklmnop';

function multipart(parts: readonly ResultBody[]): ResultBody {
  // Of letters: digits could be read as somebody's number.
  const boundary = randomBytes(18)
    .toString('hex')
    .replace(/\d/g, (digit) => LETTERS[Number(digit)] as string);
  const pieces = parts.flatMap(({ type, bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/mixed; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Blocks of JSON as one list. */
const asList = (parts: readonly ResultBody[]): ResultBody =>
  jsonBody(parts.map(({ bytes }) => parsed(bytes.toString()) ?? bytes.toString()));

/** One text that has the blocks as its parts, each of which governance reads as what it is. Files are named only. */
function asText(parts: readonly ResultBody[]): ResultBody {
  const texts = parts.map((part) => {
    if (part.type === JSON_TYPE || isTextType(bareType(part.type))) return part;
    return textBody(`[${part.bytes.length} bytes of ${part.type} were left out: the answer has too much beside them]`);
  });
  return { type: TEXT_TYPE, bytes: multipart(texts).bytes };
}
