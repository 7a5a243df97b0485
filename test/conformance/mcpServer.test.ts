/**
 * The official conformance suite's scenarios of resources and prompts, against an MCP server of the official SDK behind ours, which has what the
 * suite asks for.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { type McpUpstream, startMcpUpstream } from '../support/mcpUpstream.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';

const root = resolve(import.meta.dirname, '..', '..');
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const textOf = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });

function furnish(server: McpServer): void {
  server.registerResource(
    'text',
    'test://static-text',
    { description: 'A text', mimeType: 'text/plain' },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  );
  server.registerResource('binary', 'test://static-binary', { description: 'A picture' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description: 'By id' }, ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
  }));
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [textOf('A simple prompt.')],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: { arg1: z.string(), arg2: z.string() } as never },
    (({ arg1, arg2 }: Record<string, string>) => ({ messages: [textOf(`arg1='${arg1}', arg2='${arg2}'`)] })) as never,
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: { resourceUri: z.string() } as never },
    (({ resourceUri: uri }: Record<string, string>) => ({
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } } },
        textOf('Please process the embedded resource above.'),
      ],
    })) as never,
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      textOf('Please analyze the image above.'),
    ],
  }));
}

const SCENARIOS = [
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

let upstream: McpUpstream;
let stack: LocalStack;
const urls: string[] = [];

beforeAll(async () => {
  upstream = await startMcpUpstream('sessions', furnish);
  stack = await startStack({ upstreams: [upstream] });
  const { serverId, mcpUrl } = await deploy(stack, {
    source: { kind: 'mcp' },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
    resourcesAndPrompts: true,
  });
  urls.push(mcpUrl);
  expect(serverId).toBeDefined();
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

/** What the suite says where it finds a fault; '' for none. */
const faultsOf = (scenario: string, version: string): Promise<string> =>
  new Promise((done) => {
    const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const args = ['server', '--url', urls[0] as string, '--scenario', scenario, '--spec-version', version];
    execFile(process.execPath, [suite, ...args], { cwd: stack.data, timeout: 60_000 }, (error, stdout, stderr) =>
      done(error ? `${stdout}${stderr}` : ''),
    );
  });

describe.each(['2026-07-28', '2025-11-25', '2025-06-18'])('an MCP server behind ours, %s', (version) => {
  const own = version === '2026-07-28' ? [...SCENARIOS, 'sep-2164-resource-not-found', 'caching'] : SCENARIOS;

  test.each(own)(
    'passes %s',
    async (scenario) => {
      expect((await faultsOf(scenario, version)).slice(-3_000)).toBe('');
    },
    90_000,
  );
});
