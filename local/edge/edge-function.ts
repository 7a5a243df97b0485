/**
 * CloudFront Functions: runs the template's own code for each viewer request or response, in a context of its own, and checks what it
 * returns as CloudFront does (developer guide, "Restrictions on edge functions" and "CloudFront Functions event structure").
 */
import { newRequestId } from '../lib/requestIds.ts';
import { compiled, invalid } from './function-run.ts';
import type { EdgeRequest, Headers } from './headers.ts';
import type { KeyValues } from './key-values.ts';

/** Result of a function. */
export interface EdgeFunctionResult {
  /** Set when the function returned a response. */
  readonly answer?: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  /** Set when it selected another origin. */
  readonly originId?: string;
}

/** CloudFront quotas: what a function may return, with its body. */
const RESULT_BYTES = 40 * 1_024;
const URL_CHARACTERS = 8_192;

/** Headers that functions neither see nor add; beside them `x-amz-cf-*` and `x-edge-*`. */
const DISALLOWED: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'trailer',
  'upgrade',
  'x-accel-buffering',
  'x-accel-charset',
  'x-accel-limit-rate',
  'x-accel-redirect',
  'x-amzn-auth',
  'x-amzn-cf-billing',
  'x-amzn-cf-id',
  'x-amzn-cf-xff',
  'x-amzn-errortype',
  'x-amzn-fle-profile',
  'x-amzn-header-count',
  'x-amzn-header-order',
  'x-amzn-lambda-integration-tag',
  'x-amzn-requestid',
  'x-cache',
  'x-forwarded-proto',
  'x-real-ip',
]);
const READ_ONLY_IN_REQUESTS: ReadonlySet<string> = new Set([
  'cdn-loop',
  'content-length',
  'host',
  'transfer-encoding',
  'via',
]);
const READ_ONLY_IN_RESPONSES: ReadonlySet<string> = new Set(['warning', 'via']);

const isDisallowed = (name: string): boolean =>
  DISALLOWED.has(name) || name.startsWith('x-amz-cf-') || name.startsWith('x-edge-');

type Values = Record<string, { value: string; multiValue?: ReadonlyArray<{ value: string }> }>;
interface FunctionRequest {
  readonly method: string;
  uri: string;
  readonly querystring: Values;
  readonly headers: Values;
  readonly cookies: Values;
}
interface FunctionResponse {
  readonly statusCode: number;
  readonly headers?: Values;
  readonly cookies?: Values;
  readonly body?: string | { data: string; encoding?: 'text' | 'base64' };
}

/** Status and headers of an answer. Several values of Set-Cookie are a list. */
export interface EdgeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
}

/**
 * A function for viewer responses; compiles the code once. The caller does not run it for a status of 400 or more, as CloudFront does not.
 * Throws EdgeFunctionFailed.
 */
export function edgeResponseFunction(
  code: string,
  name = 'The viewer-response function',
  store?: KeyValues,
): (response: EdgeResponse) => EdgeResponse {
  const run = compiled(name, code, { selectOrigin: () => {}, store });
  return ({ status, headers }) => {
    const seen: Values = {};
    const kept: Record<string, string | number | readonly string[]> = {};
    for (const header in headers) {
      const lower = header.toLowerCase();
      const value = headers[header] as string | number | readonly string[];
      // Set-Cookie is no header for functions.
      if (lower === 'set-cookie' || isDisallowed(lower)) kept[lower] = value;
      else seen[lower] = { value: String(value) };
    }
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-response', requestId: newRequestId() },
      response: { statusCode: status, headers: seen, cookies: {} },
    };
    const result = run(event) as FunctionResponse;
    if (!Number.isInteger(result.statusCode)) throw invalid(`${name} returned no status.`);
    const changed = textsOf(
      name,
      result.headers ?? {},
      (header) => {
        const before = headers[header];
        return before === undefined ? undefined : String(before);
      },
      READ_ONLY_IN_RESPONSES,
    );
    return { status: result.statusCode, headers: Object.assign(changed, kept) };
  };
}

/** Compiles the code once; each call may change the request's path, query and headers, as on AWS. Throws EdgeFunctionFailed. */
export function edgeFunction(
  code: string,
  name = 'The viewer-request function',
  store?: KeyValues,
): (request: EdgeRequest) => EdgeFunctionResult {
  let originId: string | undefined;
  const selectOrigin = (id: string) => {
    originId = id;
  };
  const run = compiled(name, code, { selectOrigin, store });
  return (request) => {
    originId = undefined;
    const viewer: FunctionRequest = {
      method: request.method,
      uri: request.uri,
      querystring: request.query === '' ? {} : queryOf(request.query),
      headers: {},
      cookies: request.headers['cookie'] === undefined ? {} : cookiesOf(request.headers['cookie']),
    };
    for (const header in request.headers) {
      if (header !== 'cookie' && !isDisallowed(header))
        viewer.headers[header] = { value: request.headers[header] as string };
    }
    const result = run({
      version: '1.0',
      context: { eventType: 'viewer-request', requestId: newRequestId() },
      viewer: { ip: request.ip },
      request: viewer,
    }) as FunctionRequest | FunctionResponse;
    if ('statusCode' in result) return { answer: answerOf(name, result) };
    takeRequest(name, request, result);
    return originId === undefined ? {} : { originId };
  };
}

function answerOf(name: string, result: FunctionResponse): EdgeFunctionResult['answer'] {
  const headers = textsOf(name, result.headers ?? {}, () => undefined, READ_ONLY_IN_RESPONSES);
  const { body = '' } = result;
  if (typeof body !== 'string' && body.encoding === 'base64')
    throw invalid(`${name} returned a body in base64, which the local edge does not know.`);
  const text = typeof body === 'string' ? body : body.data;
  if (!Number.isInteger(result.statusCode) || result.statusCode < 100 || result.statusCode > 599)
    throw invalid(`${name} returned the status ${String(result.statusCode)}.`);
  if (text.length > RESULT_BYTES) throw invalid(`${name} returned more than ${RESULT_BYTES} bytes.`);
  return { status: result.statusCode, headers, body: text };
}

/** Puts a returned request into the place of the viewer's. */
function takeRequest(name: string, request: EdgeRequest, result: FunctionRequest): void {
  if (result.method !== request.method) throw invalid(`${name} changed the method.`);
  if (typeof result.uri !== 'string' || !result.uri.startsWith('/')) throw invalid(`${name} returned no path.`);
  const headers = textsOf(name, result.headers, (header) => request.headers[header], READ_ONLY_IN_REQUESTS);
  for (const header of READ_ONLY_IN_REQUESTS)
    if (request.headers[header] !== undefined && headers[header] === undefined)
      throw invalid(`${name} removed the header ${header}, which is read-only.`);
  for (const header in request.headers) if (isDisallowed(header)) headers[header] = request.headers[header] as string;
  if (request.query !== '' || Object.keys(result.querystring).length > 0) request.query = queryText(result.querystring);
  const cookies = Object.entries(result.cookies ?? {});
  if (cookies.length > 0) headers['cookie'] = cookies.flatMap(pairs).join('; ');
  if (request.query.length + result.uri.length >= URL_CHARACTERS) throw invalid(`${name} made the URL too long.`);
  request.uri = result.uri;
  request.headers = headers;
}

/** The values that a function returned. A header that was not there before, or had another value, must be one that may be changed. */
function textsOf(
  name: string,
  values: Values,
  before: (header: string) => string | undefined,
  readOnly: ReadonlySet<string>,
): Headers {
  const texts: Headers = {};
  for (const header in values) {
    const value = values[header]?.value;
    if (typeof value !== 'string') throw invalid(`${name} returned a header ${header} without a text as its value.`);
    if (value !== before(header)) {
      if (header !== header.toLowerCase()) throw invalid(`${name} returned the header ${header} in capital letters.`);
      if (isDisallowed(header) || readOnly.has(header)) throw invalid(`${name} may not change the header ${header}.`);
    }
    texts[header] = value;
  }
  return texts;
}

/** Parameters as they are, without decoding; of several values the first, and all of them beside it. */
const queryOf = (query: string): Values => valuesOf(query.split('&'));
const cookiesOf = (cookie: string): Values => valuesOf(cookie.split(/; */));

function valuesOf(pairs: readonly string[]): Values {
  const values = Object.create(null) as Record<string, { value: string; multiValue?: Array<{ value: string }> }>;
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const known = values[name];
    if (!known) values[name] = { value };
    else known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
  }
  return values;
}

const pairs = ([name, { value, multiValue }]: [string, Values[string]]): string[] =>
  (multiValue ?? [{ value }]).map((each) => `${name}=${each.value}`);

const queryText = (values: Values): string => Object.entries(values).flatMap(pairs).join('&');
