/**
 * A stack with the owner's options runs here as well: names of their own are this machine's address, fixed addresses are told, and functions
 * write every measure that the dashboard shows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MEASURES } from '../../core/audit/measures.ts';
import { connect } from '../support/mcpClients.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { stopped } from '../support/verify.ts';

let stack: LocalStack;

beforeAll(async () => {
  const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e';
  stack = await startStack({
    demo: true,
    flags: [
      ['egress', 'static'],
      ['domainNames', 'mcp.example.com,tools.example.com'],
      ['certificateArn', certificate],
      ['hostedZone', '{"id":"Z0123456789ABC","name":"example.com"}'],
      ['permissionsBoundary', 'arn:aws:iam::123456789012:policy/boundary'],
      ['mfa', 'required'],
      ['metrics', 'tool'],
      ['alarms', 'true'],
    ].flatMap(([key, value]) => ['--context', `${key}=${value}`]),
  });
});

afterAll(() => rm(stack.data, { recursive: true, force: true }));

test('the own domain is where this stack answers, and people log in there', async () => {
  const config = await stack.api('GET', '/v1/config');

  expect(config).toMatchObject({ edgeUrl: stack.edgeUrl });
});

test('an API is imported and called through the network with fixed addresses, which are told to editors', async () => {
  const { specUrl: url, auth } = stack.demo as NonNullable<typeof stack.demo>;
  const preview = await stack.api<{ endpoints: number }>('POST', '/v1/specs/preview', { url });
  const settings = await stack.api<{ egressAddresses?: string[] }>('GET', '/v1/settings');
  const made = await stack.api<{ mcpUrl: string }>('POST', '/v1/servers', { source: { kind: 'openapi', url }, auth });

  expect(preview.endpoints).toBeGreaterThan(0);
  expect(settings.egressAddresses).toEqual(['203.0.113.1', '203.0.113.2']);
  expect(made.mcpUrl.startsWith(stack.edgeUrl)).toBe(true);
});

/** A line of the embedded metric format, as CloudWatch reads it. */
interface MetricLine {
  readonly _aws: {
    readonly CloudWatchMetrics: [
      { readonly Namespace: string; readonly Dimensions: string[][]; readonly Metrics: { readonly Name: string }[] },
    ];
  };
  readonly [name: string]: unknown;
}

/** What all functions have written so far. */
function metricLines(): MetricLine[] {
  const logs = join(stack.data, 'state', 'logs');
  return readdirSync(logs)
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"CloudWatchMetrics"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as MetricLine);
}

test('functions write each measure when it happens, and nothing of what was asked or answered', async () => {
  // Prepare
  const { specUrl: url, auth } = stack.demo as NonNullable<typeof stack.demo>;
  const hosted = await deploy(stack, { source: { kind: 'openapi', url }, auth });
  const path = `/v1/servers/${hosted.serverId}`;
  const client = await connect(hosted.mcpUrl);

  // Act
  await client.call('getCustomer', { customerId: 'cus_000001' });
  await client.call('getCustomer', { customerId: 'cus_planted-argument' });
  await client.close();
  await stack.api('DELETE', `${path}/tokens/${hosted.token.id}`);
  const refused = await fetch(hosted.mcpUrl, { method: 'POST', body: '{}' });
  const broken = await stack.api<{ server: { id: string } }>('POST', '/v1/servers', {
    source: { kind: 'openapi', document: '{"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {}}' },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });
  await until(
    async () => (await stack.api<{ status: string }>('GET', `/v1/servers/${broken.server.id}`)).status === 'failed',
  );
  // A host that ends hands what the archive has not got yet to the archiver.
  await stopped(stack);
  const lines = metricLines();
  const named = (name: string) => lines.filter((line) => name in line);

  // Assess
  expect(refused.status).toBe(404);
  const written = new Set(lines.flatMap(({ _aws }) => _aws.CloudWatchMetrics[0].Metrics.map(({ Name }) => Name)));
  expect([...written].sort()).toEqual(Object.keys(MEASURES).sort());
  expect(named('Calls')).toEqual([
    expect.objectContaining({ Calls: 1, Errors: 0, Server: hosted.serverId, Tool: 'getCustomer', Caller: 'token' }),
    expect.objectContaining({ Calls: 1, Errors: 1 }),
  ]);
  expect(named('Calls')[0]?._aws.CloudWatchMetrics[0]).toMatchObject({
    Namespace: 'Portcullis',
    Dimensions: [['service'], ['service', 'Server'], ['service', 'Server', 'Tool'], ['service', 'Server', 'Caller']],
  });
  expect(Number(named('Calls')[0]?.['Redactions'])).toBeGreaterThan(0);
  expect(named('Code')).toEqual([expect.objectContaining({ Errors: 1, Code: 'argument_invalid' })]);
  expect(JSON.stringify(lines)).not.toMatch(/planted|cus_0|@example|Bearer/);
});
