/** Headers on the wire of the running stack: what the description asks for, a credential in a header of the client, and where a redirect leads. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createAuthority } from '../support/certificates.ts';
import { defined } from '../support/defined.ts';
import { CLIENTS, closeClients } from '../support/mcpClients.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { type RecordedRequest, type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

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
let stack: LocalStack;
let open: HostedServer;

beforeAll(async () => {
  const authority = await createAuthority();
  api = await startUpstream({ host: 'api.depot.example', authority, respond });
  storage = await startUpstream({ host: 'files.depot.example', authority });
  stack = await startStack({ upstreams: [api, storage] });
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
