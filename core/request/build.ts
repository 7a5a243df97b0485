/**
 * Builds the HTTP request of a call from its arguments, serialized as the description says (style tables of OpenAPI 3.0
 * to 3.2, collection formats of Swagger 2.0). The URL is joined from encoded parts and not parsed again, because a URL
 * parser would rewrite it. Does not add the credential (request/credential does) and does not connect (egress/ does).
 */

import { PortcullisError } from '../lib/errors.ts';
import { isPlainObject, jsonText } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { bareType, isJsonType } from '../lib/mediaType.ts';
import { encodeReserved, encodeStrict } from '../lib/url/percentEncoding.ts';
import type { ListStyle, RequestProgram, WireParameter } from '../model/tool.ts';
import { bodyOf } from './body.ts';
import { cookieTexts } from './cookie.ts';
import { argumentInvalid } from './errors.ts';
import { checkedHeader, headerText } from './header.ts';
import { fillPath } from './path.ts';
import { type Pair, pairsOf } from './query.ts';
import { fieldsOf, urlencoded } from './urlencoded.ts';
import { textOf } from './value.ts';

/** A request without its credential. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  /** In the order of the parameters; a name may occur several times. Values are sent as UTF-8. */
  readonly headers: Array<[string, string]>;
  readonly body?: Uint8Array;
}

/** A request immediately before it is sent. */
export interface Outgoing {
  readonly method: string;
  /** Absolute and encoded. */
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
}

/**
 * Builds the request of one call.
 * @param baseUrl a checked base URL; the program's own one is used instead if it has one
 * @throws `argument_invalid` for errors that the caller can correct
 * @throws `tool_invalid` for errors in the description of the tool
 */
export function buildRequest(program: RequestProgram, baseUrl: string, args: JsonObject): BuiltRequest {
  const method = program.verb.toUpperCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Z]+$/.test(method) || method === 'CONNECT' || method === 'TRACE') {
    throw new PortcullisError(
      'tool_invalid',
      `Requests with the method ${method} are not sent: it would open a tunnel or echo the credential.`,
    );
  }
  const argumentOf = (argument: string): JsonValue | undefined =>
    Object.hasOwn(args, argument) ? args[argument] : undefined;
  for (const { argument, required } of program.parameters) {
    if (required && argumentOf(argument) === undefined) throw argumentInvalid(argument, 'required', 'is missing');
  }
  const { path, query, fragment } = splitTemplate(program.path);
  const pathText = fillPath(path, program.parameters, (parameter) => {
    const value = argumentOf(parameter.argument);
    // A string is not quoted even if its content type is JSON, because a quoted string identifies no resource.
    const isContent = parameter.contentType !== undefined && typeof value === 'object' && value !== null;
    return isContent ? contentText(parameter, value) : value;
  });
  const pairs = queryTexts(program, argumentOf);
  pairs.unshift(...templatePairs(literalPairs(query, pairs), program.parameters, argumentOf));
  const whole = wholeQuery(program, argumentOf);
  if (whole) pairs.push(whole);
  pairs.unshift(...templatePairs(fragmentPairs(fragment, program.parameters, pairs), program.parameters, argumentOf));
  const base = (program.baseUrl ?? baseUrl).replace(/\/+$/, '');
  const url = `${base}/${pathText.replace(/^\/+/, '')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  const headers = headersOf(program.parameters, argumentOf);
  const body = bodyOf(program, args);
  if (!body) return { method, url, headers };
  headers.push(['content-type', checkedHeader(ownType(program) ?? body.contentType, 'body')]);
  return { method, url, headers, body: body.body };
}

/** The tool's own name for what its body is; not of a multipart body, whose type has the boundary, nor where an argument chooses the type. */
function ownType({ headers, body }: RequestProgram): string | undefined {
  if (!headers || !body || body.kind === 'multipart' || body.choice) return undefined;
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

type ArgumentOf = (argument: string) => JsonValue | undefined;

/**
 * Splits a path template. It may have a query (`?Action={x}`) or, in descriptions with one path for many operations, a
 * fragment with query parameters (`/#Action=Create`).
 */
function splitTemplate(template: string): { path: string; query: string; fragment: string } {
  const [rest, fragment = ''] = splitOnce(template, '#');
  const [path, query = ''] = splitOnce(rest, '?');
  return { path, query, fragment };
}

/** The pairs of a template's query without those that an argument sets, because many servers join values of one name. */
function literalPairs(query: string, sent: readonly string[]): string {
  const isGiven = (pair: string) => sent.some((known) => known.startsWith(`${pair.split('=', 1)[0]}=`));
  return query
    .split('&')
    .filter((pair) => pair.includes('{') || !isGiven(pair))
    .join('&');
}

/**
 * The pairs of a fragment that are sent in the query: those with a value that neither the query nor a header parameter
 * (`/#X-Amz-Target=Create`) has.
 */
function fragmentPairs(fragment: string, parameters: readonly WireParameter[], query: readonly string[]): string {
  const isMissing = (pair: string): boolean => {
    const [name, value] = splitOnce(pair, '=');
    const isHeader = (one: WireParameter) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase();
    return value !== undefined && !query.some((known) => known.startsWith(`${name}=`)) && !parameters.some(isHeader);
  };
  return fragment.split('&').filter(isMissing).join('&');
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function templatePairs(query: string, parameters: readonly WireParameter[], argumentOf: ArgumentOf): string[] {
  if (query === '') return [];
  return query.split('&').map((pair) =>
    pair
      .split(/(\{[^{}]+\})/)
      .map((part, index) => {
        if (index % 2 === 0) return encodeReserved(part, '#[]');
        const parameter = parameters.find((candidate) => candidate.name === part.slice(1, -1));
        const value = parameter && argumentOf(parameter.argument);
        return !parameter || value === undefined || value === null
          ? ''
          : encodeStrict(textOf(value, parameter.argument));
      })
      .join(''),
  );
}

function queryTexts({ parameters, lists }: RequestProgram, argumentOf: ArgumentOf): string[] {
  const texts: string[] = [];
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const value = argumentOf(parameter.argument);
    const pairs: Pair[] =
      parameter.contentType === undefined
        ? pairsOf(parameter, value, parameter.argument, undefined, lists)
        : value === undefined
          ? []
          : [[encodeStrict(parameter.name), encodeStrict(contentText(parameter, value))]];
    for (const [name, text] of pairs) texts.push(`${name}=${text}`);
  }
  return texts;
}

/** The query of a parameter with `in: querystring` (OpenAPI 3.2), whose value is the whole query. */
function wholeQuery({ parameters, lists }: RequestProgram, argumentOf: ArgumentOf): string | undefined {
  const parameter = parameters.find((candidate) => candidate.in === 'querystring');
  const value = parameter && argumentOf(parameter.argument);
  if (!parameter || value === undefined || value === null) return undefined;
  if (bareType(parameter.contentType ?? '') !== 'application/x-www-form-urlencoded') {
    return encodeStrict(contentText(parameter, value));
  }
  return contentText(parameter, value, lists) || undefined;
}

/** The value of a parameter described by `content`, serialized in that media type. */
function contentText(parameter: WireParameter, value: JsonValue, lists?: ListStyle): string {
  const type = bareType(parameter.contentType ?? '');
  if (type === 'application/x-www-form-urlencoded' && isPlainObject(value)) {
    const { argument, encoding } = parameter;
    return urlencoded(fieldsOf(value, argument, encoding), lists);
  }
  if (isJsonType(type)) return jsonText(value);
  return isPlainObject(value) || Array.isArray(value) ? jsonText(value) : textOf(value, parameter.argument);
}

function headersOf(parameters: readonly WireParameter[], argumentOf: ArgumentOf): Array<[string, string]> {
  const headers: Array<[string, string]> = [];
  const cookies: string[] = [];
  for (const parameter of parameters) {
    const value = argumentOf(parameter.argument);
    if (value === undefined || value === null) continue;
    const { argument, name, contentType } = parameter;
    if (parameter.in === 'header') {
      // The value of a parameter with `content` is serialized already.
      const text = headerText(parameter, contentType === undefined ? value : contentText(parameter, value));
      if (text === undefined || name.toLowerCase() === 'content-type') continue;
      if (name.toLowerCase() === 'cookie') cookies.push(text);
      else headers.push([name, text]);
    } else if (parameter.in === 'cookie') {
      if (contentType === undefined) cookies.push(...cookieTexts(parameter, value));
      else cookies.push(`${encodeStrict(name)}=${encodeStrict(contentText(parameter, value))}`);
    }
    if (parameter.in === 'cookie' && /[^\u0021-\u003a\u003c\u003e-\u007e]/.test(name)) {
      throw argumentInvalid(argument, 'cookie_name', 'belongs to a cookie whose name cannot be sent');
    }
  }
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  return headers;
}
