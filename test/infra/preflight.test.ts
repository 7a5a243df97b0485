/** `npm run preflight`: what it counts is what the template has, and what it says of an account's quotas, against Service Quotas on loopback. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deploymentConfig } from '../../lib/config.ts';
import { needsOf } from '../../lib/preflight.ts';
import { startCloudFormation } from '../support/cloudFormation.ts';
import { PRIVATE } from '../support/settings.ts';
import { synthesize } from '../support/synth.ts';

const root = join(import.meta.dirname, '..', '..');
/** Quotas of a service by name, as Service Quotas pages them. */
const QUOTAS: Readonly<Record<string, ReadonlyArray<readonly [string, number]>>> = {
  lambda: [
    ['Function and layer storage', 75],
    ['Concurrent executions', 1_000],
  ],
  dynamodb: [['Maximum number of tables', 2_500]],
  cloudfront: [
    ['Functions per AWS account', 100],
    ['Distributions per AWS account', 200],
    ['Origins per distribution', 25],
  ],
};
let concurrency = 1_000;
let unreserved = 1_000;
let regions: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    if (request.url?.includes('/account-settings')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(
        JSON.stringify({ AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: unreserved } }),
      );
    }
    const { ServiceCode, NextToken } = JSON.parse(text) as { ServiceCode: string; NextToken?: string };
    regions.push(/\/([a-z]+-[a-z]+-\d)\/servicequotas/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    const all = QUOTAS[ServiceCode] ?? [];
    const at = Number(NextToken ?? 0);
    const page = all.slice(at, at + 1).map(([QuotaName, value]) => ({
      QuotaName,
      Value: QuotaName === 'Concurrent executions' ? concurrency : value,
    }));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ Quotas: page, ...(at + 1 < all.length && { NextToken: String(at + 1) }) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => void server.close());

async function preflight(keys: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'bin', 'preflight.ts'), ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: '/nowhere',
      AWS_REGION: 'eu-west-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ENDPOINT_URL_SERVICE_QUOTAS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...keys,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said += String(piece);
    });
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, said };
}
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'example' };

const isCounted = (type: string, wanted: string | RegExp | undefined): boolean =>
  wanted instanceof RegExp ? wanted.test(type) : type === wanted;

describe('what is counted', () => {
  const COUNTED: Readonly<Record<string, string | RegExp>> = {
    'DynamoDB: tables': 'AWS::DynamoDB::GlobalTable',
    'S3: buckets': 'AWS::S3::Bucket',
    'CloudFront: functions': 'AWS::CloudFront::Function',
    'CloudFront: distributions': 'AWS::CloudFront::Distribution',
    'API Gateway: private APIs': 'AWS::ApiGateway::RestApi',
    'API Gateway: private domain names': 'AWS::ApiGateway::DomainNameV2',
    'API Gateway: APIs': /^AWS::ApiGatewayV2::Api$|^AWS::ApiGateway::RestApi$/,
    'Cognito: user pools': 'AWS::Cognito::UserPool',
    'EC2: Elastic IPs': 'AWS::EC2::EIP',
    'VPC: networks': 'AWS::EC2::VPC',
  };

  test.each([{}, { egress: 'static' as const, egressZones: 3 }, { entrance: 'rest' as const }, PRIVATE])(
    'is in the template: %j',
    (settings) => {
      const types = Object.values(synthesize(settings).resources).map(({ Type }) => Type);

      const needed = needsOf(deploymentConfig.parse(settings)).filter(({ label }) => COUNTED[label] !== undefined);

      expect(needed.length).toBeGreaterThan(4);
      expect(needed.map(({ label, needed: number }) => [label, number])).toEqual(
        needed.map(({ label }) => [label, types.filter((type) => isCounted(type, COUNTED[label])).length]),
      );
    },
  );
});

describe('the command', () => {
  test('reads every page, CloudFront in us-east-1, and finds enough', async () => {
    concurrency = 1_000;
    regions = [];

    const { code, said } = await preflight(KEYS);

    expect(said).toContain('enough   Lambda: concurrent executions: needs 100, has 1000');
    expect(said).toContain('enough   CloudFront: origins of a distribution: needs 4, has 25');
    expect(said).toContain('unknown  Cognito: user pools: needs 1, not listed by Service Quotas');
    expect(new Set(regions)).toEqual(new Set(['eu-west-1', 'us-east-1']));
    expect(code).toBe(0);
  });

  test('says that the certificate of a private API is of another region', async () => {
    concurrency = 1_000;
    const { entranceEndpoints, domainNames, certificateArn } = PRIVATE;
    const given = { entrance: 'private', entranceEndpoints, domainNames };
    const flags = (arn: string) =>
      Object.entries({ ...given, certificateArn: arn }).flatMap(([key, value]) => ['-c', `${key}=${String(value)}`]);

    const here = await preflight(KEYS, ...flags(certificateArn));
    const elsewhere = await preflight(KEYS, ...flags(certificateArn.replace('eu-west-1', 'us-east-1')));

    expect(here.said).toContain('API Gateway: private APIs: needs 1');
    expect(here.said).not.toMatch(/missing|CloudFront/);
    expect(elsewhere.said).toContain('missing  certificateArn: is of us-east-1');
    expect([here.code, elsewhere.code]).toEqual([0, 1]);
  });

  test('says what is too low and why', async () => {
    concurrency = 10;

    const { code, said } = await preflight(KEYS, '-c', 'lambdaConcurrency=1000');

    expect(code).toBe(1);
    expect(said).toContain('too low  Lambda: concurrent executions: needs 1000, has 10. lambdaConcurrency reserves');
    expect(said).toContain('request-service-quota-increase');
  });

  test('says that a region has no function URLs, which entrance=rest does not need', async () => {
    concurrency = 1_000;

    const { code, said } = await preflight(KEYS, '-c', 'regions=eu-west-1,il-central-1');
    const behindRest = await preflight(KEYS, '-c', 'regions=eu-west-1,il-central-1', '-c', 'entrance=rest');

    expect(behindRest.said).not.toContain('missing');
    expect(behindRest.code).toBe(0);
    expect(code).toBe(1);
    expect(said.match(/missing {2}Lambda: function URLs/g)).toHaveLength(1);
    expect(said).toMatch(/il-central-1\n {2}missing/);
  });

  test.each([
    ['af-south-1', 'missing  IoT Core'],
    ['ap-northeast-3', 'missing  IoT Core'],
    ['ap-southeast-3', 'missing  IoT Core'],
    ['us-gov-west-1', 'missing  CloudFront: this region is of another partition'],
    ['cn-north-1', 'missing  CloudFront'],
  ])('says what %s lacks, also for one stack in the region of the shell', async (AWS_REGION, line) => {
    const { code, said } = await preflight({ ...KEYS, AWS_REGION });

    expect(said).toContain(line);
    expect(code).toBe(1);
  });

  test('compares lambdaConcurrency with what other functions have not reserved, unless the stack is there', async () => {
    const cloud = await startCloudFormation();
    unreserved = 500;
    const asked = () => preflight({ ...KEYS, ...cloud.environment }, '-c', 'lambdaConcurrency=1000');

    const first = await asked();
    cloud.stacks.set('Portcullis', {});
    const again = await asked();
    cloud.close();

    expect(first.said).toMatch(/too low {2}Lambda: unreserved executions: needs 9\d\d, has 500\. Other functions/);
    expect(first.code).toBe(1);
    expect(again.said).not.toContain('unreserved executions');
    expect(again.code).toBe(0);
  });

  test('without credentials says so, and what is needed', async () => {
    const { code, said } = await preflight({});

    expect(code).toBe(2);
    expect(said).toContain('No credentials of the account');
    expect(said).toContain('DynamoDB: tables');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('refuses a setting that is none', async () => {
    expect(await preflight(KEYS, '-c', 'lambdaConcurency=1000')).toMatchObject({
      code: 2,
      said: expect.stringContaining('lambdaConcurency'),
    });
  });
});
