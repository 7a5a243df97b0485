/** The properties hold in every layout that one stack can have; `mistakes.test.ts` proves that each of them can fail. */
import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../core/limits.ts';
import { synthesize } from '../support/synth.ts';
import { PROPERTIES } from './properties/index.ts';

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
      standaloneStreams: true,
      allowedOrigins: Array.from({ length: 20 }, (_, number) => `https://${'a'.repeat(78)}${number + 10}.example.com`),
      originSecretVersion: '0f8fad5b-d9cb-469f-a165-70867728950e',
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
  { layout: 'with nothing to keep', config: { retainData: false, changeStreams: false } },
];

describe.each(LAYOUTS)('$layout', ({ config }) => {
  test.each(PROPERTIES)('$name', ({ faults }) => {
    const { resources } = synthesize(config);

    const found = faults(resources);

    expect(found).toEqual([]);
  });
});
