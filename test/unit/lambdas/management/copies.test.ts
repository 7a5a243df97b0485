import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { listTools } from '../../../../aws/tables/tools.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { definitionOf } from '../../../../core/tools/definition.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => {
  stack.state.imported = importResult('GET /orders sales', 'POST /orders/{id} sales');
});
afterEach(() => {
  stack.state.imported = undefined;
  jest.restoreAllMocks();
});

const SECRET = 'sk-very-secret-value-0001';
const HOST_SECRET = 'sk-very-secret-value-0002';
const HEADER_SECRET = 'sk-very-secret-value-0004';
const URL_SECRET = 'url-secret-value-0003';

/** An imported server with all that a server may have: edits, a tool by hand, governance, hosts, credentials, a secret address. */
async function original(url = `https://api.example.com/openapi.json?api_key=${URL_SECRET}`) {
  const made = await stack.call('POST', '/v1/servers', {
    name: 'Orders',
    source: { kind: 'openapi', url },
    auth: { type: 'header', name: 'X-Api-Key', value: SECRET },
    baseUrl: 'https://api.example.com/v1',
    hosts: [{ origin: 'https://files.example.com', auth: { type: 'bearer', token: HOST_SECRET } }],
    governance: { maxItems: 20, systemRules: 'Amounts are in cents.' },
    exposition: 'grouped',
    signed: true,
    upstreamMs: 12_000,
    listStyle: 'brackets',
    headers: [
      { name: 'X-Tenant', value: '7' },
      { name: 'X-Sealed', value: HEADER_SECRET, sealed: true, tools: ['note'] },
    ],
  });
  if (made.status !== 202) throw new Error(JSON.stringify(made.body));
  const path = `/v1/servers/${made.body.server.id}`;
  await stack.runPipeline(made.body.deployment.id);
  const { items } = (await stack.call('GET', `${path}/tools`)).body;
  await stack.call('PATCH', `${path}/tools/${items[0].id}`, {
    description: 'As a person put it',
    maxItems: 7,
    listStyle: 'comma',
    redaction: { mode: 'strict', about: 'person', fields: { 'items.owner': 'keep' } },
  });
  await stack.call('POST', `${path}/tools`, {
    name: 'note',
    verb: 'POST',
    path: '/notes/{place}',
    parameters: [{ name: 'X-Trace', in: 'header' }],
    body: { schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  });
  return { id: made.body.server.id as string, path, token: made.body.token.value as string };
}

const exportOf = async (path: string) =>
  (await stack.call('GET', `${path}/export`, undefined, { role: 'viewer' })).body;
const importing = (definition: unknown, more: object = {}) =>
  stack.call('POST', '/v1/servers/import', { definition, ...more });
const plainTools = async (id: string) =>
  (await listTools(id)).map(definitionOf).sort((one, other) => (one.name < other.name ? -1 : 1));

describe('an export', () => {
  test('holds settings, tools by hand and edits, and no secret of any kind', async () => {
    const { id, path, token } = await original();

    const definition = await exportOf(path);

    expect(definition).toMatchObject({
      format: 'portcullis-server',
      formatVersion: 1,
      name: 'Orders',
      baseUrl: 'https://api.example.com/v1',
      source: { kind: 'openapi' },
      credentials: [
        { origin: 'https://api.example.com', type: 'header', headerName: 'X-Api-Key' },
        { origin: 'https://files.example.com', type: 'bearer' },
      ],
      hosts: ['https://files.example.com'],
      governance: { maxItems: 20, systemRules: 'Amounts are in cents.' },
      exposition: 'grouped',
      signed: true,
      upstreamMs: 12_000,
      listStyle: 'brackets',
      headers: [
        { name: 'X-Tenant', value: '7' },
        { name: 'X-Sealed', tools: ['note'] },
      ],
    });
    expect(definition.tools).toEqual(await plainTools(id));
    expect(definition.tools.map(({ name, origin }: Record<string, string>) => [name, origin])).toEqual([
      ['get_orders', 'import'],
      ['note', 'manual'],
      ['post_orders_id_', 'import'],
    ]);
    const text = JSON.stringify(definition);
    for (const secret of [SECRET, HOST_SECRET, HEADER_SECRET, URL_SECRET, token, 'ciphertext', 'sealed', id]) {
      expect(text).not.toContain(secret);
    }
  });

  test('keeps the address of a description that has nothing to hide', async () => {
    const { path } = await original('https://api.example.com/openapi.json');

    expect((await exportOf(path)).source).toEqual({ kind: 'openapi', url: 'https://api.example.com/openapi.json' });
  });

  test('has no address with a key in its path, which is shown to nobody', async () => {
    const key = `sk_live_${'a1B2'.repeat(6)}`;
    const { path } = await original(`https://api.example.com/docs/${key}/openapi.json`);

    const [definition, seen] = [await exportOf(path), await stack.call('GET', path, undefined, { role: 'viewer' })];

    expect(definition.source).toEqual({ kind: 'openapi' });
    expect(seen.body.source.url).toBe('https://api.example.com/docs/***/openapi.json');
    expect(JSON.stringify([definition, seen.body])).not.toContain(key);
  });
});

describe('an import', () => {
  test('makes a new server of the same tools and settings, without tokens, and says what it lacks', async () => {
    const { id, path } = await original();
    const definition = await exportOf(path);

    const made = await importing(definition);
    await stack.runPipeline(made.body.deployment.id);

    const server = (await stack.call('GET', `/v1/servers/${made.body.server.id}`)).body;
    expect(made).toMatchObject({
      status: 202,
      body: {
        deployment: { kind: 'restore' },
        missing: {
          credentials: definition.credentials,
          hosts: ['https://files.example.com'],
          headers: ['X-Sealed'],
          description: true,
        },
      },
    });
    expect(server).toMatchObject({
      name: 'Orders',
      status: 'live',
      baseUrl: 'https://api.example.com/v1',
      source: { kind: 'openapi', missing: true },
      auth: { type: 'none' },
      hosts: [],
      headers: [{ name: 'X-Tenant', value: '7', sealed: false }],
      exposition: 'grouped',
      signed: true,
      upstreamMs: 12_000,
      governance: { overrides: { maxItems: 20, systemRules: 'Amounts are in cents.' } },
    });
    expect(server.id).not.toBe(id);
    expect(await plainTools(server.id)).toEqual(await plainTools(id));
    const ids = new Set([...(await listTools(id)), ...(await listTools(server.id))].map(({ toolId }) => toolId));
    expect(ids.size).toBe(6);
    expect((await stack.call('GET', `/v1/servers/${server.id}/tokens`)).body.items).toEqual([]);
    expect((await exportOf(`/v1/servers/${server.id}`)).tools).toEqual(definition.tools);
    const { items } = (await stack.call('GET', `/v1/servers/${server.id}/audit`)).body;
    expect(items.at(-1)).toMatchObject({ action: 'server.create', detail: { from: 'definition' } });
  });

  test('takes the file compressed, and the credentials and hosts that are given with it', async () => {
    const { path } = await original();
    const definition = await exportOf(path);

    const made = await importing(
      { base64: gzipSync(JSON.stringify(definition)).toString('base64') },
      {
        name: 'Orders 2',
        auth: { type: 'bearer', token: 'given-with-the-import' },
        hosts: [{ origin: 'https://files.example.com' }],
      },
    );
    await stack.runPipeline(made.body.deployment.id);

    expect(made.body.missing).toMatchObject({ credentials: [{ origin: 'https://files.example.com' }], hosts: [] });
    expect((await stack.call('GET', `/v1/servers/${made.body.server.id}`)).body).toMatchObject({
      name: 'Orders 2',
      status: 'live',
      auth: { type: 'bearer', origin: 'https://api.example.com' },
    });
  });

  test('can be given its API description later, and keeps its edits then', async () => {
    const { path } = await original();
    const made = await importing(await exportOf(path));
    await stack.runPipeline(made.body.deployment.id);
    const copy = `/v1/servers/${made.body.server.id}`;

    const without = await stack.call('POST', `${copy}/reimport/preview`);
    await stack.call('PATCH', copy, { source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' } });
    const withIt = await stack.call('POST', `${copy}/reimport/preview`);

    expect(without.body.code).toBe('source_missing');
    expect(withIt.body.diff).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 });
  });

  test('whose deployment failed is finished by deploying again', async () => {
    const { path } = await original();
    stack.state.sandboxRefuses = true;
    const made = await importing(await exportOf(path));
    await stack.runPipeline(made.body.deployment.id);
    stack.state.sandboxRefuses = false;
    const copy = `/v1/servers/${made.body.server.id}`;
    const failed = (await stack.call('GET', copy)).body.status;

    const again = await stack.call('POST', `${copy}/deployments`);
    await stack.runPipeline(again.body.id);

    expect([failed, again.body.kind]).toEqual(['failed', 'restore']);
    expect((await stack.call('GET', copy)).body).toMatchObject({ status: 'live', bundle: { tools: 3 } });
  });

  const minimal = async () => structuredClone(await exportOf((await original()).path));
  // biome-ignore lint/suspicious/noExplicitAny: a hostile definition is anything
  const hostile: [string, string, (definition: any) => void, string?][] = [
    ['another format', '/definition/format', (d) => Object.assign(d, { format: 'openapi' })],
    ['another version', '/definition/formatVersion', (d) => Object.assign(d, { formatVersion: 2 })],
    ['a member that is unknown', '/definition/ciphertext', (d) => Object.assign(d, { ciphertext: 'x' })],
    ['a base URL inside', '/definition/baseUrl', (d) => Object.assign(d, { baseUrl: 'https://169.254.169.254/' })],
    [
      'a tool at a host inside',
      '/definition/tools/0/baseUrl',
      (d) => Object.assign(d.tools[0], { baseUrl: 'https://127.0.0.1' }),
    ],
    [
      'a description inside',
      '/definition/source/url',
      (d) => Object.assign(d.source, { url: 'https://10.0.0.1/openapi.json' }),
    ],
    [
      'a header that no argument may set',
      '/definition/tools/1/parameters/1/name',
      (d) => Object.assign(d.tools[1].parameters[1], { name: 'Authorization' }),
    ],
    [
      'a header with a line break',
      '/definition/tools/1/parameters/1/name',
      (d) => Object.assign(d.tools[1].parameters[1], { name: 'X\r\nHost' }),
    ],
    [
      'a media type with a line break',
      '/definition/tools/1/body/contentType',
      (d) => Object.assign(d.tools[1].body, { contentType: 'text/plain\r\nX: y' }),
    ],
    [
      'an argument that is no name',
      '/definition/tools/1/parameters/0/argument',
      (d) => Object.assign(d.tools[1].parameters[0], { argument: '__proto__' }),
    ],
    ['two tools of one name', '/definition/tools/1/name', (d) => Object.assign(d.tools[1], { name: 'GET_ORDERS' })],
    ['a name that clients refuse', '/definition/tools/0/name', (d) => Object.assign(d.tools[0], { name: 'a b' })],
    [
      'a reference elsewhere',
      '/definition/tools/0/inputSchema/$defs/a/$ref',
      (d) => Object.assign(d.tools[0].inputSchema, { $defs: { a: { $ref: 'https://evil.example/s.json' } } }),
    ],
    [
      'an argument that goes nowhere',
      '/definition/tools/0/inputSchema/properties/lost',
      (d) => Object.assign(d.tools[0].inputSchema, { properties: { lost: {} } }),
    ],
    [
      'an original that would slip in by a reset',
      '/definition/tools/0/originals/name',
      (d) => Object.assign(d.tools[0].originals, { name: 'x y' }),
    ],
    [
      'an original schema of another form',
      '/definition/tools/0/originals/inputSchema/type',
      (d) => Object.assign(d.tools[0].originals, { inputSchema: { type: 'string' } }),
    ],
    [
      'a schema of many bytes',
      '/definition/tools/0/inputSchema',
      (d) => Object.assign(d.tools[0].inputSchema, { description: 'x'.repeat(70_000) }),
    ],
    [
      'a pattern that does not compile',
      '/definition/governance/customPatterns/0/pattern',
      (d) => Object.assign(d.governance, { customPatterns: [{ name: 'p', pattern: '(' }] }),
    ],
    ['a time without end', '/definition/upstreamMs', (d) => Object.assign(d, { upstreamMs: 9e9 })],
    ['no tools but a text', '/definition/tools', (d) => Object.assign(d, { tools: 'all' })],
    [
      'a header of a tool by hand that a cookie sets',
      '/definition/tools/1/parameters/1/name',
      (d) => Object.assign(d.tools[1].parameters[1], { name: 'Cookie' }),
    ],
    [
      'a query in the path of a tool by hand',
      '/definition/tools/1/path',
      (d) => Object.assign(d.tools[1], { path: '/notes/{place}?b=c' }),
    ],
    [
      'a fragment in the path of a tool by hand',
      '/definition/tools/1/path',
      (d) => Object.assign(d.tools[1], { path: '/notes/{place}#b' }),
    ],
  ];
  test('refuses more tools than a server may have, which no request can hold', async () => {
    const definition = await minimal();
    const before = (await stack.rows('servers')).length;
    const tools = Array.from({ length: LIMITS.toolsPerServer + 1 }, () => definition.tools[0]);
    const { status, body } = await importing({ ...definition, tools });
    expect([status, body.code]).toEqual([413, 'body_too_large']);
    expect((await stack.rows('servers')).length).toBe(before);
  });

  test('refuses what nobody should have written, names the place, and makes no server', async () => {
    const definition = await minimal();
    const before = (await stack.rows('servers')).length;
    const seen: unknown[] = [];
    for (const [name, , spoil] of hostile) {
      const spoilt = structuredClone(definition);
      spoil(spoilt);
      const { status, body } = await importing(spoilt);
      seen.push([name, status, body.faults?.map(({ field }: { field: string }) => field)]);
    }

    expect(seen).toEqual(hostile.map(([name, field]) => [name, 422, [field]]));
    expect((await stack.rows('servers')).length).toBe(before);
  });

  test.each([
    ['a text that is no JSON', 'openapi: 3.1.0', 'definition_invalid'],
    ['a bracket behind brackets', '['.repeat(5_000), 'definition_invalid'],
    ['a file that is no gzip file', { base64: Buffer.from([0x1f, 0x8b, 1, 2]).toString('base64') }, 'invalid_request'],
    ['a bomb', { base64: gzipSync(Buffer.alloc(61 * 1024 * 1024, 0x20)).toString('base64') }, 'spec_too_large'],
    ['nothing', 'null', 'definition_invalid'],
  ])('refuses %s', async (_, definition, code) => {
    expect((await importing(definition)).body.code).toBe(code);
  });

  test('leaves the tools on hosts out that the definition alone approves, and fails where a path would leave the base URL', async () => {
    const definition = await minimal();
    definition.tools[0].baseUrl = 'https://files.example.com';
    const climbing = structuredClone(definition);
    climbing.tools[2].path = '/../admin/{id}';

    const made = await importing(definition);
    await stack.runPipeline(made.body.deployment.id);
    const refused = await importing(climbing);
    await stack.runPipeline(refused.body.deployment.id);

    const [server, failed] = await Promise.all(
      [made, refused].map(({ body }) => stack.call('GET', `/v1/servers/${body.server.id}`)),
    );
    expect(server?.body).toMatchObject({ status: 'live', bundle: { tools: 2 } });
    expect(failed?.body).toMatchObject({ status: 'failed' });
    const record = await stack.call('GET', `/v1/servers/${failed?.body.id}/deployments/${refused.body.deployment.id}`);
    expect(record.body.error.code).toBe('tool_escapes_base_url');
  });
});

describe('a duplicate', () => {
  test('has settings, tools and edits of its own, no credential and no token, and says so', async () => {
    const { id, path } = await original('https://api.example.com/openapi.json');

    const made = await stack.call('POST', `${path}/duplicate`);
    await stack.runPipeline(made.body.deployment.id);
    const copy = made.body.server.id;
    const [tool] = await listTools(copy);
    await stack.call('PATCH', `/v1/servers/${copy}/tools/${tool?.toolId}`, { enabled: false });

    const server = (await stack.call('GET', `/v1/servers/${copy}`)).body;
    expect(server).toMatchObject({
      name: 'Orders (copy)',
      status: 'live',
      auth: { type: 'none' },
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
      bundle: { tools: 2 },
    });
    expect(made.body.missing).toEqual({
      credentials: [
        { origin: 'https://api.example.com', type: 'header', headerName: 'X-Api-Key' },
        { origin: 'https://files.example.com', type: 'bearer' },
      ],
      hosts: ['https://files.example.com'],
      headers: ['X-Sealed'],
      description: false,
    });
    expect((await listTools(id)).every(({ enabled }) => enabled)).toBe(true);
    const { items } = (await stack.call('GET', `/v1/servers/${copy}/audit`)).body;
    expect(items.find(({ action }: { action: string }) => action === 'server.create').detail).toMatchObject({
      from: id,
    });
  });

  test('takes an uploaded description along, and asks for a secret address again', async () => {
    const uploaded = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', document: '{"openapi":"3.1.0"}' },
      auth: { type: 'none' },
    });
    await stack.runPipeline(uploaded.body.deployment.id);
    const { path } = await original();

    const first = await stack.call('POST', `/v1/servers/${uploaded.body.server.id}/duplicate`);
    const second = await stack.call('POST', `${path}/duplicate`, { name: 'Another' });
    await stack.runPipeline(first.body.deployment.id);

    expect(first.body.server.source).toMatchObject({ kind: 'openapi', uploaded: true });
    expect(first.body.missing.description).toBe(false);
    const preview = await stack.call('POST', `/v1/servers/${first.body.server.id}/reimport/preview`);
    expect(preview.status).toBe(200);
    expect(second.body).toMatchObject({ server: { name: 'Another' }, missing: { description: true } });
  });

  test('is for editors, as an import is; an export is for all', async () => {
    const { path } = await original();

    const answers = await Promise.all([
      stack.call('POST', `${path}/duplicate`, {}, { role: 'viewer' }),
      stack.call('POST', '/v1/servers/import', { definition: {} }, { role: 'viewer' }),
      stack.call('GET', `${path}/export`, undefined, { role: 'viewer' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
  });
});
