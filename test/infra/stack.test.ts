/** What the synthesized stack must and must not contain. */
import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { deploymentConfig, readConfig } from '../../lib/config.ts';
import { isOurs, looseningsOf } from '../support/guard.ts';
import { type Resource, synthesize } from '../support/synth.ts';

const synthesized = synthesize();
const { template, ofType, resources } = synthesized;

const statementsIn = (document: unknown) => (document as { Statement: Array<{ Action: unknown }> }).Statement;

const distributionConfig = ({ ofType: all }: Pick<typeof synthesized, 'ofType'>) => {
  const [entry] = all('AWS::CloudFront::Distribution');
  return entry?.[1].Properties?.['DistributionConfig'] as {
    readonly CustomErrorResponses: ReadonlyArray<{ readonly ErrorCode: number; readonly ErrorCachingMinTTL: number }>;
    readonly Origins: ReadonlyArray<{
      readonly OriginCustomHeaders?: ReadonlyArray<{ readonly HeaderName: string; readonly HeaderValue: unknown }>;
    }>;
  };
};

describe('the management API', () => {
  test('is reached through a function that turns away who brings no token of the login', () => {
    const [entry] = ofType('AWS::CloudFront::Distribution');
    const config = entry?.[1].Properties?.['DistributionConfig'] as
      | { CacheBehaviors: Array<{ PathPattern: string; FunctionAssociations: Array<{ FunctionARN: object }> }> }
      | undefined;
    const [association] =
      config?.CacheBehaviors.find(({ PathPattern }) => PathPattern === '/v1/*')?.FunctionAssociations ?? [];
    const [, id] = /"Fn::GetAtt":\["(\w+)"/.exec(JSON.stringify(association?.FunctionARN)) ?? [];

    const code = JSON.stringify(resources[id as string]?.Properties?.['FunctionCode']);

    expect(code).toContain('cognito-idp.');
    expect(code).not.toContain('{{');
  });

  test('has limits of their own for the routes that everybody may ask, which exist before the stage names them', () => {
    const publicRoutes = ofType('AWS::ApiGatewayV2::Route').filter(
      ([, { Properties }]) => Properties?.['AuthorizationType'] !== 'JWT',
    );
    const [stage] = ofType('AWS::ApiGatewayV2::Stage');

    const settings = stage?.[1].Properties?.['RouteSettings'] as Record<string, { ThrottlingRateLimit: number }>;

    expect(publicRoutes.map(([, { Properties }]) => Properties?.['RouteKey']).sort()).toEqual(
      Object.keys(settings).sort(),
    );
    expect((stage?.[1] as { DependsOn?: string[] } | undefined)?.DependsOn).toEqual(
      expect.arrayContaining(publicRoutes.map(([id]) => id)),
    );
  });
});

describe('several installs in one account and region', () => {
  const domainOf = (stackName?: string) => {
    const [[, { Properties }]] = synthesize(stackName === undefined ? {} : { stackName }).ofType(
      'AWS::Cognito::UserPoolDomain',
    ) as [readonly [string, Resource]];
    const parts = (Properties?.['Domain'] as { 'Fn::Join': [string, unknown[]] } | undefined)?.['Fn::Join'][1] ?? [];
    return parts
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      .join('')
      .replace('{"Ref":"AWS::AccountId"}', '123456789012')
      .replace('{"Ref":"AWS::Region"}', 'ap-southeast-1');
  };

  test('sign in at addresses of their own, which are unique in a region', () => {
    expect(domainOf()).toBe('portcullis-123456789012-ap-southeast-1');
    expect(domainOf('Payments')).toBe('payments-123456789012-ap-southeast-1');
  });

  test('are let in by the rules of the pages, which name the hosts that they may connect to', () => {
    const policies = synthesize({ stackName: 'Payments' }).ofType('AWS::CloudFront::ResponseHeadersPolicy');
    expect(JSON.stringify(policies)).toMatch(
      /https:\/\/payments-",\{"Ref":"AWS::AccountId"\},"-",\{"Ref":"AWS::Region"\},"\.auth\./,
    );
  });

  test.each(['A'.repeat(64), 'tools-on-AWS', 'Cognito-front'])('get one that Cognito takes for %s', (stackName) => {
    const domain = domainOf(stackName);

    expect(domain).toMatch(/^portcullis-[0-9a-f]{12}-123456789012-ap-southeast-1$/);
    expect(domain.length).toBeLessThanOrEqual(63);
  });
});

test('clients of every continent enter at an edge near them', () => {
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: Match.objectLike({ PriceClass: 'PriceClass_All' }),
  });
});

test('no client holds a function by default but those of HTTP+SSE, which can do nothing without', () => {
  for (const [, { Properties }] of ofType('AWS::Lambda::Function')) {
    const { Variables = {} } = (Properties?.['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    const { CHANGE_STREAMS = 'false', STANDALONE_STREAMS = 'false' } = Variables;
    expect([CHANGE_STREAMS, STANDALONE_STREAMS]).toEqual(['false', 'false']);
  }
});

describe('shares of the executions at once', () => {
  const reserved = ({ ofType: all }: Pick<typeof synthesized, 'ofType'>) =>
    Object.fromEntries(
      all('AWS::Lambda::Function').flatMap(([id, { Properties }]) => {
        const share = Properties?.['ReservedConcurrentExecutions'] as number | undefined;
        return share === undefined ? [] : [[id.replace(/[0-9A-F]{8}$/, ''), share]];
      }),
    );

  test('are reserved for nobody by default, so that an account with ten of them can deploy', () => {
    expect(reserved(synthesized)).toEqual({});
  });

  test.each([200, 1_000, 5_000])('leave room for management and 100 without a share, of %i', (lambdaConcurrency) => {
    const shares = reserved(synthesize({ lambdaConcurrency }));

    expect(Object.keys(shares).sort()).toEqual([
      'AuthorizationServer',
      'DataPlaneRpc',
      'DataPlaneStream',
      'ManagementApi',
      'SandboxCalls',
      'SandboxSpecReader',
    ]);
    expect(shares['SandboxSpecReader']).toBeGreaterThan(shares['AuthorizationServer'] ?? 0);
    expect(shares['ManagementApi']).toBeGreaterThanOrEqual(20);
    expect(Math.min(...Object.values(shares))).toBeGreaterThan(0);
    expect(lambdaConcurrency - Object.values(shares).reduce((sum, share) => sum + share)).toBeGreaterThanOrEqual(100);
  });

  test('can be had from 200 on', () => {
    expect(() => readConfig({ lambdaConcurrency: '150' })).toThrow('lambdaConcurrency');
  });
});

describe('functions', () => {
  test('run Node 24 on arm64, each with its own log group and a retention, and no log outlives the stack', () => {
    const functions = ofType('AWS::Lambda::Function').filter(isOurs);

    expect(functions.length).toBeGreaterThanOrEqual(12);
    for (const [id, { Properties }] of functions) {
      expect([id, Properties?.['Architectures']]).toEqual([id, ['arm64']]);
      expect([id, Properties?.['LoggingConfig']]).toMatchObject([id, { LogGroup: { Ref: expect.any(String) } }]);
    }
    for (const [id, { Properties, DeletionPolicy }] of ofType('AWS::Logs::LogGroup')) {
      expect([id, Properties?.['RetentionInDays'], DeletionPolicy]).toEqual([id, 30, 'Delete']);
    }
  });

  test("Lambda's own lines are left out where each call would pay for them, but for failures", () => {
    const logging = ofType('AWS::Lambda::Function').map(([id, { Properties }]) => {
      const { LogGroup, ...rest } = (Properties?.['LoggingConfig'] ?? {}) as Record<string, unknown>;
      return [id.replace(/[0-9A-F]{8}$/, ''), rest] as const;
    });

    expect(Object.fromEntries(logging.filter(([, rest]) => Object.keys(rest).length > 0))).toEqual({
      DataPlaneRpc: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      SandboxCalls: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
    });
  });

  test('only the sandbox has tenants, and it is reachable by no URL', () => {
    const tenants = ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties?.['TenancyConfig']);

    expect(tenants.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['SandboxCalls']);
    const targets = ofType('AWS::Lambda::Url').map(([, { Properties }]) =>
      JSON.stringify(Properties?.['TargetFunctionArn']),
    );
    expect(targets).toHaveLength(2);
    expect(targets.join()).not.toContain('Sandbox');
  });

  test('function URLs stream, and their permissions are the two that AWS wants since October 2025', () => {
    for (const [, { Properties }] of ofType('AWS::Lambda::Url')) {
      expect(Properties).toMatchObject({ AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' });
    }
    template.resourcePropertiesCountIs('AWS::Lambda::Permission', { Action: 'lambda:InvokeFunctionUrl' }, 2);
    template.resourcePropertiesCountIs(
      'AWS::Lambda::Permission',
      { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
      2,
    );
  });

  test('have no environment variable that could loosen the egress guard or point at other endpoints', () => {
    expect(looseningsOf(synthesized)).toEqual([]);
    expect(JSON.stringify(resources).split('NODE_OPTIONS')).toHaveLength(2);
  });
});

describe('data', () => {
  test('tables are billed on demand, recoverable and kept; the audit table streams and refuses changes', () => {
    const tables = ofType('AWS::DynamoDB::GlobalTable');

    expect(tables).toHaveLength(9);
    for (const [id, { Properties, DeletionPolicy }] of tables) {
      expect(Properties).toMatchObject({ BillingMode: 'PAY_PER_REQUEST' });
      // Rows of two minutes: nothing to recover or to keep.
      if (id.startsWith('DataSessions')) {
        expect(Properties).toMatchObject({ TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } });
        continue;
      }
      expect(JSON.stringify(Properties)).toContain('"PointInTimeRecoveryEnabled":true');
      expect(DeletionPolicy).toBe('Retain');
    }
    template.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'ACTIVE' });
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      Replicas: [Match.objectLike({ ResourcePolicy: Match.anyValue() })],
    });
  });

  test('no bucket is public, all want TLS, and the audit archive is locked', () => {
    const buckets = ofType('AWS::S3::Bucket');

    for (const [, { Properties }] of buckets) {
      expect(Properties?.['PublicAccessBlockConfiguration']).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
    const denials = ofType('AWS::S3::BucketPolicy').filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes('aws:SecureTransport'),
    );
    expect(denials).toHaveLength(buckets.length);
    template.hasResourceProperties('AWS::S3::Bucket', {
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 365 } } },
    });
  });

  test('there is one key for credentials that rotates, two HMAC keys, and one that signs the archive', () => {
    template.resourcePropertiesCountIs('AWS::KMS::Key', { EnableKeyRotation: true }, 1);
    template.resourcePropertiesCountIs('AWS::KMS::Key', { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }, 3);
    template.resourcePropertiesCountIs('AWS::KMS::Key', { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' }, 1);
  });
});

describe('the audit archive', () => {
  test('is fed from the stream of the audit table, in batches of a minute, again and again until it is written', () => {
    const [[, mapping], ...others] = ofType('AWS::Lambda::EventSourceMapping') as [readonly [string, Resource]];

    expect(others).toEqual([]);
    // No limit of tries: a batch that fails waits in the stream, until four hours before the stream drops it.
    expect(mapping.Properties).toEqual({
      BatchSize: 1_000,
      BisectBatchOnFunctionError: true,
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^FailuresQueue/), 'Arn'] } },
      },
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^DataAudit[0-9A-F]{8}$/), 'StreamArn'] },
      FunctionName: { Ref: expect.stringMatching(/^AuditArchiverArchive[0-9A-F]{8}$/) },
      MaximumBatchingWindowInSeconds: 60,
      MaximumRecordAgeInSeconds: 72_000,
      StartingPosition: 'TRIM_HORIZON',
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'IteratorAge',
      Threshold: 3_600_000,
      Dimensions: [{ Name: 'FunctionName', Value: mapping.Properties?.['FunctionName'] }],
    });
  });

  test('is signed by nobody but its archiver, whatever a role of the account allows', () => {
    const [key] = ofType('AWS::KMS::Key').filter(([id]) => id.startsWith('AuditArchiver'));
    expect(statementsIn(key?.[1].Properties?.['KeyPolicy'])).toContainEqual({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'kms:Sign',
      Resource: '*',
      Condition: {
        ArnNotEquals: {
          'aws:PrincipalArn': { 'Fn::GetAtt': [expect.stringMatching(/^AuditArchiverArchiveRole/), 'Arn'] },
        },
      },
    });
  });

  test('takes new objects only: nothing is written over, and nothing hidden behind a delete marker', () => {
    const [policy] = ofType('AWS::S3::BucketPolicy').filter(([id]) => id.startsWith('DataAuditArchive'));

    const denials = statementsIn(policy?.[1].Properties?.['PolicyDocument']).filter(({ Action }) => Action !== 's3:*');

    expect(denials).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 's3:PutObject',
        Condition: { Null: { 's3:if-none-match': 'true' } },
      }),
      expect.objectContaining({ Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:DeleteObject' }),
    ]);
    expect(JSON.stringify(denials).split('"/*"')).toHaveLength(3);
  });
});

describe('edge', () => {
  test('one distribution serves MCP, API and pages; MCP paths are neither cached nor compressed', () => {
    const [[, distribution]] = ofType('AWS::CloudFront::Distribution') as [readonly [string, Resource]];
    const config = distribution.Properties?.['DistributionConfig'] as {
      CacheBehaviors: Array<Record<string, unknown>>;
    };

    const behaviours = Object.fromEntries(config.CacheBehaviors.map((each) => [each['PathPattern'], each]));
    // The metadata of a server's own address fits the pattern of MCP paths, too, so it comes first.
    const signIn = [
      '/.well-known/oauth-protected-resource/*',
      '/.well-known/oauth-authorization-server/*',
      '/.well-known/openid-configuration/*',
      '/.well-known/mcp/*',
      '/oauth/*',
    ];

    // The addresses of servers fit the pattern of those with a token in the path.
    const mcp = ['/srv_*/mcp', '/srv_*/mcp/', '/mcp', '/mcp/', '/*/mcp', '/*/mcp/'];
    expect(Object.keys(behaviours)).toEqual([...signIn, ...mcp, '/_origin/stream', '/v1/*', '/scim/*']);
    for (const path of signIn) expect(behaviours[path]).toMatchObject({ TargetOriginId: 'api', Compress: false });
    for (const path of mcp) {
      expect(behaviours[path]).toMatchObject({
        Compress: false,
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        TargetOriginId: 'rpc',
      });
    }
  });

  test('no refusal of one client is kept for the next: CloudFront would keep these for ten seconds', () => {
    const { CustomErrorResponses } = distributionConfig(synthesized);
    expect(CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
  });

  test('the distribution sends one of the two values that the functions take, of the version that is asked for', () => {
    const found = (version?: string) => {
      const stack = synthesize(version ? { originSecretVersion: version } : {});
      const sent = distributionConfig(stack).Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders);
      const known = stack.ofType('AWS::Lambda::Function').flatMap(([, { Properties }]) => {
        const { Variables = {} } = (Properties?.['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
        return 'ORIGIN_SECRET' in Variables ? [JSON.stringify(Variables['ORIGIN_SECRET'])] : [];
      });
      expect(sent.map(({ HeaderName }) => HeaderName)).toEqual(Array(3).fill('x-origin-verify'));
      return { sent: sent.map(({ HeaderValue }) => JSON.stringify(HeaderValue)), known };
    };
    const version = '0f8fad5b-d9cb-469f-a165-70867728950e';

    for (const [given, tail] of [
      [undefined, ''],
      [version, version],
    ] as const) {
      const { sent, known } = found(given);
      expect(known).toHaveLength(4);
      for (const value of sent) expect(value).toContain(`:SecretString:current::${tail}}}`);
      for (const value of known) expect(value).toContain(`:SecretString:::${tail}}}`);
    }
  });

  test('every /v1 route wants a token of the pool, except the two that tell how to get one; those of MCP clients that sign in want none', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [
      Properties?.['RouteKey'],
      Properties?.['AuthorizationType'],
    ]);

    expect(routes.filter(([, type]) => type === 'JWT').map(([key]) => key)).toEqual(['ANY /v1/{proxy+}']);
    expect(
      routes
        .filter(([, type]) => type === 'NONE')
        .map(([key]) => key)
        .sort(),
    ).toEqual([
      'ANY /.well-known/{proxy+}',
      'ANY /automation/{proxy+}',
      'ANY /oauth/{proxy+}',
      'ANY /scim/{proxy+}',
      'DELETE /v1/account',
      'GET /v1/account',
      'GET /v1/config',
      'GET /v1/openapi.json',
      'POST /oauth/register',
      'POST /v1/account/consents',
      'POST /v1/account/consents/finish',
      'POST /v1/setup',
    ]);
  });

  test('the login signs in by its own page alone, and lets nobody write what they are called', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      // Without any: Cognito's own choice, of which USER_SRP_AUTH gives tokens that may write attributes.
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      // Without any: all standard attributes.
      WriteAttributes: ['locale'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
    });
  });

  test('the login takes no self sign-up and no implicit flow', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      GenerateSecret: false,
    });
    expect(ofType('AWS::Cognito::UserPoolGroup').map(([, { Properties }]) => Properties?.['GroupName'])).toEqual([
      'admin',
      'editor',
      'viewer',
      'answer-reader',
      'auditor',
    ]);
  });
});

describe('configuration', () => {
  test('names the field that is wrong', () => {
    expect(() => deploymentConfig.parse({ auditRetentionDays: 0 })).toThrow(/auditRetentionDays/);
    expect(() => deploymentConfig.parse({ egressGuard: false })).toThrow(/egressGuard/);
  });

  test('without data to keep, every bucket but the locked archive can be deleted with what is in it', () => {
    const emptied = (config: Parameters<typeof synthesize>[0]) => {
      const { ofType: all } = synthesize(config);
      expect(all('Custom::CDKBucketDeployment').map(([, { Properties }]) => Properties?.['RetainOnDelete'])).toEqual([
        false,
        false,
      ]);
      return all('Custom::S3AutoDeleteObjects').map(([id]) => id.replace(/AutoDelete\w+$/, ''));
    };

    expect(emptied({})).toEqual([]);
    expect(emptied({ retainData: false })).toEqual(['DataBundles', 'DataSpecs']);
  });

  test('takes values of the command line, which arrive as text', () => {
    const ofTheTool = { 'aws:cdk:version-reporting': true, '@aws-cdk/core:x': true, 'cli-telemetry': false };
    expect(readConfig({ auditRetentionDays: '90', auditLock: 'compliance', ...ofTheTool })).toMatchObject({
      auditRetentionDays: 90,
      auditLock: 'compliance',
    });
  });

  test('refuses a setting that does not exist instead of deploying without it', () => {
    expect(() => readConfig({ auditRetentionDay: '90' })).toThrow(
      /^The configuration is not right:\n✖ is no setting; there are stackName, .*auditRetentionDays.*\n {2}→ at auditRetentionDay$/,
    );
  });

  test.each([
    ['unless it is set, sessions that are asked for live longer than other streams', {}, 870, 900],
    ['separate streams, which cannot be asked, are shorter', { standaloneStreams: true }, 300, 330],
    ['a life that is set holds for all', { streamLifeSeconds: 60 }, 60, 90],
  ])('%s', (_what, config, life, timeout) => {
    const { template } = synthesize(config);

    template.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'Holds event streams of MCP clients',
      Timeout: timeout,
      Environment: { Variables: Match.objectLike({ STREAM_LIFE_MS: String(life * 1_000) }) },
    });
  });

  test('a variant that keeps nothing and locks hard synthesizes', () => {
    const variant = synthesize({
      retainData: false,
      auditLock: 'compliance',
      auditRetentionDays: 30,
      streamLifeSeconds: 60,
    });

    variant.template.hasResourceProperties('AWS::S3::Bucket', {
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 30 } } },
    });
    for (const [, { DeletionPolicy }] of variant.ofType('AWS::DynamoDB::GlobalTable'))
      expect(DeletionPolicy).toBe('Delete');
  });
});
