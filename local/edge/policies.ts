/** Reads cache policies, origin request policies and response headers policies: the template's own and the ones that AWS manages. */
import type { Resolve } from '../template/resolve.ts';
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import type { StackTemplate } from '../template/template.ts';
import type { Headers } from './headers.ts';
import {
  MANAGED_CACHE_POLICIES,
  MANAGED_ORIGIN_REQUEST_POLICIES,
  MANAGED_RESPONSE_HEADERS_POLICIES,
} from './managed-policies.ts';

/** Which of a request's headers, cookies or query parameters are taken: all but `names`, or none but `names`. */
export interface Selection {
  readonly all: boolean;
  readonly names: ReadonlySet<string>;
}

/** Whether a selection takes what has this name. */
export const takes = ({ all, names }: Selection, name: string): boolean => names.has(name) !== all;

/** Whether a selection takes everything. */
export const takesAll = ({ all, names }: Selection): boolean => all && names.size === 0;

/** What of a request is in the cache key, and for how many seconds an answer may be cached. */
export interface CachePolicy {
  readonly minTtl: number;
  readonly defaultTtl: number;
  readonly maxTtl: number;
  /** Lower-case names, in the order of the cache key. */
  readonly headers: readonly string[];
  readonly cookies: Selection;
  readonly queries: Selection;
  /** The encodings that are part of the cache key, the preferred one first. */
  readonly encodings: ReadonlyArray<'br' | 'gzip'>;
}

/** What of a request reaches the origin, beside what is in the cache key. */
export interface OriginRequestPolicy {
  readonly headers: Selection;
  readonly cookies: Selection;
  readonly queries: Selection;
}

/** What is added to answers and removed from them. */
export interface ResponseHeadersPolicy {
  /** They replace the origin's headers of the same name. */
  readonly override: Headers;
  /** They are added where the origin sent none of the name. */
  readonly add: Headers;
  readonly remove: ReadonlySet<string>;
}

/** The header of CloudFront's that the local edge knows (server.ts). */
export const VIEWER_COUNTRY = 'cloudfront-viewer-country';

/** No response headers policy. */
export const NO_RESPONSE_HEADERS: ResponseHeadersPolicy = { override: {}, add: {}, remove: new Set() };

type Part = Readonly<Record<string, unknown>>;

/** Resolves the policy of an id. */
interface PolicySource {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
}

/** The configuration of a policy, of the template or of AWS, and what errors call it. */
function find(
  { template, resolve }: PolicySource,
  [type, member]: readonly [string, string],
  managed: Readonly<Record<string, Part>>,
  id: string,
): { readonly where: string; readonly config: Part } {
  const own = template.resources[id];
  if (own?.Type === `AWS::CloudFront::${type}`) {
    knowsAll(id, own.Properties ?? {}, [member]);
    return { where: `${id}.${member}`, config: resolve<Part>(own.Properties?.[member]) };
  }
  if (managed[id]) return { where: id, config: managed[id] };
  throw unsupported(`The local edge does not know the ${type} ${id}.`);
}

function selection(where: string, part: Part, behaviour: string, list: string, lowerCase = false): Selection {
  knowsAll(where, part, [behaviour, list]);
  const kind = part[behaviour];
  isOneOf(`${where}.${behaviour}`, kind, ['none', 'whitelist', 'all', 'allViewer', 'allExcept']);
  const names = (part[list] ?? []) as readonly string[];
  return {
    all: kind === 'all' || kind === 'allViewer' || kind === 'allExcept',
    names: new Set(lowerCase ? names.map((name) => name.toLowerCase()) : names),
  };
}

/** `known`: the one header of CloudFront's own that may be named here. */
function selections(where: string, config: Part, known?: string) {
  const headers = selection(
    `${where}.HeadersConfig`,
    config['HeadersConfig'] as Part,
    'HeaderBehavior',
    'Headers',
    true,
  );
  for (const name of headers.names)
    if (name.startsWith('cloudfront-') && name !== known)
      throw unsupported(`The local edge makes no header ${name} (${where}).`);
  return {
    headers,
    cookies: selection(`${where}.CookiesConfig`, config['CookiesConfig'] as Part, 'CookieBehavior', 'Cookies'),
    queries: selection(
      `${where}.QueryStringsConfig`,
      config['QueryStringsConfig'] as Part,
      'QueryStringBehavior',
      'QueryStrings',
    ),
  };
}

/** The cache policy of an id. Throws PortcullisError `template_unsupported` for one that is not known. */
export function cachePolicyOf(source: PolicySource, id: string): CachePolicy {
  const { where, config } = find(source, ['CachePolicy', 'CachePolicyConfig'], MANAGED_CACHE_POLICIES, id);
  knowsAll(where, config, [
    'Name',
    'Comment',
    'MinTTL',
    'DefaultTTL',
    'MaxTTL',
    'ParametersInCacheKeyAndForwardedToOrigin',
  ]);
  const parameters = config['ParametersInCacheKeyAndForwardedToOrigin'] as Part;
  knowsAll(`${where}.ParametersInCacheKeyAndForwardedToOrigin`, parameters, [
    'EnableAcceptEncodingGzip',
    'EnableAcceptEncodingBrotli',
    'HeadersConfig',
    'CookiesConfig',
    'QueryStringsConfig',
  ]);
  const { headers, cookies, queries } = selections(where, parameters, VIEWER_COUNTRY);
  const [minTtl, defaultTtl, maxTtl] = ['MinTTL', 'DefaultTTL', 'MaxTTL'].map((name) => Number(config[name] ?? 0)) as [
    number,
    number,
    number,
  ];
  const encodings = [
    ...(parameters['EnableAcceptEncodingBrotli'] === true ? (['br'] as const) : []),
    ...(parameters['EnableAcceptEncodingGzip'] === true ? (['gzip'] as const) : []),
  ];
  // CloudFront refuses such a policy (API reference, ParametersInCacheKeyAndForwardedToOrigin).
  if (maxTtl === 0 && (encodings.length > 0 || headers.names.size > 0 || cookies.all || queries.all))
    throw unsupported(`${where} caches nothing, so CloudFront takes no cache key of it (MaxTTL is 0).`);
  return { minTtl, defaultTtl, maxTtl, headers: [...headers.names].sort(), cookies, queries, encodings };
}

/** The origin request policy of an id; undefined for none. Throws PortcullisError `template_unsupported` for one that is not known. */
export function originRequestPolicyOf(source: PolicySource, id: string | undefined): OriginRequestPolicy | undefined {
  if (id === undefined) return undefined;
  const kind = ['OriginRequestPolicy', 'OriginRequestPolicyConfig'] as const;
  const { where, config } = find(source, kind, MANAGED_ORIGIN_REQUEST_POLICIES, id);
  knowsAll(where, config, ['Name', 'Comment', 'HeadersConfig', 'CookiesConfig', 'QueryStringsConfig']);
  const policy = selections(where, config);
  // CloudFront refuses both in such a list (developer guide, "Create origin request policies").
  for (const name of ['authorization', 'accept-encoding'])
    if (!policy.headers.all && policy.headers.names.has(name))
      throw unsupported(`${where} lists ${name}, which CloudFront takes in a cache policy alone.`);
  return policy;
}

/** The response headers policy of an id. Throws PortcullisError `template_unsupported` for one that is not known. */
export function responseHeadersPolicyOf(source: PolicySource, id: string | undefined): ResponseHeadersPolicy {
  if (id === undefined) return NO_RESPONSE_HEADERS;
  const kind = ['ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig'] as const;
  const { where, config } = find(source, kind, MANAGED_RESPONSE_HEADERS_POLICIES, id);
  knowsAll(where, config, ['Name', 'Comment', 'SecurityHeadersConfig', 'CustomHeadersConfig', 'RemoveHeadersConfig']);
  const override: Headers = {};
  const add: Headers = {};
  const put = (name: string, value: string, isOverride: unknown) => {
    (isOverride === true ? override : add)[name.toLowerCase()] = value;
  };
  const security = (config['SecurityHeadersConfig'] ?? {}) as Readonly<Record<string, Part>>;
  knowsAll(`${where}.SecurityHeadersConfig`, security, Object.keys(SECURITY_HEADERS));
  for (const [name, part] of Object.entries(security)) {
    const made = SECURITY_HEADERS[name]?.(part);
    if (made) put(made[0], made[1], part['Override']);
  }
  const custom = (config['CustomHeadersConfig'] ?? {}) as { Items?: ReadonlyArray<Record<string, unknown>> };
  for (const { Header, Value, Override } of custom.Items ?? []) put(String(Header), String(Value), Override);
  const removed = (config['RemoveHeadersConfig'] ?? {}) as { Items?: ReadonlyArray<{ Header: string }> };
  return { override, add, remove: new Set((removed.Items ?? []).map(({ Header }) => Header.toLowerCase())) };
}

/** Header and value of each member of `SecurityHeadersConfig`. Without Strict-Transport-Security: this edge serves plain HTTP. */
const SECURITY_HEADERS: Readonly<Record<string, (part: Part) => readonly [string, string] | undefined>> = {
  ContentSecurityPolicy: (part) => ['content-security-policy', String(part['ContentSecurityPolicy'])],
  ContentTypeOptions: () => ['x-content-type-options', 'nosniff'],
  FrameOptions: (part) => ['x-frame-options', String(part['FrameOption'])],
  ReferrerPolicy: (part) => ['referrer-policy', String(part['ReferrerPolicy'])],
  StrictTransportSecurity: () => undefined,
  XSSProtection: (part) => [
    'x-xss-protection',
    part['Protection'] === true ? `1${part['ModeBlock'] === true ? '; mode=block' : ''}` : '0',
  ],
};
