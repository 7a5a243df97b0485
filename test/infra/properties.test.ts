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
  { layout: 'with nothing to keep', config: { retainData: false, changeStreams: false } },
];

describe.each(LAYOUTS)('$layout', ({ config }) => {
  test.each(PROPERTIES)('$name', ({ faults }) => {
    const { resources } = synthesize(config);

    const found = faults(resources);

    expect(found).toEqual([]);
  });
});
