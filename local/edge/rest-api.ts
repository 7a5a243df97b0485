/**
 * API Gateway REST APIs, regional and private ones: the methods of the template (rest-api-template.ts), which stream or hand over whole what their functions
 * answer, payload format 1.0, the authorizer of a user pool, limits, and the policy of a private API.
 */
import type { ServerResponse } from 'node:http';
import { FunctionFailed, type FunctionPool, invokeBuffered } from '../functions/pool.ts';
import { TOO_LARGE } from '../functions/runtime/protocol.ts';
import { newRequestId } from '../lib/requestIds.ts';
import { ACCOUNT } from '../template/resolve.ts';
import { decodePath } from './function-url.ts';
import type { EdgeRequest } from './headers.ts';
import { type Authorizer, answer, type LambdaAnswer, tokenBucket, type VerifyToken } from './http-api.ts';
import { type FunctionsOfRegion, readRestApis, type ServedApi } from './rest-api-template.ts';
import { invokeStreaming, renamed } from './streamed.ts';

/** Answers a request whose path begins with that of a stage. */
export type RestApi = (request: EdgeRequest, response: ServerResponse) => void | Promise<void>;

/** The REST APIs of some regions by domain name. Throws PortcullisError `template_unsupported`. */
export const restApisOf = (regions: readonly FunctionsOfRegion[], verify: VerifyToken): ReadonlyMap<string, RestApi> =>
  new Map(regions.flatMap(readRestApis).map((api) => [api.domain, restApi(api, verify)]));

/** API Gateway's limit for a request; Lambda's is below. */
const REQUEST_BYTES = 10 * 1024 * 1024;
const LAMBDA_BYTES = 6 * 1024 * 1024;
const INTERNAL = '{"message": "Internal server error"}';
const FAILURES = { throttled: [500, INTERNAL], failed: [502, INTERNAL] } as const;

type Refuse = (status: number, message: string) => void;

function restApi(api: ServedApi, verify: VerifyToken): RestApi {
  const { stages, methods, letsIn, isBinary } = api;
  const buckets = new Map(
    [...stages].flatMap(([stage, limits]) =>
      [...limits].map(([name, throttle]) => [`${stage} ${name}`, tokenBucket(throttle)] as const),
    ),
  );
  return async (request, response) => {
    const refuse: Refuse = (status, message) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
    if (letsIn && !letsIn(request.vpceId)) return refuse(403, 'Forbidden');
    const [, stage = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(request.uri) ?? [];
    if (!stages.has(stage)) return refuse(403, 'Forbidden');
    const method = methods.find(({ verb, paths }) => (verb === 'ANY' || verb === request.method) && paths.test(path));
    if (!method) return refuse(403, 'Missing Authentication Token');
    const { pool, authorizer, resource, verb } = method;
    if (buckets.get(`${stage} ${resource}/${verb}`)?.() === false) return refuse(429, 'Too Many Requests');
    const claims = authorizer && (await claimsOf(request, authorizer, verify));
    if (authorizer && !claims) return refuse(401, 'Unauthorized');
    if (claims) request.admitted();
    const body = await request.readBody(REQUEST_BYTES);
    // Base64 takes four characters for three bytes.
    if (!body || body.length * (isBinary ? 4 / 3 : 1) > LAMBDA_BYTES) return refuse(413, 'Request Entity Too Large');
    const event = eventOf(request, {
      api,
      stage,
      path,
      resource,
      claims,
      isBase64Encoded: isBinary && body.length > 0,
    });
    if (method.isStreaming) return invokeStreaming({ pool, event, body, failures: FAILURES }, request, response);
    await invokeWhole({ pool, event, body }, response, refuse);
  };
}

async function invokeWhole(
  { pool, event, body }: { readonly pool: FunctionPool; readonly event: object; readonly body: Buffer },
  response: ServerResponse,
  refuse: Refuse,
): Promise<void> {
  try {
    const given = JSON.parse(await invokeBuffered(pool, event, { body, most: LAMBDA_BYTES })) as LambdaAnswer;
    answer({ ...given, headers: renamed(given.headers ?? {}) }, response);
  } catch (error) {
    if (!(error instanceof FunctionFailed)) throw error;
    if (error.errorType === TOO_LARGE) refuse(413, 'Request Entity Too Large');
    else if (error.errorType === 'Sandbox.Timedout') refuse(504, 'Endpoint request timed out');
    else refuse(502, 'Internal server error');
  }
}

/** Without scopes, the authorizer of a user pool takes identity tokens. It passes every claim as text, and the times of these two for people. */
async function claimsOf(
  { headers }: EdgeRequest,
  authorizer: Authorizer,
  verify: VerifyToken,
): Promise<Readonly<Record<string, string>> | undefined> {
  const token = /^(?:Bearer )?(.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const claims = await verify(token ?? '', authorizer).catch(() => undefined);
  if (claims?.['token_use'] !== 'id') return undefined;
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      WRITTEN_OUT.has(name) ? dateText(Number(value)) : String(value),
    ]),
  );
}

const WRITTEN_OUT: ReadonlySet<string> = new Set(['exp', 'iat']);

/** As Java writes dates: Thu Dec 06 16:08:23 UTC 2018. */
function dateText(seconds: number): string {
  const [weekday = '', day, month, year, time] = new Date(seconds * 1_000).toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

interface Asked {
  readonly api: ServedApi;
  readonly stage: string;
  readonly path: string;
  readonly resource: string;
  readonly claims: Readonly<Record<string, string>> | undefined;
  readonly isBase64Encoded: boolean;
}

function eventOf(
  { method, query, headers: given, ip, vpceId }: EdgeRequest,
  { api: { apiId, domain }, stage, path, resource, claims, isBase64Encoded }: Asked,
) {
  const multiValueHeaders = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [asWritten(name), [value]] as const),
  );
  const parameters = new URLSearchParams(query);
  const multiValueQueryStringParameters = Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)] as const),
  );
  const hasQuery = parameters.size > 0;
  return {
    resource,
    path: decodePath(path),
    httpMethod: method,
    headers: lastOf(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: hasQuery ? lastOf(multiValueQueryStringParameters) : null,
    multiValueQueryStringParameters: hasQuery ? multiValueQueryStringParameters : null,
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId,
      ...(claims && { authorizer: { claims } }),
      domainName: domain,
      httpMethod: method,
      identity: { sourceIp: ip, userAgent: given['user-agent'] ?? null, ...(vpceId !== undefined && { vpceId }) },
      path: `/${stage}${path}`,
      protocol: 'HTTP/1.1',
      requestId: newRequestId(),
      requestTimeEpoch: Date.now(),
      resourcePath: resource,
      stage,
    },
    isBase64Encoded,
  };
}

/** As most clients write it: REST APIs pass names on in the letters that came. */
const asWritten = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const lastOf = (several: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(several).map(([name, values]) => [name, values.at(-1)]));
