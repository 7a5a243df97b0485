/**
 * Derives from a recorded request the arguments that a caller would give. Decodes by the rules of OpenAPI's style table, and brackets in
 * names (`a[b][]=`) as Rack, PHP and qs do. Shares no code with the request builder, so that building a request from the arguments and
 * comparing it with the recording checks both directions.
 */
import { parseLossless } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../core/lib/json/value.ts';
import type { ToolDraft, WireBody, WireParameter } from '../../core/model/tool.ts';
import { bodiesOf } from '../../core/request/bodyChoice.ts';
import { bracketTree } from './bracketTree.ts';
import { defined } from './defined.ts';
import { bareTypeOf, formPairs, type MultipartField, multipartFields } from './recordedBody.ts';
import type { Operation } from './recordedOperations.ts';
import type { RecordedRequest } from './recordings.ts';
import { argumentSchema, isListSchema, isObjectSchema, itemsOf, memberOf, typed } from './schemaReading.ts';

export interface Derived {
  readonly args: JsonObject;
  /** The decoded body, before it is divided into arguments. */
  readonly body?: JsonValue;
  /** The body's media type, as described. */
  readonly mediaType?: string;
  /** Parts of a recording that no argument can express, in a few words; undefined if there are none. */
  readonly undeclared?: string;
}

/**
 * The arguments of a recorded request.
 * @param credentials names of query parameters that the credential sets
 * @throws SyntaxError for an invalid JSON body, URIError for a broken escape
 */
export function argumentsOf(
  { tool, path }: Operation,
  request: RecordedRequest,
  credentials: ReadonlySet<string>,
): Derived {
  const args: JsonObject = {};
  const pairs = queryPairs(request.url);
  const used = new Set<string>();
  for (const parameter of tool.parameters) {
    const schema = argumentSchema(tool, parameter.argument);
    const value = readValue(parameter, schema, { path, pairs, headers: request.headers, used });
    if (value !== undefined) args[parameter.argument] = value;
  }
  const unknown = pairs.find(([name]) => !used.has(name) && !credentials.has(name));
  const body = takeBody(tool, request, args, credentials);
  const undeclared = body.undeclared ?? (unknown && `query parameter ${unknown[0]}`);
  return { ...body, args, ...(undeclared && { undeclared }) };
}

export type Pairs = ReadonlyArray<readonly [name: string, value: string]>;

interface Sent {
  readonly path: Readonly<Record<string, string>>;
  /** Names are decoded, values raw. */
  readonly pairs: Pairs;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the pairs that parameters have used. */
  readonly used: Set<string>;
}

function readValue(parameter: WireParameter, schema: JsonSchema, sent: Sent): JsonValue | undefined {
  const { name, style, explode } = parameter;
  if (parameter.in === 'path') {
    const raw = sent.path[name];
    if (raw === undefined) return undefined;
    const one = (text: string, of: JsonSchema) => typed(decodeURIComponent(text), of);
    return isListSchema(schema) ? raw.split(',').map((item) => one(item, itemsOf(schema))) : one(raw, schema);
  }
  if (parameter.in === 'header') {
    const text = sent.headers[name.toLowerCase()];
    return text === undefined ? undefined : headerValue(text, schema);
  }
  if (parameter.in !== 'query') return undefined;
  const values = sent.pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (values.length === 0) {
    const inside = sent.pairs.filter(([key]) => key.startsWith(`${name}[`) && !sent.used.has(key));
    if (inside.length > 0) {
      for (const [key] of inside) sent.used.add(key);
      return bracketTree(inside.map(([key, value]) => [key, decoded(value)]))[name]?.as(schema);
    }
    return isObjectSchema(schema) && explode && style === 'form' ? spreadMembers(schema, sent) : undefined;
  }
  sent.used.add(name);
  if (parameter.contentType !== undefined) return parseLossless(decoded(defined(values[0])));
  if (!isListSchema(schema)) return typed(decoded(defined(values[0])), schema);
  const items = explode || values.length > 1 ? values : defined(values[0]).split(separatorOf(style));
  return items.map((item) => typed(decoded(item), itemsOf(schema)));
}

/** A header of style simple; a list or object may also be there as JSON text. */
function headerValue(text: string, schema: JsonSchema): JsonValue {
  if (isObjectSchema(schema) && text.startsWith('{')) return parseLossless(text);
  return isListSchema(schema) ? text.split(/, */).map((item) => typed(item, itemsOf(schema))) : typed(text, schema);
}

const separatorOf = (style: string): RegExp =>
  style === 'spaceDelimited' ? /\+|%20/ : style === 'pipeDelimited' ? /\||%7C/i : /,|%2C/i;

/** An exploded object of style form: each member is a pair of its own. */
function spreadMembers(schema: JsonSchema, { pairs, used }: Sent): JsonValue | undefined {
  const members = pairs.filter(([key]) => !used.has(key) && Object.keys(memberOf(schema, key)).length > 0);
  for (const [key] of members) used.add(key);
  const texts = members.map(([key, value]): [string, JsonValue] => [key, typed(decoded(value), memberOf(schema, key))]);
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** Adds the body to the arguments. */
function takeBody(
  tool: ToolDraft,
  request: RecordedRequest,
  args: JsonObject,
  credentials: ReadonlySet<string>,
): Omit<Derived, 'args'> {
  const { body: bytes, headers } = request;
  if (!bytes) return {};
  if (!tool.body) return { undeclared: 'body' };
  if (headers['content-encoding']) return { undeclared: `content-encoding ${headers['content-encoding']}` };
  const declared = bodiesOf(tool.body);
  const recordedType = bareTypeOf(headers['content-type'] ?? '');
  const isJsonText = /^\s*[{[]/.test(Buffer.from(bytes).toString());
  const body =
    declared.find(({ contentType }) => bareTypeOf(contentType) === recordedType) ??
    declared.find(({ kind }) => kind === (isJsonText ? 'json' : recordedType === '' ? 'urlencoded' : undefined));
  if (!body) return { undeclared: `media type ${recordedType || 'unknown'} of the body` };
  if (body !== declared[0] && tool.body.choice) args[tool.body.choice.argument] = body.contentType;
  const value = bodyValue(tool, body, request, credentials);
  if (value === undefined) return { undeclared: `${body.kind} body, which is not compared` };
  const undeclared = spreadBody(body, value, args, tool);
  return { body: value, mediaType: body.contentType, ...(undeclared && { undeclared }) };
}

function bodyValue(
  tool: ToolDraft,
  body: WireBody,
  { body: bytes, headers }: RecordedRequest,
  credentials: ReadonlySet<string>,
): JsonValue | undefined {
  const text = Buffer.from(bytes ?? []).toString();
  const schemaOf = (name: string): JsonSchema => {
    if (body.layout === 'whole') return memberOf(argumentSchema(tool, body.argument), name);
    return argumentSchema(tool, body.fields.find((field) => field.name === name)?.argument ?? name);
  };
  if (body.kind === 'json') return parseLossless(text);
  if (body.kind === 'urlencoded') {
    const names = body.layout === 'fields' ? body.fields.map(({ name }) => name) : [];
    const pairs = formPairs(text).filter(([name]) => !credentials.has(name));
    const tree = bracketTree(pairs, new Set(names));
    return Object.fromEntries(Object.entries(tree).map(([name, node]) => [name, node.as(schemaOf(name))]));
  }
  if (body.kind === 'multipart') {
    const fields = multipartFields(bytes ?? new Uint8Array(), headers['content-type'] ?? '');
    if (!fields) return undefined;
    const tree = bracketTree(fields.map((field) => [field.name, textOf(field)]));
    return Object.fromEntries(Object.entries(tree).map(([name, node]) => [name, node.as(schemaOf(name))]));
  }
  return body.kind === 'text' ? text : Buffer.from(bytes ?? []).toString('base64');
}

/** The argument for a part: a text, or a data: URL with the name of the file. */
const textOf = ({ filename, mediaType = '', content }: MultipartField): string =>
  filename === undefined
    ? content.toString()
    : `data:${mediaType};name=${encodeURIComponent(filename)};base64,${content.toString('base64')}`;

/** Divides a body into arguments; returns what no argument can express. */
function spreadBody(body: WireBody, value: JsonValue, args: JsonObject, tool: ToolDraft): string | undefined {
  if (body.layout === 'whole') {
    args[body.argument] = value;
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'body that is no object';
  const argumentByName = new Map(body.fields.map(({ name, argument }) => [name, argument]));
  const taken = new Set([...tool.parameters, ...body.fields].map(({ argument }) => argument));
  for (const [name, member] of Object.entries(value)) {
    const argument = argumentByName.get(name) ?? (body.extra && !taken.has(name) ? name : undefined);
    if (argument === undefined) return `body field ${name}`;
    args[argument] = member;
  }
  return undefined;
}

/** Names are decoded, values as in the URL. */
export function queryPairs(url: string): Pairs {
  const query = url.split('?').slice(1).join('?');
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), pair.slice(at + 1)];
    });
}

/** A raw value of a query or form, where `+` is a blank. */
export const decoded = (raw: string): string => decodeURIComponent(raw.replaceAll('+', ' '));
