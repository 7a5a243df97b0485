/** The construct in a stack of somebody else, beside resources of theirs. */

import { describe, expect, test } from '@jest/globals';
import { type App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Portcullis, PortcullisNetwork, type PortcullisProps, PortcullisServer } from '../../lib/stacks/index.ts';
import { CERTIFICATE, PRIVATE, ZONE } from '../support/settings.ts';
import { emptyApp, UNCHECKED, withoutDashboard } from '../support/synth.ts';

const made = (...how: ConstructorParameters<typeof Portcullis>) => withoutDashboard(() => new Portcullis(...how));
const stackIn = (app: App = emptyApp(UNCHECKED)) => new Stack(app, 'Platform');
const templateOf = (stack: Stack) => Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> };
interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Properties: Readonly<Record<string, unknown>>;
}

describe('beside resources of the owner', () => {
  const stack = stackIn();
  const vpc = new Vpc(stack, 'Vpc', { maxAzs: 2, natGateways: 1 });
  const tools = made(stack, 'Tools', {
    domainNames: ['tools.example.com'],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', CERTIFICATE),
    hostedZone: HostedZone.fromHostedZoneAttributes(stack, 'Zone', { hostedZoneId: ZONE.id, zoneName: ZONE.name }),
    network: PortcullisNetwork.inVpc(vpc, {
      securityGroups: [new SecurityGroup(stack, 'ToApis', { vpc })],
      endpoints: ['s3', 'kms', 'sts'],
    }),
    upstreamRoles: [new Role(stack, 'Orders', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })],
    oidc: { issuer: 'https://login.example.com/t', clientId: 'tools', clientSecret: new Secret(stack, 'Login') },
    alarms: true,
    alarmTopic: new Topic(stack, 'OnCall'),
    events: true,
  });
  const { Resources } = templateOf(stack);
  const ofType = (type: string) => Object.entries(Resources).filter(([, { Type }]) => Type === type);

  test('the two functions that call APIs are in the VPC, and no other of its own', () => {
    const inVpc = ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties['VpcConfig']);

    expect(inVpc.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'ToolsSandboxCalls',
      'ToolsSandboxSpecReader',
    ]);
    expect(JSON.stringify(inVpc)).toContain('VpcPrivateSubnet1');
    expect(JSON.stringify(ofType('AWS::EC2::VPCEndpoint'))).toContain('VpcPrivateSubnet1RouteTable');
  });

  test('alarms notify the topic, and the secret is read by CloudFormation', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    const [[, provider]] = ofType('AWS::Cognito::UserPoolIdentityProvider') as [[string, Resource]];

    expect(tools.alarms.length).toBe(alarms.length + 1);
    for (const [, { Properties }] of alarms) expect(JSON.stringify(Properties['AlarmActions'])).toContain('OnCall');
    expect(JSON.stringify(provider)).toMatch(/resolve:secretsmanager:.*Login/);
  });

  test('what others refer to is public', () => {
    expect(tools.dashboardUrl).toBe('https://tools.example.com/');
    expect(tools.apiUrl).toBe('https://tools.example.com/v1');
    expect(tools.mcpUrl('srv_1')).toBe('https://tools.example.com/srv_1/mcp');
    expect(stack.resolve(tools.userPool.userPoolId)).toEqual({ Ref: expect.stringMatching(/^ToolsLoginPool/) });
    expect(stack.resolve(tools.eventBus?.eventBusName)).toEqual({ Ref: expect.stringMatching(/^ToolsEventsBus/) });
  });
});

test('two in one stack have names of their own, and no outputs that would meet', () => {
  const stack = stackIn();
  for (const id of ['Sales', 'Support']) made(stack, id, { alarms: true, backup: 'daily', events: true });
  const { Resources } = templateOf(stack);

  const names = Object.values(Resources).flatMap(({ Type, Properties }) =>
    ['Domain', 'Name', 'DashboardName', 'BackupPlanName', 'BackupVaultName'].flatMap((member) =>
      typeof Properties?.[member] === 'string' || typeof Properties?.[member] === 'object'
        ? [`${Type} ${JSON.stringify(Properties[member])}`]
        : [],
    ),
  );

  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name, at) => names.indexOf(name) !== at && !/AWS::(ApiGateway|CloudFront)/.test(name))).toEqual(
    [],
  );
});

test('one in the network of its owner has a name of its own and no distribution', () => {
  const { domainNames, entranceEndpoints, certificateArn } = PRIVATE;
  const stack = stackIn();
  const certificate = Certificate.fromCertificateArn(stack, 'Certificate', certificateArn);

  const inside = made(stack, 'Inside', { entrance: 'private', domainNames, entranceEndpoints, certificate });

  expect(inside.url).toBe('https://mcp.corp.example.com');
  expect(inside.distribution).toBeUndefined();
});

test.each<[string, PortcullisProps, string]>([
  [
    'a private API without a certificate',
    { entrance: 'private', domainNames: PRIVATE.domainNames, entranceEndpoints: PRIVATE.entranceEndpoints },
    'certificate: is missing, and the name of a private API',
  ],
  ['a domain without a certificate', { domainNames: ['tools.example.com'] }, 'certificate: is missing'],
  ['a budget that notifies nobody', { monthlyBudget: 100 }, 'monthlyBudget: needs alarmTopic'],
  ['a number that is too large', { auditRetentionDays: 4_000 }, 'auditRetentionDays: Too big'],
  ['zones that are too many', { network: PortcullisNetwork.staticAddresses(4) }, 'network: Too big'],
  ['a name of a setting that is no property', { regions: ['eu-west-1'] } as PortcullisProps, 'regions: is no property'],
  [
    'a property that is written wrongly',
    { domainName: 'tools.example.com' } as PortcullisProps,
    'domainName: is no property; the types of the package name all',
  ],
  ['private hosts without a VPC', { privateHosts: ['orders.internal'] }, 'privateHosts: needs network: Portcullis'],
  [
    'no subnets',
    { network: PortcullisNetwork.ofIds({ subnets: [], securityGroups: ['sg-0a1b2c3d'] }) },
    'network: is missing',
  ],
])('%s is refused by the name of its property', (_, props, message) => {
  expect(() => made(stackIn(), 'Tools', props)).toThrow(message);
  expect(() => made(stackIn(), 'Tools', props)).toThrow('Platform/Tools: wrong properties');
});

describe('a declared server', () => {
  const declaration = {
    source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
    baseUrl: 'https://api.example.com',
    governance: { mode: 'strict' },
  };

  test('has a provider that may invoke management and read what it names, and nothing else', () => {
    const stack = stackIn();
    const tools = made(stack, 'Tools', {});
    const secret = new Secret(stack, 'OrdersKey');
    const orders = new PortcullisServer(stack, 'OrdersApi', {
      portcullis: tools,
      declaration: {
        ...declaration,
        auth: { type: 'bearer', token: { secretsManager: secret.secretArn, key: 'token' } },
      },
    });
    new PortcullisServer(stack, 'Stock', {
      portcullis: tools,
      declaration: { ...declaration, auth: { type: 'bearer', token: { ssm: '/stock/token' } } },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { Resources } = templateOf(stack);

    const servers = Object.values(Resources).filter(({ Type }) => Type === 'Custom::PortcullisServer');
    const policies = Object.entries(Resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Policy' && id.startsWith('DeclaredServers'),
    );
    const statements = policies.flatMap(
      ([, { Properties }]) =>
        (Properties['PolicyDocument'] as { Statement: Array<{ Action: unknown; Resource: unknown }> }).Statement,
    );
    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
      'lambda:InvokeFunction',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
      'ssm:GetParameter',
    ]);
    expect(JSON.stringify(statements)).toContain('parameter/stock/token');
    expect(JSON.stringify(statements)).toContain(JSON.stringify(stack.resolve(secret.secretArn)));
    expect(servers.map(({ Properties }) => Properties['Name'])).toEqual(['orders-api', 'stock']);
    expect(new Set(servers.map(({ Properties }) => Properties['Group'])).size).toBe(2);
    expect(servers.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Retain', 'Delete']);
    // Asked at the first deployment, management needs what it asks in turn, and its own rights.
    const needed = Object.keys(Resources).filter((id) => id.startsWith('Tools'));
    for (const { DependsOn } of servers) expect(needed.filter((each) => !DependsOn?.includes(each))).toEqual([]);
    expect(JSON.stringify(stack.resolve(orders.mcpUrl))).toMatch(/OrdersApi.*"Id"/);
  });

  test.each<[string, object, string]>([
    ['a secret that is written out', { auth: { type: 'bearer', token: 'abc' } }, 'auth.token: holds a secret'],
    ['a variable', { auth: { type: 'bearer', token: { env: 'KEY' } } }, 'KEY: is of the machine that deploys'],
    ['tokens', { tokens: [{ label: 'CI' }] }, 'tokens: would be readable in CloudFormation'],
    ['a member that there is none of', { rate: 5 }, 'rate'],
  ])('%s is refused by the member', (_, members, message) => {
    const make = () => {
      const stack = stackIn();
      const portcullis = made(stack, 'Tools', {});
      new PortcullisServer(stack, 'Orders', { portcullis, declaration: { ...declaration, ...members } });
    };

    expect(make).toThrow('Platform/Orders: wrong declaration');
    expect(make).toThrow(message);
    expect(make).not.toThrow(/abc/);
  });
});
