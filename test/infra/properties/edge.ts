/** What the distribution must do with a request before one of our functions sees it. */
import { LIMITS } from '../../../core/lib/limits.ts';
import {
  at,
  behavioursOf,
  distributionOf,
  list,
  ofType,
  type Property,
  type Resources,
  target,
  unlike,
} from './property.ts';

/** Ids of CloudFront's managed policies (developer guide, "Use managed policies"). */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];
/** Statuses whose answers CloudFront keeps for ten seconds unless it is told otherwise. */
const KEPT_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** The Content-Security-Policy of pages, with `*` for what CloudFormation knows alone, `{stack}` for the name of the stack. */
const PAGE_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self' https://cognito-idp.*.amazonaws.com https://{stack}-*-*.auth.*.amazoncognito.com",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

/** Behaviours whose origin is a function of ours and not the bucket of pages. */
const machines = (resources: Resources) => [...behavioursOf(resources)].filter(([path]) => path !== '*');

/** A policy of our own that keeps nothing: no answer lives longer under it than a second, and none that forbids to be stored. */
function keepsNothing(resources: Resources, policy: unknown): boolean {
  if (policy === CACHING_DISABLED) return true;
  const own = at(resources[target(policy) ?? '']?.Properties, 'CachePolicyConfig');
  return own !== undefined && at(own, 'DefaultTTL') === 0 && Number(at(own, 'MaxTTL')) <= 1;
}

const codeOf = (resources: Resources, behaviour: unknown): string => {
  const arn = at(behaviour, 'FunctionAssociations', 0, 'FunctionARN');
  return JSON.stringify(at(resources[target(arn) ?? '']?.Properties, 'FunctionCode') ?? '');
};

const originsOf = (resources: Resources) => list(at(distributionOf(resources), 'Origins'));

/** Names that are one namespace for all regions of an account. */
const ACCOUNT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig', 'Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
};

/** Origins with functions for MCP clients, behind a function URL or a REST API. */
const mcpOriginsOf = (resources: Resources) =>
  originsOf(resources).filter((each) => /^(rpc|stream)/.test(String(at(each, 'Id'))));

const OF_DISTRIBUTION: readonly Property[] = [
  {
    name: 'answers of the API and of MCP are never cached',
    why: "One person's answer would be served to the next who asks for the same path.",
    faults: (resources) =>
      machines(resources)
        .filter(([, behaviour]) => !keepsNothing(resources, at(behaviour, 'CachePolicyId')))
        .map(([path, behaviour]) => `${path}: ${JSON.stringify(at(behaviour, 'CachePolicyId'))}`),
  },
  {
    name: "the viewer's Host header stays at the edge",
    why: 'Function URLs and API Gateway refuse a request whose Host is not their own.',
    faults: (resources) =>
      machines(resources).flatMap(([path, behaviour]) =>
        unlike(path, at(behaviour, 'OriginRequestPolicyId'), ALL_VIEWER_EXCEPT_HOST),
      ),
  },
  {
    name: 'every method reaches the functions',
    why: 'CloudFront answers 403 to a method that a behaviour does not list.',
    faults: (resources) =>
      machines(resources).flatMap(([path, behaviour]) => unlike(path, at(behaviour, 'AllowedMethods'), METHODS)),
  },
  {
    name: 'answers of the functions are not compressed at the edge',
    why: 'Compression holds event streams back until a buffer is full.',
    faults: (resources) =>
      machines(resources).flatMap(([path, behaviour]) => unlike(path, at(behaviour, 'Compress'), false)),
  },
  {
    name: 'nothing travels without TLS',
    why: 'Tokens stand in paths and headers.',
    faults: (resources) => [
      ...[...behavioursOf(resources)]
        .filter(([, each]) => !['https-only', 'redirect-to-https'].includes(String(at(each, 'ViewerProtocolPolicy'))))
        .map(([path]) => `${path}: viewers may use HTTP`),
      ...originsOf(resources)
        .filter((each) => at(each, 'CustomOriginConfig') !== undefined)
        .flatMap((each) =>
          unlike(String(at(each, 'Id')), at(each, 'CustomOriginConfig', 'OriginProtocolPolicy'), 'https-only'),
        ),
    ],
  },
  {
    name: 'every behaviour has an origin that exists',
    why: 'CloudFormation refuses the distribution, after minutes.',
    faults: (resources) => {
      const ids = new Set(originsOf(resources).map((each) => at(each, 'Id')));
      return [...behavioursOf(resources)]
        .filter(([, each]) => !ids.has(at(each, 'TargetOriginId')))
        .map(([path, each]) => `${path}: ${JSON.stringify(at(each, 'TargetOriginId'))}`);
    },
  },
  {
    name: 'an edge function chooses the origin of GET on every MCP path',
    why: 'Without it, event streams are held by the function that costs four times as much, and unknown paths reach it.',
    faults: (resources) =>
      ['/*/mcp', '/srv_*/mcp', '/mcp'].filter((path) => {
        const behaviour = behavioursOf(resources).get(path);
        return (
          at(behaviour, 'FunctionAssociations', 0, 'EventType') !== 'viewer-request' ||
          !codeOf(resources, behaviour).includes('selectRequestOriginById')
        );
      }),
  },
  {
    name: 'an edge function sends the challenges of refusals where the token is in a header, and only there',
    why: 'Function URLs rename WWW-Authenticate, and a refusal would leave as an answer with status 200. Where no refusal has a challenge, each answer would pay for it.',
    faults: (resources) => {
      const behaviours = behavioursOf(resources);
      const paths = [...behaviours.keys()];
      const withHeader = ['/srv_*/mcp', '/srv_*/mcp/', '/mcp', '/mcp/'];
      const sending = [...behaviours].filter(([, behaviour]) => {
        const arn = list(at(behaviour, 'FunctionAssociations')).find(
          (each) => at(each, 'EventType') === 'viewer-response',
        );
        const code = JSON.stringify(at(resources[target(at(arn, 'FunctionARN')) ?? '']?.Properties, 'FunctionCode'));
        return code?.includes('x-refusal-challenge');
      });
      return [
        ...unlike('paths', sending.map(([path]) => path).sort(), withHeader.toSorted()),
        ...['', '/'].filter((end) => paths.indexOf(`/srv_*/mcp${end}`) > paths.indexOf(`/*/mcp${end}`)),
      ];
    },
  },
  {
    name: 'an edge function turns away from the API who brings no token of this login',
    why: "Strangers would use up the API's one bucket of requests.",
    faults: (resources) => {
      const code = codeOf(resources, behavioursOf(resources).get('/v1/*'));
      return code.includes('isFromLogin') && code.includes('cognito-idp.') && !code.includes('{{') ? [] : ['/v1/*'];
    },
  },
  {
    name: 'paths of OAuth and MCP never get a page',
    why: 'A client that finds a page there starts a login.',
    faults: (resources) => {
      const code = codeOf(resources, behavioursOf(resources).get('*'));
      return ['/.well-known', 'pcl_'].filter((path) => !code.includes(path));
    },
  },
  {
    name: 'pages may neither be framed nor run scripts of others',
    why: 'A page of somebody else could click in the dashboard, or a script in an answer act in it.',
    faults: (resources, { stackName, regions: [home = '*'] }) => {
      const id = target(at(behavioursOf(resources).get('*'), 'ResponseHeadersPolicyId'));
      const headers = at(resources[id ?? '']?.Properties, 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig');
      const policy = at(headers, 'ContentSecurityPolicy', 'ContentSecurityPolicy');
      const parts = list(at(policy, 'Fn::Join', 1) ?? policy);
      const text = parts.map((part) => (typeof part === 'string' ? part.replaceAll(home, '*') : '*')).join('');
      const rules = PAGE_RULES.map((rule) => rule.replace('{stack}', stackName.toLowerCase()));
      return unlike('rules', text.split('; '), rules);
    },
  },
  {
    name: 'origins of functions, also behind the API, get the secret of the distribution',
    why: 'The functions refuse every request that does not bring it.',
    faults: (resources) =>
      originsOf(resources)
        .filter((each) => /FunctionUrl|execute-api/.test(JSON.stringify(each)))
        .filter((each) => at(each, 'OriginCustomHeaders', 0, 'HeaderName') !== 'x-origin-verify')
        .map((each) => String(at(each, 'Id'))),
  },
  {
    name: 'what CloudFront and Budgets name for the whole account carries the region',
    why: 'A stack of the same name in another region could not be created.',
    faults: (resources, { regions: [home = 'AWS::Region'] }) =>
      Object.entries(ACCOUNT_NAMES).flatMap(([type, path]) =>
        ofType(resources, type)
          .filter(([, each]) => {
            const name = JSON.stringify(at(each.Properties, ...path) ?? '');
            return !name.includes('AWS::Region') && !name.includes(home);
          })
          .map(([id]) => id),
      ),
  },
  {
    name: 'the edge waits longer than a call may take without a byte',
    why: 'CloudFront answers 504 while the upstream is still at work, and a change may have happened.',
    faults: (resources) => {
      const call = LIMITS.callMs / 1_000;
      return mcpOriginsOf(resources)
        .filter((each) => Number(at(each, 'CustomOriginConfig', 'OriginReadTimeout')) <= call)
        .map((each) => `${at(each, 'Id')}: ${at(each, 'CustomOriginConfig', 'OriginReadTimeout')} s, a call ${call} s`);
    },
  },
  {
    name: 'no refusal is kept at the edge',
    why: "One client's refusal, or that of a second ago, would be the next one's answer for ten seconds.",
    faults: (resources) => {
      const kept = new Map(
        list(at(distributionOf(resources), 'CustomErrorResponses')).map((each) => [
          at(each, 'ErrorCode'),
          at(each, 'ErrorCachingMinTTL'),
        ]),
      );
      return KEPT_ERRORS.filter((status) => kept.get(status) !== 0).map(String);
    },
  },
  {
    name: 'edges of every continent serve',
    why: 'Clients would cross an ocean to an edge and another one back to their region.',
    faults: (resources) => unlike('PriceClass', at(distributionOf(resources), 'PriceClass'), 'PriceClass_All'),
  },
  {
    name: 'function URLs stream and ask for no signature',
    why: 'Event streams would wait for their end; CloudFront signs nothing.',
    faults: (resources) =>
      ofType(resources, 'AWS::Lambda::Url').flatMap(([id, { Properties }]) => [
        ...unlike(id, at(Properties, 'InvokeMode'), 'RESPONSE_STREAM'),
        ...unlike(id, at(Properties, 'AuthType'), 'NONE'),
      ]),
  },
  {
    name: 'pages are deployed when the files that they name are there',
    why: 'A page that is opened meanwhile would be without its script.',
    faults: (resources) => {
      const deployments = Object.keys(resources).filter((id) => id.startsWith('EdgeDashboardAssetsCustom'));
      const pages = Object.entries(resources).filter(([id]) => id.startsWith('EdgeDashboardCustom'));
      return pages
        .filter(([, page]) => !deployments.every((id) => list(at(page, 'DependsOn')).includes(id)))
        .map(([id]) => id);
    },
  },
  {
    name: 'an edge function tells the authorization server the address of who asks',
    why: 'Unused registrations of all the world would share one place.',
    faults: (resources) =>
      codeOf(resources, behavioursOf(resources).get('/oauth/*')).includes('x-viewer-address') ? [] : ['/oauth/*'],
  },
];

/** Where a deployment has a distribution. */
export const EDGE: readonly Property[] = OF_DISTRIBUTION.map((property) => ({
  ...property,
  faults: (resources, config) => (distributionOf(resources) === undefined ? [] : property.faults(resources, config)),
}));
