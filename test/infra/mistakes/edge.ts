/** Mistakes about the distribution and its functions. */
import type { Mistake, Node } from './draft.ts';

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';

export const EDGE: readonly Mistake[] = [
  {
    mistake: '/v1/* is cached',
    caughtBy: 'answers of the API and of MCP are never cached',
    make: (draft) => {
      draft.behaviour('/v1/*')['CachePolicyId'] = CACHING_OPTIMIZED;
    },
  },
  {
    mistake: 'MCP paths are cached',
    caughtBy: 'answers of the API and of MCP are never cached',
    make: (draft) => {
      draft.behaviour('/*/mcp')['CachePolicyId'] = CACHING_OPTIMIZED;
    },
  },
  {
    mistake: 'Host is forwarded to function URLs',
    caughtBy: "the viewer's Host header stays at the edge",
    make: (draft) => {
      draft.behaviour('/*/mcp')['OriginRequestPolicyId'] = ALL_VIEWER;
    },
  },
  {
    mistake: 'DELETE does not reach the API',
    caughtBy: 'every method reaches the functions',
    make: (draft) => {
      draft.behaviour('/v1/*')['AllowedMethods'] = ['GET', 'HEAD', 'OPTIONS'];
    },
  },
  {
    mistake: 'event streams are compressed',
    caughtBy: 'answers of the functions are not compressed at the edge',
    make: (draft) => {
      draft.behaviour('/mcp')['Compress'] = true;
    },
  },
  {
    mistake: 'viewers may use HTTP',
    caughtBy: 'nothing travels without TLS',
    make: (draft) => {
      draft.behaviour('/mcp')['ViewerProtocolPolicy'] = 'allow-all';
    },
  },
  {
    mistake: 'an origin was renamed and its behaviours were not',
    caughtBy: 'every behaviour has an origin that exists',
    make: (draft) => {
      draft.origin('stream')['Id'] = 'streams';
    },
  },
  {
    mistake: 'the edge function of a path of MCP was lost',
    caughtBy: 'an edge function chooses the origin of GET on every MCP path',
    make: (draft) => {
      draft.behaviour('/*/mcp')['FunctionAssociations'] = [];
    },
  },
  {
    mistake: 'the edge function of refusals was lost on one path',
    caughtBy: 'an edge function sends the challenges of refusals where the token is in a header, and only there',
    make: (draft) => {
      const behaviour = draft.behaviour('/mcp');
      behaviour['FunctionAssociations'] = [behaviour['FunctionAssociations'] as unknown].flat().slice(0, 1);
    },
  },
  {
    mistake: 'the edge function of the API keeps its placeholder',
    caughtBy: 'an edge function turns away from the API who brings no token of this login',
    make: (draft) => {
      draft.of('EdgeApiEntrance')['FunctionCode'] = "const ISSUER = '{{ISSUER}}'; function isFromLogin() {}";
    },
  },
  {
    mistake: 'pages answer at /.well-known',
    caughtBy: 'paths of OAuth and MCP never get a page',
    make: (draft) => {
      const { FunctionCode } = draft.of('EdgePages');
      draft.of('EdgePages')['FunctionCode'] = String(FunctionCode).replaceAll('/.well-known', '/well-known');
    },
  },
  {
    mistake: 'pages may be framed',
    caughtBy: 'pages may neither be framed nor run scripts of others',
    make: (draft) => {
      const headers = draft.of('EdgePageHeaders', 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig');
      headers['ContentSecurityPolicy'] = { ContentSecurityPolicy: "default-src 'self'", Override: true };
    },
  },
  {
    mistake: 'an origin lost the secret of the distribution',
    caughtBy: 'origins of functions, also behind the API, get the secret of the distribution',
    make: (draft) => {
      draft.origin('stream')['OriginCustomHeaders'] = [];
    },
  },
  {
    mistake: 'the edge waits half a minute for a call of a minute',
    caughtBy: 'the edge waits longer than a call may take without a byte',
    make: (draft) => {
      (draft.origin('rpc')['CustomOriginConfig'] as Node)['OriginReadTimeout'] = 30;
    },
  },
  {
    mistake: '404 is kept for ten seconds',
    caughtBy: 'no refusal is kept at the edge',
    make: (draft) => {
      const config = draft.of('EdgeDistribution', 'DistributionConfig');
      config['CustomErrorResponses'] = (config['CustomErrorResponses'] as Node[]).filter(
        ({ ErrorCode }) => ErrorCode !== 404,
      );
    },
  },
  {
    mistake: 'edges of America and Europe alone',
    caughtBy: 'edges of every continent serve',
    make: (draft) => {
      draft.of('EdgeDistribution', 'DistributionConfig')['PriceClass'] = 'PriceClass_100';
    },
  },
  {
    mistake: 'a function URL buffers',
    caughtBy: 'function URLs stream and ask for no signature',
    make: (draft) => {
      draft.of('DataPlaneStreamFunctionUrl')['InvokeMode'] = 'BUFFERED';
    },
  },
  {
    mistake: 'headers of pages are named alike in each region',
    caughtBy: 'what CloudFront and Budgets name for the whole account carries the region',
    make: (draft) => {
      draft.of('EdgePageHeaders', 'ResponseHeadersPolicyConfig')['Name'] = 'PortcullisPageHeaders';
    },
  },
  {
    mistake: 'pages are deployed before their assets',
    caughtBy: 'pages are deployed when the files that they name are there',
    make: (draft) => {
      Object.assign(draft.resources[draft.id('EdgeDashboardCustomResource512MiB')] ?? {}, { DependsOn: [] });
    },
  },
  {
    mistake: 'the edge function of sign-in was lost',
    caughtBy: 'an edge function tells the authorization server the address of who asks',
    make: (draft) => {
      draft.behaviour('/oauth/*')['FunctionAssociations'] = [];
    },
  },
];
