/** A stack with the owner's options runs here as well: names of their own are this machine's address, fixed addresses are told. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalStack, startStack } from '../support/stack.ts';

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
    ].flatMap(([key, value]) => ['--context', `${key}=${value}`]),
  });
});

afterAll(() => stack.stop());

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
