/** Lambda function URLs with response streaming: convert an HTTP request to payload format 2.0 and stream the response back. */

import type { ServerResponse } from 'node:http';
import { type FunctionPool, poolOf } from '../functions/pool.ts';
import { newRequestId } from '../lib/requestIds.ts';
import { urlDomain } from '../stack/physical.ts';
import { readPermissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { type EdgeRequest, singleQuery } from './headers.ts';
import { invokeStreaming } from './streamed.ts';

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
const FAILURES = {
  throttled: [429, '{"Message":"Rate Exceeded."}'],
  failed: [502, '{"message":"Internal Server Error"}'],
} as const;
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
  const path = decodePath(uri);
  const prefix = domain.slice(0, domain.indexOf('.'));
  const now = Date.now();
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers,
    ...(query ? { queryStringParameters: singleQuery(query) } : {}),
    requestContext: {
      accountId: 'anonymous',
      apiId: prefix,
      domainName: domain,
      domainPrefix: prefix,
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: ip,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: newRequestId(),
      routeKey: '$default',
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    isBase64Encoded: isBase64Encoded(body, headers['content-type']),
  };
  invokeStreaming({ pool, event, body, failures: FAILURES }, request, response);
}

/** The path decoded once, as in Lambda's `rawPath`; unchanged when its encoding is invalid. */
export function decodePath(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
