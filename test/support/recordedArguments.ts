/**
 * Derives from a recorded request the arguments that a caller would give. Decodes by the rules of OpenAPI's style table and shares no
 * code with the request builder, so that building a request from them and comparing it with the recording checks both directions.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../core/json/value.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import type { ToolDraft, WireParameter } from '../../core/tools/model.ts';
import { defined } from './defined.ts';
import type { RecordedRequest } from './recordings.ts';

export interface Operation {
  readonly tool: ToolDraft;
  /** Raw texts of the path parameters, by name. */
  readonly path: Readonly<Record<string, string>>;
}

/** Parts of a recording that no argument can express, in a few words; undefined if there are none. */
export interface Derived {
  readonly args: JsonObject;
  readonly undeclared?: string;
}

/** Finds the operation of a request: the same method, base URL and path template, preferring the most literal characters. */
export function operationFinder(result: ImportResult): (request: RecordedRequest) => Operation | undefined {
  const candidates = result.tools.map((tool) => {
    const names: string[] = [];
    const template = (tool.baseUrl ?? result.baseUrl).replace(/\/+$/, '') + tool.path.replace(/[?#].*$/, '');
    const source = template.split(/(\{[^}]*\})/).map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/?#]+)';
    });
    const literals = template.replace(/\{[^}]*\}/g, '').length;
    return { tool, names, literals, pattern: new RegExp(`^${source.join('')}/?$`) };
  });
  candidates.sort((a, b) => b.literals - a.literals);
  return ({ method, url }) => {
    const address = url.replace(/[?#].*$/s, '');
    for (const { tool, names, pattern } of candidates) {
      const match = tool.verb.toUpperCase() === method ? pattern.exec(address) : null;
      if (match)
        return { tool, path: Object.fromEntries(names.map((name, index) => [name, defined(match[index + 1])])) };
    }
    return undefined;
  };
}

/** The arguments of a recorded request. Throws SyntaxError for an invalid JSON body and URIError for a broken escape. */
export function argumentsOf({ tool, path }: Operation, request: RecordedRequest): Derived {
  const args: JsonObject = {};
  const pairs = queryPairs(request.url);
  const used = new Set<string>();
  for (const parameter of tool.parameters) {
    const schema = schemaOf(tool, parameter.argument);
    const value = readValue(parameter, schema, { path, pairs, headers: request.headers, used });
    if (value !== undefined) args[parameter.argument] = value;
  }
  const unknown = pairs.find(([name]) => !used.has(name));
  const undeclared = takeBody(tool, request, args) ?? (unknown && `query parameter ${unknown[0]}`);
  return { args, ...(undeclared && { undeclared }) };
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
  const one = (raw: string) => typed(decoded(raw), schema);
  const list = (raws: readonly string[]) => raws.map((raw) => typed(decoded(raw), itemsOf(schema)));
  if (parameter.in === 'path') {
    const raw = sent.path[name];
    if (raw === undefined) return undefined;
    return isList(schema) ? list(raw.split(',')) : one(raw);
  }
  if (parameter.in === 'header') return sent.headers[name.toLowerCase()];
  if (parameter.in !== 'query') return undefined;
  if (style === 'deepObject') return deepObject(name, schema, sent);
  const values = sent.pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (values.length === 0) return undefined;
  sent.used.add(name);
  if (!isList(schema)) return one(defined(values[0]));
  return list(explode ? values : defined(values[0]).split(/,|%2C/i));
}

function deepObject(name: string, schema: JsonSchema, { pairs, used }: Sent): JsonValue | undefined {
  const object: JsonObject = {};
  for (const [key, value] of pairs) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    used.add(key);
    let at = object;
    const steps = key.slice(name.length + 1, -1).split('][');
    let of: JsonSchema = schema;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as JsonObject;
      of = memberOf(of, step);
    }
    const last = defined(steps.at(-1));
    at[last] = typed(decoded(value), memberOf(of, last));
  }
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Adds the body to the arguments; returns what no argument can express. */
function takeBody(tool: ToolDraft, { body: bytes, headers }: RecordedRequest, args: JsonObject): string | undefined {
  if (!bytes) return undefined;
  const { body } = tool;
  if (!body) return 'body';
  if (headers['content-encoding']) return `content-encoding ${headers['content-encoding']}`;
  if (body.kind !== 'json') return `${body.kind} body, which is not compared`;
  const value = JSON.parse(Buffer.from(bytes).toString()) as JsonValue;
  if (body.layout === 'whole') {
    args[body.argument] = value;
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'body that is no object';
  const argumentByName = new Map(body.fields.map(({ name, argument }) => [name, argument]));
  for (const [name, member] of Object.entries(value)) {
    const argument = argumentByName.get(name) ?? (body.extra ? name : undefined);
    if (argument === undefined) return `body field ${name}`;
    args[argument] = member;
  }
  return undefined;
}

/** Names are decoded, values as in the URL. */
export function queryPairs(url: string): Pairs {
  const query = defined(url.split('#')[0]).split('?').slice(1).join('?');
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), pair.slice(at + 1)];
  });
}

/** A raw value of a path or query, where `+` is a blank. */
export const decoded = (raw: string): string => decodeURIComponent(raw.replaceAll('+', ' '));

/** A text as the type that the schema requires, if that type can be written back as this text; otherwise the text. */
function typed(text: string, schema: JsonSchema): JsonValue {
  const types = typesOf(schema);
  if (types.has('string')) return text;
  if ((types.has('integer') || types.has('number')) && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

/** The schema and its branches, to a depth that is enough for real parameters. */
function* variantsOf(schema: JsonValue | undefined, depth = 0): Generator<Record<string, JsonValue>> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > 4) return;
  const object = schema as Record<string, JsonValue>;
  yield object;
  for (const keyword of BRANCHES) {
    const branches = object[keyword];
    if (Array.isArray(branches)) for (const branch of branches) yield* variantsOf(branch, depth + 1);
  }
}

function typesOf(schema: JsonSchema): Set<string> {
  const types = new Set<string>();
  for (const { type, enum: values, const: value } of variantsOf(schema as JsonValue)) {
    for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') types.add(name);
    if (type === undefined) {
      for (const member of Array.isArray(values) ? values : value === undefined ? [] : [value])
        types.add(typeof member);
    }
  }
  return types;
}

const isList = (schema: JsonSchema): boolean => typesOf(schema).has('array') && !typesOf(schema).has('string');

function itemsOf(schema: JsonSchema): JsonSchema {
  for (const { items } of variantsOf(schema as JsonValue)) if (items !== undefined) return items as JsonSchema;
  return {};
}

function memberOf(schema: JsonSchema, name: string): JsonSchema {
  for (const { properties } of variantsOf(schema as JsonValue)) {
    const member = (properties as Record<string, JsonValue> | undefined)?.[name];
    if (member !== undefined) return member as JsonSchema;
  }
  return {};
}

/** The argument's schema, with a reference into `$defs` resolved. */
function schemaOf({ inputSchema }: ToolDraft, argument: string): JsonSchema {
  const root = inputSchema as { properties?: Record<string, JsonSchema>; $defs?: Record<string, JsonSchema> };
  const schema = root.properties?.[argument] ?? {};
  const reference = (schema as { $ref?: string }).$ref;
  return (reference && root.$defs?.[reference.replace('#/$defs/', '')]) || schema;
}
