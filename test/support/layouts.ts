/**
 * The layouts that a deployment can have: the few that every run of the tests looks at, and each setting by itself, for the checks that
 * take minutes (test/oracles/layouts.test.ts).
 */
import { LIMITS } from '../../core/lib/limits.ts';
import type { DeploymentConfig } from '../../lib/config.ts';
import { BACKUP, CERTIFICATE, NETWORK_WITH_ENDPOINTS, OIDC, OWN_NETWORK, PRIVATE, SAML, ZONE } from './settings.ts';
import { REGIONS } from './synth.ts';

const DOMAIN = { domainNames: ['mcp.example.com', 'tools.example.com'], certificateArn: CERTIFICATE };
const ROLE = 'arn:aws:iam::123456789012:role/orders';
const STORED_SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-Ab12Cd';
const STORED_PARAMETER = 'arn:aws:ssm:eu-west-1:123456789012:parameter/orders/key';
const TOPIC = 'arn:aws:sns:us-east-1:123456789012:on-call';
const WEB_ACL = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/own/0f8fad5b-d9cb-469f-a165-70867728950e';
const VERSION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTLP = {
  traces: 'otlp' as const,
  otlpEndpoint: 'https://otlp.example.com/v1/traces',
  otlpSecret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:otlp-AbCdEf',
};

/** Layouts of one stack in which each property of the templates must hold. */
export const LAYOUTS = [
  { layout: 'by default', config: {} },
  {
    layout: 'with every setting at its largest',
    config: {
      auditLock: 'compliance' as const,
      auditRetentionDays: 3_650,
      streamLifeSeconds: LIMITS.stream.maxLifeMs / 1_000,
      lambdaConcurrency: 5_000,
      streamsPerToken: 500,
      changeStreams: true,
      standaloneStreams: true,
      allowedOrigins: Array.from({ length: 20 }, (_, number) => `https://${'a'.repeat(78)}${number + 10}.example.com`),
      upstreamRoles: Array.from({ length: 10 }, (_, at) => `arn:aws:iam::123456789012:role/${at}${'a'.repeat(67)}`),
      originSecretVersion: VERSION,
      metrics: 'tool' as const,
      alarms: true,
      events: true,
      ...BACKUP,
      traces: 'xray' as const,
      traceSampling: 1,
      alarmTopic: TOPIC,
      monthlyBudget: 500,
      webAclArn: WEB_ACL,
      tags: { 'cost-center': '4711' },
    },
  },
  {
    layout: 'with an own domain, fixed addresses and the rules of an organization',
    config: {
      stackName: 'Payments',
      ...DOMAIN,
      hostedZone: ZONE,
      egress: 'static' as const,
      terminationProtection: true,
      clientRegistration: false,
      mfa: 'required' as const,
      sessionHours: 8,
      alarms: true,
      tags: { 'cost-center': '4711' },
      permissionsBoundary: 'arn:aws:iam::123456789012:policy/boundary',
    },
  },
  {
    layout: 'with traces to an OTLP endpoint, a key of its own, gradual deployments, and nothing to keep',
    config: {
      retainData: false,
      dataKey: 'own' as const,
      canary: true,
      provisionedConcurrency: 20,
      backup: 'daily' as const,
      alarms: true,
      ...OTLP,
    },
  },
  {
    layout: "with the owner's own network and identity provider",
    config: {
      ...NETWORK_WITH_ENDPOINTS,
      privateHosts: Array.from({ length: 7 }, (_, at) => `${at}${'a'.repeat(24)}.internal.corp`),
      upstreamRoles: [ROLE],
      upstreamSecrets: {
        [STORED_SECRET]: ['https://api.example.com'],
        [STORED_PARAMETER]: ['https://api.example.com'],
      },
      oidc: OIDC,
      groupRoles: Object.fromEntries(
        Array.from({ length: 4 }, (_, at) => [`${'g'.repeat(36)}${at}`, ['admin' as const, 'answer-reader' as const]]),
      ),
      passwords: false,
    },
  },
  {
    layout: 'behind a REST API, with gradual deployments and streams that live long',
    config: {
      entrance: 'rest' as const,
      canary: true,
      streamLifeSeconds: LIMITS.stream.maxLifeMs / 1_000,
      changeStreams: true,
      lambdaConcurrency: 1_000,
    },
  },
  {
    layout: "in the owner's network alone",
    config: { ...PRIVATE, oidc: OIDC, lambdaConcurrency: 1_000, alarms: true, events: true },
  },
  {
    layout: 'with sign-in by SAML alone',
    config: {
      saml: SAML,
      groupRoles: { Platform: ['admin' as const] },
      passwords: false,
      invitations: false,
    },
  },
];

/** Every setting with another value than its default, with what it cannot go without. */
export const SETTINGS: Readonly<Partial<Record<keyof DeploymentConfig, Partial<DeploymentConfig>>>> = {
  stackName: { stackName: 'Another-Name-of-24-Signs' },
  retainData: { retainData: false },
  provisionedConcurrency: { provisionedConcurrency: 20 },
  canary: { canary: true },
  dataKey: { dataKey: 'own' },
  terminationProtection: { terminationProtection: true },
  logRetentionDays: { logRetentionDays: 365 },
  auditRetentionDays: { auditRetentionDays: 3_650 },
  auditLock: { auditLock: 'compliance' },
  streamLifeSeconds: { streamLifeSeconds: LIMITS.stream.maxLifeMs / 1_000 },
  lambdaConcurrency: { lambdaConcurrency: 1_000 },
  streamsPerToken: { streamsPerToken: 500 },
  changeStreams: { changeStreams: true },
  standaloneStreams: { standaloneStreams: true },
  clientRegistration: { clientRegistration: false },
  accessTokenSeconds: { accessTokenSeconds: 60 },
  identityProviders: {
    identityProviders: [
      { issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/keys', usernamePrefix: 'Company_' },
    ],
  },
  allowedOrigins: { allowedOrigins: ['https://app.example.com'] },
  domainNames: DOMAIN,
  certificateArn: DOMAIN,
  hostedZone: { domainNames: DOMAIN.domainNames, hostedZone: ZONE, regions: ['us-east-1'] },
  entrance: { entrance: 'rest' },
  entranceEndpoints: PRIVATE,
  egress: { egress: 'static' },
  egressZones: { egress: 'static', egressZones: 3 },
  vpc: { ...NETWORK_WITH_ENDPOINTS, vpcEndpoints: ['kms'], routeTables: [] },
  subnets: OWN_NETWORK,
  securityGroups: OWN_NETWORK,
  vpcEndpoints: NETWORK_WITH_ENDPOINTS,
  routeTables: { ...NETWORK_WITH_ENDPOINTS, vpcEndpoints: ['s3'] },
  privateHosts: OWN_NETWORK,
  privateRanges: OWN_NETWORK,
  upstreamRoles: { upstreamRoles: [ROLE] },
  upstreamSecrets: { upstreamSecrets: { [STORED_SECRET]: ['https://api.example.com'] } },
  oidc: { oidc: OIDC },
  saml: { saml: SAML },
  groupRoles: { oidc: OIDC, groupRoles: { Platform: ['admin'], Engineering: ['editor', 'answer-reader'] } },
  passwords: { saml: SAML, groupRoles: { Platform: ['admin'] }, passwords: false },
  invitations: { invitations: false },
  invitationMail: { invitationMail: { subject: 'Welcome', body: 'Log in as {username} with {####}.' } },
  mail: { mail: { from: 'tools@example.com' } },
  mfa: { mfa: 'required' },
  sessionHours: { sessionHours: 8_760 },
  metrics: { metrics: 'tool' },
  alarms: { alarms: true },
  alarmTopic: { alarms: true, alarmTopic: TOPIC },
  monthlyBudget: { monthlyBudget: 500, alarmTopic: TOPIC },
  traces: { traces: 'xray' },
  traceSampling: { traces: 'xray', traceSampling: 1 },
  otlpEndpoint: { traces: 'otlp', otlpEndpoint: OTLP.otlpEndpoint },
  otlpSecret: OTLP,
  otlpSecretVersion: { ...OTLP, otlpSecretVersion: VERSION },
  waf: { waf: true, regions: ['us-east-1'] },
  wafRequestsPer5Minutes: { waf: true, wafRequestsPer5Minutes: 100, regions: ['us-east-1'] },
  webAclArn: { webAclArn: WEB_ACL },
  events: { events: true },
  backup: { backup: 'daily' },
  backupRetentionDays: { backup: 'daily', backupRetentionDays: 90 },
  backupLock: { backup: 'daily', backupLock: 'compliance' },
  backupCopyTo: { backup: 'daily', backupCopyTo: BACKUP.backupCopyTo },
  tags: { tags: { 'cost-center': '4711' } },
  permissionsBoundary: { permissionsBoundary: 'arn:aws:iam::123456789012:policy/boundary' },
  originSecretVersion: { originSecretVersion: VERSION },
  regions: { regions: ['eu-central-1'] },
  leavingRegion: { regions: [...REGIONS], leavingRegion: REGIONS[2] },
  countries: { regions: [...REGIONS], countries: { DE: 'eu-west-1' } },
};

/** Everything at once that may go together, in any number of regions; LAYOUTS has the owner's own network and SAML. */
export const EVERYTHING: Partial<DeploymentConfig> = {
  ...LAYOUTS[1]?.config,
  ...SETTINGS.logRetentionDays,
  ...SETTINGS.accessTokenSeconds,
  ...SETTINGS.identityProviders,
  ...DOMAIN,
  hostedZone: ZONE,
  ...SETTINGS.egressZones,
  ...SETTINGS.groupRoles,
  ...SETTINGS.mfa,
  ...SETTINGS.otlpSecretVersion,
  ...SETTINGS.tags,
  ...SETTINGS.permissionsBoundary,
};
