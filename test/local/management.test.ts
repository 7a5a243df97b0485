/**
 * The management API of the running stack from outside, over HTTP: what a person does in it is what an MCP client and the
 * upstream see next. Authorizer, rights, sandbox, spec reader and audit are the real ones of the synthesized template.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { CLIENTS, type TestClient } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Small shop', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', summary: 'Lists orders', tags: ['orders'], responses: {} },
      post: {
        operationId: 'createOrder',
        tags: ['orders'],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { sku: { type: 'string' } } } } },
        },
        responses: {},
      },
    },
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {},
      },
    },
  },
});

let upstream: Upstream;
let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.shop.example' });
  upstream.respond = ({ target }) =>
    target === '/openapi.json'
      ? { body: DOCUMENT, headers: { 'content-type': 'application/json' } }
      : {
          body: JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, email: `person${id}@corp.test` }))),
          headers: { 'content-type': 'application/json' },
        };
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

test('admins see who may log in, with their roles', async () => {
  const { members, ...rest } = await stack.api<{ members: Record<string, unknown>[] }>('GET', '/v1/members');
  const wrong = await send('GET', '/v1/members?cursor=x');

  const person = (role: string) => ({
    id: role,
    email: `${role}@local.portcullis.example`,
    role,
    groups: [role],
    rights: role === 'admin' ? ['answer-reader'] : [],
    status: 'active',
    createdAt: expect.any(String),
    lastModifiedAt: expect.any(String),
  });
  expect(members).toEqual([person('admin'), person('editor'), person('viewer')]);
  // The stack was started for this run of the tests.
  expect(Date.now() - Date.parse(String(members[0]?.['createdAt']))).toBeLessThan(24 * 60 * 60_000);
  expect(rest).toEqual({ managed: true });
  expect(wrong).toMatchObject({ status: 400, body: { faults: [{ field: 'cursor' }] } });
});

/** The record of a deployment when it is over. */
async function settled(serverId: string, id: string) {
  let record: { status: string } | undefined;
  await until(async () => {
    record = await stack.api<{ status: string }>('GET', `/v1/servers/${serverId}/deployments/${id}`);
    return record.status !== 'running';
  });
  return record;
}

/** Any request, whatever its status. */
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.accessToken}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: read loosely, as a script would
    body: (isJson && text ? JSON.parse(text) : undefined) as any,
  };
}

/** Lists are asked for anew each time: the newer clients keep them for a minute, as they may. */
const connect = async (url: string): Promise<TestClient> => {
  const [, , open] = CLIENTS.find(([name]) => name === 'v1 Streamable HTTP') as (typeof CLIENTS)[number];
  return open(url);
};
const manual = (auth: object = { type: 'bearer', token: 'first-upstream-secret' }): Promise<HostedServer> =>
  deploy(stack, { name: 'By hand', source: { kind: 'manual' }, baseUrl: `${upstream.baseUrl}/api`, auth });
const imported = (): Promise<HostedServer> =>
  deploy(stack, {
    source: { kind: 'openapi', document: { base64: gzipSync(DOCUMENT).toString('base64') } },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
  });
const TOOL = { name: 'list_orders', verb: 'GET', path: '/orders', parameters: [{ name: 'page', in: 'query' }] };

describe('the way in', () => {
  test('wants a valid login everywhere but where it says how to get one', async () => {
    const [none, forged, description, config] = await Promise.all([
      send('GET', '/v1/servers', undefined, { authorization: '' }),
      send('GET', '/v1/servers', undefined, { authorization: `Bearer ${stack.accessToken.slice(0, -6)}AAAAAA` }),
      send('GET', '/v1/openapi.json', undefined, { authorization: '' }),
      send('GET', '/v1/config', undefined, { authorization: '' }),
    ]);

    expect([none.status, forged.status]).toEqual([401, 401]);
    expect(description.body.openapi).toBe('3.1.1');
    expect(config.body).toMatchObject({ issuer: expect.any(String), clientId: expect.any(String) });
  });

  test('knows who is asking', async () => {
    expect((await send('GET', '/v1/me')).body).toMatchObject({ role: 'admin' });
  });

  test('answers problems as problem+json', async () => {
    const answer = await send('POST', '/v1/servers', '{"name": }');

    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ code: 'body_not_json', status: 400 });
  });
});

describe('a description', () => {
  test('is previewed from its address and from a file', async () => {
    const byUrl = await send('POST', '/v1/specs/preview', { url: `${upstream.baseUrl}/openapi.json` });
    const byFile = await send('POST', '/v1/specs/preview', { document: DOCUMENT });

    for (const { body } of [byUrl, byFile]) {
      expect(body).toMatchObject({
        title: 'Small shop',
        endpoints: 3,
        byVerb: { GET: 2, POST: 1 },
        auth: { suggested: { type: 'bearer' }, securityPresent: true },
      });
      expect(body.tokenCost).toBeGreaterThan(50);
    }
  });

  test('that cannot be had says why', async () => {
    const [missing, html] = await Promise.all([
      send('POST', '/v1/specs/preview', { url: 'https://nothing.shop.example/openapi.json' }),
      send('POST', '/v1/specs/preview', { document: '<!doctype html><html></html>' }),
    ]);

    for (const answer of [missing, html]) {
      expect(answer.status).toBe(422);
      expect(answer.body.code).toMatch(/^[a-z_]+$/);
      expect(answer.body.detail.length).toBeGreaterThan(20);
    }
  });
});

describe('tools', () => {
  test('added, edited, switched off and deleted show in the next list', async () => {
    const { serverId, mcpUrl } = await manual();
    const client = await connect(mcpUrl);
    const names = async () => (await client.listTools()).map(({ title, name }) => title ?? name);
    const empty = await names();

    const { id } = await stack.api<{ id: string }>('POST', `/v1/servers/${serverId}/tools`, TOOL);
    const added = await names();
    await stack.api('PATCH', `/v1/servers/${serverId}/tools/${id}`, { title: 'All orders' });
    const edited = await names();
    await stack.api('PATCH', `/v1/servers/${serverId}/tools`, { toolIds: [id], enabled: false });
    const off = await names();
    await stack.api('PATCH', `/v1/servers/${serverId}/tools`, { toolIds: [id], enabled: true });
    await stack.api('DELETE', `/v1/servers/${serverId}/tools/${id}`);
    const deleted = await names();

    expect([empty, added, edited, off, deleted]).toEqual([[], ['List orders'], ['All orders'], [], []]);
    await client.close();
  });

  test('tried by a person show the request, the raw and the governed answer, and no credential', async () => {
    const { serverId } = await manual();
    const { id } = await stack.api<{ id: string }>('POST', `/v1/servers/${serverId}/tools`, TOOL);

    const { status, body, text } = await send('POST', `/v1/servers/${serverId}/tools/${id}/try`, {
      arguments: { page: '2' },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      request: { method: 'GET', url: `${upstream.baseUrl}/api/orders?page=2` },
      status: 200,
      raw: { contentType: 'application/json' },
      isError: false,
    });
    expect(body.raw.text).toContain('person1@corp.test');
    expect(JSON.stringify(body.content)).not.toContain('person1@corp.test');
    expect(body.truncations).toEqual([expect.objectContaining({ total: 60, kept: 50 })]);
    expect(text).not.toContain('first-upstream-secret');
    expect(upstream.requests.at(-1)?.all('authorization')).toEqual(['Bearer first-upstream-secret']);
  });

  test('of a tag go off together, and a re-import keeps them off', async () => {
    const { serverId, mcpUrl } = await imported();
    const client = await connect(mcpUrl);
    await stack.api('PATCH', `/v1/servers/${serverId}/tools`, { tag: 'orders', enabled: false });

    const before = await client.listTools();
    const { id } = await stack.api<{ id: string }>('POST', `/v1/servers/${serverId}/deployments`, { reimport: true });
    const record = await settled(serverId, id);
    const after = await client.listTools();

    expect(record).toMatchObject({ status: 'live', diff: { added: 0, removed: 0, unchanged: 3 } });
    expect(before).toHaveLength(1);
    expect(after).toEqual(before);
    await client.close();
  });
});

describe('repairs of the description', () => {
  const repaired = (paths: object) => JSON.stringify({ ...JSON.parse(DOCUMENT), paths });
  const schema = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } };
  const document = repaired({
    '/orders': { post: { operationId: 'createOrder', requestBody: { content: { 'application/json': { schema } } } } },
  });
  const made = [expect.objectContaining({ name: 'body_required', count: 1, places: ['createOrder'] })];

  test('are told before and after an import; one that is left out stays so until it is wanted again', async () => {
    const required = async (id: string) => {
      const { items } = await stack.api<{ items: { id: string }[] }>('GET', `/v1/servers/${id}/tools`);
      const tool = await stack.api<{ inputSchema: object }>('GET', `/v1/servers/${id}/tools/${items[0]?.id}`);
      return (tool.inputSchema as { required?: string[] }).required;
    };
    const reimported = async (id: string, approvedSurface?: string) => {
      const started = await stack.api<{ id: string }>('POST', `/v1/servers/${id}/deployments`, {
        reimport: true,
        ...(approvedSurface && { approvedSurface }),
      });
      return settled(id, started.id);
    };

    const preview = await stack.api('POST', '/v1/specs/preview', { document });
    const without = await stack.api('POST', '/v1/specs/preview', { document, withoutRepairs: ['body_required'] });
    const { server, deployment } = await stack.api<{ server: { id: string }; deployment: { id: string } }>(
      'POST',
      '/v1/servers',
      {
        source: { kind: 'openapi', document },
        baseUrl: upstream.baseUrl,
        auth: { type: 'none' },
        withoutRepairs: ['body_required', 'body_required'],
      },
    );
    const first = await settled(server.id, deployment.id);
    const asWritten = await required(server.id);
    const kept = await stack.api('PATCH', `/v1/servers/${server.id}`, { tags: null });
    await reimported(server.id);
    const stillAsWritten = await required(server.id);
    const changed = await stack.api<{ source: object }>('PATCH', `/v1/servers/${server.id}`, { withoutRepairs: null });
    const looked = await stack.api<{ surface: string }>('POST', `/v1/servers/${server.id}/reimport/preview`);
    const last = await reimported(server.id, looked.surface);

    expect(preview).toMatchObject({ repairs: made });
    expect(without).toMatchObject({ repairs: [] });
    expect(first).toMatchObject({ status: 'live', repairs: [] });
    expect([asWritten, stillAsWritten]).toEqual([undefined, undefined]);
    expect(kept).toMatchObject({ source: { withoutRepairs: ['body_required'] } });
    expect(changed.source).toMatchObject({
      kind: 'openapi',
      uploaded: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(changed.source).not.toHaveProperty('withoutRepairs');
    expect(looked).toMatchObject({ repairs: made, diff: { changed: 1 } });
    expect(last).toMatchObject({ status: 'live', repairs: made });
    expect(await required(server.id)).toEqual(['sku']);
  });

  test('that do not exist are refused by name', async () => {
    const refused = await send('POST', '/v1/specs/preview', { document, withoutRepairs: ['spelling'] });

    expect(refused).toMatchObject({ status: 400, body: { faults: [{ field: '/withoutRepairs/0' }] } });
    expect(JSON.stringify(refused.body)).toContain('body_required');
  });
});

describe('the description of an archive', () => {
  test('is the one that was chosen, also when it is imported again or the server is copied, until another source is given', async () => {
    const described = (path: string) =>
      strToU8(
        JSON.stringify({
          openapi: '3.0.3',
          info: { title: path.slice(1), version: '1' },
          paths: { [path]: { get: {} } },
        }),
      );
    const base64 = Buffer.from(
      zipSync({ 'v1/openapi.json': described('/old'), 'v2/openapi.json': described('/new') }),
    ).toString('base64');
    const document = { base64 };
    const root = 'v2/openapi.json';
    const paths = async (id: string) => {
      const { items } = await stack.api<{ items: { path: string }[] }>('GET', `/v1/servers/${id}/tools`);
      return items.map(({ path }) => path);
    };
    const imported = async (id: string) => {
      const { id: deployment } = await stack.api<{ id: string }>('POST', `/v1/servers/${id}/deployments`, {
        reimport: true,
      });
      await settled(id, deployment);
      return paths(id);
    };

    const preview = await stack.api('POST', '/v1/specs/preview', { document });
    const { server, deployment } = await stack.api<{ server: { id: string }; deployment: { id: string } }>(
      'POST',
      '/v1/servers',
      { source: { kind: 'openapi', document, root }, baseUrl: upstream.baseUrl, auth: { type: 'none' } },
    );
    await settled(server.id, deployment.id);
    const first = await paths(server.id);
    const withTags = await stack.api('PATCH', `/v1/servers/${server.id}`, { tags: null });
    const again = await imported(server.id);
    const definition = await stack.api('GET', `/v1/servers/${server.id}/export`);
    const other = await stack.api<{ source: object }>('PATCH', `/v1/servers/${server.id}`, {
      source: { kind: 'openapi', document },
    });
    const guessed = await stack.api('POST', `/v1/servers/${server.id}/reimport/preview`);
    const refused = await send('POST', '/v1/specs/preview', { document, root: 'v3/openapi.json' });

    expect(preview).toMatchObject({
      title: 'old',
      archive: { root: 'v1/openapi.json', descriptions: ['v1/openapi.json', root] },
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'archive_root_guessed' })]),
    });
    expect([first, again]).toEqual([['/new'], ['/new']]);
    expect(guessed).toMatchObject({ diff: { added: 1, removed: 1 } });
    expect(withTags).toMatchObject({ source: { root } });
    expect(definition).toMatchObject({ source: { root } });
    expect(other.source).not.toHaveProperty('root');
    expect(refused).toMatchObject({ status: 422, body: { code: 'spec_invalid' } });
  });
});

describe('changes of a server', () => {
  test('reach the next call: credential, base URL, governance', async () => {
    const { serverId, mcpUrl } = await manual();
    await stack.api('POST', `/v1/servers/${serverId}/tools`, TOOL);
    const client = await connect(mcpUrl);
    const call = async () => (await client.call('list_orders', {})).content.map(({ text }) => text).join('\n');
    const governed = await call();

    await stack.api('PUT', `/v1/servers/${serverId}/credentials`, {
      type: 'header',
      name: 'X-Key',
      value: 'second-secret',
    });
    await stack.api('PATCH', `/v1/servers/${serverId}`, {
      baseUrl: `${upstream.baseUrl}/v2`,
      governance: { pii: false, maxItems: 5 },
      systemRules: 'Answer in rhymes.',
    });
    const changed = await call();

    expect(governed).not.toContain('person1@corp.test');
    expect(changed).toContain('person1@corp.test');
    expect(changed).not.toContain('person6@corp.test');
    expect(changed).toContain('Answer in rhymes.');
    const request = upstream.requests.at(-1);
    expect(request?.target).toBe('/v2/orders');
    expect([request?.all('x-key'), request?.all('authorization')]).toEqual([['second-secret'], []]);
    await client.close();
  });

  test('of the global settings are followed by servers that do not override them', async () => {
    const { serverId, mcpUrl } = await manual();
    await stack.api('POST', `/v1/servers/${serverId}/tools`, TOOL);
    const client = await connect(mcpUrl);

    const { body } = await send('PUT', '/v1/settings', { governance: { maxItems: 7 } });
    const answer = (await client.call('list_orders', {})).content.map(({ text }) => text).join('\n');
    await send('PUT', '/v1/settings', { governance: { maxItems: null } });

    expect(body.resealed).toMatchObject({ failed: [], later: 0 });
    expect(body.resealed.done).toBe(body.resealed.following);
    expect(answer).toContain('"id":6');
    expect(answer).not.toContain('"id":7,');
    await client.close();
  });

  test('offline refuses calls, online takes them again', async () => {
    const { serverId, mcpUrl } = await manual();

    await stack.api('PUT', `/v1/servers/${serverId}/status`, { status: 'offline' });
    const off = await fetch(mcpUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    await stack.api('PUT', `/v1/servers/${serverId}/status`, { status: 'online' });
    const client = await connect(mcpUrl);

    expect(off.status).toBe(404);
    expect(await client.listTools()).toEqual([]);
    await client.close();
  });

  test('two deployments at once: one begins, the other is refused', async () => {
    const { serverId } = await manual();

    const answers = await Promise.all([1, 2, 3].map(() => send('POST', `/v1/servers/${serverId}/deployments`, {})));

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  });

  test('deleting ends its tokens and leaves nothing but its trail', async () => {
    const { serverId, mcpUrl } = await manual();

    const gone = await send('DELETE', `/v1/servers/${serverId}`);
    const seen = await send('GET', `/v1/servers/${serverId}`);
    const used = await fetch(mcpUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });

    expect([gone.status, seen.status, used.status]).toEqual([204, 404, 404]);
  });
});

describe('lists in pages', () => {
  test('have each server once, with others made and deleted between them', async () => {
    const staying = await Promise.all([manual(), manual(), manual()]);
    const leaving = await manual();
    const seen: string[] = [];

    for (let next: string | undefined, page = 0; page === 0 || next !== undefined; page++) {
      const { body } = await send('GET', `/v1/servers?limit=1${next === undefined ? '' : `&after=${next}`}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      next = body.next;
      if (page === 0) await Promise.all([send('DELETE', `/v1/servers/${leaving.serverId}`), manual()]);
    }

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(staying.map(({ serverId }) => serverId)));
  });
});

describe('tokens and the trail', () => {
  test('a revoked token is refused at once while another goes on, and the trail tells it all', async () => {
    const { serverId, mcpUrl, token } = await manual();
    await stack.api('POST', `/v1/servers/${serverId}/tools`, TOOL);
    const second = await stack.api<{ mcpUrl: string; token: { value: string } }>(
      'POST',
      `/v1/servers/${serverId}/tokens`,
      { label: 'second' },
    );
    const client = await connect(second.mcpUrl);

    await stack.api('DELETE', `/v1/servers/${serverId}/tokens/${token.id}`);
    const refused = await fetch(mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await client.call('list_orders', { page: '1' });

    expect(refused.status).toBe(404);
    const trail = await send('GET', `/v1/servers/${serverId}/audit?limit=100`);
    const lines = trail.body.items.map(
      (entry: { kind: string; action?: string; tool?: string }) => entry.action ?? entry.tool ?? entry.kind,
    );
    expect(lines).toEqual(
      expect.arrayContaining(['server.create', 'tool.create', 'token.create', 'token.revoke', 'list_orders']),
    );
    const calls = await send('GET', `/v1/servers/${serverId}/audit?class=query`);
    expect(calls.body.items[0]).toMatchObject({ kind: 'call', tool: 'list_orders', tokenLabel: 'second', status: 200 });
    const csv = await send('GET', `/v1/servers/${serverId}/audit/export?format=csv`);
    expect(csv.text.split('\r\n')[0]).toContain('at,kind,tool');
    for (const text of [trail.text, csv.text]) {
      expect(text).not.toContain(second.token.value);
      expect(text).not.toContain('first-upstream-secret');
    }
    const figures = await send('GET', `/v1/stats?server=${serverId}`);
    expect(figures.body).toMatchObject({ totals: { calls: 1, errors: 0, truncations: 1 }, sampled: false });
    expect(figures.body.totals.redactions).toBeGreaterThan(0);
    await client.close();
  });

  test('large answers come compressed to whoever takes that', async () => {
    const answer = await send('GET', '/v1/openapi.json', undefined, { 'accept-encoding': 'gzip' });

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.body.paths['/v1/servers']).toBeDefined();
  });
});
