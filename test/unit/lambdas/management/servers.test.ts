import { gunzipSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { sha256 } from '../../../../core/lib/json/canonical.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { handler as parseSpec } from '../../../../lambdas/pipeline/parse-spec.ts';
import { handler as sealSandbox } from '../../../../lambdas/pipeline/seal-sandbox.ts';
import { importResult, type ManagementStack, managementStack } from '../../../support/managementStack.ts';

let stack: ManagementStack;
let logs: string[];
beforeAll(async () => {
  stack = await managementStack();
});
afterAll(() => stack.close());
beforeEach(() => {
  logs = [];
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((...parts) => void logs.push(parts.join(' ')));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(stack.state, {
    startFails: false,
    pushFails: false,
    sandboxRefuses: false,
    sealingIsLost: false,
    whileSealing: undefined,
    imported: undefined,
  });
});

const MANUAL = { name: 'Orders', source: { kind: 'manual' }, baseUrl: 'https://api.example.com/v1/' };
const IMPORTED = {
  source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
  auth: { type: 'bearer', token: 'given-before-the-base-url-was-known' },
};
const BEARER = { type: 'bearer', token: 'upstream-secret-0123456789abcdef' };
const authOf = async (id: string) => {
  const row = (await stack.rows('servers')).find(({ serverId }) => serverId === id);
  return (row as unknown as { auth: { ciphertext: string; origin?: string; awaits?: string } }).auth;
};
const actions = async () => (await stack.rows('audit')).map((entry) => entry['action']);

describe('making a server', () => {
  test('answers with server, deployment, the token once, address and configuration, and starts the pipeline with ids only', async () => {
    const { status, body } = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: BEARER }, { role: 'editor' });

    expect(status).toBe(202);
    expect(body.server).toMatchObject({
      name: 'Orders',
      baseUrl: 'https://api.example.com/v1',
      status: 'deploying',
      auth: { type: 'bearer', storedAt: expect.any(String) },
    });
    expect(body.deployment).toMatchObject({ status: 'running', kind: 'manual' });
    expect(body.deployment.phases.map((phase: { label: string }) => phase.label)).toEqual([
      'Provisioning the server',
      'Configuring the security layer',
      'Activating data protection',
      'Live on the edge',
    ]);
    expect(body.token.value).toMatch(/^pcl_[0-9A-Za-z]{61}$/);
    expect(body.mcpUrl).toBe(`https://edge.example.com/${body.token.value}/mcp`);
    expect(body.config).toEqual({ mcpServers: { orders: { type: 'http', url: body.mcpUrl } } });
    expect(body.clients.map((client: { id: string }) => client.id)).toContain('claude-code');
    expect(stack.executions.get(body.deployment.id)?.input).toEqual({
      serverId: body.server.id,
      deploymentId: body.deployment.id,
      kind: 'manual',
    });
  });

  test('goes live through the pipeline', async () => {
    const { server, deployment } = await stack.liveServer();

    const shown = await stack.call('GET', `/v1/servers/${server.id}`);
    const progress = await stack.call('GET', `/v1/servers/${server.id}/deployments/${deployment.id}`);

    expect(shown.body).toMatchObject({ status: 'live', bundle: { version: 1, tools: 0 } });
    expect(progress.body).toMatchObject({ status: 'live' });
    expect(progress.body.phases.every((phase: { status: string }) => phase.status === 'done')).toBe(true);
  });

  test('keeps the credential and the token out of tables, objects, pushes, executions, logs and later answers', async () => {
    const { body } = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: BEARER });
    await stack.runPipeline(body.deployment.id);
    const id = body.server.id;

    const later = await Promise.all(
      ['', '/tokens', '/deployments', '/tools', '/audit', '/clients'].map((part) =>
        stack.call('GET', `/v1/servers/${id}${part}`),
      ),
    );

    const searched = [await stack.everythingStored(), JSON.stringify(later), logs.join('\n')].join('\n');
    expect(searched).toContain(id);
    for (const secret of [BEARER.token, body.token.value, body.token.value.slice(16, 59)]) {
      expect(searched).not.toContain(secret);
    }
  });

  test('refuses an address of this installation as that of an MCP server, whichever way it is given', async () => {
    const own = 'https://edge.example.com/srv_0123456789AB/mcp';
    const made = { name: 'Loop', source: { kind: 'mcp' }, auth: BEARER };
    const foreign = await stack.call('POST', '/v1/servers', { ...made, baseUrl: 'https://mcp.example.com/mcp' });
    await stack.runPipeline(foreign.body.deployment.id).catch(() => {});

    const answers = [
      await stack.call('POST', '/v1/servers', { ...made, baseUrl: own }),
      await stack.call('POST', '/v1/specs/preview', { mcp: { url: own } }),
      await stack.call('PATCH', `/v1/servers/${foreign.body.server.id}`, { baseUrl: own, auth: BEARER }),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'mcp_own_address'));
    // An API at the same host is no MCP server of ours.
    expect((await stack.call('POST', '/v1/servers', { ...MANUAL, baseUrl: own, auth: BEARER })).status).toBe(202);
  });

  test('stores an uploaded document compressed and names its key only', async () => {
    const { body } = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', document: 'openapi: 3.1.0' },
      auth: { type: 'none' },
    });

    const [row] = (await stack.rows('servers')).filter(({ serverId }) => serverId === body.server.id);
    const source = row?.['source'] as unknown as { uploadKey: string } | undefined;
    const uploadKey = source?.uploadKey ?? '';
    expect(uploadKey.startsWith(`uploads/${body.server.id}/`)).toBe(true);
    expect(gunzipSync(stack.objects.get(`specs/${uploadKey}`) ?? '').toString()).toBe('openapi: 3.1.0');
    expect(body.server.source).toEqual({ kind: 'openapi', uploaded: true, digest: sha256('openapi: 3.1.0') });
    expect(body.deployment.phases[0].label).toBe('Parsing spec');
  });

  test('takes a document as JSON value and as base64 of a gzip file', async () => {
    const { gzipSync } = await import('node:zlib');
    const documents = [{ openapi: '3.1.0' }, { base64: gzipSync('{"openapi":"3.1.0"}').toString('base64') }];

    const made = await Promise.all(
      documents.map((document) =>
        stack.call('POST', '/v1/servers', { source: { kind: 'openapi', document }, auth: { type: 'none' } }),
      ),
    );

    expect(made.map(({ status }) => status)).toEqual([202, 202]);
  });

  test('fails the deployment with a reason and still shows the token when the pipeline cannot be started', async () => {
    stack.state.startFails = true;

    const { status, body } = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: { type: 'none' } });

    expect(status).toBe(202);
    expect(body.deployment).toMatchObject({ status: 'failed', error: { code: 'deployment_not_started' } });
    expect(body.server).toMatchObject({ status: 'failed' });
    expect(body.server.deploying).toBeUndefined();
    expect(body.token.value).toMatch(/^pcl_/);
  });
});

describe('refusing bad input', () => {
  const refused: [string, object, string, string[]][] = [
    ['plain http', { ...MANUAL, auth: BEARER, baseUrl: 'http://api.example.com' }, 'base_url_invalid', ['/baseUrl']],
    ['an IP address', { ...MANUAL, auth: BEARER, baseUrl: 'https://10.0.0.1' }, 'base_url_invalid', ['/baseUrl']],
    ['localhost', { ...MANUAL, auth: BEARER, baseUrl: 'https://localhost' }, 'base_url_invalid', ['/baseUrl']],
    [
      'credentials in the URL',
      { ...MANUAL, auth: BEARER, baseUrl: 'https://a:b@x.com' },
      'base_url_invalid',
      ['/baseUrl'],
    ],
    ['an unknown auth type', { ...MANUAL, auth: { type: 'kerberos' } }, 'invalid_request', ['/auth/type']],
    [
      'missing credentials',
      { ...MANUAL, auth: { type: 'basic' } },
      'invalid_request',
      ['/auth/username', '/auth/password'],
    ],
    ['no auth', MANUAL, 'invalid_request', ['/auth']],
    [
      'a hop-by-hop header',
      { ...MANUAL, auth: { type: 'header', name: 'Connection', value: 'x' } },
      'credential_invalid',
      ['/auth/name'],
    ],
    [
      'a line break in a header',
      { ...MANUAL, auth: { type: 'header', name: 'X-Key', value: 'a\r\nb: c' } },
      'credential_invalid',
      ['/auth/value'],
    ],
    [
      'a pattern that does not compile',
      { ...MANUAL, auth: BEARER, governance: { customPatterns: [{ name: 'x', pattern: '(' }] } },
      'pattern_invalid',
      ['/governance/customPatterns/0/pattern'],
    ],
    [
      'a pattern with look-ahead',
      { ...MANUAL, auth: BEARER, governance: { customPatterns: [{ name: 'x', pattern: '(?=a)b' }] } },
      'pattern_invalid',
      ['/governance/customPatterns/0/pattern'],
    ],
    [
      'rules that are too long',
      { ...MANUAL, auth: BEARER, systemRules: 'x'.repeat(4_001) },
      'invalid_request',
      ['/systemRules'],
    ],
    [
      'both url and document',
      { source: { kind: 'openapi', url: 'https://x.com/a', document: 'b' }, auth: BEARER },
      'invalid_request',
      ['/source/document'],
    ],
    [
      'a spec URL on a private address',
      { source: { kind: 'openapi', url: 'https://192.168.1.1/a' }, auth: BEARER },
      'url_invalid',
      ['/source/url'],
    ],
    ['an empty body', {}, 'invalid_request', ['/source', '/auth']],
    [
      'a damaged base64 file',
      { source: { kind: 'openapi', document: { base64: '!!' } }, auth: BEARER },
      'invalid_request',
      ['/source/document/base64'],
    ],
    [
      'many faults at once',
      {
        name: 'a\nb',
        source: { kind: 'manual' },
        auth: { type: 'bearer' },
        governance: { maxItems: 4, nope: 1 },
        foo: 1,
      },
      'invalid_request',
      ['/name', '/auth/token', '/governance/maxItems', '/governance/nope', '/foo', '/baseUrl'],
    ],
  ];

  test.each(refused)('refuses %s and leaves nothing behind', async (_, body, code, fields) => {
    const before = await stack.everythingStored();

    const answer = await stack.call('POST', '/v1/servers', body);

    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(code);
    expect(new Set(answer.body.faults.map((fault: { field: string }) => fault.field))).toEqual(new Set(fields));
    expect(await stack.everythingStored()).toBe(before);
  });

  test('refuses accounts of their own where nobody has one to connect, and leaves nothing behind', async () => {
    const before = await stack.everythingStored();

    const answer = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: BEARER, credentials: 'per-token' });

    expect([answer.status, answer.body.code]).toEqual([409, 'consent_not_needed']);
    expect(await stack.everythingStored()).toBe(before);
  });

  test('never repeats a secret in a refusal', async () => {
    const body = { ...MANUAL, auth: { type: 'bearer', token: 'my secret with spaces' } };

    const answer = await stack.call('POST', '/v1/servers', body);

    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body) + logs.join()).not.toContain('my secret');
  });

  test('refuses a document over the limit, also one that only unpacks to it', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = { base64: gzipSync(Buffer.alloc(61 * 1024 * 1024)).toString('base64') };

    const answer = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', document: bomb },
      auth: { type: 'none' },
    });

    expect(answer).toMatchObject({ status: 413, body: { code: 'spec_too_large' } });
  });
});

describe('the time that an upstream has', () => {
  const sealed = async (id: string) => {
    const { body } = await stack.call('GET', `/v1/servers/${id}`);
    const bytes = stack.objects.get(`bundles/bundles/${id}/${body.bundle.id}.json.gz`);
    return JSON.parse(gunzipSync(bytes as Uint8Array).toString()).upstream.timeoutMs;
  };

  test('is 30 s, or what the server says, sealed in at once', async () => {
    const { server } = await stack.liveServer('Quick', { upstreamMs: 5_000 });
    const path = `/v1/servers/${server.id}`;
    const first = await sealed(server.id);

    const longer = await stack.call('PATCH', path, { upstreamMs: 60_000 });
    const second = await sealed(server.id);
    const usual = await stack.call('PATCH', path, { upstreamMs: null });

    expect([first, second, await sealed(server.id)]).toEqual([5_000, 60_000, 30_000]);
    expect(longer.body).toMatchObject({ upstreamMs: 60_000, resealed: true });
    expect(usual.body).toMatchObject({ upstreamMs: 30_000, resealed: true });
  });

  test('is taken back when it cannot be sealed in', async () => {
    const { server } = await stack.liveServer();
    stack.state.sandboxRefuses = true;
    const refused = await stack.call('PATCH', `/v1/servers/${server.id}`, { upstreamMs: 1_000 });
    stack.state.sandboxRefuses = false;

    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await stack.call('GET', `/v1/servers/${server.id}`)).body.upstreamMs).toBe(30_000);
  });

  test.each([999, 60_001, 1.5, '5'])('is never %j', async (upstreamMs) => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { upstreamMs });

    expect(answer).toMatchObject({ status: 400, body: { faults: [{ field: '/upstreamMs' }] } });
  });
});

describe('how clients see the tools', () => {
  const bundleOf = async (id: string) => {
    const { body } = await stack.call('GET', `/v1/servers/${id}`);
    const bytes = stack.objects.get(`bundles/bundles/${id}/${body.bundle.id}.json.gz`);
    return JSON.parse(gunzipSync(bytes as Uint8Array).toString()) as Bundle;
  };
  const addTools = async (id: string, count: number, from = 0) => {
    for (let at = from; at < from + count; at++) {
      const added = { name: `get_${at}`, verb: 'GET', path: `/pets/${at}`, tag: 'pets' };
      expect((await stack.call('POST', `/v1/servers/${id}/tools`, added)).status).toBe(201);
    }
  };

  test('is automatic unless another is asked for, and another way is sealed in at once, told and entered', async () => {
    const { server } = await stack.liveServer('Plain');
    const path = `/v1/servers/${server.id}`;
    await addTools(server.id, 1);
    const flat = await bundleOf(server.id);

    const changed = await stack.call('PATCH', path, { exposition: 'grouped' });
    const grouped = await bundleOf(server.id);
    const same = await stack.call('PATCH', path, { exposition: 'grouped' });

    expect(server).toMatchObject({ exposition: 'auto' });
    expect(flat).not.toHaveProperty('groups');
    expect(changed.body).toMatchObject({ exposition: 'grouped', resealed: true, bundle: { exposition: 'grouped' } });
    expect(grouped.exposition).toBe('grouped');
    expect(grouped.groups?.flatMap(({ tools }) => tools)).toEqual(grouped.tools.map(({ name }) => name));
    expect(same.body.resealed).toBe(false);
    const { body } = await stack.call('GET', `${path}/audit`);
    expect(body.items[0]).toMatchObject({ action: 'server.change', detail: { changes: [] } });
    expect(body.items[1].detail.changes).toEqual([{ field: 'exposition', old: 'auto', new: 'grouped' }]);
  });

  test('is decided by the number of enabled tools at each sealing when it is automatic', async () => {
    const { server } = await stack.liveServer('Automatic', { exposition: 'auto' });
    const { tools } = await bundleOf(server.id);
    const view = async () => (await stack.call('GET', `/v1/servers/${server.id}`)).body;
    await addTools(server.id, LIMITS.groupingThreshold - tools.length);
    const before = [(await bundleOf(server.id)).exposition, (await view()).bundle.exposition];

    await addTools(server.id, 1, 100);
    const after = [(await bundleOf(server.id)).exposition, (await view()).bundle.exposition];

    expect([before, after]).toEqual([
      ['flat', 'flat'],
      ['grouped', 'grouped'],
    ]);
    expect((await view()).exposition).toBe('auto');
  });

  test('is taken back when it cannot be sealed in', async () => {
    const { server } = await stack.liveServer('Refused');
    stack.state.sandboxRefuses = true;
    const refused = await stack.call('PATCH', `/v1/servers/${server.id}`, { exposition: 'grouped' });
    stack.state.sandboxRefuses = false;

    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await stack.call('GET', `/v1/servers/${server.id}`)).body.exposition).toBe('auto');
  });

  test.each(['small', null, true])('is never %j', async (exposition) => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { exposition });

    expect(answer).toMatchObject({ status: 400, body: { faults: [{ field: '/exposition' }] } });
  });

  test('changes nothing of the surface that a lockfile signs', async () => {
    const { server } = await stack.liveServer('Signed', { signed: true });
    await addTools(server.id, 3);
    const lockfile = () => stack.call('GET', `/v1/servers/${server.id}/lockfile`);
    const before = await lockfile();

    await stack.call('PATCH', `/v1/servers/${server.id}`, { exposition: 'grouped' });

    expect((await lockfile()).body).toEqual(before.body);
  });
});

describe('changing a server', () => {
  test('shows effective governance with the origin of each value, and null removes an override', async () => {
    const { server } = await stack.liveServer('Origins', { governance: { maxItems: 10, pii: false } });

    const set = await stack.call('PATCH', `/v1/servers/${server.id}`, {
      governance: { pii: null },
      systemRules: 'Be kind.',
    });

    expect(set.body.resealed).toBe(true);
    expect(set.body.governance.overrides).toEqual({ maxItems: 10, systemRules: 'Be kind.' });
    expect(set.body.governance.effective).toMatchObject({ pii: true, maxItems: 10, systemRules: 'Be kind.' });
    expect(set.body.governance.origins).toMatchObject({ pii: 'default', maxItems: 'server', systemRules: 'server' });
    expect(set.body.bundle.version).toBe(2);
  });

  test('refuses tags that the row could not hold', async () => {
    const tags = Array.from({ length: 500 }, (_, at) => `${'漢'.repeat(190)}${at}`);

    const answer = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
      auth: { type: 'none' },
      tags,
    });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: '/tags', rule: 'too_large' })]);
  });

  test('takes another description and another choice of tags for the next import', async () => {
    const made = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/wrong.json' },
      auth: { type: 'none' },
      tags: ['a'],
    });
    const path = `/v1/servers/${made.body.server.id}`;
    await stack.runPipeline(made.body.deployment.id);

    const moved = await stack.call('PATCH', path, {
      source: { kind: 'openapi', url: 'https://api.example.com/right.json' },
      tags: ['b'],
    });
    const all = await stack.call('PATCH', path, { tags: null });
    const uploaded = await stack.call('PATCH', path, { source: { kind: 'openapi', document: '{}' } });

    expect(moved.body.source).toEqual({
      kind: 'openapi',
      url: 'https://api.example.com/right.json',
      tags: ['b'],
      changedAt: expect.any(String),
    });
    expect(all.body.source).toEqual({
      kind: 'openapi',
      url: 'https://api.example.com/right.json',
      changedAt: expect.any(String),
    });
    expect(uploaded.body).toMatchObject({ source: { kind: 'openapi', uploaded: true }, resealed: false });
  });

  test('gives each of two servers of one name a key of its own in the files of clients', async () => {
    const first = await stack.liveServer('Twins');
    const second = await stack.liveServer('Twins');
    const keyOf = (config: { mcpServers: object }) => Object.keys(config.mcpServers)[0];

    const token = await stack.call('POST', `/v1/servers/${second.server.id}/tokens`, { label: 'Again' });
    const clients = await stack.call('GET', `/v1/servers/${second.server.id}/clients`);

    expect(keyOf(token.body.config)).toBe(`${keyOf(first.config)}-${second.server.id.slice(4, 9).toLowerCase()}`);
    expect(keyOf(second.config)).toBe(keyOf(token.body.config));
    expect(JSON.stringify(clients.body)).toContain(`add --transport http ${keyOf(token.body.config)} `);
  });

  test('hides what the query of an address holds from everybody but the spec reader, and never loses it', async () => {
    // Prepare
    const url = 'https://api.example.com/openapi.json?api_key=k3y-of-an-owner&v=2';
    const shown = 'https://api.example.com/openapi.json?api_key=***&v=***';
    const read: string[] = [];
    stack.onRead((event) => read.push(JSON.stringify(event)));

    // Act
    const made = await stack.call('POST', '/v1/servers', { source: { kind: 'openapi', url }, auth: { type: 'none' } });
    const { id } = made.body.server;
    const path = `/v1/servers/${id}`;
    await stack.runPipeline(made.body.deployment.id);
    const patched = await stack.call('PATCH', path, { source: { kind: 'openapi', url: shown }, tags: ['a'] });
    const foreign = await stack.call('PATCH', path, {
      source: { kind: 'openapi', url: shown.replace('api.example', 'evil.example') },
    });
    const previewed = await stack.call('POST', '/v1/specs/preview', { url: shown });
    const listed = await stack.call('GET', '/v1/servers');

    // Assess
    const row = (await stack.rows('servers')).find(({ serverId }) => serverId === id) as unknown as {
      source: { url: string; sealedUrl: string; tags: string[] };
    };
    expect(row.source).toEqual({ kind: 'openapi', url: shown, sealedUrl: expect.any(String), tags: ['a'] });
    expect(stack.credentials.get(row.source.sealedUrl)).toEqual({ plaintext: url, context: { descriptionOf: id } });
    expect(read[0]).toContain(row.source.sealedUrl);
    expect([made, patched].map(({ body }) => (body.server ?? body).source.url)).toEqual([shown, shown]);
    expect([foreign, previewed].map(({ status, body }) => [status, body.faults[0].rule])).toEqual([
      [400, 'url_masked'],
      [400, 'url_masked'],
    ]);
    const everything = [made, patched, foreign, listed, read, await stack.rows('servers'), await stack.rows('audit')];
    expect(JSON.stringify([everything, await stack.rows('deployments')])).not.toContain('k3y-of');
  });

  test('refuses a change with which its row would be larger than the table takes, by name, and takes one that makes it smaller', async () => {
    const { server } = await stack.liveServer();
    const row = (await stack.rows('servers')).find(({ serverId }) => serverId === server.id);
    const tags = Array.from({ length: 3_900 }, (_, n) => `${n} ${'t'.repeat(95)}`);
    const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json', tags };
    await documents().send(new PutCommand({ TableName: 'servers', Item: { ...row, source } }));

    const refused = await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'Large' });
    const taken = await stack.call('PATCH', `/v1/servers/${server.id}`, { tags: null });

    expect(refused).toMatchObject({ status: 422, body: { code: 'server_too_large', context: { limit: 390_000 } } });
    expect(taken.status).toBe(200);
  });

  test('keeps a server made by hand one', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, {
      source: { kind: 'openapi', document: '{}' },
    });

    expect(answer).toMatchObject({ status: 409, body: { code: 'source_fixed' } });
    expect([...stack.objects.keys()].filter((key) => key.includes(`uploads/${server.id}`))).toEqual([]);
  });

  test('tells live clients of a new name, and nobody of a switch that is not sealed in', async () => {
    const { server } = await stack.liveServer();
    stack.pushes.length = 0;

    const signed = await stack.call('PATCH', `/v1/servers/${server.id}`, { signed: true });
    const pushedBefore = [...stack.pushes];
    await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'Renamed' });

    expect(signed.body).toMatchObject({ signed: true, resealed: false });
    expect(pushedBefore).toEqual([]);
    expect(stack.pushes).toEqual([`srv/${server.id}/tools`]);
  });

  test('takes a change back when its bundle is refused', async () => {
    const { server } = await stack.liveServer();
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, {
      name: 'Broken',
      governance: { maxItems: 9 },
    });

    expect(answer).toMatchObject({ status: 502, body: { code: 'sandbox_refused' } });
    const shown = await stack.call('GET', `/v1/servers/${server.id}`);
    expect(shown.body).toMatchObject({ name: 'Orders', governance: { overrides: {} }, bundle: { version: 1 } });
  });

  test('takes back its own change only: what somebody else has changed meanwhile stays', async () => {
    const { server } = await stack.liveServer('Shared', { auth: BEARER });
    const path = `/v1/servers/${server.id}`;
    stack.state.sandboxRefuses = true;
    stack.state.whileSealing = async () => {
      await stack.call('PATCH', path, { signed: true });
    };

    const refused = await stack.call('PATCH', path, { name: 'Broken', governance: { maxItems: 9 } });

    expect(refused).toMatchObject({ status: 502, body: { code: 'sandbox_refused' } });
    expect((await stack.call('GET', path)).body).toMatchObject({
      name: 'Shared',
      signed: true,
      governance: { overrides: {} },
    });
  });

  test('is no error where it was sealed in and only the answer of that was lost', async () => {
    const { server } = await stack.liveServer('Unsure');
    const path = `/v1/servers/${server.id}`;
    stack.state.sealingIsLost = true;

    const answer = await stack.call('PATCH', path, { name: 'Sealed or not' });

    expect(answer).toMatchObject({ status: 200, body: { resealed: true } });
    expect((await stack.call('GET', path)).body).toMatchObject({ name: 'Sealed or not', bundle: { version: 2 } });
  });

  test('replaces a credential without ever showing one', async () => {
    const { server } = await stack.liveServer('Vault', { auth: BEARER });
    const before = (await stack.rows('servers')).find((row) => row['serverId'] === server.id);

    const same = await stack.call('PUT', `/v1/servers/${server.id}/credentials`, {
      type: 'bearer',
      token: 'another-long-secret-9876',
    });
    const other = await stack.call('PUT', `/v1/servers/${server.id}/credentials`, {
      type: 'header',
      name: 'X-Api-Key',
      value: 'short',
    });

    expect(same.body).toMatchObject({ auth: { type: 'bearer', storedAt: expect.any(String) }, resealed: false });
    expect(other.body).toMatchObject({
      auth: { type: 'header', headerName: 'X-Api-Key' },
      resealed: true,
    });
    const after = (await stack.rows('servers')).find((row) => row['serverId'] === server.id);
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
    const auth = after?.['auth'] as unknown as { ciphertext: string } | undefined;
    expect(stack.credentials.get(auth?.ciphertext ?? '')).toEqual({
      plaintext: '{"type":"header","name":"X-Api-Key","value":"short"}',
      context: { serverId: server.id, origin: 'https://api.example.com' },
    });
    expect(await stack.everythingStored()).not.toContain('another-long-secret');
  });

  test.each(['editor', 'admin'] as const)('takes no stored credential to another host, not for an %s', async (role) => {
    const { server } = await stack.liveServer('Moved', { auth: BEARER });
    const path = `/v1/servers/${server.id}`;
    const change = (body: object) => stack.call('PATCH', path, body, { role });

    const samePlace = await change({ baseUrl: 'https://api.example.com/v2' });
    const refused = await change({ baseUrl: 'https://elsewhere.example.com' });
    const stored = await stack.call('GET', path);
    const withAnother = await change({
      baseUrl: 'https://elsewhere.example.com',
      auth: { type: 'bearer', token: 'the-credential-of-elsewhere' },
    });
    await stack.call('PUT', `${path}/credentials`, { type: 'none' }, { role });
    const withoutOne = await change({ baseUrl: 'https://third.example.com' });

    expect([samePlace.status, withAnother.status, withoutOne.status]).toEqual([200, 200, 200]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'credential_bound' } });
    expect(refused.body.detail).toContain('https://api.example.com');
    expect(stored.body).toMatchObject({
      baseUrl: 'https://api.example.com/v2',
      auth: { origin: 'https://api.example.com' },
    });
    expect(withAnother.body.auth).toMatchObject({ type: 'bearer', origin: 'https://elsewhere.example.com' });
    expect(withoutOne.body.auth).toEqual({ type: 'none' });
  });

  test('takes a credential without a base URL for none of its own', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { auth: BEARER });

    expect(answer).toMatchObject({ status: 400, body: { faults: [{ field: '/baseUrl', rule: 'required' }] } });
  });

  test('binds a credential to the base URL that the import finds, in that deployment', async () => {
    stack.state.imported = importResult();
    const { body } = await stack.call('POST', '/v1/servers', IMPORTED);
    const before = await authOf(body.server.id);

    await stack.runPipeline(body.deployment.id);

    const after = await authOf(body.server.id);
    const id = body.server.id;
    expect(stack.credentials.get(before.ciphertext)?.context).toEqual({
      serverId: id,
      deploymentId: body.deployment.id,
    });
    expect(stack.credentials.get(after.ciphertext)).toEqual({
      plaintext: JSON.stringify(IMPORTED.auth),
      context: { serverId: id, origin: 'https://api.example.com' },
    });
    expect(after).not.toHaveProperty('awaits');
    expect((await stack.call('GET', `/v1/servers/${id}`)).body).toMatchObject({
      status: 'live',
      auth: { origin: 'https://api.example.com' },
    });
  });

  test('binds it once although the phase that does it runs twice, at the same moment', async () => {
    stack.state.imported = importResult();
    const { body } = await stack.call('POST', '/v1/servers', IMPORTED);
    const input = { serverId: body.server.id, deploymentId: body.deployment.id, kind: 'import' as const };
    await parseSpec(input);

    await Promise.all([sealSandbox(input), sealSandbox(input)]);

    const { ciphertext } = await authOf(body.server.id);
    expect(stack.credentials.get(ciphertext)?.context).toEqual({
      serverId: body.server.id,
      origin: 'https://api.example.com',
    });
  });

  test('takes a credential for the origin that its giver has seen, and for no other', async () => {
    const { server } = await stack.liveServer('Moved', { auth: { type: 'none' } });
    const path = `/v1/servers/${server.id}`;
    const seen = 'https://api.example.com';
    await stack.call('PATCH', path, { baseUrl: 'https://elsewhere.example.com' });

    const late = await stack.call('PUT', `${path}/credentials`, { ...BEARER, origin: seen });
    const stored = await stack.call('GET', path);
    await stack.call('PATCH', path, { baseUrl: seen });
    const there = await stack.call('PUT', `${path}/credentials`, { ...BEARER, origin: `${seen}/v1` });

    expect(late).toMatchObject({ status: 409, body: { code: 'base_url_changed' } });
    expect(stored.body.auth).toEqual({ type: 'none' });
    expect(there.body.auth).toMatchObject({ type: 'bearer', origin: seen });
  });

  test('wants a credential again whose base URL no import has found', async () => {
    stack.state.imported = undefined;
    const { body } = await stack.call('POST', '/v1/servers', IMPORTED);
    await stack.runPipeline(body.deployment.id);
    const path = `/v1/servers/${body.server.id}`;
    const failed = await stack.call('GET', path);

    const moved = await stack.call('PATCH', path, { baseUrl: 'https://elsewhere.example.com' });
    const alone = await stack.call('PUT', `${path}/credentials`, BEARER);
    stack.state.imported = importResult();
    const again = await stack.call('POST', `${path}/deployments`, {});
    await stack.runPipeline(again.body.id);
    const deployment = await stack.call('GET', `${path}/deployments/${again.body.id}`);
    const both = await stack.call('PATCH', path, { baseUrl: 'https://api.example.com', auth: BEARER });
    const last = await stack.call('POST', `${path}/deployments`, {});
    await stack.runPipeline(last.body.id);

    expect(failed.body).toMatchObject({ status: 'failed', auth: { missing: true } });
    expect(moved).toMatchObject({ status: 409, body: { code: 'credential_missing' } });
    expect(alone).toMatchObject({ status: 409, body: { code: 'base_url_missing' } });
    expect(deployment.body).toMatchObject({ status: 'failed', error: { code: 'credential_missing' } });
    expect(both.body.auth).not.toHaveProperty('missing');
    expect((await stack.call('GET', path)).body).toMatchObject({ status: 'live' });
  });

  test('goes offline with its streams closed, and online again', async () => {
    const { server } = await stack.liveServer();
    stack.pushes.length = 0;

    const off = await stack.call('PUT', `/v1/servers/${server.id}/status`, { status: 'offline' });
    const on = await stack.call('PUT', `/v1/servers/${server.id}/status`, { status: 'online' });

    expect([off.body.status, on.body.status]).toEqual(['offline', 'live']);
    expect(stack.pushes).toEqual([`srv/${server.id}/kill`]);
  });

  test('is offline even when the push channel is down', async () => {
    const { server } = await stack.liveServer();
    stack.state.pushFails = true;

    const off = await stack.call('PUT', `/v1/servers/${server.id}/status`, { status: 'offline' });

    expect(off.body.status).toBe('offline');
  });

  test('refuses to go online before it was ever live', async () => {
    stack.state.startFails = true;
    const { body } = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: { type: 'none' } });

    const answer = await stack.call('PUT', `/v1/servers/${body.server.id}/status`, { status: 'online' });

    expect(answer).toMatchObject({ status: 409, body: { code: 'server_not_deployed' } });
  });

  test('refuses changes while a deployment runs', async () => {
    const { body } = await stack.call('POST', '/v1/servers', { ...MANUAL, auth: { type: 'none' } });
    const id = body.server.id;

    const answers = await Promise.all([
      stack.call('PATCH', `/v1/servers/${id}`, { name: 'x' }),
      stack.call('PUT', `/v1/servers/${id}/credentials`, BEARER),
      stack.call('PUT', `/v1/servers/${id}/status`, { status: 'offline' }),
      stack.call('POST', `/v1/servers/${id}/tools`, { name: 'x', verb: 'GET', path: '/x' }),
      stack.call('POST', `/v1/servers/${id}/deployments`),
    ]);

    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'deployment_running' } });
  });

  test('kills connections by one push and leaves tokens alone', async () => {
    const { server } = await stack.liveServer();
    stack.pushes.length = 0;

    await stack.call('POST', `/v1/servers/${server.id}/connections/kill`);

    expect(stack.pushes).toEqual([`srv/${server.id}/kill`]);
    const tokens = await stack.call('GET', `/v1/servers/${server.id}/tokens`);
    expect(tokens.body.active).toBe(1);
  });
});

test('says when connections could not be killed', async () => {
  const { server } = await stack.liveServer();
  stack.state.pushFails = true;

  const answer = await stack.call('POST', `/v1/servers/${server.id}/connections/kill`);

  expect(answer).toMatchObject({ status: 502, body: { code: 'push_failed' } });
});

describe('deleting a server', () => {
  test('revokes its tokens, closes its streams and removes all it had, but for tokens and trail', async () => {
    stack.state.imported = importResult();
    const { server, token } = await stack.liveServer('Doomed', { source: { kind: 'openapi', document: '{}' } });
    await stack.call('POST', `/v1/servers/${server.id}/tools`, { name: 'x', verb: 'GET', path: '/x' });
    stack.pushes.length = 0;

    const answer = await stack.call('DELETE', `/v1/servers/${server.id}`);
    const again = await stack.call('DELETE', `/v1/servers/${server.id}`);

    expect([answer.status, again.status]).toEqual([204, 404]);
    const tokens = await stack.rows('tokens');
    const hash = tokens.find((row) => row['tokenId'] === token.id);
    expect(hash).toMatchObject({ revokedBy: 'user-1', revokedByName: 'ann' });
    expect(stack.pushes).toEqual([`srv/${server.id}/kill`, `mcp/${hash?.['tokenHash']}/revoked`]);
    for (const table of ['servers', 'tools', 'deployments'] as const) {
      expect(JSON.stringify(await stack.rows(table))).not.toContain(server.id);
    }
    expect([...stack.objects.keys()].filter((key) => key.includes(server.id))).toEqual([]);
    expect(await actions()).toContain('server.delete');
  });

  test('finishes a deletion that broke off', async () => {
    const { server } = await stack.liveServer();
    const table = await import('../../../../aws/tables/servers.ts');
    await table.changeServer(server.id, (row) => ({ ...row, status: 'deleting' }));

    const edit = await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'x' });
    const answer = await stack.call('DELETE', `/v1/servers/${server.id}`);

    expect(edit).toMatchObject({ status: 409, body: { code: 'server_deleting' } });
    expect(answer.status).toBe(204);
    expect((await stack.call('GET', `/v1/servers/${server.id}`)).status).toBe(404);
  });
});

test('writes one audit entry with the actor for each action', async () => {
  const before = (await stack.rows('audit')).length;
  const { server } = await stack.liveServer('Audited', { auth: BEARER });
  await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'Other' });
  await stack.call('PUT', `/v1/servers/${server.id}/credentials`, BEARER);
  await stack.call('PUT', `/v1/servers/${server.id}/status`, { status: 'offline' });
  await stack.call('POST', `/v1/servers/${server.id}/connections/kill`);

  const trail = await stack.call('GET', `/v1/servers/${server.id}/audit`, undefined, {
    query: { class: 'management' },
  });

  expect(trail.body.items.map((entry: Record<string, string>) => `${entry['actorName']} ${entry['action']}`)).toEqual([
    'ann connections.kill',
    'ann server.offline',
    'ann server.credentials',
    'ann server.change',
    'ann server.create',
  ]);
  expect((await stack.rows('audit')).length - before).toBe(5);
});
