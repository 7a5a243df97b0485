/** Mistakes about the REST APIs that are entrances where function URLs, or distributions, are forbidden. */
import type { DeploymentConfig } from '../../../lib/config.ts';
import { PRIVATE } from '../../support/settings.ts';
import type { Draft, Mistake } from './draft.ts';

const REST: Partial<DeploymentConfig> = { entrance: 'rest' };

export const REST_API: readonly Mistake[] = [
  ...(
    [
      ['its answers are buffered', 'ResponseTransferMode', 'BUFFERED'],
      ['it gives up after 29 seconds', 'TimeoutInMillis', 29_000],
    ] as const
  ).map(([mistake, property, value]) => ({
    mistake: `a REST API: ${mistake}`,
    caughtBy: 'a REST API streams what answers MCP clients, as long as the function may run',
    config: REST,
    make: (draft: Draft) => {
      draft.of('DataPlaneApiproxyANY', 'Integration')[property] = value;
    },
  })),
  {
    mistake: 'a REST API sends GET to the function that answers',
    caughtBy: 'a REST API has streams held by the function with little memory',
    config: REST,
    make: (draft) => {
      draft.of('DataPlaneApiproxyGET')['Integration'] = draft.of('DataPlaneApiproxyANY', 'Integration');
    },
  },
  {
    mistake: 'a REST API is deployed before its methods',
    caughtBy: 'a REST API is deployed with all of its methods',
    config: REST,
    make: (draft) => {
      for (const each of Object.values(draft.resources))
        if (each.Type === 'AWS::ApiGateway::Deployment') Object.assign(each, { DependsOn: [] });
    },
  },
  {
    mistake: 'a private API has no limit for a route of the sign-in',
    caughtBy: 'a private API has limits for what needs no login, and for what does',
    config: PRIVATE,
    make: (draft) => {
      const stage = Object.values(draft.resources).find(({ Type }) => Type === 'AWS::ApiGateway::Stage');
      (stage?.Properties?.['MethodSettings'] as unknown[] | undefined)?.pop();
    },
  },
  {
    mistake: 'the distribution leaves the stage of a REST API out',
    caughtBy: 'the distribution asks a REST API below its stage, and others at their root',
    config: REST,
    make: (draft) => {
      delete draft.origin('rpc')['OriginPath'];
    },
  },
  {
    mistake: 'everybody may invoke a function',
    caughtBy: 'nobody without an identity invokes a function but by its address',
    config: REST,
    make: (draft) => {
      const permission = Object.values(draft.resources).find(({ Type }) => Type === 'AWS::Lambda::Permission');
      Object.assign(permission?.Properties ?? {}, { Principal: '*' });
    },
  },
  {
    mistake: 'pages of a private API may be framed',
    caughtBy: 'browsers come back by HTTPS alone, name no page to others, and take a file for what it says',
    config: PRIVATE,
    make: (draft) => {
      draft.variables('EntrancePages')['PAGE_HEADERS'] = '{}';
    },
  },
  {
    mistake: 'a private API lets everybody in',
    caughtBy: 'a private API, its name and its functions know the same VPC endpoints, and no others',
    config: PRIVATE,
    make: (draft) => {
      (draft.of('EntranceApi', 'Policy')['Statement'] as unknown[]).pop();
    },
  },
  {
    mistake: 'the name of a private API lets another endpoint in',
    caughtBy: 'a private API, its name and its functions know the same VPC endpoints, and no others',
    config: PRIVATE,
    make: (draft) => {
      draft.of('EntranceName', 'Policy', 'Statement', 1)['Condition'] = {
        StringNotEquals: { 'aws:SourceVpce': ['vpce-0fffffffffffffff0'] },
      };
    },
  },
  {
    mistake: 'the name of a private API leads there from one endpoint of two',
    caughtBy: 'a private API, its name and its functions know the same VPC endpoints, and no others',
    config: PRIVATE,
    make: (draft) => {
      delete draft.resources[draft.id('EntranceAccess2')];
    },
  },
  {
    mistake: 'a function of a private API does not look at the endpoint',
    caughtBy: 'a private API, its name and its functions know the same VPC endpoints, and no others',
    config: PRIVATE,
    make: (draft) => {
      delete draft.variables('EntrancePages')['VPC_ENDPOINTS'];
    },
  },
  {
    mistake: 'a private API asks for no login',
    caughtBy: 'every route wants a token but those that tell how to get one',
    config: PRIVATE,
    make: (draft) => {
      draft.of('EntranceApiv1proxyANY')['AuthorizationType'] = 'NONE';
    },
  },
  {
    mistake: 'a private API takes tokens of another pool',
    caughtBy: 'the API takes tokens of this login and this client',
    config: PRIVATE,
    make: (draft) => {
      draft.of('EntranceLogin')['ProviderARNs'] = [{ 'Fn::GetAtt': [draft.id('DataBundles'), 'Arn'] }];
    },
  },
];
