/** Lambda function URLs with response streaming: convert an HTTP request to payload format 2.0 and stream the response back. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CHALLENGE_HEADERS } from '../../core/mcp/errors.ts';
import { THROTTLED } from '../functions/environment.ts';
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import type { Prelude } from '../functions/runtime/protocol.ts';
import { urlDomain } from '../stack/physical.ts';
import { readPermissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { type EdgeRequest, singleQuery } from './headers.ts';

/** A function URL. */
export interface FunctionUrl {
  readonly pool: FunctionPool;
  /** Whether everybody may invoke the function by it. */
  readonly isOpen: boolean;
}

/** A region with the pools of its functions. */
interface FunctionsOfRegion {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly pools: ReadonlyMap<string, FunctionPool>;
}

/** The function URLs of some regions by domain name. Throws PortcullisError `template_unsupported`. */
export const functionUrlsOf = (regions: readonly FunctionsOfRegion[]): ReadonlyMap<string, FunctionUrl> =>
  new Map(
    regions.flatMap(({ template, resolve, pools }) => {
      const permissions = readPermissions(template, resolve);
      return ofType(template, 'AWS::Lambda::Url').map(([id, { AuthType, InvokeMode, TargetFunctionArn }]) => {
        const pool = poolOf(pools, resolve<string>(TargetFunctionArn));
        if (!pool || AuthType !== 'NONE' || InvokeMode !== 'RESPONSE_STREAM')
          throw unsupported(`The function URL ${id} must be open and stream its answers.`);
        const { functionName } = pool.definition;
        // Since 2025 a function URL requires both permissions (AWS Lambda developer guide, access to function URLs).
        const isOpen = ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'].every((action) =>
          permissions.allows(functionName, action, '*'),
        );
        return [urlDomain(functionName, template.region), { pool, isOpen }] as const;
      });
    }),
  );

/** Lambda's limit for the whole event. */
const REQUEST_BYTES = 6 * 1024 * 1024;
/** Unread bytes of a stream that are kept for a client; more than any one message has. */
const UNREAD_BYTES = 32 * 1024 * 1024;
/** Statuses whose responses have no Content-Length (RFC 9110 section 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);
const TEXT = /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded|[\w.-]+\+(json|xml)))/i;

/** Whether the body goes into the event as base64, because it is not known to be text. */
export const isBase64Encoded = (body: Buffer, contentType: string | undefined): boolean =>
  body.length > 0 && contentType !== undefined && !TEXT.test(contentType);

/** Invokes the function with a request and streams its response back. */
export async function callFunctionUrl(
  pool: FunctionPool,
  domain: string,
  request: EdgeRequest,
  response: ServerResponse,
): Promise<void> {
  const { method, uri, query, headers, ip } = request;
  const body = await request.readBody(REQUEST_BYTES);
  if (!body)
    return void response
      .writeHead(413, { 'content-type': 'application/json' })
      .end('{"Message":"Request must be smaller than 6291456 bytes for the InvokeFunction operation"}');
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: decodePath(uri),
    rawQueryString: query,
    headers,
    ...(query ? { queryStringParameters: singleQuery(query) } : {}),
    requestContext: {
      accountId: 'anonymous',
      apiId: domain.split('.')[0],
      domainName: domain,
      domainPrefix: domain.split('.')[0],
      http: {
        method,
        path: decodePath(uri),
        protocol: 'HTTP/1.1',
        sourceIp: ip,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    isBase64Encoded: isBase64Encoded(body, headers['content-type']),
  };
  let over = false;
  let head: Prelude | undefined;
  const begin = (length?: number) => {
    if (!head || response.headersSent) return;
    const { statusCode, headers: sent, cookies } = head;
    const isSized = length !== undefined && !BODILESS.has(statusCode);
    response.writeHead(statusCode, {
      ...renamed(sent),
      ...(cookies?.length && { 'set-cookie': [...cookies] }),
      ...(isSized && { 'content-length': length }),
    });
  };
  const gone = pool.invoke(
    event,
    {
      prelude(given) {
        head = given;
        const isRefused = given.statusCode >= 400 || given.headers[CHALLENGE_HEADERS.status] !== undefined;
        if (!isRefused && method !== 'OPTIONS') request.admitted();
      },
      chunk(data, isLast) {
        // A response that is complete at once is sent together with its head.
        begin(isLast ? Buffer.byteLength(data) : undefined);
        if (isLast) response.end(data);
        else response.write(data);
        // Lambda would make the function wait. This host never does, so unread bytes would pile up in memory.
        if (!isLast && response.writableLength > UNREAD_BYTES) response.destroy();
      },
      done() {
        over = true;
        begin();
        if (!response.writableEnded) response.end();
      },
      failed(errorType) {
        over = true;
        if (errorType === THROTTLED)
          return void response
            .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
            .end('{"Message":"Rate Exceeded."}');
        // What Lambda answers for a crashed function; a stream that has begun just ends.
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'application/json' }).end('{"message":"Internal Server Error"}');
      },
    },
    { body },
  );
  response.on('close', () => {
    if (!over) gone();
  });
}

/** Function URLs use this header themselves and rename the function's own. */
const KEPT_NAME = 'www-authenticate';

const renamed = (sent: Prelude['headers']): Prelude['headers'] =>
  sent[KEPT_NAME] === undefined
    ? sent
    : Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name === KEPT_NAME ? `x-amzn-remapped-${name}` : name, value]),
      );

/** The path decoded once, as in Lambda's `rawPath`; unchanged when its encoding is invalid. */
export function decodePath(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
