import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { estimateTokens } from '../../../../core/lib/tokenEstimate.ts';
import type { CallOutcome } from '../../../../core/sandbox/protocol.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => {
  stack.state.outcome = OUTCOME;
  stack.sandboxRequests.length = 0;
});

const OUTCOME: CallOutcome = {
  content: [{ type: 'text', text: '{"email":"[REDACTED:email]"}' }],
  isError: false,
  status: 200,
  upstreamMs: 12,
  bytesIn: 100,
  bytesOut: 28,
  redactions: { count: 1, byType: { email: 1 }, pointers: ['/email'] },
  truncations: [],
  auditArguments: { orderId: '7' },
  digest: 'd'.repeat(64),
  explain: {
    request: {
      method: 'GET',
      url: 'https://api.example.com/v1/orders/7',
      headers: [['authorization', 'Bearer ••••']],
    },
    response: { status: 200, contentType: 'application/json', raw: '{"email":"ann@example.com"}' },
    reasons: {
      leaves: [
        {
          pointer: '/email',
          outcome: 'whole',
          rule: 'name.listed',
          found: [{ type: 'email', rule: 'name.listed', count: 1 }],
          spoke: [],
        },
      ],
      isCut: false,
      rules: { 'name.listed': { says: 'The name of the field is in the catalogue.', example: 'email' } },
    },
  },
};

async function serverWithTool(extra: object = {}) {
  const { server } = await stack.liveServer('Orders', { auth: { type: 'bearer', token: 'upstream-secret' } });
  const body = { name: 'get_order', verb: 'GET', path: '/orders/{orderId}', ...extra };
  const tool = await stack.call('POST', `/v1/servers/${server.id}/tools`, body);
  stack.sandboxRequests.length = 0;
  return { id: server.id, toolId: tool.body.id as string, path: `/v1/servers/${server.id}/tools/${tool.body.id}/try` };
}

describe('trying a tool', () => {
  test('runs it in the sandbox of its server and shows request, raw and governed answer', async () => {
    const { id, path } = await serverWithTool();

    const answer = await stack.call('POST', path, { arguments: { orderId: '7' } }, { role: 'editor' });

    expect(answer.body).toMatchObject({
      request: { url: 'https://api.example.com/v1/orders/7', headers: [['authorization', 'Bearer ••••']] },
      status: 200,
      raw: { contentType: 'application/json', text: '{"email":"ann@example.com"}' },
      content: [{ type: 'text', text: '{"email":"[REDACTED:email]"}' }],
      tokens: estimateTokens('{"email":"[REDACTED:email]"}'),
      isError: false,
      redactions: { count: 1 },
      explanation: { leaves: [{ pointer: '/email', rule: 'name.listed' }], isCut: false },
    });
    expect(stack.sandboxRequests).toEqual([
      expect.objectContaining({
        kind: 'call',
        serverId: id,
        tool: 'get_order',
        explain: true,
        ciphertext: expect.any(String),
      }),
    ]);
  });

  test('is recorded with governed arguments, and without what the upstream said', async () => {
    const { id, toolId, path } = await serverWithTool();
    await stack.call('POST', path, { arguments: { orderId: '7' } });

    const trail = await stack.call('GET', `/v1/servers/${id}/audit`, undefined, { query: { class: 'management' } });

    expect(trail.body.items[0]).toMatchObject({
      action: 'tool.try',
      actor: 'user-1',
      actorName: 'ann',
      detail: { toolId, name: 'get_order', arguments: '{"orderId":"7"}', status: 200 },
    });
    expect(await stack.everythingStored()).not.toContain('ann@example.com');
  });

  test('lists what is wrong with the arguments without calling anything', async () => {
    const { path } = await serverWithTool();

    const answer = await stack.call('POST', path, { arguments: { colour: 'red' } });

    expect(answer).toMatchObject({ status: 400, body: { code: 'argument_invalid' } });
    expect(answer.body.faults.map((fault: { field: string }) => fault.field).sort()).toEqual([
      '/arguments/colour',
      '/arguments/orderId',
    ]);
    expect(stack.sandboxRequests).toEqual([]);
  });

  test('is for editors, on tools that are live', async () => {
    const { id, path } = await serverWithTool();
    await stack.call('PATCH', `/v1/servers/${id}/tools`, { tag: '', enabled: false });

    const viewer = await stack.call('POST', path, {}, { role: 'viewer' });
    const switched = await stack.call('POST', path, { arguments: { orderId: '7' } });

    expect(viewer).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect(switched).toMatchObject({ status: 409, body: { code: 'tool_not_live' } });
  });

  test('tells a fault of the sandbox as one, and is recorded all the same: the upstream may have been reached', async () => {
    const { id, toolId, path } = await serverWithTool();
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('POST', path, { arguments: { orderId: '7' } });
    stack.state.sandboxRefuses = false;

    expect(answer).toMatchObject({ status: 502, body: { code: 'bundle_unavailable' } });
    const trail = await stack.call('GET', `/v1/servers/${id}/audit`, undefined, { query: { class: 'management' } });
    expect(trail.body.items[0]).toMatchObject({
      action: 'tool.try',
      detail: { toolId, name: 'get_order', isError: true, errorCode: 'bundle_unavailable' },
    });
  });

  test('says so when the answer is too large to be shown', async () => {
    const { path } = await serverWithTool();
    stack.state.outcome = { ...OUTCOME, content: [{ type: 'text', text: 'x'.repeat(6_500_000) }] };

    const answer = await stack.call('POST', path, { arguments: { orderId: '7' } });

    expect(answer).toMatchObject({ status: 422, body: { code: 'answer_too_large' } });
  });
});

describe('previewing a description', () => {
  const preview = {
    title: 'Shop',
    version: '1',
    dialect: '3.1',
    baseUrl: 'https://api.example.com',
    servers: ['https://api.example.com'],
    endpoints: 2,
    byVerb: { GET: 2 },
    tags: [{ name: 'a', count: 2 }],
    auth: { suggested: { type: 'bearer', notes: [] }, securityPresent: true, scopes: [] },
    otherHosts: [],
    tokenCost: 120,
    tokenCostCompact: 80,
    tokenCostSearch: 40,
    tokenCostGrouped: 60,
    groups: 2,
    repairs: [],
    warnings: [],
  };

  test('hands an address or a compressed document to the spec reader and gives its findings back', async () => {
    const seen: object[] = [];
    stack.state.preview = preview;
    stack.onRead((event) => void seen.push(event));

    const byUrl = await stack.call('POST', '/v1/specs/preview', { url: 'https://api.example.com/openapi.json' });
    const byText = await stack.call('POST', '/v1/specs/preview', {
      document: 'openapi: 3.1.0',
      tags: ['a'],
      withoutRepairs: ['body_required'],
      root: 'v2/openapi.yaml',
    });

    expect([byUrl.body, byText.body]).toEqual([preview, preview]);
    const output = { key: expect.stringMatching(/^staging\/previews\/read_\w{26}\//) };
    expect(seen[0]).toEqual({ mode: 'preview', source: { url: 'https://api.example.com/openapi.json' }, output });
    const { source, ...choices } = seen[1] as { source: { document: string } };
    expect(gunzipSync(Buffer.from(source.document, 'base64')).toString()).toBe('openapi: 3.1.0');
    expect(choices).toEqual({
      mode: 'preview',
      output,
      tags: ['a'],
      withoutRepairs: ['body_required'],
      root: 'v2/openapi.yaml',
    });
  });

  test('passes on why it cannot be read', async () => {
    stack.state.preview = { error: { code: 'spec_invalid', message: 'That is HTML.', context: { line: 1 } } };

    const answer = await stack.call('POST', '/v1/specs/preview', { document: '<html>' });

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'spec_invalid', detail: 'That is HTML.', context: { line: 1 } },
    });
  });

  test.each([
    [{}, 'invalid_request'],
    [{ url: 'http://api.example.com/x' }, 'url_invalid'],
    [{ url: 'https://169.254.169.254/latest' }, 'url_invalid'],
    [{ url: 'https://x.example.com/a', document: 'b' }, 'invalid_request'],
  ])('refuses %j before anything is fetched', async (body, code) => {
    const seen: object[] = [];
    stack.onRead((event) => void seen.push(event));

    const answer = await stack.call('POST', '/v1/specs/preview', body);

    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(seen).toEqual([]);
  });
});
