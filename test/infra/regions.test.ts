/** The app over several regions: what lies where, who may do what across regions, and that one region stays as it was. */
import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { deploymentConfig, readConfig } from '../../lib/config.ts';
import { makeRegionalStacks } from '../../lib/stacks/regional-stacks.ts';
import { findingsOfCfnLint, testWithCfnLint } from '../support/cfnLint.ts';
import { looseningsOf } from '../support/guard.ts';
import { rightsByFunction, statementsOf, targetId } from '../support/rights.ts';
import { faultsOfResource } from '../support/specification.ts';
import {
  emptyApp,
  makeRegionalApp,
  REGIONS,
  type Resource,
  type Synthesized,
  synthesize,
  synthesizeRegions,
  UNCHECKED,
  withoutDashboard,
} from '../support/synth.ts';
import { at, functionsOf } from './properties/property.ts';

const [HOME, NEAR, FAR] = REGIONS;
const { home, edge, others, front } = synthesizeRegions();
const edges = [edge, ...others];
const all = { home, edge, far: others[0] as Synthesized, front };

const rightsOf = (stack: Synthesized, name: string): string[] =>
  (rightsByFunction(stack).get(name) ?? []).filter((line) => !line.startsWith('logs:'));
const arn = (region: string, table: string) => `arn:Partition:dynamodb:${region}:AccountId:table/Portcullis-${table}`;
const bucket = (region: string) => `arn:Partition:s3:::portcullis-bundles-AccountId-${region}`;
const topics = (region: string, ...roots: string[]) =>
  roots.map((root) => `iot:Publish arn:Partition:iot:${region}:AccountId:topic/${root}/*`);

interface Document {
  readonly Statement: Array<{ readonly Condition?: unknown }>;
}

/** The AWS call of a custom resource, with references by their names. */
const callOf = (text: unknown) =>
  JSON.parse(
    (text as { 'Fn::Join': [string, Array<string | { Ref: string }>] })['Fn::Join'][1]
      .map((part) => (typeof part === 'string' ? part : part.Ref.replace('AWS::', '')))
      .join(''),
  ) as { service: string; action: string; parameters: { ResourceArn: string; Policy: string } };

describe('the specification of CloudFormation', () => {
  test('is obeyed by one stack, in every resource type that it uses', () => {
    const { resources } = synthesize();

    expect(Object.entries(resources).flatMap(faultsOfResource)).toEqual([]);
  });

  test('makes out a misspelt, a missing and a wrongly typed property', () => {
    const faults = faultsOfResource([
      'Fn',
      { Type: 'AWS::Lambda::Function', Properties: { Code: {}, Timeuot: 3, Timeout: 'soon', MemorySize: 128 } },
    ]);

    expect(faults).toEqual(
      expect.arrayContaining([
        'Fn.Timeuot: unknown property',
        'Fn.Role: required',
        'Fn.Timeout: a number was expected',
      ]),
    );
  });
});

describe('one region', () => {
  test('is one stack with no trace of several', () => {
    const { template, ofType } = synthesize();

    const text = JSON.stringify(template.toJSON());
    expect(text).not.toMatch(
      /CrossRegion|MultiRegion|ReplicaKey|ReplicaRegions|EDGE_REGIONS|TABLE_GATES|KeyValueStore/,
    );
    for (const [, { Properties }] of ofType('AWS::DynamoDB::GlobalTable')) {
      expect(Properties?.['Replicas']).toHaveLength(1);
      expect(Properties?.['TableName']).toBeUndefined();
    }
    expect(ofType('AWS::S3::Bucket').map(([, { Properties }]) => Properties?.['BucketName'])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the stacks', () => {
  test('are deployed home first, front last, each in its region', () => {
    const { stacks } = makeRegionalApp().app.synth();

    const order = stacks.map(({ stackName, environment }) => `${stackName} ${environment.region}`);

    expect(order).toEqual([
      `Portcullis-Home ${HOME}`,
      `Portcullis-Edge-${FAR} ${FAR}`,
      `Portcullis-Edge-${NEAR} ${NEAR}`,
      `Portcullis-Front ${HOME}`,
    ]);
    const dependencies = new Map(
      stacks.map(({ stackName, dependencies }) => [stackName, dependencies.map(({ id }) => id)]),
    );
    expect(dependencies.get(`Portcullis-Edge-${NEAR}`)).toContain('Portcullis-Home');
    expect(dependencies.get('Portcullis-Front')).toEqual(
      expect.arrayContaining(['Portcullis-Home', `Portcullis-Edge-${NEAR}`, `Portcullis-Edge-${FAR}`]),
    );
  });

  test.each(Object.entries(all))('%s obeys the specification of every resource type that it uses', (_name, stack) => {
    expect(Object.entries(stack.resources).flatMap(faultsOfResource)).toEqual([]);
  });

  testWithCfnLint('give cfn-lint nothing to find', async () => {
    expect(await findingsOfCfnLint(all)).toEqual([]);
  });

  testWithCfnLint('would be refused where a region lacks a type that they use', async () => {
    // Israel has no function URLs (cfn-lint 1.58).
    const there = { template: edge.template, region: 'il-central-1' };

    const found = await findingsOfCfnLint({ edge, there });

    const lacking = expect.stringMatching(/^il-central-1\/there\.json: E3006 .*AWS::Lambda::Url.*il-central-1/);
    expect(found).toEqual([lacking, lacking]);
  });

  test.each(Object.entries(all))('%s has nothing that could loosen the egress guard', (_name, stack) => {
    expect(looseningsOf(stack)).toEqual([]);
  });

  test('that guard would notice a strange variable in any of them', () => {
    const [id, { Properties }] = edge
      .ofType('AWS::Lambda::Function')
      .find(([name]) => name.startsWith('SandboxCalls')) as [string, Resource];
    const loosened = {
      ...Properties,
      Environment: { Variables: { HTTPS_PROXY: 'http://x', NODE_OPTIONS: '--use-env-proxy' } },
    };
    const resources = { [id]: { Type: 'AWS::Lambda::Function', Properties: loosened } };

    expect(looseningsOf({ ...edge, resources, ofType: () => Object.entries(resources) })).toEqual([
      `${id}: HTTPS_PROXY`,
      `${id}: NODE_OPTIONS`,
    ]);
  });
});

describe('data', () => {
  test('three tables are replicated to every region, recoverable and protected in each; the others stay at home', () => {
    const tables = home.ofType('AWS::DynamoDB::GlobalTable').map(([, { Properties }]) => Properties ?? {});
    const replicated = tables.filter((table) => (table['Replicas'] as unknown[]).length > 1);

    expect(replicated.map((table) => table['TableName']).sort()).toEqual([
      'Portcullis-audit',
      'Portcullis-servers',
      'Portcullis-tokens',
    ]);
    for (const { Replicas, StreamSpecification } of replicated) {
      expect(StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
      expect((Replicas as Array<{ Region: string }>).map(({ Region }) => Region).sort()).toEqual([...REGIONS].sort());
      for (const replica of Replicas as object[]) {
        expect(replica).toMatchObject({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        });
      }
    }
  });

  test('every replica of the audit table refuses changes to everybody but replication, which would stop for ever', () => {
    const [, audit] = home.ofType('AWS::DynamoDB::GlobalTable').find(([id]) => id.startsWith('DataAudit')) as [
      string,
      Resource,
    ];
    const replicas = (audit.Properties?.['Replicas'] ?? []) as Array<{
      Region: string;
      ResourcePolicy?: { PolicyDocument: Document };
    }>;
    const inTemplate = replicas.filter(({ ResourcePolicy }) => ResourcePolicy);
    // CloudFormation fails an update that makes a replica elsewhere and gives it a policy; so the others put theirs by themselves.
    expect(inTemplate.map(({ Region }) => Region)).toEqual([HOME]);
    const put = edges.map((stack) => {
      const [[, { Properties }]] = stack.ofType('Custom::AWS').filter(([name]) => name.startsWith('AuditPolicy')) as [
        readonly [string, Resource],
      ];
      expect(Properties?.['Create']).toEqual(Properties?.['Update']);
      return callOf(Properties?.['Create']);
    });
    expect(put.map(({ service, action }) => `${service} ${action}`)).toEqual(
      edges.map(() => 'DynamoDB putResourcePolicy'),
    );
    expect(put.map(({ parameters }) => parameters.ResourceArn)).toEqual(
      [NEAR, FAR].map((region) => arn(region, 'audit')),
    );

    const documents = [
      ...inTemplate.map(({ ResourcePolicy }) => ResourcePolicy?.PolicyDocument),
      ...put.map(({ parameters }) => JSON.parse(parameters.Policy) as Document),
    ];
    expect(documents).toHaveLength(REGIONS.length);
    for (const document of documents) {
      const { Statement } = document as Document;
      expect(Statement).toHaveLength(1);
      expect(Statement[0]).toMatchObject({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: expect.arrayContaining(['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']),
      });
      const { Condition } = Statement[0] as { Condition: Record<string, object> };
      expect(Object.keys(Condition)).toEqual(['ArnNotEquals']);
      expect(JSON.stringify(Condition)).toContain('/AWSServiceRoleForDynamoDBReplication');
    }
  });

  test('the gates, the sessions and the upstream tokens of a region are tables of its own, which nothing replicates', () => {
    for (const stack of edges) {
      const tables = stack.ofType('AWS::DynamoDB::GlobalTable');
      expect(tables.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
        'DataGates',
        'DataSessions',
        'DataUpstreamTokens',
      ]);
      for (const [, { Properties }] of tables) expect(Properties?.['Replicas']).toHaveLength(1);
    }
    expect(JSON.stringify(home.resources)).not.toContain('"TableName":"Portcullis-gates"');
  });

  test('keys are multi-region keys with a replica of each in every region, but for the archive’s, which is used at home', () => {
    const keys = home.ofType('AWS::KMS::Key').filter(([id]) => !id.startsWith('AuditArchiver'));

    expect(keys).toHaveLength(4);
    expect(keys.map(([, { Properties }]) => Properties?.['MultiRegion'])).toEqual([true, true, true, true]);
    for (const stack of edges) {
      const replicas = stack.ofType('AWS::KMS::ReplicaKey');
      expect(replicas).toHaveLength(4);
      for (const [id, { Properties }] of replicas)
        expect(JSON.stringify(Properties?.['PrimaryKeyArn'])).toContain(`FnGetAtt${id.replace(/[0-9A-F]{8}$/, '')}`);
    }
  });

  test('one archiver, at home, reads the entries of all regions: none is archived twice', () => {
    const mappings = Object.entries(all).flatMap(([name, stack]) =>
      stack
        .ofType('AWS::Lambda::EventSourceMapping')
        .map(([, { Properties }]) => [name, Properties?.['EventSourceArn']]),
    );

    expect(mappings).toEqual([['home', { 'Fn::GetAtt': [expect.stringMatching(/^DataAudit/), 'StreamArn'] }]]);
    for (const stack of [...edges, front]) expect(JSON.stringify(stack.resources)).not.toContain('ECC_NIST_P256');
  });

  test('no bucket is public, and all want TLS', () => {
    for (const stack of [home, ...edges, front]) {
      const buckets = stack.ofType('AWS::S3::Bucket');
      for (const [, { Properties }] of buckets) {
        expect(Object.values(Properties?.['PublicAccessBlockConfiguration'] as object)).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
      const denials = stack
        .ofType('AWS::S3::BucketPolicy')
        .filter(([, { Properties }]) => JSON.stringify(Properties).includes('aws:SecureTransport'));
      expect(denials).toHaveLength(buckets.length);
    }
  });
});

describe('rights', () => {
  test('a region beside home has the three functions of MCP and nothing else of ours', () => {
    for (const stack of edges) {
      const ours = [...rightsByFunction(stack).keys()].filter((name) => !/^(AWS679|Custom)/.test(name));
      expect(ours.sort()).toEqual(['DataPlaneRpc', 'DataPlaneStream', 'SandboxCalls']);
    }
  });

  test('its mcp-rpc reads rows and gates, appends audit entries, and stamps items of its own region only; of home it has the refresh tokens', () => {
    const rights = rightsOf(edge, 'DataPlaneRpc');
    expect(rights.filter((line) => line.startsWith('dynamodb:'))).toEqual([
      'dynamodb:BatchGetItem DataGates',
      'dynamodb:BatchGetItem DataSessions',
      'dynamodb:BatchGetItem DataUpstreamTokens',
      `dynamodb:BatchGetItem ${arn(NEAR, 'servers')}`,
      `dynamodb:BatchGetItem ${arn(NEAR, 'tokens')}`,
      'dynamodb:GetItem DataUpstreamTokens',
      // Refresh tokens have one place.
      `dynamodb:GetItem ${arn(HOME, 'upstreamtokens')}`,
      'dynamodb:PutItem DataSessions',
      'dynamodb:PutItem DataUpstreamTokens',
      `dynamodb:PutItem ${arn(NEAR, 'audit')}`,
      `dynamodb:PutItem ${arn(HOME, 'upstreamtokens')}`,
      'dynamodb:UpdateItem DataSessions',
      `dynamodb:UpdateItem ${arn(NEAR, 'tokens')}`,
    ]);

    const [, fn] = edge.ofType('AWS::Lambda::Function').find(([id]) => id.startsWith('DataPlaneRpc')) as [
      string,
      Resource,
    ];
    const role = targetId(fn.Properties?.['Role']);
    const update = statementsOf(edge.resources, role).find(
      ({ Action, Resource }) => Action === 'dynamodb:UpdateItem' && !JSON.stringify(Resource).includes('DataSessions'),
    );
    expect(update?.Condition).toEqual({
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['tokenHash', 'serverId', 'lastUsedAt', 'streams'] },
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`*@${NEAR}`] },
    });
    expect(rights.filter((line) => /^kms:/.test(line))).toEqual([
      'kms:Decrypt KeysCredentials',
      'kms:GenerateDataKey KeysCredentials',
      'kms:GenerateMac KeysTokenHash',
      'kms:VerifyMac KeysSigning',
    ]);
  });

  test('its mcp-stream writes the rows of its sessions, appends to the trail and discards what it delivered, and its sandbox reads bundles and decrypts what it is handed', () => {
    expect(
      rightsOf(edge, 'DataPlaneStream').filter((line) => /:(Put|Update|Delete|Publish|Invoke|Encrypt)/.test(line)),
    ).toEqual([
      'dynamodb:DeleteItem DataSessions',
      'dynamodb:PutItem DataSessions',
      `dynamodb:PutItem ${arn(NEAR, 'audit')}`,
      'dynamodb:UpdateItem DataSessions',
      `dynamodb:UpdateItem ${arn(NEAR, 'tokens')}`,
      's3:DeleteObjectVersion DataBundles/sessions/*',
    ]);
    expect(rightsOf(edge, 'SandboxCalls')).toEqual([
      'kms:Decrypt KeysCredentials',
      'kms:GenerateMac KeysPlaceholders',
      'kms:VerifyMac KeysSigning',
      's3:GetObject DataBundles/bundles/*',
      's3:GetObject DataBundles/cancelled/*',
    ]);
  });

  test('nobody beside home writes gates; at home the management API does, and the authorization server those of tokens', () => {
    const writing = /^dynamodb:(Put|Update|Delete|BatchWrite)\w* .*(gates|DataGates)$/;

    const writers = Object.entries({ home, edge, front }).flatMap(([name, stack]) =>
      [...rightsByFunction(stack)]
        .filter(([, lines]) => lines.some((line) => writing.test(line)))
        .map(([fn]) => `${name} ${fn}`),
    );

    expect(writers).toEqual(['front ManagementApi', 'front AuthorizationServer']);
  });

  test('home reaches into other regions for these things alone', () => {
    const abroad = (stack: Synthesized, name: string) =>
      rightsOf(stack, name).filter((line) => line.includes(NEAR) || line.includes(FAR));
    const distribute = [NEAR, FAR].flatMap((region) => [
      `dynamodb:GetItem ${arn(region, 'servers')}`,
      `s3:DeleteObject ${bucket(region)}/bundles/*`,
      `s3:ListBucket ${bucket(region)}`,
      `s3:PutObject ${bucket(region)}/bundles/*`,
      ...topics(region, 'srv'),
    ]);

    expect(abroad(front, 'ManagementApi')).toEqual(
      [NEAR, FAR]
        .flatMap((region) => [
          `dynamodb:GetItem ${arn(region, 'tokens')}`,
          `dynamodb:UpdateItem ${arn(region, 'gates')}`,
          `dynamodb:DeleteItem ${arn(region, 'upstreamtokens')}`,
          `dynamodb:Query ${arn(region, 'upstreamtokens')}`,
          `s3:DeleteObject ${bucket(region)}/bundles/*`,
          `s3:GetObject ${bucket(region)}/answers/*`,
          `s3:ListBucket ${bucket(region)}`,
          ...topics(region, 'mcp', 'srv'),
        ])
        .sort(),
    );
    expect(abroad(home, 'PipelineDistribute')).toEqual(distribute.sort());
    expect(abroad(home, 'PipelineReseal')).toEqual(distribute.sort());
    const silent = [...rightsByFunction(home).keys()].filter((name) => !/Distribute|Reseal|^Custom/.test(name));
    for (const name of silent) expect([name, abroad(home, name)]).toEqual([name, []]);
  });
});

describe('what a stack reads of another', () => {
  const OPTIONS = {
    events: true,
    egress: 'static' as const,
    egressZones: 2,
    upstreamRoles: ['arn:aws:iam::123456789012:role/orders'],
    alarms: true,
    metrics: 'stack' as const,
  } satisfies Parameters<typeof synthesizeRegions>[0];

  test('is an output that the other has, and no export, which could not go while it is in use', () => {
    const { home: more, edge: near, others: far, front: facing } = synthesizeRegions(OPTIONS);
    const made = [more, near, ...far, facing];
    const text = JSON.stringify(made.map(({ template }) => template.toJSON()));

    expect(text).not.toMatch(/Fn::ImportValue|"Export":|CrossRegionExport/);
    const read = [...text.matchAll(/"Fn::GetStackOutput":(\{[^}]*\})/g)].map(
      ([, argument = '']) => JSON.parse(argument) as { StackName: string; Region: string; OutputName: string },
    );
    expect(read.length).toBeGreaterThan(20);
    for (const { StackName, Region, OutputName } of read) {
      const stack = made.find(({ name }) => name === StackName);
      expect(stack?.region).toBe(Region);
      expect(Object.keys(stack?.template.toJSON()['Outputs'] as object)).toContain(OutputName);
    }
  });

  test('is exported as well for one deployment, where stacks of an earlier version import it', () => {
    const moving = withoutDashboard(() =>
      makeRegionalStacks(emptyApp(UNCHECKED), deploymentConfig.parse({ regions: [...REGIONS] }), { isMoving: true }),
    );

    expect(JSON.stringify(Template.fromStack(moving.home).toJSON())).toMatch(
      /"Export":.*PublishOutput|PublishOutput.*"Export":/,
    );
    expect(JSON.stringify(Template.fromStack(moving.front).toJSON())).not.toMatch(/Fn::ImportValue|ExportReader/);
  });
});

describe('what CloudFormation writes once', () => {
  /** Properties that an update leaves as they are, and that replace nothing (their reference: "Updates are not supported"). */
  const WRITTEN_ONCE: Readonly<Record<string, readonly string[]>> = {
    'AWS::CloudFront::KeyValueStore': ['ImportSource'],
  };

  test.each<readonly [string, Parameters<typeof synthesizeRegions>[0]]>([
    ['a country elsewhere', { countries: { DE: HOME } }],
    ['a region less', { regions: [HOME, NEAR] }],
    ['other regions', { regions: [HOME, NEAR, 'ap-northeast-1'] }],
  ])('is another resource with %s', (_what, settings) => {
    const { front: changed } = synthesizeRegions(settings);
    const written = ({ resources }: Synthesized) =>
      Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
        (WRITTEN_ONCE[Type] ?? []).map((name) => [id, JSON.stringify(Properties?.[name])] as const),
      );
    const before = new Map(written(front));

    expect(before.size).toBe(1);
    expect(written(changed)).toHaveLength(1);
    for (const [id, value] of written(changed)) expect(before.get(id) ?? value).toBe(value);
    expect(written(changed).map(([, value]) => value)).not.toEqual([...before.values()]);
  });
});

describe('the distribution', () => {
  const [[, distribution]] = front.ofType('AWS::CloudFront::Distribution') as [readonly [string, Resource]];
  const config = distribution.Properties?.['DistributionConfig'] as {
    CacheBehaviors: Array<{ PathPattern: string; TargetOriginId: string; Compress: boolean; CachePolicyId: unknown }>;
    Origins: Array<{ Id: string; OriginCustomHeaders?: Array<{ HeaderName: string; HeaderValue: unknown }> }>;
  };

  test('knows the two origins of every region, each with the secret header, the same everywhere', () => {
    const machine = config.Origins.filter(({ Id }) => /^(rpc|stream)/.test(Id));

    expect(machine.map(({ Id }) => Id)).toEqual([
      'rpc',
      'stream',
      `rpc-${NEAR}`,
      `stream-${NEAR}`,
      `rpc-${FAR}`,
      `stream-${FAR}`,
    ]);
    const headers = machine.map(({ OriginCustomHeaders }) => JSON.stringify(OriginCustomHeaders));
    expect(new Set(headers).size).toBe(1);
    expect(headers[0]).toContain('x-origin-verify');
    for (const stack of edges)
      expect(JSON.stringify(stack.resources)).toContain(':secret:Portcullis/origin:SecretString');
    home.template.hasResourceProperties('AWS::SecretsManager::Secret', {
      Name: 'Portcullis/origin',
      ReplicaRegions: [{ Region: NEAR }, { Region: FAR }],
    });
  });

  test('asks for the country without storing anything, on the MCP paths only', () => {
    const policies = front.ofType('AWS::CloudFront::CachePolicy');

    expect(policies.map(([, { Properties }]) => Properties?.['CachePolicyConfig'])).toEqual([
      expect.objectContaining({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 1,
        ParametersInCacheKeyAndForwardedToOrigin: expect.objectContaining({
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Country', 'x-request-key'] },
        }),
      }),
    ]);
    const own = config.CacheBehaviors.filter(({ CachePolicyId }) => typeof CachePolicyId !== 'string');
    expect(own.map(({ PathPattern }) => PathPattern)).toEqual([
      '/srv_*/mcp',
      '/srv_*/mcp/',
      '/mcp',
      '/mcp/',
      '/*/mcp',
      '/*/mcp/',
      '/_origin/stream',
      ...[NEAR, FAR].flatMap((region) => [`/_origin/rpc-${region}`, `/_origin/stream-${region}`]),
    ]);
    for (const { Compress } of own) expect(Compress).toBe(false);
  });
});

describe('configuration', () => {
  const faults = (given: object) =>
    deploymentConfig.safeParse(given).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('takes regions as JSON or with commas', () => {
    expect(readConfig({ regions: 'us-east-1, eu-west-1' }).regions).toEqual(['us-east-1', 'eu-west-1']);
    expect(readConfig({ regions: '["us-east-1"]' }).regions).toEqual(['us-east-1']);
    expect(readConfig({}).regions).toEqual([]);
    expect(() => readConfig({ regions: 'us-east-1,Ireland' })).toThrow(
      'The configuration is not right:\n✖ is not the name of an AWS region, such as eu-west-1\n  → at regions[1]',
    );
    expect(() => readConfig({ countries: 'DE' })).toThrow(/is no JSON\n.*at countries/);
  });

  test('says which field is wrong and why', () => {
    expect(faults({ regions: ['us-east-1', 'Ireland'] })).toEqual([
      ['regions.1', 'is not the name of an AWS region, such as eu-west-1'],
    ]);
    expect(faults({ regions: ['us-east-1', 'us-east-1'] })).toEqual([['regions', 'names a region twice']]);
    expect(faults({ regions: ['us-east-1', 'cn-north-1'] })?.[0]?.[0]).toBe('regions.1');
    expect(faults({ regions: ['us-east-1'], stackName: 'A'.repeat(25) })).toEqual([
      ['stackName', 'has more than 24 characters, which is too long together with regions'],
    ]);
    expect(faults({ regions: ['us-east-1'], countries: { DE: 'eu-west-1' } })).toEqual([
      ['countries.DE', 'names eu-west-1, which is not in regions'],
    ]);
    expect(faults({ stackName: 'A'.repeat(60) })).toBeUndefined();
  });

  test('makes names that AWS takes, with the longest name of a stack and of a region', () => {
    const stackName = 'A'.repeat(24);
    const longest = synthesizeRegions({ stackName, regions: ['ap-southeast-1', 'ap-northeast-3'] });

    for (const stack of [longest.home, longest.edge]) {
      for (const [, { Properties }] of stack.ofType('AWS::S3::Bucket')) {
        const name = Properties?.['BucketName'] as { 'Fn::Join': [string, unknown[]] } | undefined;
        const written = (name?.['Fn::Join'][1] ?? []).map((part) => (typeof part === 'string' ? part : '123456789012'));
        expect(written.join('').length).toBeLessThanOrEqual(63);
        expect(written.join('')).toMatch(/^([a-z0-9][a-z0-9-]+[a-z0-9])?$/);
      }
      expect(Object.entries(stack.resources).flatMap(faultsOfResource)).toEqual([]);
    }
  });

  test('one named region is laid out so that others can follow', () => {
    const { home: alone, front: facing } = synthesizeRegions({ regions: ['eu-central-1'] });

    const keys = alone.ofType('AWS::KMS::Key').filter(([, { Properties }]) => Properties?.['MultiRegion'] === true);

    expect(keys).toHaveLength(4);
    expect(JSON.stringify(facing.resources)).not.toMatch(/EDGE_REGIONS|CrossRegion|KeyValueStore/);
  });
});

describe('a region that is leaving', () => {
  const [, near, far] = REGIONS;
  const before = synthesizeRegions();
  const leaving = synthesizeRegions({ leavingRegion: far });

  test('gets no client any more: neither an origin nor a country', () => {
    const front = JSON.stringify(leaving.front.resources);

    expect(JSON.stringify(before.front.resources)).toContain(`rpc-${far}`);
    expect(front).toContain(`rpc-${near}`);
    expect(front).not.toContain(`rpc-${far}`);
    const stores = leaving.front.ofType('AWS::CloudFront::KeyValueStore');
    expect(JSON.stringify(stores)).not.toContain(far);
  });

  test('keeps its stack, and its revocations are still told there', () => {
    const management = functionsOf(leaving.front.resources).get('ManagementApi');

    expect(JSON.stringify(at(management?.Properties, 'Environment'))).toContain(far);
    expect(leaving.home.ofType('AWS::DynamoDB::GlobalTable').length).toBeGreaterThan(3);
  });

  test('has replicas that the next deployment can delete, and no other loses its protection', () => {
    const replicas = leaving.home
      .ofType('AWS::DynamoDB::GlobalTable')
      .flatMap(([id, { Properties }]) =>
        (at(Properties, 'Replicas') as readonly { Region: unknown }[]).map((replica) => ({ ...replica, id })),
      );
    const unprotected = replicas.filter((each) => at(each, 'DeletionProtectionEnabled') !== true);

    expect(replicas.filter(({ Region }) => Region === far).length).toBeGreaterThanOrEqual(3);
    expect(unprotected.filter(({ id }) => !/^DataSessions/.test(id)).map(({ Region }) => Region)).toEqual(
      replicas.filter(({ Region }) => Region === far).map(() => far),
    );
  });

  test.each([
    [{ leavingRegion: 'us-east-1', regions: 'us-east-1,eu-west-1' }, 'is the home region'],
    [{ leavingRegion: 'eu-west-1' }, 'is not in regions'],
    [
      { leavingRegion: 'eu-west-1', regions: 'us-east-1,eu-west-1', countries: '{"DE":"eu-west-1"}' },
      'which is leaving',
    ],
  ])('is refused as %j', (given, message) => {
    expect(() => readConfig(given)).toThrow(message);
  });
});
