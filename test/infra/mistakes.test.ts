/**
 * Mistakes that somebody could make in `lib/`, each put into the template, and the property that must name it. A property that no
 * mistake breaks would be one that cannot fail.
 */
import { expect, test } from '@jest/globals';
import type { DeploymentConfig } from '../../lib/config.ts';
import { type Resource, synthesize } from '../support/synth.ts';
import { PROPERTIES } from './properties/index.ts';
import { at, nameOf } from './properties/property.ts';

type Node = Record<string, unknown>;

const REST: Partial<DeploymentConfig> = { entrance: 'rest' };

/** The template that a mistake is put into. */
class Draft {
  readonly resources: Record<string, Resource>;

  constructor(resources: Record<string, Resource>) {
    this.resources = structuredClone(resources);
  }

  id(name: string): string {
    const id = Object.keys(this.resources).find((each) => nameOf(each) === name);
    if (!id) throw new Error(`The template has no ${name}.`);
    return id;
  }

  /** Properties of the resource with this name, or a part of them. */
  of(name: string, ...path: ReadonlyArray<string | number>): Node {
    const found = at(this.resources[this.id(name)]?.Properties, ...path);
    if (typeof found !== 'object' || found === null) throw new Error(`${name} has nothing at ${path.join('/')}.`);
    return found as Node;
  }

  behaviour(path: string): Node {
    const behaviours = this.of('EdgeDistribution', 'DistributionConfig', 'CacheBehaviors') as unknown as Node[];
    const found = behaviours.find(({ PathPattern }) => PathPattern === path);
    if (!found) throw new Error(`No behaviour ${path}.`);
    return found;
  }

  origin(id: string): Node {
    const origins = this.of('EdgeDistribution', 'DistributionConfig', 'Origins') as unknown as Node[];
    const found = origins.find(({ Id }) => Id === id);
    if (!found) throw new Error(`No origin ${id}.`);
    return found;
  }

  variables = (name: string): Node => this.of(name, 'Environment', 'Variables');

  grant(name: string, Action: string, Resource: unknown): void {
    const statements = this.of(`${name}RoleDefaultPolicy`, 'PolicyDocument', 'Statement') as unknown as Node[];
    statements.push({ Effect: 'Allow', Action, Resource });
  }

  /** A text in the definition of the state machine, put in the place of another. */
  replaceInPipeline(from: string, to: string): void {
    const definition = this.of('PipelineDeployment', 'DefinitionString');
    const [separator, parts] = definition['Fn::Join'] as [string, unknown[]];
    let count = 0;
    const changed = parts.map((part) => {
      if (typeof part !== 'string' || count > 0 || !part.includes(from)) return part;
      count++;
      return part.replace(from, to);
    });
    if (count === 0) throw new Error(`The definition has no ${from}.`);
    definition['Fn::Join'] = [separator, changed];
  }
}

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';
const arnOf = (draft: Draft, name: string) => ({ 'Fn::GetAtt': [draft.id(name), 'Arn'] });

const MISTAKES: ReadonlyArray<{
  readonly mistake: string;
  readonly caughtBy: string;
  /** In another layout than the default one. */
  readonly config?: Partial<DeploymentConfig>;
  make(draft: Draft): void;
}> = [
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
    mistake: 'headers of pages are named alike in each region',
    caughtBy: 'what CloudFront and Budgets name for the whole account carries the region',
    make: (draft) => {
      draft.of('EdgePageHeaders', 'ResponseHeadersPolicyConfig')['Name'] = 'PortcullisPageHeaders';
    },
  },
  {
    mistake: 'documents have no versions',
    caughtBy: 'what cannot be made again can be brought back after it was overwritten or deleted',
    make: (draft) => {
      delete draft.of('DataSpecs')['VersioningConfiguration'];
    },
  },
  {
    mistake: 'the API logs under a name that CloudFormation makes',
    caughtBy: 'services write their logs below /aws/vendedlogs/',
    make: (draft) => {
      delete draft.of('HttpAccessLogs')['LogGroupName'];
    },
  },
  {
    mistake: 'the edge waits half a minute for a call of a minute',
    caughtBy: 'the edge waits longer than a call may take',
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
    mistake: 'a variable was forgotten',
    caughtBy: 'functions have every variable that their code reads',
    make: (draft) => {
      delete draft.variables('DataPlaneRpc')['TABLE_SESSIONS'];
    },
  },
  {
    mistake: 'a variable names the table beside',
    caughtBy: 'variables point to what their names say',
    make: (draft) => {
      draft.variables('ManagementApi')['TABLE_TOOLS'] = { Ref: draft.id('DataServers') };
    },
  },
  {
    mistake: 'an environment of over 4 KB',
    caughtBy: 'an environment fits into 4 KB',
    make: (draft) => {
      draft.variables('DataPlaneRpc')['ALLOWED_ORIGINS'] = 'https://app.example.com,'.repeat(150);
    },
  },
  {
    mistake: 'a stream outlives its function at the largest setting',
    caughtBy: 'a stream ends before its function does',
    make: (draft) => {
      draft.variables('DataPlaneStream')['STREAM_LIFE_MS'] = '900000';
      draft.of('DataPlaneStream')['Timeout'] = 930;
    },
  },
  {
    mistake: 'mcp-rpc gives up before the sandbox does',
    caughtBy: 'who waits for a function waits longer than it may run',
    make: (draft) => {
      draft.of('SandboxCalls')['Timeout'] = 600;
    },
  },
  {
    mistake: 'the management API runs for a minute',
    caughtBy: 'the management API ends before API Gateway gives up',
    make: (draft) => {
      draft.of('ManagementApi')['Timeout'] = 60;
    },
  },
  {
    mistake: 'servers share an environment of the sandbox',
    caughtBy: 'the sandbox, and it alone, has an environment for each server',
    make: (draft) => {
      delete draft.of('SandboxCalls')['TenancyConfig'];
    },
  },
  {
    mistake: 'the sandbox may make code of texts',
    caughtBy: 'the sandbox starts locked down',
    make: (draft) => {
      delete draft.variables('SandboxCalls')['NODE_OPTIONS'];
    },
  },
  {
    mistake: 'the sandbox has an address',
    caughtBy: 'nobody but CloudFront has an address for a function',
    make: (draft) => {
      draft.resources['SandboxUrl01234567'] = {
        Type: 'AWS::Lambda::Url',
        Properties: {
          AuthType: 'NONE',
          InvokeMode: 'RESPONSE_STREAM',
          TargetFunctionArn: arnOf(draft, 'SandboxCalls'),
        },
      };
    },
  },
  {
    mistake: 'a function URL lacks the second permission',
    caughtBy: 'function URLs have both permissions',
    make: (draft) => {
      delete draft.resources[draft.id('DataPlaneRpcinvokefunction')];
    },
  },
  {
    mistake: 'a log is kept for ever',
    caughtBy: 'what functions log is deleted after the days that the owner set',
    make: (draft) => {
      delete draft.of('ManagementApiLogs')['RetentionInDays'];
    },
  },
  {
    mistake: 'the old endpoint of AWS IoT',
    caughtBy: 'the address for push messages is the one that signs with certificates of Amazon',
    make: (draft) => {
      const endpoint = draft.of('PushEndpoint');
      endpoint['Create'] = String(endpoint['Create']).replace('iot:Data-ATS', 'iot:Data');
    },
  },
  {
    mistake: 'the archiver skips what it can’t write three times',
    caughtBy: 'the archiver reads the stream of the trail from its beginning, for 20 hours',
    make: (draft) => {
      draft.of('AuditArchiverChanges')['MaximumRetryAttempts'] = 3;
    },
  },
  {
    mistake: 'a table is sorted by another attribute',
    caughtBy: 'tables have the keys by which they are read',
    make: (draft) => {
      (draft.of('DataTools')['KeySchema'] as Node[]).pop();
    },
  },
  {
    mistake: 'the index of tokens holds keys alone',
    caughtBy: 'tokens are found by their server, whole',
    make: (draft) => {
      draft.of('DataTokens', 'GlobalSecondaryIndexes', 0)['Projection'] = { ProjectionType: 'KEYS_ONLY' };
    },
  },
  {
    mistake: 'sessions expire by an attribute that nothing writes',
    caughtBy: 'rows that are to go away have the attribute that says when',
    make: (draft) => {
      draft.of('DataSessions')['TimeToLiveSpecification'] = { AttributeName: 'expires', Enabled: true };
    },
  },
  {
    mistake: 'the trail streams keys alone',
    caughtBy: 'the trail streams what was written and refuses changes of it',
    make: (draft) => {
      draft.of('DataAudit')['StreamSpecification'] = { StreamViewType: 'KEYS_ONLY' };
    },
  },
  {
    mistake: 'a table cannot be restored',
    caughtBy: 'tables can be restored to any second',
    make: (draft) => {
      delete draft.of('DataServers', 'Replicas', 0)['PointInTimeRecoverySpecification'];
    },
  },
  {
    mistake: 'a table has a fixed capacity',
    caughtBy: 'tables are billed by use',
    make: (draft) => {
      draft.of('DataTokens')['BillingMode'] = 'PROVISIONED';
    },
  },
  {
    mistake: 'a bucket may be made public',
    caughtBy: 'no bucket can be public, and each wants TLS',
    make: (draft) => {
      draft.of('DataSpecs', 'PublicAccessBlockConfiguration')['RestrictPublicBuckets'] = false;
    },
  },
  {
    mistake: 'a typo in a lifecycle prefix',
    caughtBy: 'what is to expire lies below a folder that something writes',
    make: (draft) => {
      draft.of('DataSpecs', 'LifecycleConfiguration', 'Rules', 0)['Prefix'] = 'stagings/';
    },
  },
  {
    mistake: 'the archive is not locked',
    caughtBy: 'the archive is locked',
    make: (draft) => {
      draft.of('DataAuditArchive')['ObjectLockEnabled'] = false;
    },
  },
  {
    mistake: 'the key of the archive cannot sign',
    caughtBy: 'keys are made for what they are used for',
    make: (draft) => {
      draft.of('AuditArchiverKey')['KeyUsage'] = 'KEY_AGREEMENT';
    },
  },
  {
    mistake: 'a callback without its slash',
    caughtBy: 'the login returns to addresses that the dashboard sends, to the letter',
    make: (draft) => {
      const [callback] = draft.of('LoginPoolDashboard')['CallbackURLs'] as [{ 'Fn::Join': [string, unknown[]] }];
      callback['Fn::Join'][1].pop();
    },
  },
  {
    mistake: 'the API takes tokens of another client',
    caughtBy: 'the API takes tokens of this login and this client',
    make: (draft) => {
      draft.of('HttpApiLogin', 'JwtConfiguration')['Audience'] = ['another-client'];
    },
  },
  {
    mistake: 'a route without a login',
    caughtBy: 'every route wants a token but those that tell how to get one',
    make: (draft) => {
      draft.of('HttpApiANYv1proxy')['AuthorizationType'] = 'NONE';
    },
  },
  {
    mistake: 'people sign themselves up',
    caughtBy: 'nobody signs themselves up',
    make: (draft) => {
      draft.of('LoginPool', 'AdminCreateUserConfig')['AllowAdminCreateUserOnly'] = false;
    },
  },
  {
    mistake: 'the implicit flow',
    caughtBy: 'the login hands out codes, never tokens in an address',
    make: (draft) => {
      draft.of('LoginPoolDashboard')['AllowedOAuthFlows'] = ['code', 'implicit'];
    },
  },
  {
    mistake: 'the management API opens credentials',
    caughtBy: 'only the sandbox opens credentials of upstreams',
    make: (draft) => draft.grant('ManagementApi', 'kms:Decrypt', arnOf(draft, 'KeysCredentials')),
  },
  {
    mistake: 'the sandbox reads a table',
    caughtBy: 'the sandbox reaches no table, no queue and no other function',
    make: (draft) => draft.grant('SandboxCalls', 'dynamodb:GetItem', arnOf(draft, 'DataServers')),
  },
  {
    mistake: 'the sandbox looks for no cancellation',
    caughtBy: 'the sandbox finds the cancellations that mcp-rpc stores',
    make: (draft) => {
      const document = draft.of('SandboxCallsRoleDefaultPolicy', 'PolicyDocument');
      const statements = document['Statement'] as Node[];
      document['Statement'] = statements.filter((each) => !JSON.stringify(each).includes('/cancelled/'));
    },
  },
  {
    mistake: 'mcp-rpc signs bundles',
    caughtBy: 'who answers MCP clients signs no bundle',
    make: (draft) => draft.grant('DataPlaneRpc', 'kms:GenerateMac', arnOf(draft, 'KeysSigning')),
  },
  {
    mistake: 'the management API deletes entries',
    caughtBy: 'nobody deletes or changes entries of the trail',
    make: (draft) => draft.grant('ManagementApi', 'dynamodb:DeleteItem', arnOf(draft, 'DataAudit')),
  },
  {
    mistake: 'a role has all of S3',
    caughtBy: 'no role has every action of a service',
    make: (draft) => draft.grant('ManagementApi', 's3:*', arnOf(draft, 'DataBundles')),
  },
  {
    mistake: 'a phase is tried once',
    caughtBy: 'a passing fault of AWS is tried again',
    make: (draft) => draft.replaceInPipeline('"MaxAttempts":4', '"MaxAttempts":0'),
  },
  {
    mistake: 'a phase fails without a record',
    caughtBy: 'a phase that fails is recorded',
    make: (draft) => draft.replaceInPipeline('"Next":"RecordFailure"', '"Next":"Failed"'),
  },
  {
    mistake: 'a phase puts its result into the state',
    caughtBy: 'the state holds ids alone',
    make: (draft) => draft.replaceInPipeline('"ResultPath":null', '"ResultPath":"$.result"'),
  },
  {
    mistake: 'batches that the archiver could not write are dropped',
    caughtBy: 'what is given up is kept for a person',
    make: (draft) => {
      delete draft.of('AuditArchiverChanges')['DestinationConfig'];
    },
  },
  {
    mistake: 'a reseal that failed three times is dropped',
    caughtBy: 'what is given up is kept for a person',
    make: (draft) => {
      delete draft.of('PipelineResealEventInvokeConfig')['DestinationConfig'];
    },
  },
  {
    mistake: 'failures are kept for an hour',
    caughtBy: 'the queue of failures keeps messages for 14 days, encrypted, and rings',
    make: (draft) => {
      draft.of('FailuresQueue')['MessageRetentionPeriod'] = 3_600;
    },
  },
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
    mistake: 'everybody may invoke a function',
    caughtBy: 'nobody without an identity invokes a function but by its address',
    config: REST,
    make: (draft) => {
      const permission = Object.values(draft.resources).find(({ Type }) => Type === 'AWS::Lambda::Permission');
      Object.assign(permission?.Properties ?? {}, { Principal: '*' });
    },
  },
];

test.each(MISTAKES)('$mistake: $caughtBy', ({ caughtBy, make, config = {} }) => {
  const draft = new Draft(synthesize(config).resources);
  make(draft);

  const [property] = PROPERTIES.filter(({ name }) => name === caughtBy);
  const faults = property?.faults(draft.resources);

  expect(faults).not.toEqual([]);
  expect(faults).toBeDefined();
});

test('each property can fail', () => {
  const proven = new Set(MISTAKES.map(({ caughtBy }) => caughtBy));

  expect(PROPERTIES.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
});
