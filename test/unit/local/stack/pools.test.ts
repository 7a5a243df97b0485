/** The time that a local function has: that of its template, and with held streams as long as they live, as on AWS. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionArn } from '../../../../local/stack/physical.ts';
import { makePools } from '../../../../local/stack/pools.ts';
import type { StackTemplate } from '../../../../local/template/template.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'index.mjs'), '');
});
afterAll(() => folder.remove());

const REGION = 'us-east-1';
/** A function that a URL streams from, and one without, each with 120 s in the template. */
const template = (): StackTemplate => {
  const code = {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'x' },
      Handler: 'index.handler',
      Timeout: 120,
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    },
  };
  return {
    name: 'Portcullis',
    region: REGION,
    resources: {
      Streaming: code,
      Other: code,
      Url: { Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: functionArn('Streaming', REGION) } },
    } as StackTemplate['resources'],
    outputs: {},
    assetOf: () => folder.path,
  };
};

test.each([
  [undefined, Number.POSITIVE_INFINITY],
  [2_000, 120_000],
  [300_000, 330_000],
  [870_000, 900_000],
])('with streams of %s ms it is %d ms, and 120,000 without a stream', (streamLifeMs, expected) => {
  const pools = makePools({
    template: template(),
    resolve: ((value: unknown) => value) as never,
    workers: 2,
    egress: { pinned: [] } as never,
    logs: folder.path,
    tapped: (_id, log) => log,
    variablesOf: () => ({}),
    twins: undefined,
    ...(streamLifeMs !== undefined && { streamLifeMs }),
  });
  const times = ['Streaming', 'Other'].map((name) => pools.get(name)?.definition.timeoutMs);
  for (const pool of pools.values()) pool.close();

  expect(times).toEqual([expected, 120_000]);
});
