/**
 * The origins of the distribution: function URLs or REST APIs, the HTTP API, and the dashboard's bucket. Each refuses a Host that is not its own, as
 * on AWS.
 */
import type { ServerResponse } from 'node:http';
import type { FunctionPool } from '../functions/pool.ts';
import type { Permissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { SiteFiles } from '../twins/s3/buckets.ts';
import { callFunctionUrl, type FunctionUrl } from './function-url.ts';
import type { EdgeRequest, Headers } from './headers.ts';
import { httpApi, type VerifyToken } from './http-api.ts';
import type { KeyValues } from './key-values.ts';
import type { RestApi } from './rest-api.ts';
import { routesOf, throttleOfStage } from './routes.ts';
import { accessDenied, siteOrigin } from './site.ts';

/** An origin, as the edge asks it. */
export interface Origin {
  /** Its own name, which it wants as Host. */
  readonly domain: string;
  /** Headers that the distribution adds. */
  readonly headers: Headers;
  /** The longest time without a byte of an answer. */
  readonly readTimeoutMs: number;
  /** Answers a request. It rejects when it cannot be reached. */
  readonly serve: (request: EdgeRequest, response: ServerResponse) => void | Promise<void>;
}

/** What origins are made of. */
export interface OriginContext {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  /** Of all regions, by domain name. */
  readonly functionUrls: ReadonlyMap<string, FunctionUrl>;
  /** Of all regions, by domain name. */
  readonly restApis: ReadonlyMap<string, RestApi>;
  /** Entries of the key-value stores, by logical id. */
  readonly keyValues: ReadonlyMap<string, KeyValues>;
  /** Files of the buckets that are origins, by bucket name. */
  readonly sites: ReadonlyMap<string, SiteFiles>;
  readonly permissions: Permissions;
  readonly verify: VerifyToken;
}

/** A member of `Origins`. */
export interface OriginConfig {
  readonly Id: string;
  readonly DomainName: string;
  readonly OriginPath?: string;
  readonly OriginCustomHeaders?: ReadonlyArray<{ readonly HeaderName: string; readonly HeaderValue: string }>;
  readonly OriginAccessControlId?: string;
  readonly CustomOriginConfig?: {
    readonly OriginProtocolPolicy: string;
    readonly OriginReadTimeout?: number;
    readonly OriginKeepaliveTimeout?: number;
  };
  readonly S3OriginConfig?: { readonly OriginAccessIdentity?: string };
}

const DEFAULT_READ_TIMEOUT_S = 30;
/** CloudFront quotas on custom headers, and the names that it refuses (developer guide, "Add custom headers to origin requests"). */
const CUSTOM_HEADERS = { count: 30, name: 256, value: 1_783, all: 10_240 };
const FORBIDDEN =
  /^(cache-control|connection|content-length|cookie|host|if-.*|max-forwards|pragma|proxy-.*|range|te|trailer|transfer-encoding|upgrade|via|warning|x-amz-.*|x-edge-.*|x-real-ip)$/;

/** The origin of a configuration. Throws PortcullisError `template_unsupported` for what nothing here serves or does. */
export function originOf(context: OriginContext, config: OriginConfig, root: string): Origin {
  const where = `the origin ${config.Id}`;
  knowsAll(where, config, [
    'Id',
    'DomainName',
    'OriginPath',
    'OriginCustomHeaders',
    'OriginAccessControlId',
    'CustomOriginConfig',
    'S3OriginConfig',
  ]);
  const { DomainName: domain, CustomOriginConfig: custom } = config;
  if (custom) {
    knowsAll(`${where}.CustomOriginConfig`, custom, [
      'OriginProtocolPolicy',
      'OriginReadTimeout',
      'OriginKeepaliveTimeout',
      'OriginSSLProtocols',
    ]);
    isOneOf(`${where}.CustomOriginConfig.OriginProtocolPolicy`, custom.OriginProtocolPolicy, ['https-only']);
  }
  return {
    domain,
    headers: customHeaders(where, config.OriginCustomHeaders ?? []),
    readTimeoutMs: (custom?.OriginReadTimeout ?? DEFAULT_READ_TIMEOUT_S) * 1_000,
    serve: serving(context, config, root),
  };
}

function customHeaders(where: string, given: NonNullable<OriginConfig['OriginCustomHeaders']>): Headers {
  const headers: Headers = {};
  let all = 0;
  for (const { HeaderName, HeaderValue } of given) {
    const name = HeaderName.toLowerCase();
    all += HeaderName.length + HeaderValue.length;
    if (FORBIDDEN.test(name)) throw unsupported(`CloudFront does not add the header ${name} of ${where}.`);
    if (HeaderName.length > CUSTOM_HEADERS.name || HeaderValue.length > CUSTOM_HEADERS.value)
      throw unsupported(`The header ${name} of ${where} is longer than CloudFront allows.`);
    headers[name] = HeaderValue;
  }
  if (given.length > CUSTOM_HEADERS.count || all > CUSTOM_HEADERS.all)
    throw unsupported(`The custom headers of ${where} are more than CloudFront allows.`);
  return headers;
}

function serving(context: OriginContext, config: OriginConfig, root: string): Origin['serve'] {
  const { DomainName: domain, OriginPath: path = '' } = config;
  const { functionUrls, restApis, sites } = context;
  const url = functionUrls.get(domain);
  if (url) {
    const { pool, isOpen } = url;
    const closed =
      '{"Message":"Forbidden. For troubleshooting Function URL authorization issues, see the documentation."}';
    return (request, response) => {
      if (!isOpen) return refuse(response, 'AccessDeniedException', closed);
      if (request.headers['host'] !== domain) return refuse(response, 'AccessDeniedException', '{"Message":null}');
      return callFunctionUrl(pool, domain, request, response);
    };
  }
  const rest = restApis.get(domain);
  if (rest)
    return (request, response) =>
      request.headers['host'] === domain
        ? rest({ ...request, uri: `${path}${request.uri}` }, response)
        : refuse(response, 'ForbiddenException', '{"message":"Forbidden"}');
  if (path !== '') throw unsupported(`The local stack knows an OriginPath of REST APIs only, not of ${domain}.`);
  if (domain.includes('.execute-api.')) {
    const api = httpApi(routesOf(context), context.verify, throttleOfStage(context));
    return (request, response) =>
      request.headers['host'] === domain
        ? api(request, response)
        : refuse(response, 'ForbiddenException', '{"message":"Forbidden"}');
  }
  const site = [...sites].find(([name]) => domain.startsWith(`${name}.s3.`));
  if (!site) throw unsupported(`The distribution has an origin ${domain} that nothing here serves.`);
  const isReadable = mayRead(context, config, site[0]);
  const files = siteOrigin(site[1], root);
  return (request, response) =>
    isReadable && request.headers['host'] === domain ? files(request, response) : accessDenied(response);
}

function refuse(response: ServerResponse, type: string, body: string): void {
  response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': type }).end(body);
}

/** Whether the distribution signs its requests to the bucket, and the bucket's policy lets it read. */
function mayRead({ template, resolve }: OriginContext, config: OriginConfig, bucket: string): boolean {
  const control = template.resources[config.OriginAccessControlId ?? '']?.Properties?.['OriginAccessControlConfig'];
  const signing = resolve<Record<string, string> | undefined>(control);
  const signs =
    signing?.['OriginAccessControlOriginType'] === 's3' &&
    signing['SigningBehavior'] === 'always' &&
    signing['SigningProtocol'] === 'sigv4';
  return (
    signs &&
    ofType(template, 'AWS::S3::BucketPolicy').some(([, properties]) => {
      const { Bucket, PolicyDocument } = resolve<{
        Bucket: string;
        PolicyDocument: { Statement: ReadonlyArray<Record<string, unknown>> };
      }>(properties);
      return (
        Bucket === bucket &&
        PolicyDocument.Statement.some(
          ({ Effect, Action, Principal }) =>
            Effect === 'Allow' &&
            [Action].flat().includes('s3:GetObject') &&
            (Principal as Record<string, unknown>)['Service'] === 'cloudfront.amazonaws.com',
        )
      );
    })
  );
}
