/** API Gateway HTTP API: the template's routes, the JWT authorizer, payload format 2.0, and AWS's limits. */

import type { ServerResponse } from 'node:http';
import { THROTTLED } from '../functions/environment.ts';
import { FunctionFailed, type FunctionPool, invokeBuffered } from '../functions/pool.ts';
import { TOO_LARGE } from '../functions/runtime/protocol.ts';
import { newRequestId } from '../lib/requestIds.ts';
import { decodePath, isBase64Encoded } from './function-url.ts';
import { type EdgeRequest, singleQuery } from './headers.ts';

/** A route of the template. */
export interface Route {
  /** `ANY /v1/{proxy+}` or `GET /v1/config`. */
  readonly key: string;
  readonly pool: FunctionPool;
  /** Absent on public routes. */
  readonly authorizer?: Authorizer;
  /** The route's own limit; all other routes share that of the stage. */
  readonly throttle?: Throttle;
}

/** What the template's JWT authorizer accepts. */
export interface Authorizer {
  readonly issuer: string;
  readonly audience: readonly string[];
}

/** The claims of a token that is signed by the authorizer's issuer and has not expired; rejects any other token. */
export type VerifyToken = (token: string, authorizer: Authorizer) => Promise<Record<string, unknown>>;

/** A limit of the stage or of a route. */
export interface Throttle {
  /** Requests per second in the long run, and the size of a burst. */
  readonly rate: number;
  readonly burst: number;
}

const LAMBDA_BYTES = 6 * 1024 * 1024;

/** What a function answers. */
export interface LambdaAnswer {
  readonly statusCode?: number;
  readonly headers?: Record<string, string>;
  readonly cookies?: string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** The API as an origin of the edge. */
export function httpApi(routes: readonly Route[], verify: VerifyToken, throttle?: Throttle) {
  const routeOf = bestRoute(routes);
  const all = tokenBucket(throttle);
  const own = new Map(routes.map((route) => [route, route.throttle ? tokenBucket(route.throttle) : all]));
  return async (request: EdgeRequest, response: ServerResponse): Promise<void> => {
    const send = (status: number, message: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ message }));
    const route = routeOf(request.method, request.uri);
    if (!route) return void send(404, 'Not Found');
    if (!own.get(route)?.()) return void send(429, 'Too Many Requests');
    let claims: Record<string, unknown> | undefined;
    if (route.authorizer) {
      const token = /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
      try {
        claims = await verify(token ?? '', route.authorizer);
        request.admitted();
      } catch {
        return void send(401, 'Unauthorized', {
          'www-authenticate': token ? 'Bearer error="invalid_token"' : 'Bearer',
        });
      }
    }
    const body = await request.readBody(LAMBDA_BYTES);
    if (!body) return void send(413, 'Request Entity Too Large');
    const event = eventOf(request, route, body, claims);
    try {
      const given = await invokeBuffered(route.pool, event, { body, most: LAMBDA_BYTES });
      answer(JSON.parse(given) as LambdaAnswer, response);
    } catch (error) {
      if (!(error instanceof FunctionFailed)) throw error;
      if (error.errorType === TOO_LARGE) send(413, 'Request Entity Too Large');
      else if (error.errorType === 'Sandbox.Timedout' || error.errorType === THROTTLED)
        send(503, 'Service Unavailable');
      else send(500, 'Internal Server Error');
    }
  };
}

/** Token bucket, the algorithm that API Gateway documents for its throttling. */
export function tokenBucket(throttle: Throttle | undefined): () => boolean {
  if (!throttle) return () => true;
  const { rate, burst } = throttle;
  let tokens = burst;
  let filled = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - filled) / 1_000) * rate);
    filled = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}

/** Finds the route of a request. The most specific one wins: full match, then greedy; a method before ANY. */
function bestRoute(routes: readonly Route[]): (method: string, uri: string) => Route | undefined {
  const rank = ({ key }: Route) => (key.includes('{') ? 2 : 0) + (key.startsWith('ANY ') ? 1 : 0);
  const ranked = routes
    .toSorted((a, b) => rank(a) - rank(b))
    .map((route) => {
      const [verb, path] = route.key.split(' ') as [string, string];
      const pattern = path.replace(/\{[^}]+\+\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+');
      return { route, verb, paths: new RegExp(`^${pattern}$`) };
    });
  return (method, uri) =>
    ranked.find(({ verb, paths }) => (verb === 'ANY' || verb === method) && paths.test(uri))?.route;
}

function eventOf(
  { method, uri, query, headers, ip }: EdgeRequest,
  { key }: Route,
  body: Buffer,
  claims?: Record<string, unknown>,
) {
  return {
    version: '2.0',
    routeKey: key,
    rawPath: decodePath(uri),
    rawQueryString: query,
    headers,
    ...(query ? { queryStringParameters: singleQuery(query) } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      ...(claims ? { authorizer: { jwt: { claims: asGatewayClaims(claims), scopes: null } } } : {}),
      domainName: headers['host'] ?? 'localhost',
      http: {
        method,
        path: decodePath(uri),
        protocol: 'HTTP/1.1',
        sourceIp: ip,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: newRequestId(),
      routeKey: key,
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    isBase64Encoded: isBase64Encoded(body, headers['content-type']),
  };
}

/** API Gateway passes every claim as text; a list becomes `[a b]`. */
const asGatewayClaims = (claims: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  );

/** Sends what a function has answered. */
export function answer(
  { statusCode = 200, headers = {}, cookies, body = '', isBase64Encoded }: LambdaAnswer,
  response: ServerResponse,
): void {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(statusCode, {
    ...headers,
    ...(cookies?.length ? { 'set-cookie': cookies } : {}),
    'content-length': bytes.length,
  });
  response.end(bytes);
}
