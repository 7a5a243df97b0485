import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallRequest, CallResult } from '../../../../core/mcp/call.ts';
import { serveMcp } from '../../../../core/mcp/endpoint.ts';
import type { Hosted } from '../../../../core/mcp/exchange.ts';
import { type Listing, listingOf } from '../../../../core/mcp/listing.ts';
import { MARKER_INSTRUCTIONS } from '../../../../core/mcp/redactedArguments.ts';
import { NOTE_INSTRUCTIONS } from '../../../../core/response/notes.ts';
import { BUNDLE_ID, bundleOf, bundleTool } from '../../../support/bundles.ts';
import { hostEndpoint, type TestEndpoint } from '../../../support/mcpServer.ts';
import { until } from '../../../support/until.ts';

let endpoint: TestEndpoint;
let listing: Listing;
/** Calls of `wait` that began, and those that were aborted, by the tool argument `id`. */
const begun: unknown[] = [];
const aborted: unknown[] = [];

async function callTool(call: CallRequest): Promise<CallResult> {
  if (call.name === 'progress') for (let step = 0; step < 3; step++) call.onProgress?.();
  if (call.name === 'wait') {
    begun.push(call.arguments['id']);
    await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
    aborted.push(call.arguments['id']);
  }
  const text = JSON.stringify({ name: call.name, arguments: call.arguments });
  return { content: [{ type: 'text', text }] };
}

beforeAll(async () => {
  const tools = [bundleTool('echo'), bundleTool('progress'), bundleTool('wait')];
  listing = listingOf(bundleOf(tools, { systemRules: 'Be brief.' }), BUNDLE_ID, { listChanged: false });
  endpoint = await hostEndpoint({ listing, callTool });
});
afterAll(() => endpoint.close());

const info = { name: 'test', version: '1' };
type V2Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

async function connectV2(mode: V2Mode) {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpoint.url));
  return { client, version: client.getNegotiatedProtocolVersion() };
}
async function connectV1() {
  const client = new ClientV1(info);
  const transport = new TransportV1(endpoint.url);
  await client.connect(transport);
  // The one difference that matters here: v1 takes a result schema before the options.
  const call = client.callTool.bind(client);
  Object.assign(client, { callTool: (params: never, options: never) => call(params, undefined, options) });
  return { client: client as unknown as Client, version: transport.protocolVersion };
}

const CLIENTS: [string, string, () => Promise<{ client: Client; version: string | undefined }>][] = [
  ['v2 auto', '2026-07-28', () => connectV2('auto')],
  ['v2 pinned', '2026-07-28', () => connectV2({ pin: '2026-07-28' })],
  ['v2 legacy', '2025-11-25', () => connectV2('legacy')],
  ['v1', '2025-11-25', connectV1],
];

test.each(['12345678901234567890', '1.50', '1e400', '2.0', '1E2'])(
  'hands over the number %s as it was written',
  async (number) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"id":${number}}}}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

    const answer = await fetch(endpoint.url, { method: 'POST', headers, body });

    expect(await answer.text()).toContain(`{\\"id\\":${number}}`);
  },
);

describe.each(CLIENTS)('the %s client', (_name, expected, connect) => {
  test('negotiates its version, lists, calls and reads the instructions', async () => {
    const { client, version } = await connect();

    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'echo', arguments: { id: 5 } });

    expect(version).toBe(expected);
    expect(client.getInstructions()).toBe(`${NOTE_INSTRUCTIONS}\n\n${MARKER_INSTRUCTIONS}\n\nBe brief.`);
    expect(client.getServerVersion()).toEqual({
      name: 'Test server',
      title: 'Test server',
      version: 'aaaaaaaaaaaa',
    });
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['echo', 'Title of echo'],
      ['progress', 'Title of progress'],
      ['wait', 'Title of wait'],
    ]);
    expect(result.content).toEqual([{ type: 'text', text: '{"name":"echo","arguments":{"id":5}}' }]);
    await client.close();
  });

  test('hears of progress when it asks', async () => {
    const { client } = await connect();
    const steps: number[] = [];

    await client.callTool(
      { name: 'progress', arguments: { id: 1 } },
      {
        onprogress: ({ progress }: { progress: number }) => steps.push(progress),
      },
    );

    expect(steps).toEqual([1, 2, 3]);
    await client.close();
  });

  test('gets a protocol error for an unknown tool', async () => {
    const { client } = await connect();

    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow(/Unknown tool: nope/);
    await client.close();
  });
});

describe('the endpoint', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(endpoint.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const call = (id: number | string, args: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;

  test.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['application/json, text/event-stream', 'application/json'],
    ['*/*', 'application/json'],
    ['text/event-stream, application/*', 'application/json'],
  ])('answers a legacy client that accepts %s with %s', async (accept, type) => {
    const response = await post(call(1, '{"id":1}'), { accept });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(await response.text()).toContain('"id":1');
  });

  test('keeps the digits of numbers that JavaScript would round, also in a batch', async () => {
    const single = await post(call(1, '{"id":12345678901234567890,"price":1.0}'));
    const batch = await post(`[${call(1, '{"id":1}')},${call(2, '{"id":98765432109876543210}')}]`);

    expect(await single.text()).toContain('{\\"id\\":12345678901234567890,\\"price\\":1.0}');
    expect(await batch.text()).toContain('98765432109876543210');
  });

  test.each(['1.0', '1e0', '-0'])('keeps the arguments of a call whose id is written %s', async (id) => {
    const answer = await post(call(id, '{"id":1.0}'));

    expect(await answer.text()).toContain('{\\"id\\":1.0}');
  });

  test.each([
    ['null', '{}'],
    ['"{\\"id\\":12345678901234567890}"', '{\\"id\\":12345678901234567890}'],
    ['" {} "', '{}'],
  ])('reads the arguments %s, alone, in a batch and from a modern client', async (given, expected) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = call(1, given).replace('"arguments"', `"_meta":${JSON.stringify(meta)},"arguments"`);
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };

    const answers = await Promise.all([
      post(call(1, given)),
      post(`[${call(1, '{"id":1}')},${call(2, given)}]`),
      post(modern, { accept: 'application/json, text/event-stream', ...headers }),
    ]);

    for (const answer of answers) expect(await answer.text()).toContain(`\\"arguments\\":${expected}}`);
  });

  test.each(['[1]', '5', '"id=1"', '"[1]"', `"${'['.repeat(600)}"`])(
    'does not read the arguments %s',
    async (given) => {
      const answer = await post(call(1, given));

      expect(await answer.json()).toMatchObject({ id: 1, error: { code: expect.any(Number) } });
    },
  );

  test('does not take what a client answered under the same id for the arguments of its call', async () => {
    const batch = await post(`[{"jsonrpc":"2.0","id":1,"result":{}},${call(1, '{"id":5}')}]`);

    expect(await batch.text()).toContain('{\\"id\\":5}');
  });

  test('answers a call that is cancelled in its own batch', async () => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';

    const batch = await post(`[${cancel},${call(1, '{"id":5}')},${cancel}]`);

    expect(await batch.text()).toContain('{\\"id\\":5}');
  });

  test.each([
    ['bad JSON', '{', {}, 400, -32700],
    ['no JSON-RPC', '{"a":1}', {}, 400, -32600],
    ['an empty batch', '[]', {}, 400, -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"nope"}', {}, 200, -32601],
    ['an unknown version', call(1, '{}'), { 'mcp-protocol-version': '1999-01-01' }, 400, -32000],
    ['another content type', call(1, '{}'), { 'content-type': 'text/plain' }, 415, -32000],
    ['a modern header without an envelope', call(1, '{}'), { 'mcp-protocol-version': '2026-07-28' }, 400, -32602],
  ])('answers %s with the protocol error', async (_what, body, headers, status, code) => {
    const response = await post(body, headers);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('announces changes to modern clients where they may listen, to legacy ones where they have a stream', async () => {
    const modern = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const asked = async (message: object, headers: Record<string, string>, hosted: Partial<Hosted>) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
      const given = { 'content-type': 'application/json', ...headers };
      const exchange = { method: 'POST', path: '/', headers: given, body, signal: new AbortController().signal };
      const { body: answer } = await serveMcp(exchange, JSON.parse(body), { listing, callTool, ...hosted });
      return JSON.parse(answer as string).result.capabilities;
    };
    const listening = listingOf(listing.bundle, BUNDLE_ID, { listChanged: true });
    const discover = { method: 'server/discover', params: { _meta: modern } };
    const asModern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' };
    const initialize = {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info },
    };

    const announced = await Promise.all([
      asked(discover, asModern, { listing: listening }),
      asked(discover, asModern, { hasLegacyStream: true }),
      asked(initialize, {}, { hasLegacyStream: true }),
      asked(initialize, {}, { listing: listening }),
    ]);

    const changes = { tools: { listChanged: true } };
    expect(announced).toEqual([changes, { tools: {} }, changes, { tools: {} }]);
  });

  test('ends a subscription at once where nobody may listen, after saying that it holds nothing', async () => {
    const params = {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'sub', method: 'subscriptions/listen', params });

    const response = await post(body, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' });

    const messages = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(messages.map((line) => JSON.parse(line.slice(6)))).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
      { id: 'sub', result: { resultType: 'complete' } },
    ]);
  });

  test('accepts notifications without a body', async () => {
    const response = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');

    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['a modern call', true, false],
    ['a modern call with progress', true, true],
    ['a legacy call', false, false],
    ['a legacy call with progress', false, true],
  ])('aborts %s when its connection closes', async (what, modern, progress) => {
    const controller = new AbortController();
    const meta = {
      ...(modern && {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      }),
      ...(progress && { progressToken: 1 }),
    };
    const params = { name: 'wait', arguments: { id: what }, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
    const response = fetch(endpoint.url, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(modern && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    void until(() => begun.includes(what)).then(() => controller.abort());

    await expect(response.then((answer) => answer.text())).rejects.toThrow();
    await until(() => aborted.includes(what));

    expect(aborted).toContain(what);
  });

  test.each([
    ['before its call began', true],
    ['in the middle of its call', false],
  ])('is done with a legacy client that goes away %s', async (what, isBefore) => {
    const controller = new AbortController();
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: { id: what } } };
    const body = JSON.stringify(message);
    if (isBefore) controller.abort();
    else void until(() => begun.includes(what)).then(() => controller.abort());

    const exchange = { method: 'POST', path: '/t/mcp', headers, body, signal: controller.signal };
    const answer = await serveMcp(exchange, message, { listing, callTool });

    expect(answer).toMatchObject({ status: 499, body: '' });
  });
});
