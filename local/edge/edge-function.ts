/** CloudFront Functions: runs the template's own code for each viewer request or response, in a context of its own. */
import { createContext, Script } from 'node:vm';
import type { EdgeRequest } from './headers.ts';

/** Result of a function. */
export interface EdgeFunctionResult {
  /** Set when the function returned a response. */
  readonly answer?: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  /** Set when it selected another origin. */
  readonly originId?: string;
}

type Values = Record<string, { value: string }>;
interface FunctionRequest {
  readonly method: string;
  uri: string;
  readonly querystring: Record<string, { value: string }>;
  headers: Values;
}
interface FunctionResponse {
  readonly statusCode: number;
  readonly headers?: Values;
  readonly body?: string | { data: string };
}

/** Status and headers of an answer. */
export interface EdgeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A function for viewer responses; compiles the code once. The caller does not run it for a status of 400 or more, as CloudFront does not. */
export function edgeResponseFunction(code: string): (response: EdgeResponse) => EdgeResponse {
  const context = createContext({});
  new Script(code).runInContext(context);
  const handler = context['handler'] as (event: object) => { statusCode: number; headers: Values };
  return ({ status, headers }) => {
    const response = { statusCode: status, headers: valuesOf(headers) };
    const result = handler({ version: '1.0', context: { eventType: 'viewer-response' }, response });
    return { status: result.statusCode, headers: textsOf(result.headers) };
  };
}

/** Compiles the code once; each call may change the request's path and headers, as on AWS. */
export function edgeFunction(code: string): (request: EdgeRequest) => EdgeFunctionResult {
  let originId: string | undefined;
  const context = createContext({
    // Also in the CloudFront Functions runtime 2.0.
    Buffer,
    cf: {
      selectRequestOriginById: (id: string) => {
        originId = id;
      },
    },
  });
  new Script(code.replace(/^import cf from 'cloudfront';$/m, '')).runInContext(context);
  const handler = context['handler'] as (event: object) => FunctionRequest | FunctionResponse;
  return (request) => {
    originId = undefined;
    const viewer: FunctionRequest = {
      method: request.method,
      uri: request.uri,
      querystring: valuesOf(request.query ? Object.fromEntries(new URLSearchParams(request.query)) : {}),
      headers: valuesOf(request.headers),
    };
    const result = handler({
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: request.ip },
      request: viewer,
    });
    if ('statusCode' in result) {
      const headers = textsOf(result.headers ?? {});
      const body = typeof result.body === 'string' ? result.body : (result.body?.data ?? '');
      return { answer: { status: result.statusCode, headers, body } };
    }
    request.uri = result.uri;
    for (const name in request.headers) if (!Object.hasOwn(result.headers, name)) delete request.headers[name];
    for (const name in result.headers) request.headers[name] = (result.headers[name] as { value: string }).value;
    return originId === undefined ? {} : { originId };
  };
}

const textsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));

function valuesOf(given: Readonly<Record<string, string>>): Values {
  const values: Record<string, { value: string }> = {};
  for (const name in given) values[name] = { value: given[name] as string };
  return values;
}
