/**
 * The policies that AWS manages, by the ids under which templates refer to them, in the form of a template's own policies. Source:
 * CloudFront developer guide, "Use managed cache policies", "Use managed origin request policies", "Use managed response headers policies".
 */

type Config = Readonly<Record<string, unknown>>;
type Parts = {
  readonly headers?: readonly string[];
  readonly cookies?: 'all';
  readonly queries?: 'all' | readonly string[];
};

const selections = ({ headers = [], cookies, queries }: Parts): Config => ({
  HeadersConfig: headers.length > 0 ? { HeaderBehavior: 'whitelist', Headers: headers } : { HeaderBehavior: 'none' },
  CookiesConfig: { CookieBehavior: cookies ?? 'none' },
  QueryStringsConfig: Array.isArray(queries)
    ? { QueryStringBehavior: 'whitelist', QueryStrings: queries }
    : { QueryStringBehavior: queries ?? 'none' },
});

const YEAR = 31_536_000;
const DAY = 86_400;

function cachePolicy(
  name: string,
  ttl: readonly [number, number, number],
  encodings: string,
  parts: Parts = {},
): Config {
  const [MinTTL, DefaultTTL, MaxTTL] = ttl;
  const ParametersInCacheKeyAndForwardedToOrigin = {
    EnableAcceptEncodingGzip: encodings.includes('gzip'),
    EnableAcceptEncodingBrotli: encodings.includes('br'),
    ...selections(parts),
  };
  return { Name: name, MinTTL, DefaultTTL, MaxTTL, ParametersInCacheKeyAndForwardedToOrigin };
}

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];

/** `CachePolicyConfig` of each managed cache policy. */
export const MANAGED_CACHE_POLICIES: Readonly<Record<string, Config>> = {
  '2e54312d-136d-493c-8eb9-b001f22f67d2': cachePolicy('Amplify', [2, 2, 600], 'gzip br', {
    headers: ['Authorization', 'CloudFront-Viewer-Country', 'Host'],
    cookies: 'all',
    queries: 'all',
  }),
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': cachePolicy('CachingDisabled', [0, 0, 0], ''),
  '658327ea-f89d-4fab-a63d-7e88639e58f6': cachePolicy('CachingOptimized', [1, DAY, YEAR], 'gzip br'),
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': cachePolicy('CachingOptimizedForUncompressedObjects', [1, DAY, YEAR], ''),
  '08627262-05a9-4f76-9ded-b50ca2e3a84f': cachePolicy('Elemental-MediaPackage', [0, DAY, YEAR], 'gzip', {
    headers: ['Origin'],
    queries: ['aws.manifestfilter', 'start', 'end', 'm'],
  }),
  '83da9c7e-98b4-4e11-a168-04f0df8e2c65': cachePolicy('UseOriginCacheControlHeaders', [0, 0, YEAR], 'gzip br', {
    headers: ['Host', 'Origin', ...OVERRIDES],
    cookies: 'all',
  }),
  '4cc15a8a-d715-48a4-82b8-cc0b614638fe': cachePolicy(
    'UseOriginCacheControlHeaders-QueryStrings',
    [0, 0, YEAR],
    'gzip br',
    { headers: ['Host', 'Origin', ...OVERRIDES], cookies: 'all', queries: 'all' },
  ),
};

const everything = (headers: Config): Config => ({
  HeadersConfig: headers,
  CookiesConfig: { CookieBehavior: 'all' },
  QueryStringsConfig: { QueryStringBehavior: 'all' },
});

/** `OriginRequestPolicyConfig` of each managed origin request policy, without the one that adds headers of CloudFront. */
export const MANAGED_ORIGIN_REQUEST_POLICIES: Readonly<Record<string, Config>> = {
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': everything({ HeaderBehavior: 'allViewer' }),
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': everything({ HeaderBehavior: 'allExcept', Headers: ['Host'] }),
  // CORS-CustomOrigin
  '59781a5b-3903-41f3-afcb-af62929ccde1': selections({ headers: ['Origin'] }),
  // CORS-S3Origin
  '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf': selections({
    headers: ['Origin', 'Access-Control-Request-Headers', 'Access-Control-Request-Method'],
  }),
  // Elemental-MediaTailor-PersonalizedManifests
  '775133bc-15f2-49f9-abea-afb2e0bf67d2': selections({
    headers: [
      'Origin',
      'Access-Control-Request-Headers',
      'Access-Control-Request-Method',
      'User-Agent',
      'X-Forwarded-For',
    ],
    queries: 'all',
  }),
  // HostHeaderOnly
  'bf0718e1-ba1e-49d1-88b1-f726733018ae': selections({ headers: ['Host'] }),
  // UserAgentRefererHeaders
  'acba4595-bd28-49b8-b9fe-13317c0390fa': selections({ headers: ['User-Agent', 'Referer'] }),
};

/** `ResponseHeadersPolicyConfig` of the managed response headers policy without CORS. */
export const MANAGED_RESPONSE_HEADERS_POLICIES: Readonly<Record<string, Config>> = {
  // SecurityHeadersPolicy
  '67f7725c-6f97-4210-82d7-5512b31e9d03': {
    SecurityHeadersConfig: {
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: false },
      StrictTransportSecurity: { AccessControlMaxAgeSec: YEAR, Override: false },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'SAMEORIGIN', Override: false },
      XSSProtection: { Protection: true, ModeBlock: true, Override: false },
    },
  },
};
