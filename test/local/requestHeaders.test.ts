/** Headers on the wire of the running stack: what the description asks for, a credential in a header of the client, and where a redirect leads. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { commandLine } from '../support/commandLine.ts';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import type { RecordedRequest, Reply, Upstream } from '../support/upstream.ts';

const connect = defined(CLIENTS[0])[2];
const DEFAULT = 'application/json, text/*;q=0.9, */*;q=0.8';
const KEY = 'the-key-of-the-depot-7f31';
const content = (type: string) => ({
  responses: { 200: { description: 'x', content: { [type]: { schema: { type: 'object' } } } } },
});
const plain = { responses: { 200: { description: 'x' } } };

const document = (baseUrl: string, more: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Depot', version: '1' },
    servers: [{ url: baseUrl }],
    ...more,
    paths: {
      '/crates': { get: { operationId: 'listCrates', ...content('application/vnd.depot.v2+json') } },
      '/calendar': { get: { operationId: 'calendar', ...content('text/calendar') } },
      '/plain': { get: { operationId: 'plain', ...content('application/json') } },
      '/pinned': {
        get: {
          operationId: 'pinned',
          parameters: [
            {
              in: 'header',
              name: 'Accept',
              required: true,
              schema: { type: 'string', enum: ['application/vnd.depot+json; version=3'] },
            },
          ],
          ...plain,
        },
      },
      '/captions': {
        get: {
          operationId: 'captions',
          parameters: [
            { in: 'header', name: 'Accept', schema: { type: 'string', enum: ['application/x-subrip', 'text/vtt'] } },
          ],
          ...plain,
        },
      },
      '/tenants': {
        get: {
          operationId: 'listTenants',
          parameters: [
            { in: 'header', name: 'X-Tenant', required: true, schema: { type: 'string' } },
            { in: 'query', name: 'q', schema: { type: 'string' } },
          ],
          ...plain,
        },
      },
      '/orders': { post: { operationId: 'addOrder', ...plain } },
      '/download': { get: { operationId: 'download', ...content('application/pdf') } },
    },
  });

/** An API that negotiates: it answers what is asked for first, and 406 where that is not what a place has. */
const HAS: Readonly<Record<string, string>> = {
  '/crates': 'application/vnd.depot.v2+json',
  '/calendar': 'text/calendar',
  '/pinned': 'application/vnd.depot+json; version=3',
};
const json = { 'content-type': 'application/json' };
const respond = ({ target, all, method }: RecordedRequest): Reply => {
  const [first = ''] = (all('accept')[0] ?? '').split(', ');
  const wanted = HAS[target];
  if (wanted !== undefined && first !== wanted)
    return { status: 406, headers: json, body: '{"error":"not acceptable"}' };
  if (method === 'POST') return { status: redirect, headers: { location: '/plain' } };
  if (target === '/download') return { status: 302, headers: { location: signedUrl } };
  return { headers: { 'content-type': wanted ?? 'application/json' }, body: '{"ok":true}' };
};
let redirect = 301;
let signedUrl = '';

let api: Upstream;
let storage: Upstream;
let stack: SharedStack;
let open: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  api = await stack.upstream({ host: 'api.depot.example', respond });
  storage = await stack.upstream({ host: 'files.depot.example' });
  open = await deploy(stack, { source: { kind: 'openapi', document: document(api.baseUrl) }, auth: { type: 'none' } });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await Promise.all([api?.close(), storage?.close()]);
});

const textsOf = ({ content: blocks }: { content: ReadonlyArray<{ text?: string }> }) =>
  blocks.map(({ text = '' }) => text).join('\n');
const last = () => defined(api.requests.at(-1));

describe('Accept', () => {
  test.each([
    ['listCrates', {}, 'application/vnd.depot.v2+json, */*;q=0.1'],
    ['calendar', {}, 'text/calendar, */*;q=0.1'],
    ['plain', {}, DEFAULT],
    ['pinned', {}, 'application/vnd.depot+json; version=3'],
    ['captions', {}, 'application/x-subrip'],
    ['captions', { Accept: 'text/vtt' }, 'text/vtt'],
  ])('of %s with %j is %s', async (tool, args, expected) => {
    const client = await connect(open.mcpUrl);

    const result = await client.call(tool, args);

    expect([result.isError ?? false, last().all('accept')]).toEqual([false, [expected]]);
  });

  test('is a field of the tool that its owner changes and gives back', async () => {
    const { items } = await stack.api<{ items: Array<{ id: string; name: string; headers?: object }> }>(
      'GET',
      `/v1/servers/${open.serverId}/tools`,
    );
    const tool = defined(items.find(({ name }) => name === 'plain'));
    const path = `/v1/servers/${open.serverId}/tools/${tool.id}`;
    const client = await connect(open.mcpUrl);

    await stack.api('PATCH', path, { headers: { Accept: 'text/csv', 'X-Api-Version': '2026-01' } });
    await client.call('plain', {});

    expect([last().all('accept'), last().all('x-api-version')]).toEqual([['text/csv'], ['2026-01']]);

    await stack.api('PATCH', path, { reset: ['headers'] });
    await client.call('plain', {});

    expect([last().all('accept'), last().all('x-api-version')]).toEqual([[DEFAULT], []]);
  });

  test.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'Cookie',
    'Authorization',
    'X-Forwarded-For',
    'Proxy-Authorization',
    'a b',
  ])('is no way to set %s', async (name) => {
    const { items } = await stack.api<{ items: Array<{ id: string }> }>('GET', `/v1/servers/${open.serverId}/tools`);
    const path = `/v1/servers/${open.serverId}/tools/${defined(items[0]).id}`;

    await expect(stack.api('PATCH', path, { headers: { [name]: 'x' } })).rejects.toThrow('header_forbidden');
  });
});

test.each(['User-Agent', 'Accept'])('a credential in %s goes in place of the client’s own', async (name) => {
  const securitySchemes = { agent: { type: 'apiKey', in: 'header', name } };
  const source = {
    kind: 'openapi',
    document: document(api.baseUrl, { components: { securitySchemes }, security: [{ agent: [] }] }),
  };
  const { auth } = await stack.api<{ auth: { suggested: { notes: unknown } } }>('POST', '/v1/specs/preview', {
    document: source.document,
  });
  const { notes: _, ...suggested } = auth.suggested;
  const hosted = await deploy(stack, { source, auth: { ...suggested, value: `depot/1 (${KEY})` } });
  const client = await connect(hosted.mcpUrl);

  const result = await client.call('plain', {});

  expect(result.isError ?? false).toBe(false);
  expect(last().all(name)).toEqual([`depot/1 (${KEY})`]);
});

describe('a redirect', () => {
  test.each([
    [301, 'may not have been carried out'],
    [302, 'may not have been carried out'],
    [303, 'nothing but the answer itself says that it succeeded'],
  ])('of a POST by %i is told as what it is', async (status, meaning) => {
    redirect = status;
    const client = await connect(open.mcpUrl);

    const result = await client.call('addOrder', {});

    expect(api.requests.slice(-2).map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /orders',
      'GET /plain',
    ]);
    expect(textsOf(result)).toContain(`The API answered the POST with ${status} `);
    expect(textsOf(result)).toContain(`a GET of ${api.baseUrl}/plain`);
    expect(textsOf(result)).toContain(meaning);
  });

  test('of a GET to storage is refused until its host is approved, and then followed without the credential', async () => {
    // Prepare
    const source = { kind: 'openapi', document: document(api.baseUrl) };
    const hosted = await deploy(stack, { source, auth: { type: 'header', name: 'X-Depot-Key', value: KEY } });
    const client = await connect(hosted.mcpUrl);
    storage.respond = () => ({ headers: { 'content-type': 'text/plain' }, body: 'the file' });
    signedUrl = `${storage.baseUrl}/a/b.pdf?X-Amz-Signature=0a1b&expires=60`;

    // Refused
    expect(textsOf(await client.call('download', {}))).toContain('which is not allowed');
    expect(storage.requests).toEqual([]);

    // Approved
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, {
      hosts: [{ origin: storage.baseUrl, approved: true }],
    });
    const result = await client.call('download', {});

    expect(textsOf(result)).toContain('the file');
    const [request, ...more] = storage.requests;
    expect(more).toEqual([]);
    expect(request?.target).toBe('/a/b.pdf?X-Amz-Signature=0a1b&expires=60');
    expect(request?.raw.toString()).not.toContain(KEY);
    expect(request?.headers.map(([name]) => name.toLowerCase()).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);

    // An address that would take the credential along
    signedUrl = `${storage.baseUrl}/c?key=${KEY}`;
    expect(textsOf(await client.call('download', {}))).toContain('which is not allowed');
    expect(storage.requests).toHaveLength(1);

    // Storage that refuses, and leads on
    signedUrl = `${storage.baseUrl}/old`;
    storage.respond = () => ({ status: 403, headers: json, body: '{"error":"expired"}' });
    expect(textsOf(await client.call('download', {}))).toContain('another host, to which the API led');
    storage.respond = () => ({ status: 302, headers: { location: 'https://third.example/' } });
    expect(textsOf(await client.call('download', {}))).toContain('third.example');
  });
});

describe('the headers of a server', () => {
  const SEALED = 'sealed-header-value-5a17c0FFee';
  const NEXT = 'sealed-header-value-82c4d1Adde';
  let server: HostedServer;
  const path = () => `/v1/servers/${server.serverId}`;

  beforeAll(async () => {
    const files = { servers: [{ url: storage.baseUrl }], get: { operationId: 'listFiles', ...plain } };
    const described = JSON.parse(document(api.baseUrl));
    described.paths['/files'] = files;
    server = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(described) },
      baseUrl: api.baseUrl,
      auth: { type: 'bearer', token: KEY },
      hosts: [{ origin: storage.baseUrl }],
      headers: [
        { name: 'X-Tenant', value: 'tenant-7' },
        { name: 'User-Agent', value: 'depot-tests/1 (me@depot.example)', tools: ['plain', 'listTenants'] },
        { name: 'X-Sealed', value: SEALED, sealed: true },
      ],
    });
  }, 120_000);

  const sent = (request: RecordedRequest | undefined) =>
    ['x-tenant', 'user-agent', 'x-sealed', 'authorization'].map((name) => request?.all(name));

  test('go to its API with each call, and those of some tools with these alone', async () => {
    const client = await connect(server.mcpUrl);

    await client.call('plain', {});
    const some = sent(last());
    await client.call('listCrates', {});

    expect(some).toEqual([['tenant-7'], ['depot-tests/1 (me@depot.example)'], [SEALED], [`Bearer ${KEY}`]]);
    expect(sent(last())).toEqual([['tenant-7'], ['portcullis/1'], [SEALED], [`Bearer ${KEY}`]]);
  });

  test('are no arguments any more, and no argument sets them', async () => {
    const client = await connect(server.mcpUrl);
    const tool = defined((await client.listTools()).find(({ name }) => name === 'listTenants'));
    const before = api.requests.length;

    const refused = await client.call('listTenants', { 'X-Tenant': 'another' });
    const answered = await client.call('listTenants', { q: 'a' });

    expect(Object.keys((tool.inputSchema as { properties: object }).properties)).toEqual(['q']);
    expect([refused.isError, answered.isError ?? false, api.requests.length - before]).toEqual([true, false, 1]);
    expect(sent(last())[0]).toEqual(['tenant-7']);
  });

  test('go to no other host, neither with its own tools nor by a redirect', async () => {
    storage.requests.length = 0;
    storage.respond = () => ({ headers: json, body: '[]' });
    signedUrl = `${storage.baseUrl}/a?sig=1`;
    const client = await connect(server.mcpUrl);

    await client.call('listFiles', {});
    await client.call('download', {});
    signedUrl = `${storage.baseUrl}/b?seen=${SEALED}`;
    await client.call('download', {});

    expect(storage.requests.map(({ target }) => target)).toEqual(['/files', '/a?sig=1']);
    for (const { raw } of storage.requests) {
      expect([raw.includes(SEALED), raw.includes('tenant-7')]).toEqual([false, false]);
    }
  });

  test('are masked where the API sends a sealed one back, also to whoever tries the tool', async () => {
    const { respond: before } = api;
    api.respond = ({ all }) => ({
      headers: { ...json, etag: `"${all('x-sealed')[0]}"` },
      body: JSON.stringify({
        plain: all('x-sealed'),
        packed: Buffer.from(String(all('x-sealed')[0])).toString('base64'),
      }),
    });
    const client = await connect(server.mcpUrl);
    const { items } = await stack.api<{ items: Array<{ id: string; name: string }> }>('GET', `${path()}/tools`);
    const { id } = defined(items.find(({ name }) => name === 'plain'));

    const answer = await client.call('plain', {});
    const trial = await stack.api('POST', `${path()}/tools/${id}/try`, {});
    api.respond = before;

    expect(JSON.stringify(answer)).toContain('[CREDENTIAL]');
    expect(JSON.stringify(trial)).toContain('••••');
    expect(holding([JSON.stringify(answer), JSON.stringify(trial)], [SEALED])).toEqual([]);
  });

  test('of which one is sealed are shown, exported and copied without its value', async () => {
    const [view, definition] = await Promise.all(
      [path(), `${path()}/export`].map((address) => stack.api<{ headers: object[] }>('GET', address)),
    );
    const copy = await stack.api<{ server: { headers: object[] }; missing: { headers: string[] } }>(
      'POST',
      `${path()}/duplicate`,
      {},
    );

    expect(view?.headers[2]).toEqual({ name: 'X-Sealed', sealed: true, storedAt: expect.any(String) });
    expect(definition?.headers[2]).toEqual({ name: 'X-Sealed' });
    expect(copy.server.headers).toHaveLength(2);
    expect(copy.missing.headers).toEqual(['X-Sealed']);
    expect(holding([JSON.stringify([view, definition, copy])], [SEALED])).toEqual([]);
  });

  test('are bound to the host that they were sealed for', async () => {
    const elsewhere = { baseUrl: storage.baseUrl, auth: { type: 'none' } };
    const change = (more: object) => stack.api('PATCH', path(), { ...elsewhere, ...more });
    await stack.api('PATCH', path(), { hosts: [{ origin: storage.baseUrl, approved: false }] });
    const attempts = [
      {},
      { headers: [{ name: 'X-Sealed', sealed: true }] },
      {
        headers: [
          { name: 'x-sealed', sealed: true },
          { name: 'X-Other', value: 'a' },
        ],
      },
    ];

    for (const attempt of attempts) await expect(change(attempt)).rejects.toThrow('credential_bound');

    await expect(stack.api('PATCH', path(), { headers: [{ name: 'X-New', sealed: true }] })).rejects.toThrow(
      '/headers/0/value',
    );
    const { baseUrl } = await stack.api<{ baseUrl: string }>('GET', path());
    expect(baseUrl).toBe(api.baseUrl);
  });

  test.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'Cookie',
    'Authorization',
    'TE',
    'Sec-Fetch-Mode',
    'Accept-Encoding',
  ])('cannot be %s', async (name) => {
    await expect(stack.api('PATCH', path(), { headers: [{ name, value: 'x' }] })).rejects.toThrow('header_forbidden');
  });

  test('are changed from the command line, where a sealed one comes by standard input', async () => {
    const headers = [
      { name: 'X-Tenant', value: 'tenant-8' },
      { name: 'X-Sealed', value: NEXT, sealed: true },
    ];
    const client = await connect(server.mcpUrl);

    const { code, out, err } = await commandLine(stack, ['server', 'set', server.serverId, '--headers', '-'], headers);
    await client.call('plain', {});

    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('X-Sealed: (sealed)');
    expect(sent(last())).toEqual([['tenant-8'], ['portcullis/1'], [NEXT], [`Bearer ${KEY}`]]);
  });

  test('leave nothing of a sealed one in a row, an entry, a log, or on the disk', async () => {
    const { items } = await stack.api<{ items: object[] }>('GET', `${path()}/audit?limit=100`);

    const texts = [...storedTexts(stack.data), await stack.output(), JSON.stringify(items)];

    expect(JSON.stringify(items)).toContain('headers.X-Sealed');
    expect(holding(texts, [SEALED, NEXT])).toEqual([]);
  });
});
