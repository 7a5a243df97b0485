/** What an owner may switch on: names of their own, fixed addresses, second factors, rules of their organization. */
import { describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { readConfig } from '../../lib/config.ts';
import { PortcullisStack } from '../../lib/stacks/portcullis-stack.ts';
import { rightsByFunction, statementsOf, targetId } from '../support/rights.ts';
import { BACKUP, CERTIFICATE, NETWORK_WITH_ENDPOINTS, OIDC, OWN_NETWORK, SAML, ZONE } from '../support/settings.ts';
import { faultsOfResource } from '../support/specification.ts';
import {
  emptyApp,
  makeApp,
  makeRegionalApp,
  synthesize,
  synthesizeRegions,
  UNCHECKED,
  withoutDashboard,
} from '../support/synth.ts';
import { at, functionsOf } from './properties/property.ts';

describe('an own domain', () => {
  const domain = { domainNames: ['mcp.example.com', 'tools.example.com'], certificateArn: CERTIFICATE };

  test('is the address of the product, and every name may be logged in at', () => {
    const { template, resources } = synthesize({ ...domain, hostedZone: ZONE });

    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Aliases: domain.domainNames,
        ViewerCertificate: {
          AcmCertificateArn: CERTIFICATE,
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
      }),
    });
    const api = functionsOf(resources).get('ManagementApi');
    expect(at(api?.Properties, 'Environment', 'Variables', 'EDGE_URL')).toBe('https://mcp.example.com');
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      CallbackURLs: ['https://mcp.example.com/', 'https://tools.example.com/', Match.anyValue()],
    });
    template.hasOutput('EdgeUrl', { Value: 'https://mcp.example.com' });
  });

  test('gets both kinds of address records for each name where the zone is one of Route 53, and none elsewhere', () => {
    const inZone = synthesize({ ...domain, hostedZone: ZONE });
    const elsewhere = synthesize(domain);

    const records = inZone
      .ofType('AWS::Route53::RecordSet')
      .map(([, { Properties }]) => [Properties?.['Name'], Properties?.['Type']]);
    expect(records.sort()).toEqual([
      ['mcp.example.com.', 'A'],
      ['mcp.example.com.', 'AAAA'],
      ['tools.example.com.', 'A'],
      ['tools.example.com.', 'AAAA'],
    ]);
    expect(elsewhere.ofType('AWS::Route53::RecordSet')).toEqual([]);
  });

  test('has its certificate made where CloudFront looks for it', () => {
    const { front } = synthesizeRegions({ domainNames: ['mcp.example.com'], hostedZone: ZONE });

    front.template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'mcp.example.com',
      ValidationMethod: 'DNS',
    });
  });

  test.each([
    ['certificateArn', { domainNames: 'mcp.example.com' }, 'is missing: CloudFront takes certificates of us-east-1'],
    [
      'certificateArn',
      { domainNames: 'mcp.example.com', certificateArn: CERTIFICATE.replace('us-east-1', 'eu-west-1') },
      'is no certificate of us-east-1',
    ],
    ['domainNames', { certificateArn: CERTIFICATE }, 'is empty'],
    ['domainNames[0]', { domainNames: 'https://mcp.example.com', certificateArn: CERTIFICATE }, 'is no host name'],
    [
      'hostedZone.name',
      { domainNames: 'mcp.example.org', certificateArn: CERTIFICATE, hostedZone: JSON.stringify(ZONE) },
      'does not hold mcp.example.org',
    ],
  ])('names %s where something is wrong with it', (field, context, message) => {
    expect(() => readConfig(context)).toThrow(message);
    expect(() => readConfig(context)).toThrow(`at ${field}`);
  });
});

describe('fixed addresses', () => {
  const fixed = synthesize({ egress: 'static' });

  test('are two Elastic IPs that outlive the stack, each behind a NAT gateway in a zone of its own', () => {
    const addresses = fixed.ofType('AWS::EC2::EIP');
    const gateways = fixed.ofType('AWS::EC2::NatGateway');

    expect(addresses.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual([
      'RetainExceptOnCreate',
      'RetainExceptOnCreate',
    ]);
    expect(gateways.map(([, { Properties }]) => at(Properties, 'AllocationId', 'Fn::GetAtt', 0))).toEqual(
      addresses.map(([id]) => id),
    );
    const outputs = Object.keys(fixed.template.toJSON()['Outputs']);
    expect(outputs.filter((name) => name.includes('EgressAddresses'))).toHaveLength(1);
  });

  test.each([1, 2, 3])('are as many as there are gateways, with %i zones', (egressZones) => {
    const { resources, ofType } = synthesize({ egress: 'static', egressZones });
    const gateways = ofType('AWS::EC2::NatGateway');

    expect(ofType('AWS::EC2::EIP')).toHaveLength(egressZones);
    expect(new Set(gateways.map(([, { Properties }]) => at(Properties, 'AllocationId', 'Fn::GetAtt', 0))).size).toBe(
      egressZones,
    );
    const zones = gateways.map(([, { Properties }]) =>
      JSON.stringify(resources[String(at(Properties, 'SubnetId', 'Ref'))]?.Properties?.['AvailabilityZone']),
    );
    expect(new Set(zones).size).toBe(egressZones);
  });

  test('are used by the two functions that reach the internet, and by no other', () => {
    const inside = [...functionsOf(fixed.resources)].filter(([, { Properties }]) => at(Properties, 'VpcConfig'));

    expect(inside.map(([name]) => name).sort()).toEqual(['SandboxCalls', 'SandboxSpecReader']);
  });

  test('let Lambda connect these functions to the network, and their own code not', () => {
    const role = targetId(at(functionsOf(fixed.resources).get('SandboxCalls')?.Properties, 'Role'));
    const network = statementsOf(fixed.resources, role).filter(({ Action }) => JSON.stringify(Action).includes('ec2:'));

    expect(network.map(({ Effect }) => Effect)).toEqual(['Allow', 'Deny']);
    expect(network[1]?.Action).toEqual(network[0]?.Action);
    expect(JSON.stringify(network[1]?.Condition)).toContain('lambda:SourceFunctionArn');
    const others = (name: string) =>
      rightsByFunction(fixed)
        .get(name)
        ?.filter((line) => line.startsWith('ec2:'));
    expect(others('ManagementApi')).toEqual([]);
  });

  test('let nobody in', () => {
    for (const [, { Properties }] of fixed.ofType('AWS::EC2::SecurityGroup')) {
      expect(Properties?.['SecurityGroupIngress']).toBeUndefined();
    }
  });

  test('are told to the management API, and stand in no template without them', () => {
    const variable = (synthesized: typeof fixed) =>
      at(
        functionsOf(synthesized.resources).get('ManagementApi')?.Properties,
        'Environment',
        'Variables',
        'EGRESS_ADDRESSES',
      );

    expect(JSON.stringify(variable(fixed))).toContain('SandboxEgressAddress1');
    expect(variable(synthesize())).toBeUndefined();
    expect(synthesize().ofType('AWS::EC2::VPC')).toEqual([]);
  });

  test('exist in each region that calls APIs', () => {
    const { home, edge } = synthesizeRegions({ egress: 'static', egressZones: 1 });

    for (const stack of [home, edge]) expect(stack.ofType('AWS::EC2::EIP')).toHaveLength(1);
  });
});

describe("the owner's own network", () => {
  const inside = synthesize(OWN_NETWORK);

  test('holds the two functions that make requests, by the given ids, and no other', () => {
    const placed = [...functionsOf(inside.resources)].flatMap(([name, { Properties }]) =>
      at(Properties, 'VpcConfig') ? [[name, at(Properties, 'VpcConfig')]] : [],
    );

    const network = { SubnetIds: OWN_NETWORK.subnets, SecurityGroupIds: OWN_NETWORK.securityGroups };
    expect(placed.sort()).toEqual([
      ['SandboxCalls', network],
      ['SandboxSpecReader', network],
    ]);
    for (const type of ['VPC', 'NatGateway', 'EIP', 'VPCEndpoint', 'SecurityGroup']) {
      expect(inside.ofType(`AWS::EC2::${type}`)).toEqual([]);
    }
  });

  test('is one that Lambda connects these functions to, and their own code not', () => {
    const role = targetId(at(functionsOf(inside.resources).get('SandboxCalls')?.Properties, 'Role'));
    const network = statementsOf(inside.resources, role).filter(({ Action }) =>
      JSON.stringify(Action).includes('ec2:'),
    );

    expect(network.map(({ Effect }) => Effect)).toEqual(['Allow', 'Deny']);
  });

  test('is opened by the stack alone: blocks to the functions that connect, names to those that check URLs', () => {
    const withVariable = (name: string, { resources }: typeof inside) =>
      [...functionsOf(resources)]
        .filter(([, { Properties }]) => at(Properties, 'Environment', 'Variables', name) !== undefined)
        .map(([fn]) => fn)
        .sort();

    expect(withVariable('PRIVATE_RANGES', inside)).toEqual(['SandboxCalls', 'SandboxSpecReader']);
    expect(withVariable('PRIVATE_HOSTS', inside)).toEqual(expect.arrayContaining(['ManagementApi', 'SandboxCalls']));
    for (const name of ['PRIVATE_RANGES', 'PRIVATE_HOSTS']) expect(withVariable(name, synthesize())).toEqual([]);
  });

  test('gets endpoints where they are asked for, which hold our functions to what they need and others to this account', () => {
    const made = synthesize({ ...NETWORK_WITH_ENDPOINTS, upstreamRoles: ['arn:aws:iam::123456789012:role/orders'] });
    const endpoints = made.ofType('AWS::EC2::VPCEndpoint').map(([, { Properties }]) => Properties);

    expect(endpoints.map((each) => each?.['VpcEndpointType']).sort()).toEqual(['Gateway', 'Interface', 'Interface']);
    const actions = endpoints.map((each) => {
      const statements = at(each, 'PolicyDocument', 'Statement') as {
        Action: unknown;
        Condition?: Record<string, object>;
      }[];
      return statements.filter(({ Condition }) => Condition?.['ArnEquals'] !== undefined).map(({ Action }) => Action);
    });
    expect(actions.sort()).toEqual([
      ['kms:Decrypt', 'kms:VerifyMac', 'kms:GenerateMac', 'kms:Decrypt'],
      ['s3:GetObject', 's3:PutObject'],
      ['sts:AssumeRole'],
    ]);
  });

  test('leaves everybody else in the VPC the services behind its endpoints', () => {
    const made = synthesize({ ...NETWORK_WITH_ENDPOINTS, upstreamRoles: ['arn:aws:iam::123456789012:role/orders'] });

    const others = made
      .ofType('AWS::EC2::VPCEndpoint')
      .flatMap(([, { Properties }]) =>
        (
          at(Properties, 'PolicyDocument', 'Statement') as { Action: unknown; Condition?: Record<string, object> }[]
        ).flatMap(({ Action, Condition = {} }) =>
          Condition['ArnEquals'] ? [] : [[[Action].flat().join(), Object.keys(Condition).sort().join()]],
        ),
      );
    expect(others.sort()).toEqual([
      ['kms:*', 'ArnNotEquals,StringEquals'],
      ['s3:*', 'ArnNotEquals,StringEquals'],
      ['s3:GetObject', 'ArnNotEquals'],
      ['sts:*', 'ArnNotEquals,StringEquals'],
      ['sts:AssumeRoleWithSAML,sts:AssumeRoleWithWebIdentity', ''],
    ]);
    const [group] = made.ofType('AWS::EC2::SecurityGroup');
    const ingress = group?.[1].Properties?.['SecurityGroupIngress'] as Record<string, unknown>[];
    expect(ingress.map((rule) => [rule['CidrIp'] ?? rule['CidrIpv6'], rule['FromPort'], rule['ToPort']])).toEqual([
      ['0.0.0.0/0', 443, 443],
      ['::/0', 443, 443],
    ]);
  });

  test('may be given with commas', () => {
    const lists = {
      subnets: OWN_NETWORK.subnets,
      securityGroups: OWN_NETWORK.securityGroups,
      privateHosts: OWN_NETWORK.privateHosts,
    };
    const texts = Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.join(', ')]));

    const read = readConfig({ egress: 'vpc', privateRanges: '10.20.0.0/16', ...texts });

    expect(read).toMatchObject({ ...lists, privateRanges: ['10.20.0.0/16'] });
  });

  test.each([
    ['subnets', { subnets: [] }, 'is missing'],
    ['securityGroups', { securityGroups: [] }, 'is missing'],
    ['subnets[0]', { subnets: ['vpc-0a1b2c3d'] }, 'is no id such as subnet-'],
    ['privateHosts[0]', { privateHosts: ['10.0.0.1'] }, 'is no full host name'],
    ['privateHosts[0]', { privateHosts: ['metadata.google.internal'] }, 'is the name of a metadata service'],
    ['privateHosts', { privateHosts: ['a.internal', 'a.internal'] }, 'names something twice'],
    ['privateRanges[0]', { privateRanges: ['0.0.0.0/0'] }, 'is not inside of 10.0.0.0/8'],
    ['privateRanges[0]', { privateRanges: ['169.254.0.0/16'] }, 'is not inside of 10.0.0.0/8'],
    ['privateRanges', { privateRanges: [] }, 'and privateHosts go together'],
    ['routeTables', { vpcEndpoints: ['s3'] }, 'and the endpoint of s3'],
    ['vpc', { vpcEndpoints: ['kms'], vpc: undefined }, 'is missing, and vpcEndpoints'],
    ['privateHosts', { egress: 'static' }, 'goes with egress=vpc only'],
    ['egress', { regions: ['us-east-1', 'eu-west-1'] }, 'in one region only'],
  ])('names %s where something is wrong with it: %j', (field, change, message) => {
    expect(() => readConfig({ ...OWN_NETWORK, ...change })).toThrow(message);
    expect(() => readConfig({ ...OWN_NETWORK, ...change })).toThrow(`at ${field}`);
  });
});

const GROUP_ROLES = { 'Platform team': ['admin' as const, 'answer-reader' as const], engineering: ['editor' as const] };

describe("the owner's identity provider", () => {
  const federated = synthesize({ oidc: OIDC, groupRoles: GROUP_ROLES });

  test('is asked by OpenID Connect, and the client secret stands in no template', () => {
    federated.template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'Company',
      ProviderType: 'OIDC',
      ProviderDetails: {
        oidc_issuer: OIDC.issuer,
        client_id: OIDC.clientId,
        client_secret: `{{resolve:secretsmanager:${OIDC.clientSecret}:SecretString}}`,
        authorize_scopes: 'openid email profile groups',
        attributes_request_method: 'GET',
      },
      AttributeMapping: Match.objectLike({ email_verified: 'email_verified', 'custom:groups': 'groups' }),
    });
  });

  test('is asked by SAML', () => {
    const { template } = synthesize({ saml: { ...SAML, emailVerifiedAttribute: 'verified' }, groupRoles: GROUP_ROLES });

    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderType: 'SAML',
      ProviderDetails: Match.objectLike({ MetadataURL: SAML.metadataUrl, IDPInit: 'false' }),
      AttributeMapping: { email: 'email', email_verified: 'verified', name: 'name', 'custom:groups': 'groups' },
    });
  });

  test('is beside passwords of the pool, or the only way', () => {
    const ways = (synthesized: typeof federated) =>
      synthesized.ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties?.['SupportedIdentityProviders'];

    expect(ways(federated)).toEqual(['COGNITO', 'Company']);
    expect(ways(synthesize({ oidc: OIDC, groupRoles: GROUP_ROLES, passwords: false }))).toEqual(['Company']);
    expect(ways(synthesize())).toEqual(['COGNITO']);
  });

  test('says who has which role, through a function that has no right', () => {
    const pool = federated.ofType('AWS::Cognito::UserPool')[0]?.[1].Properties;
    const config = at(pool, 'LambdaConfig', 'PreTokenGenerationConfig');

    expect(at(config, 'LambdaVersion')).toBe('V2_0');
    expect(targetId(at(config, 'LambdaArn'))).toContain('LoginOwnGroups');
    // It also sees what the provider says before it is stored, so that groups of an earlier sign-in are not kept.
    expect(at(pool, 'LambdaConfig', 'InboundFederation')).toEqual({
      LambdaArn: at(config, 'LambdaArn'),
      LambdaVersion: 'V1_0',
    });
    expect(
      rightsByFunction(federated)
        .get('LoginOwnGroups')
        ?.filter((line) => !line.startsWith('logs:')),
    ).toEqual([]);
    for (const name of ['LoginOwnGroups', 'ManagementApi', 'AuthorizationServer']) {
      const variables = at(functionsOf(federated.resources).get(name)?.Properties, 'Environment', 'Variables');
      expect(JSON.parse(String(at(variables, 'GROUP_ROLES')))).toEqual(GROUP_ROLES);
    }
    const groups = functionsOf(federated.resources).get('LoginOwnGroups')?.Properties;
    expect(at(groups, 'Environment', 'Variables', 'GROUPS_CLAIM')).toBe('groups');
    expect(JSON.stringify(synthesize().resources)).not.toMatch(/GROUP_ROLES|PreTokenGeneration|InboundFederation/);
  });

  test('can be taken out again: the attributes of the pool are the same without it', () => {
    const schema = (synthesized: typeof federated) =>
      synthesized.ofType('AWS::Cognito::UserPool')[0]?.[1].Properties?.['Schema'];

    expect(schema(synthesize())).toEqual(schema(federated));
    expect(schema(federated)).toContainEqual(expect.objectContaining({ Name: 'groups', Mutable: true }));
  });

  test('has a client secret in a version that the configuration names', () => {
    const clientSecretVersion = '11111111-2222-3333-4444-555555555555';
    const { template } = synthesize({ oidc: { ...OIDC, clientSecretVersion }, groupRoles: GROUP_ROLES });

    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderDetails: Match.objectLike({
        client_secret: `{{resolve:secretsmanager:${OIDC.clientSecret}:SecretString:::${clientSecretVersion}}}`,
      }),
    });
  });

  test('tells the functions how long people may refresh, and whether passwords count', () => {
    const variables = (synthesized: typeof federated, name: string) =>
      at(functionsOf(synthesized.resources).get(name)?.Properties, 'Environment', 'Variables') as object;
    const alone = synthesize({ oidc: OIDC, groupRoles: GROUP_ROLES, passwords: false, sessionHours: 8 });

    expect(variables(alone, 'AuthorizationServer')).toMatchObject({ SESSION_HOURS: '8', PASSWORDS: 'false' });
    for (const name of ['LoginOwnGroups', 'ManagementApi']) {
      expect(variables(alone, name)).toMatchObject({ PASSWORDS: 'false' });
    }
    expect(Object.keys(variables(federated, 'AuthorizationServer'))).not.toContain('PASSWORDS');
  });

  test('has another name by default for each protocol, because Cognito cannot change the type of one', () => {
    const { name: _, ...oidc } = OIDC;
    const { name: __, ...saml } = SAML;

    expect(readConfig({ oidc }).oidc?.name).toBe('Company');
    expect(readConfig({ saml }).saml?.name).toBe('CompanySaml');
  });

  test('alone writes what it says of people: no token of the client may', () => {
    const client = federated.ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties;

    expect(client?.['WriteAttributes']).toEqual(['custom:groups', 'email', 'locale', 'name']);
    expect(client?.['AllowedOAuthScopes']).toEqual(['openid', 'email', 'profile']);
    expect(client?.['ExplicitAuthFlows']).toEqual(['ALLOW_REFRESH_TOKEN_AUTH']);
  });

  test('exists over several regions', () => {
    const { front } = synthesizeRegions({ oidc: OIDC, groupRoles: GROUP_ROLES });

    expect(front.ofType('AWS::Cognito::UserPoolIdentityProvider')).toHaveLength(1);
  });

  test.each([
    ['saml', { oidc: OIDC, saml: SAML }, 'cannot go with oidc'],
    ['groupRoles', { groupRoles: GROUP_ROLES }, 'goes with oidc or saml only'],
    ['groupRoles', { oidc: OIDC, passwords: false }, 'makes nobody an admin'],
    ['passwords', { passwords: false }, 'nobody could sign in'],
    ['oidc.clientSecret', { oidc: { ...OIDC, clientSecret: 'planted-secret' } }, 'is no ARN of a secret'],
    ['oidc.issuer', { oidc: { ...OIDC, issuer: 'http://login.example.com' } }, 'Invalid URL'],
    ['oidc.scopes', { oidc: { ...OIDC, scopes: ['email'] } }, 'lacks openid'],
    ['oidc.name', { oidc: { ...OIDC, name: 'Our_Company' } }, 'is no name of letters'],
    ['oidc.name', { oidc: { ...OIDC, name: 'SE' } }, 'is no name of letters'],
    ['oidc.name', { oidc: { ...OIDC, name: 'Google' } }, 'is a name that Cognito keeps'],
    [
      'saml.metadataUrl',
      { saml: { ...SAML, metadataUrl: 'https://login.example.com:8443/m' } },
      'has a port of its own',
    ],
    ['groupRoles', { oidc: OIDC, groupRoles: { 'a, b': ['admin'] } }, 'has a group with a comma'],
    ['groupRoles.a[0]', { oidc: OIDC, groupRoles: { a: ['owner'] } }, 'Invalid option'],
  ])('names %s where something is wrong with it: %j', (field, change, message) => {
    expect(() => readConfig(change)).toThrow(message);
    expect(() => readConfig(change)).toThrow(`at ${field}`);
    expect(() => readConfig(change)).not.toThrow('planted-secret');
  });
});

describe('roles that requests are signed as', () => {
  const ROLES = ['arn:aws:iam::123456789012:role/orders', 'arn:aws:iam::210987654321:role/team/stock'];
  const assumed = (synthesized: ReturnType<typeof synthesize>) =>
    [...rightsByFunction(synthesized)].flatMap(([name, lines]) =>
      lines.filter((line) => line.startsWith('sts:')).map((line) => `${name} ${line}`),
    );

  test('are assumed by the sandbox alone, each by its ARN, and with an external ID only', () => {
    const synthesized = synthesize({ upstreamRoles: ROLES });
    const role = targetId(at(functionsOf(synthesized.resources).get('SandboxCalls')?.Properties, 'Role'));

    const statements = statementsOf(synthesized.resources, role).filter(({ Action }) => Action === 'sts:AssumeRole');

    expect(assumed(synthesized)).toEqual(ROLES.map((arn) => `SandboxCalls sts:AssumeRole ${arn}`));
    for (const { Condition } of statements) expect(Condition).toEqual({ Null: { 'sts:ExternalId': 'false' } });
    expect(JSON.stringify(synthesized.template.toJSON()['Outputs'])).toContain('SandboxCallsRole');
  });

  test('are none by default: nobody may assume a role, and no variable says so', () => {
    const synthesized = synthesize();

    expect(assumed(synthesized)).toEqual([]);
    expect(JSON.stringify(synthesized.resources)).not.toMatch(/UPSTREAM_ROLES|SANDBOX_ROLE/);
  });

  test('are assumed in each region that calls APIs', () => {
    const { home, edge } = synthesizeRegions({ upstreamRoles: ROLES });

    for (const stack of [home, edge]) expect(assumed(stack)).toHaveLength(2);
  });

  test('may be given with commas', () => {
    expect(readConfig({ upstreamRoles: ROLES.join(',') }).upstreamRoles).toEqual(ROLES);
  });

  test.each([
    ['a wildcard', 'arn:aws:iam::123456789012:role/*', 'is no ARN of a role'],
    ['no ARN', 'orders', 'is no ARN of a role'],
    ['a user', 'arn:aws:iam::123456789012:user/ann', 'is no ARN of a role'],
    ['one twice', `${ROLES[0]},${ROLES[0]}`, 'names a role twice'],
    [
      'too long a list',
      Array.from({ length: 9 }, (_, n) => `${ROLES[0]}${n}${'a'.repeat(90)}`).join(),
      'has more than',
    ],
  ])('are refused with %s', (_, upstreamRoles, message) => {
    expect(() => readConfig({ upstreamRoles })).toThrow(message);
  });
});

describe('secrets that credentials name', () => {
  const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-Ab12Cd';
  const PARAMETER = 'arn:aws:ssm:eu-west-1:123456789012:parameter/orders/key';
  const upstreamSecrets = { [SECRET]: ['https://api.example.com'], [PARAMETER]: ['https://api.example.com'] };
  const read = (synthesized: ReturnType<typeof synthesize>) =>
    [...rightsByFunction(synthesized)].flatMap(([name, lines]) =>
      lines.filter((line) => /^(?:secretsmanager|ssm):/.test(line)).map((line) => `${name} ${line}`),
    );

  test('are read by the sandbox alone, each by its ARN', () => {
    const found = read(synthesize({ upstreamSecrets }));

    expect(found).toHaveLength(2);
    for (const line of found) expect(line).toMatch(/^SandboxCalls (?:secretsmanager:GetSecretValue|ssm:GetParameter) /);
    expect(found.join(' ')).not.toMatch(/[:/]\*(?:\s|$)/);
  });

  test('are none by default, and no variable says so', () => {
    const synthesized = synthesize();

    expect(read(synthesized)).toEqual([]);
    expect(JSON.stringify(synthesized.resources)).not.toContain('UPSTREAM_SECRETS');
  });

  test('are read in each region that calls APIs, from their replicas there', () => {
    const { home, edge } = synthesizeRegions({ upstreamSecrets });

    for (const stack of [home, edge]) expect(read(stack)).toHaveLength(2);
  });

  test.each([
    ['a wildcard', { 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:*': ['https://a.example'] }, 'is no ARN'],
    ['a name', { orders: ['https://a.example'] }, 'is no ARN'],
    ['no origin', { [SECRET]: [] }, 'upstreamSecrets'],
    ['a path', { [SECRET]: ['https://a.example/v1'] }, 'is no origin'],
    ['no TLS', { [SECRET]: ['http://a.example'] }, 'is no origin'],
    [
      'too much',
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${SECRET}${at}`, ['https://a.example']])),
      'has more than',
    ],
  ])('are refused with %s', (_, secrets, message) => {
    expect(() => readConfig({ upstreamSecrets: JSON.stringify(secrets) })).toThrow(message);
  });
});

test.each([
  [
    'the owner’s first name',
    { domainNames: ['mcp.example.com', 'tools.example.com'], certificateArn: CERTIFICATE },
    'https://mcp.example.com/',
  ],
  [
    'that of the distribution, without one',
    {},
    { 'Fn::GetAtt': [expect.stringMatching(/Distribution/), 'DomainName'] },
  ],
])('the mail of an invitation has the address of the dashboard: %s', (_which, context, address) => {
  const { template } = synthesize(context);

  const [pool = {}] = Object.values(template.findResources('AWS::Cognito::UserPool'));
  const { EmailMessage: message } = pool['Properties'].AdminCreateUserConfig.InviteMessageTemplate;
  const parts = typeof message === 'string' ? message.split(/(?<=href=")|(?=")/) : message['Fn::Join'][1];
  expect(parts).toContainEqual(address);
});

test('invitations have a mail of the owner’s, and without them the management API changes nobody', () => {
  const mail = { subject: 'Welcome', body: 'Log in as {username} with {####}.' };
  const { template } = synthesize({ invitations: false, invitationMail: mail });

  template.hasResourceProperties('AWS::Cognito::UserPool', {
    AdminCreateUserConfig: { InviteMessageTemplate: { EmailSubject: 'Welcome', EmailMessage: mail.body } },
    Policies: { PasswordPolicy: Match.objectLike({ TemporaryPasswordValidityDays: 7 }) },
  });
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: Match.objectLike({ INVITATIONS: 'false', USER_POOL: Match.anyValue() }) },
  });
  expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toMatch(/AdminCreateUser|AdminAddUserToGroup/);
  expect(() => readConfig({ invitationMail: { subject: 'Welcome', body: 'Log in as {username}.' } })).toThrow(
    'lacks {username} or {####}',
  );
});

test.each([
  [{ from: 'tools@mcp.example.com' }, 'tools@mcp.example.com', 'identity/mcp.example.com', { Ref: 'AWS::Region' }],
  [
    { from: 'tools@mcp.example.com', name: 'Tools & more', identity: 'example.com', region: 'eu-west-1' },
    'Tools & more <tools@mcp.example.com>',
    'identity/example.com',
    ':ses:eu-west-1:',
  ],
])('mails are sent by SES: %j', (mail, From, identity, region) => {
  const { template } = synthesize({ mail });

  const [pool = {}] = Object.values(template.findResources('AWS::Cognito::UserPool'));
  const { SourceArn, ...rest } = pool['Properties'].EmailConfiguration;
  expect(rest).toEqual({ EmailSendingAccount: 'DEVELOPER', From });
  const parts: unknown[] = SourceArn['Fn::Join'][1];
  expect(parts.at(-1)).toMatch(new RegExp(`${identity}$`));
  expect(JSON.stringify(parts)).toContain(typeof region === 'string' ? region : JSON.stringify(region));
});

test.each([
  [{ from: 'tools@example.com', identity: 'ample.com' }, 'is not the address of from, nor a domain that it is in'],
  [{ from: 'tools@example.com', identity: 'other@example.com' }, 'is not the address of from'],
  [{ from: 'tools@example.com', name: 'Tools <x@evil.example>' }, 'has other characters than letters'],
  [{ from: 'tools' }, 'mail'],
])('a sender that SES would not take is refused: %j', (mail, message) => {
  expect(() => readConfig({ mail })).toThrow(message);
});

test('a second factor can be demanded, and sessions be shorter', () => {
  const { template } = synthesize({ mfa: 'required', sessionHours: 8 });

  template.hasResourceProperties('AWS::Cognito::UserPool', { MfaConfiguration: 'ON' });
  template.hasResourceProperties('AWS::Cognito::UserPoolClient', { RefreshTokenValidity: 8 * 60 });
});

test('tags and a boundary of an organization are on everything that takes them', () => {
  const boundary = 'arn:aws:iam::123456789012:policy/boundary';

  const rules = { tags: { 'cost-center': '4711' }, permissionsBoundary: boundary };
  const { home, edge, front } = synthesizeRegions(rules);

  for (const { ofType } of [synthesize(rules), home, edge, front]) {
    for (const [id, { Properties }] of ofType('AWS::IAM::Role')) {
      expect([id, Properties?.['PermissionsBoundary']]).toEqual([id, boundary]);
    }
    for (const type of ['AWS::Lambda::Function', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::KMS::ReplicaKey']) {
      for (const [id, { Properties }] of ofType(type)) {
        expect([id, Properties?.['Tags']]).toEqual([
          id,
          expect.arrayContaining([{ Key: 'cost-center', Value: '4711' }]),
        ]);
      }
    }
  }
  expect(() => readConfig({ tags: '{"aws:x": "1"}' })).toThrow('at tags');
});

test('CloudFormation refuses to delete each stack where the owner says so, and by default none', () => {
  const protections = (config: object) =>
    [makeApp(config), makeRegionalApp(config)].flatMap(({ app }) =>
      app.synth().stacks.map(({ terminationProtection }) => terminationProtection === true),
    );

  expect(protections({ terminationProtection: true })).toEqual(Array(5).fill(true));
  expect(protections({})).toEqual(Array(5).fill(false));
});

describe('traces', () => {
  test.each([
    ['to X-Ray', { traces: 'xray' as const }, ['xray:PutTraceSegments *']],
    ['to an OTLP endpoint', { traces: 'otlp' as const, otlpEndpoint: 'https://otlp.example.com/v1/traces' }, []],
  ])('%s are sent by a function that may do nothing else, in each region', (_, config, expected) => {
    const { home, edge } = synthesizeRegions(config);

    for (const each of [synthesize(config), home, edge]) {
      const rights = (rightsByFunction(each).get('TracesForwarder') ?? ['missing']).filter(
        (line) => !/^logs:/.test(line),
      );
      expect(rights).toEqual(expected);
      const [[, filter] = []] = each.ofType('AWS::Logs::SubscriptionFilter');
      expect(filter?.Properties).toMatchObject({ FilterPattern: '"call_spans"' });
    }
  });

  test('read the secret of the endpoint again when its version is given', () => {
    const otlpSecret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:otlp-AbCdEf';
    const otlpSecretVersion = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const otlpEndpoint = 'https://otlp.example.com/v1/traces';
    const headersOf = (more: object) =>
      at(
        functionsOf(synthesize({ traces: 'otlp', otlpEndpoint, otlpSecret, ...more }).resources).get('TracesForwarder')
          ?.Properties,
        'Environment',
        'Variables',
        'OTLP_HEADERS',
      );

    expect(headersOf({})).toBe(`{{resolve:secretsmanager:${otlpSecret}:SecretString:::}}`);
    expect(headersOf({ otlpSecretVersion })).toBe(
      `{{resolve:secretsmanager:${otlpSecret}:SecretString:::${otlpSecretVersion}}}`,
    );
  });

  test('give the function that answers clients no right that it has not without them', () => {
    const rights = (config = {}) => rightsByFunction(synthesize(config)).get('DataPlaneRpc');

    expect(rights({ traces: 'xray' })).toEqual(rights());
  });

  test.each([
    ['otlpEndpoint', { traces: 'otlp' }, 'is missing: say where traces go'],
    ['otlpEndpoint', { otlpEndpoint: 'https://otlp.example.com/v1/traces' }, 'goes only with traces=otlp'],
    ['otlpEndpoint', { traces: 'otlp', otlpEndpoint: 'http://otlp.example.com/v1/traces' }, 'Invalid URL'],
    [
      'otlpSecret',
      { traces: 'xray', otlpSecret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:x' },
      'goes only',
    ],
    ['otlpSecret', { otlpSecret: 'my-secret' }, 'is no ARN of a secret'],
    ['otlpSecretVersion', { otlpSecretVersion: '0f8fad5b-d9cb-469f-a165-70867728950e' }, 'goes only with otlpSecret'],
    ['traceSampling', { traceSampling: '2' }, 'Too big'],
  ])('name %s where something is wrong with it', (field, context, message) => {
    expect(() => readConfig(context)).toThrow(message);
    expect(() => readConfig(context)).toThrow(`at ${field}`);
  });
});

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:on-call';
const regional = synthesizeRegions({ waf: true, monthlyBudget: 250, alarmTopic: TOPIC });

describe('a web ACL', () => {
  const { front } = regional;
  const aclOf = () => front.ofType('AWS::WAFv2::WebACL')[0] as readonly [string, { Properties?: object }];

  test('stands in front of the distribution, and is there only where the owner wants it', () => {
    const [id] = aclOf();
    const [, distribution] = front.ofType('AWS::CloudFront::Distribution')[0] as ReturnType<typeof aclOf>;

    expect(at(distribution.Properties, 'DistributionConfig', 'WebACLId')).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(synthesize().ofType('AWS::WAFv2::WebACL')).toEqual([]);
    expect(JSON.stringify(synthesize().resources)).not.toContain('WebACLId');
  });

  test('and a certificate are made for one stack in a shell for us-east-1, too', () => {
    const texts = { waf: 'true', domainNames: 'mcp.example.com', hostedZone: JSON.stringify(ZONE) };
    const { template } = withoutDashboard(() => {
      const props = { config: readConfig(texts, 'us-east-1'), shellRegion: 'us-east-1' };
      return { template: Template.fromStack(new PortcullisStack(emptyApp(UNCHECKED), 'Portcullis', props)) };
    });

    template.resourceCountIs('AWS::WAFv2::WebACL', 1);
    template.resourceCountIs('AWS::CertificateManager::Certificate', 1);
    expect(() => readConfig(texts, 'eu-west-1')).toThrow(/AWS_REGION=us-east-1/);
    expect(() => readConfig(texts)).toThrow(/AWS_REGION=us-east-1/);
  });

  test('may be one of the owner’s own', () => {
    const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/own/0f8fad5b-d9cb-469f-a165-70867728950e';

    const own = synthesize({ webAclArn });

    own.template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({ WebACLId: webAclArn }),
    });
    expect(own.ofType('AWS::WAFv2::WebACL')).toEqual([]);
  });

  test('limits addresses first, counts what MCP and OAuth clients rightly send, and stores no path of a request', () => {
    const [, { Properties }] = aclOf();
    const rules = at(Properties, 'Rules') as { Name: string; Priority: number; Statement: object }[];
    const counted = rules.flatMap(({ Statement }) =>
      ((at(Statement, 'ManagedRuleGroupStatement', 'RuleActionOverrides') ?? []) as { Name: string }[]).map(
        ({ Name }) => Name,
      ),
    );

    expect(rules[0]).toMatchObject({
      Name: 'RequestsByAddress',
      Priority: 0,
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 10_000 } },
    });
    expect(rules).toHaveLength(4);
    expect(counted).toEqual(expect.arrayContaining(['SizeRestrictions_BODY', 'NoUserAgent_HEADER']));
    expect(counted.filter((name) => name.endsWith('_BODY')).length).toBeGreaterThanOrEqual(6);
    expect(JSON.stringify(Properties)).not.toContain('"SampledRequestsEnabled":true');
    expect(front.ofType('AWS::WAFv2::LoggingConfiguration')).toEqual([]);
    expect(Object.entries(front.resources).flatMap(faultsOfResource)).toEqual([]);
  });

  test.each([
    ['waf', { waf: 'true' }, 'needs us-east-1 as the home region'],
    ['waf', { waf: 'true', regions: 'eu-west-1,us-east-1' }, 'needs us-east-1 as the home region'],
    ['webAclArn', { webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/b' }, 'is no ARN of a web ACL'],
  ])('is refused at %s where it cannot be', (field, context, message) => {
    expect(() => readConfig(context)).toThrow(message);
    expect(() => readConfig(context)).toThrow(`at ${field}`);
  });
});

describe('a budget', () => {
  test('tells the owner’s topic before and when it is used up, and when that is foreseen', () => {
    const budgeted = synthesize({ monthlyBudget: 250, alarmTopic: TOPIC });

    const [, { Properties }] = budgeted.ofType('AWS::Budgets::Budget')[0] as readonly [string, { Properties?: object }];
    expect(at(Properties, 'Budget')).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 250, Unit: 'USD' },
    });
    const notified = at(Properties, 'NotificationsWithSubscribers') as {
      Notification: { NotificationType: string; Threshold: number };
      Subscribers: object[];
    }[];
    expect(notified.map(({ Notification }) => [Notification.NotificationType, Notification.Threshold])).toEqual([
      ['ACTUAL', 80],
      ['ACTUAL', 100],
      ['FORECASTED', 100],
    ]);
    for (const { Subscribers } of notified) {
      expect(Subscribers).toEqual([{ SubscriptionType: 'SNS', Address: TOPIC }]);
    }
    expect(synthesize().ofType('AWS::Budgets::Budget')).toEqual([]);
  });

  test('is one for all regions', () => {
    const { home, edge, front } = regional;

    expect([home, edge, front].map((stack) => stack.ofType('AWS::Budgets::Budget').length)).toEqual([0, 0, 1]);
  });

  test('needs somebody to tell, and somebody to tell needs something to be told of', () => {
    expect(() => readConfig({ monthlyBudget: '250' })).toThrow('needs alarmTopic');
    expect(readConfig({ monthlyBudget: '250', alarmTopic: TOPIC }).monthlyBudget).toBe(250);
  });
});

describe('events', () => {
  const rights = (synthesized: ReturnType<typeof synthesize>, name: string) =>
    (rightsByFunction(synthesized).get(name) ?? ['missing']).filter((line) => !line.startsWith('logs:')).sort();

  test('give each function what it needs for them, and nothing else', () => {
    const on = synthesize({ events: true });
    const off = synthesize();
    const gained = (name: string) => {
      const before = new Set(rights(off, name));
      return rights(on, name).filter((line) => !before.has(line));
    };

    for (const name of ['DataPlaneRpc', 'AuthorizationServer', 'PipelineRecordFailure']) {
      expect([name, gained(name)]).toEqual([name, ['dynamodb:PutItem EventsTable']]);
    }
    expect(gained('ManagementApi')).toEqual(
      ['DeleteItem', 'GetItem', 'PutItem', 'Query'].map((each) => `dynamodb:${each} EventsTable`),
    );
    for (const name of ['SandboxCalls', 'DataPlaneStream', 'AuditArchiverArchive']) expect(gained(name)).toEqual([]);
    for (const [name, ...partitions] of [
      ['DataPlaneRpc', ['events*']],
      ['AuthorizationServer', ['events*']],
      ['PipelineRecordFailure', ['events*']],
      ['EventsExpiry', ['events*'], ['digest*']],
      ['ManagementApi', ['events*', 'webhooks*']],
      ['EventsPublish', ['whk_*']],
      ['EventsDeliver', ['webhooks*', 'whk_*']],
    ] as const) {
      const role = targetId(at(functionsOf(on.resources).get(name)?.Properties, 'Role'));
      const puts = statementsOf(on.resources, role).filter(
        ({ Action, Resource }) =>
          [Action].flat().includes('dynamodb:PutItem') && JSON.stringify(Resource).includes('EventsTable'),
      );
      expect([name, puts.map(({ Condition }) => Condition)]).toEqual([
        name,
        partitions.map((each) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': each } })),
      ]);
    }
    expect(rights(on, 'EventsDeliver')).toEqual([
      'dynamodb:GetItem EventsTable',
      'dynamodb:PutItem EventsTable',
      'kms:Decrypt KeysCredentials',
    ]);
    // Of stored access tokens it reads only why there is none.
    expect(
      JSON.stringify(
        statementsOf(on.resources, targetId(at(functionsOf(on.resources).get('EventsExpiry')?.Properties, 'Role')))
          .filter(({ Resource }) => JSON.stringify(Resource).includes('UpstreamTokens'))
          .map(({ Condition }) => Condition),
      ),
    ).toContain('"dynamodb:Attributes":["serverId","holder","credential","consent","failure","isChanged"]');
    expect(rights(on, 'EventsExpiry')).toEqual([
      'dynamodb:BatchGetItem DataSessions',
      'dynamodb:GetItem DataUpstreamTokens',
      'dynamodb:GetItem EventsTable',
      'dynamodb:PutItem EventsTable',
      'dynamodb:Query DataTokens/index/byServer',
      'dynamodb:Scan DataServers',
      'sqs:SendMessage FailuresQueue',
    ]);
    expect(
      rights(on, 'EventsPublish').map((line) => line.replace(/ .*(EventsTable|EventsBus|EventsDeliveries).*/, ' $1')),
    ).toEqual([
      'dynamodb:DescribeStream EventsTable',
      'dynamodb:GetItem DataServers',
      'dynamodb:GetRecords EventsTable',
      'dynamodb:GetShardIterator EventsTable',
      'dynamodb:ListStreams EventsTable',
      'dynamodb:PutItem EventsTable',
      'dynamodb:Query EventsTable',
      'events:PutEvents EventsBus',
      'sqs:SendMessage FailuresQueue',
      'states:StartExecution EventsDeliveries',
    ]);
    const machine = on.ofType('AWS::StepFunctions::StateMachine').find(([id]) => id.startsWith('EventsDeliveries'));
    const sending = statementsOf(on.resources, targetId(machine?.[1].Properties?.['RoleArn'])).filter(({ Action }) =>
      JSON.stringify(Action).includes('sqs:'),
    );
    expect(sending).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^FailuresQueue/), 'Arn'] },
      },
    ]);
    const opening = statementsOf(
      on.resources,
      targetId(at(functionsOf(on.resources).get('EventsDeliver')?.Properties, 'Role')),
    ).find(({ Action }) => Action === 'kms:Decrypt');
    expect(JSON.stringify(opening?.Condition)).toContain('"kms:EncryptionContextKeys":["webhookOf"]');
    const mapping = on.ofType('AWS::Lambda::EventSourceMapping').find(([id]) => id.startsWith('EventsReported'));
    expect(mapping?.[1].Properties).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 43_200,
    });
  });

  test('are all at home', () => {
    const { home, edge, front } = synthesizeRegions({ events: true });

    expect(home.ofType('AWS::Events::EventBus')).toHaveLength(1);
    expect([...edge.ofType('AWS::Events::EventBus'), ...front.ofType('AWS::Events::EventBus')]).toEqual([]);
    expect(JSON.stringify(functionsOf(edge.resources).get('DataPlaneRpc')?.Properties)).not.toContain('TABLE_EVENTS');
  });

  test('leave no trace in a template without them', () => {
    expect(Object.keys(synthesize().resources).filter((id) => id.startsWith('Events'))).toEqual([]);
  });
});

describe('a key of the account’s own', () => {
  const own = synthesize({ dataKey: 'own', events: true, backup: 'daily' });
  const [keyId] = own.ofType('AWS::KMS::Key').find(([id]) => id.startsWith('DataKey')) as readonly [string, object];
  /** Where each type of store says its key. */
  const PLACES: Readonly<Record<string, ReadonlyArray<string | number>>> = {
    'AWS::DynamoDB::GlobalTable': ['Replicas', 0, 'SSESpecification', 'KMSMasterKeyId'],
    'AWS::S3::Bucket': [
      'BucketEncryption',
      'ServerSideEncryptionConfiguration',
      0,
      'ServerSideEncryptionByDefault',
      'KMSMasterKeyID',
    ],
    'AWS::Logs::LogGroup': ['KmsKeyId'],
    'AWS::SecretsManager::Secret': ['KmsKeyId'],
    'AWS::SQS::Queue': ['KmsMasterKeyId'],
    'AWS::Lambda::Function': ['KmsKeyArn'],
  };

  test.each(Object.entries(PLACES))(
    'encrypts each %s but what anybody may load and what CDK runs at deployment',
    (type, path) => {
      const stores = own.ofType(type).filter(([id]) => !/^(EdgeSite|AWS679|CustomCDK)/.test(id));

      expect(stores.length).toBeGreaterThan(0);
      for (const [id, { Properties }] of stores) {
        expect([id, at(Properties, ...path)]).toEqual([id, { 'Fn::GetAtt': [keyId, 'Arn'] }]);
      }
    },
  );

  test('is for who may use a store, by that store alone, and stays with the archive and the backups', () => {
    const key = own.resources[keyId];
    const [, stores, grants, logs] = at(key?.Properties, 'KeyPolicy', 'Statement') as readonly Record<
      string,
      unknown
    >[];

    expect(at(stores, 'Condition', 'StringEquals')).toMatchObject({
      'kms:CallerAccount': { Ref: 'AWS::AccountId' },
      'kms:ViaService': ['dynamodb', 's3', 'sqs', 'secretsmanager'].map((service) => ({
        'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']],
      })),
    });
    expect(at(grants, 'Condition')).toMatchObject({
      StringEquals: at(stores, 'Condition', 'StringEquals'),
      Bool: { 'kms:GrantIsForAWSResource': 'true' },
    });
    expect(JSON.stringify(at(logs, 'Condition', 'ArnLike'))).toContain(':log-group:*');
    expect(key?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(synthesize({ dataKey: 'own', retainData: false }).resources[keyId]?.DeletionPolicy).toBe(
      'RetainExceptOnCreate',
    );
  });

  test('is not there by default, and is refused with regions', () => {
    expect(Object.keys(synthesize().resources).filter((id) => id.startsWith('DataKey'))).toEqual([]);
    expect(() => readConfig({ dataKey: 'own', regions: 'us-east-1' })).toThrow('at dataKey');
  });
});

describe('versions of the functions for MCP clients', () => {
  const made = (stack: ReturnType<typeof synthesize>) =>
    stack.ofType('AWS::Lambda::Alias').map(([id, { Properties }]) => [id, Properties] as const);

  test('are there only where somebody wants warm environments or gradual deployments', () => {
    const plain = synthesize();

    expect([...made(plain), ...plain.ofType('AWS::Lambda::Version')]).toEqual([]);
    expect(at(plain.ofType('AWS::Lambda::Url')[0]?.[1].Properties, 'Qualifier')).toBeUndefined();
  });

  test('have as many warm environments of mcp-rpc as the owner says, and requests reach them', () => {
    const warm = synthesize({ provisionedConcurrency: 20 });
    const [rpc, stream] = ['DataPlaneRpcLive', 'DataPlaneStreamLive'].map(
      (start) => made(warm).find(([id]) => id.startsWith(start))?.[1],
    );

    expect(at(rpc, 'ProvisionedConcurrencyConfig', 'ProvisionedConcurrentExecutions')).toBe(20);
    expect(at(stream, 'ProvisionedConcurrencyConfig')).toBeUndefined();
    expect(warm.ofType('AWS::Lambda::Url').map(([, { Properties }]) => Properties?.['Qualifier'])).toEqual([
      'live',
      'live',
    ]);
    const open = warm
      .ofType('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => Properties?.['Principal'] === '*');
    expect(
      open.map(([, { Properties }]) => String(at(Properties, 'FunctionName', 'Ref')).replace(/Live.*/, '')),
    ).toEqual(['DataPlaneRpc', 'DataPlaneRpc', 'DataPlaneStream', 'DataPlaneStream']);
    expect(warm.ofType('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  });

  test.each(['cloudfront', 'rest'] as const)(
    'are reached gradually, and taken back by an alarm, behind %s',
    (entrance) => {
      const gradual = synthesize({ canary: true, entrance });
      const groups = gradual.ofType('AWS::CodeDeploy::DeploymentGroup');

      expect(groups).toHaveLength(2);
      for (const [, { Properties }] of groups) {
        expect(Properties).toMatchObject({
          DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
          AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
          AlarmConfiguration: { Enabled: true, Alarms: [expect.anything()] },
        });
        const alarm = gradual.resources[String(at(Properties, 'AlarmConfiguration', 'Alarms', 0, 'Name', 'Ref'))];
        expect(alarm?.Properties).toMatchObject({ MetricName: 'Errors', Namespace: 'AWS/Lambda' });
      }
      for (const [id] of made(gradual)) {
        expect((gradual.resources[id] as { UpdatePolicy?: object }).UpdatePolicy).toHaveProperty(
          'CodeDeployLambdaAliasUpdate',
        );
      }
      const methods = gradual.ofType('AWS::ApiGateway::Method').map(([, each]) => JSON.stringify(each));
      for (const each of methods) expect(each).toMatch(/DataPlane(Rpc|Stream)Live/);
    },
  );

  test('are no more than what is reserved for mcp-rpc', () => {
    expect(() => readConfig({ provisionedConcurrency: '500', lambdaConcurrency: '1000' })).toThrow(
      'at provisionedConcurrency',
    );
    expect(readConfig({ provisionedConcurrency: '100', lambdaConcurrency: '1000' }).provisionedConcurrency).toBe(100);
  });
});

describe('backups', () => {
  const plain = synthesize({ backup: 'daily' });
  const all = synthesize({ ...BACKUP, events: true, alarms: true });
  const only = (stack: ReturnType<typeof synthesize>, type: string) => {
    const [first, ...others] = stack.ofType(type);
    expect(others).toEqual([]);
    return first?.[1];
  };
  const roleOf = (stack: ReturnType<typeof synthesize>) =>
    statementsOf(
      stack.resources,
      targetId(at(only(stack, 'AWS::Backup::BackupSelection')?.Properties, 'BackupSelection', 'IamRoleArn')),
    );

  test('are not there by default', () => {
    expect(Object.keys(synthesize().resources).filter((id) => id.startsWith('Backup'))).toEqual([]);
  });

  test.each([
    ['plain', plain],
    ['all', all],
  ])('cover every table but those of sessions, and the bucket of documents (%s)', (_which, stack) => {
    const tables = stack.ofType('AWS::DynamoDB::GlobalTable').map(([id]) => id);

    const selected = at(only(stack, 'AWS::Backup::BackupSelection')?.Properties, 'BackupSelection', 'Resources');

    expect((selected as unknown[]).map(targetId).sort()).toEqual(
      [
        ...tables.filter((id) => !id.startsWith('DataSessions')),
        ...stack
          .ofType('AWS::S3::Bucket')
          .map(([id]) => id)
          .filter((id) => id.startsWith('DataSpecs')),
      ].sort(),
    );
  });

  test('are kept as long as the owner says, and copied where the owner says', () => {
    const ruleOf = (stack: typeof all) =>
      at(only(stack, 'AWS::Backup::BackupPlan')?.Properties, 'BackupPlan', 'BackupPlanRule', 0);

    expect(ruleOf(plain)).toMatchObject({
      Lifecycle: { DeleteAfterDays: 35 },
      ScheduleExpression: 'cron(0 3 * * ? *)',
    });
    expect(ruleOf(plain)).not.toHaveProperty('CopyActions');
    expect(ruleOf(all)).toMatchObject({
      Lifecycle: { DeleteAfterDays: 90 },
      CopyActions: [{ DestinationBackupVaultArn: BACKUP.backupCopyTo, Lifecycle: { DeleteAfterDays: 90 } }],
    });
  });

  test.each([
    ['none', undefined],
    ['governance', { MinRetentionDays: 35 }],
    ['compliance', { MinRetentionDays: 35, ChangeableForDays: 3 }],
  ] as const)('have a vault with the lock %s, which stays whatever becomes of the stack', (backupLock, lock) => {
    const vault = only(synthesize({ backup: 'daily', backupLock, retainData: false }), 'AWS::Backup::BackupVault');

    expect(vault?.Properties?.['LockConfiguration']).toEqual(lock);
    expect(vault?.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('are made by a role that reads these tables for backups, copies where asked, and restores and deletes nothing', () => {
    const ofTables = (stack: typeof all) =>
      roleOf(stack).filter(({ Action }) => ![Action].flat().some((each) => /^(s3|events|cloudwatch):/.test(each)));
    const actions = (stack: typeof all) => [...new Set(ofTables(stack).flatMap(({ Action }) => Action))].sort();
    const reading = ['DescribeContinuousBackups', 'DescribeTable', 'ListTagsOfResource', 'StartAwsBackupJob'];

    expect(actions(plain)).toEqual(['backup:DescribeBackupVault', ...reading.map((each) => `dynamodb:${each}`)]);
    expect(actions(all)).toEqual([
      'backup:CopyFromBackupVault',
      'backup:CopyIntoBackupVault',
      'backup:DescribeBackupVault',
      ...reading.map((each) => `dynamodb:${each}`),
    ]);
    expect(roleOf(all).find(({ Action }) => Action === 'backup:CopyIntoBackupVault')?.Resource).toBe(
      BACKUP.backupCopyTo,
    );
    expect(JSON.stringify(ofTables(all).map(({ Resource }) => Resource))).not.toContain('*');
  });

  test('of documents are made by a role that reads one bucket, and changes nothing in it but how it tells of changes', () => {
    const found = new Map(
      roleOf(plain)
        .filter(({ Action }) => [Action].flat().some((each) => /^(s3|events|cloudwatch):/.test(each)))
        .map(({ Action, Resource }) => [JSON.stringify(Resource), [Action].flat()]),
    );
    const actions = [...found.values()].flat();

    expect(actions.filter((each) => /^s3:(?!Get|List)/.test(each))).toEqual([
      's3:PutInventoryConfiguration',
      's3:PutBucketNotification',
    ]);
    expect(found.get('"*"')).toEqual(['events:ListRules', 'cloudwatch:GetMetricData']);
    for (const [resource, each] of found) {
      if (each.some((action) => action.startsWith('s3:'))) expect(resource).toContain('DataSpecs');
      if (each.some((action) => /^events:(Put|Delete)/.test(action)))
        expect(resource).toContain('AwsBackupManagedRule*');
    }
  });

  test('are at home alone', () => {
    const { home, edge, front } = synthesizeRegions({ backup: 'daily' });

    expect(home.ofType('AWS::Backup::BackupPlan')).toHaveLength(1);
    expect([...edge.ofType('AWS::Backup::BackupPlan'), ...front.ofType('AWS::Backup::BackupPlan')]).toEqual([]);
  });

  test.each([
    [{ backupLock: 'governance' }, 'backupLock'],
    [{ backupCopyTo: BACKUP.backupCopyTo }, 'backupCopyTo'],
    [{ backupRetentionDays: '90' }, 'backupRetentionDays'],
    [{ backup: 'daily', backupRetentionDays: '0' }, 'backupRetentionDays'],
    [{ backup: 'hourly' }, 'backup'],
    [{ backup: 'daily', backupLock: 'yes' }, 'backupLock'],
    [{ backup: 'daily', backupCopyTo: 'eu-central-1' }, 'backupCopyTo'],
  ])('%j is refused by name', (context, setting) => {
    expect(() => readConfig(context)).toThrow(new RegExp(`→ at ${setting}$`, 'm'));
  });
});
