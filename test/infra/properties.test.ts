/** The properties hold in every layout that one stack can have; `mistakes.test.ts` proves that each of them can fail. */
import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { LIMITS } from '../../core/limits.ts';
import { findingsOfCfnLint, testWithCfnLint } from '../support/cfnLint.ts';
import { BACKUP, NETWORK_WITH_ENDPOINTS, OIDC, SAML } from '../support/settings.ts';
import { type Resource, synthesize } from '../support/synth.ts';
import { PROPERTIES } from './properties/index.ts';
import { at, ofType } from './properties/property.ts';

const LAYOUTS = [
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
      originSecretVersion: '0f8fad5b-d9cb-469f-a165-70867728950e',
      metrics: 'tool' as const,
      alarms: true,
      events: true,
      ...BACKUP,
      traces: 'xray' as const,
      traceSampling: 1,
      alarmTopic: 'arn:aws:sns:us-east-1:123456789012:on-call',
      monthlyBudget: 500,
      webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/own/0f8fad5b-d9cb-469f-a165-70867728950e',
    },
  },
  {
    layout: 'with an own domain, fixed addresses and the rules of an organization',
    config: {
      domainNames: ['mcp.example.com', 'tools.example.com'],
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e',
      hostedZone: { id: 'Z0123456789ABC', name: 'example.com' },
      egress: 'static' as const,
      mfa: 'required' as const,
      sessionHours: 8,
      tags: { 'cost-center': '4711' },
      permissionsBoundary: 'arn:aws:iam::123456789012:policy/boundary',
    },
  },
  {
    layout: 'with traces to an OTLP endpoint, and nothing to keep',
    config: {
      retainData: false,
      backup: 'daily' as const,
      traces: 'otlp' as const,
      otlpEndpoint: 'https://otlp.example.com/v1/traces',
      otlpSecret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:otlp-AbCdEf',
    },
  },
  {
    layout: "with the owner's own network and identity provider",
    config: {
      ...NETWORK_WITH_ENDPOINTS,
      privateHosts: Array.from({ length: 7 }, (_, at) => `${at}${'a'.repeat(24)}.internal.corp`),
      upstreamRoles: ['arn:aws:iam::123456789012:role/orders'],
      oidc: OIDC,
      groupRoles: Object.fromEntries(
        Array.from({ length: 4 }, (_, at) => [`${'g'.repeat(36)}${at}`, ['admin' as const, 'answer-reader' as const]]),
      ),
      passwords: false,
    },
  },
  {
    layout: 'with sign-in by SAML alone',
    config: {
      saml: SAML,
      groupRoles: { Platform: ['admin' as const] },
      passwords: false,
    },
  },
];

describe.each(LAYOUTS)('$layout', ({ config }) => {
  test.each(PROPERTIES)('$name', ({ faults }) => {
    const { resources } = synthesize(config);

    const found = faults(resources);

    expect(found).toEqual([]);
  });
});

describe('cfn-lint', () => {
  testWithCfnLint('finds nothing in any of these layouts', () => {
    const stacks = Object.fromEntries(LAYOUTS.map(({ config }, index) => [`layout${index}`, synthesize(config)]));

    const found = findingsOfCfnLint(stacks);

    expect(found).toEqual([]);
  });

  testWithCfnLint('finds a value outside of its enumeration, a range and an action that does not exist', () => {
    const broken = structuredClone(synthesize().template.toJSON()) as { Resources: Record<string, Resource> };
    const part = (type: string, ...path: string[]) =>
      at(ofType(broken.Resources, type)[0]?.[1].Properties, ...path) as Record<string, unknown>;
    part('AWS::CloudFront::Distribution', 'DistributionConfig')['PriceClass'] = 'PriceClass_Sydney';
    part('AWS::Lambda::Function')['MemorySize'] = 64;
    const statements = part('AWS::IAM::Policy', 'PolicyDocument')['Statement'] as object[];
    statements.push({ Effect: 'Allow', Action: 's3:GetObjekt', Resource: '*' });

    const found = findingsOfCfnLint({ broken: { template: Template.fromJSON(broken) } });

    expect(found).toEqual([
      expect.stringMatching(/^broken\.json: E3030 .*PriceClass_Sydney/),
      expect.stringMatching(/^broken\.json: E3034 64 /),
      expect.stringMatching(/^broken\.json: W3037 'getobjekt'/i),
    ]);
  });
});
