/** Toolsets, seen by every kind of client: what they list, whom a call reaches, what a change of a member does, and what they refuse. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../core/lib/limits.ts';
import { commandLine } from '../support/commandLine.ts';
import { defined } from '../support/defined.ts';
import { holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { gaugesDocument } from '../support/gauges.ts';
import { ask, loginsOf } from '../support/logins.ts';
import { CLIENTS, closeClients, connect, type TestClient } from '../support/mcpClients.ts';
import { ClientMemory, requestOf, signingV2 } from '../support/oauthClient.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { registerByHand, signInByHand } from '../support/signInFlow.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, THING_TOOLS, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let stack: SharedStack;
let things: Upstream;
let orders: Upstream;
let first: HostedServer;
let second: HostedServer;
let toolset: HostedServer;

const openapi = (document: object) => ({ kind: 'openapi', document: JSON.stringify(document) });
/** Orders with two operations that Things have, too, and one that it has not. */
const ordersDocument = (baseUrl: string) => {
  const { paths } = thingsDocument(baseUrl);
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1.0.0' },
    servers: [{ url: baseUrl }],
    paths: {
      '/things': paths['/things'],
      '/orders': {
        get: { operationId: 'listOrders', summary: 'List orders', responses: { 200: { description: 'OK' } } },
      },
    },
  };
};
const combine = (members: readonly object[], more: object = {}) =>
  deploy(stack, { name: 'Everything', source: { kind: 'toolset', members }, auth: { type: 'none' }, ...more });
const namesIn = async (url: string) => {
  const client = await connect(url);
  const names = (await client.listTools()).map(({ name }) => name);
  await client.close();
  return names;
};
const untilListed = (url: string, isListed: (names: readonly string[]) => boolean) =>
  until(async () => isListed(await namesIn(url)));
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';
const trailOf = async (serverId: string) =>
  (await stack.api<{ items: Record<string, unknown>[] }>('GET', `/v1/servers/${serverId}/audit`)).items.toReversed();
const refusalOf = async (making: Promise<unknown>) =>
  making.then(
    () => 'made',
    (error: unknown) => String(error),
  );
const listed = (upstream: Upstream) => upstream.requests.map(({ method, target }) => `${method} ${target}`);

beforeAll(async () => {
  stack = await sharedStack();
  things = await stack.upstream({ host: 'api.things.example' });
  orders = await stack.upstream({ host: 'api.orders.example' });
  things.respond = answerThings(things);
  orders.respond = () => ({
    headers: { 'content-type': 'application/json' },
    body: '{"from":"orders","mail":"ann@example.org"}',
  });
  first = await deploy(stack, {
    source: openapi(thingsDocument(things.baseUrl)),
    auth: { type: 'bearer', token: 'of-things' },
    name: 'Things',
  });
  second = await deploy(stack, {
    source: openapi(ordersDocument(orders.baseUrl)),
    auth: { type: 'bearer', token: 'of-orders' },
    name: 'My Orders',
    systemRules: 'Orders are in euros.',
  });
  toolset = await combine([{ serverId: first.serverId }, { serverId: second.serverId }]);
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await things?.close();
  await orders?.close();
});

const ALL = [...THING_TOOLS, 'listOrders', 'my_orders_createThing', 'my_orders_listThings'].sort((a, b) =>
  a < b ? -1 : 1,
);

describe.each(CLIENTS)('the %s client', (_name, version, connectTo) => {
  test('lists the tools of both, and each call reaches its own API with its own credential', async () => {
    const client: TestClient = await connectTo(toolset.mcpUrl);
    const before = [things.requests.length, orders.requests.length] as const;

    const names = (await client.listTools()).map(({ name }) => name);
    const own = await client.call('createThing', { name: 'New' });
    const other = await client.call('my_orders_createThing', { name: 'New' });
    const wrong = await client.call('my_orders_createThing', {});

    expect(client.version).toBe(version);
    expect(names).toEqual(ALL);
    expect(own.isError).toBeFalsy();
    expect(JSON.parse(textOf(own))).toEqual({ created: { name: 'New' } });
    expect(textOf(other)).toMatch(/"from":"orders".*\[REDACTED:email\]/);
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/arguments of my_orders_createThing.*\/name/s);
    expect(listed(things).slice(before[0])).toEqual(['POST /things']);
    expect(listed(orders).slice(before[1])).toEqual(['POST /things']);
    expect(things.requests.at(-1)?.all('authorization')).toEqual(['Bearer of-things']);
    expect(orders.requests.at(-1)?.all('authorization')).toEqual(['Bearer of-orders']);
    await client.close();
  });
});

test('both trails have the call, and each names the other', async () => {
  const token = await addToken(stack, toolset.serverId, 'audited');
  const client = await connect(`${stack.edgeUrl}/${token.value}/mcp`);
  await client.call('my_orders_createThing', { name: 'Seen' });
  await client.close();

  const ofToken = async ({ serverId }: HostedServer) =>
    (await trailOf(serverId)).filter((entry) => entry['tokenId'] === token.id && entry['callId'] !== undefined);
  const [own, members, others] = await Promise.all([toolset, second, first].map(ofToken));

  expect(own?.map(({ kind, tool, member }) => [kind, tool, member])).toEqual(
    ['call-started', 'call'].map((kind) => [
      kind,
      'my_orders_createThing',
      { serverId: second.serverId, tool: 'createThing' },
    ]),
  );
  expect(members?.map(({ kind, tool, toolset: id }) => [kind, tool, id])).toEqual(
    ['call-started', 'call'].map((kind) => [kind, 'createThing', toolset.serverId]),
  );
  expect(members?.map(({ callId }) => callId)).toEqual(own?.map(({ callId }) => callId));
  expect(others).toEqual([]);
});

test('the page shows the list as clients get it', async () => {
  const { items } = await stack.api<{ items: { name: string; description: string }[] }>(
    'GET',
    `/v1/servers/${toolset.serverId}/tool-list`,
  );
  const client = await connect(toolset.mcpUrl);
  const seen = await client.listTools();
  await client.close();

  expect(items.map(({ name }) => name)).toEqual(seen.map(({ name }) => name));
});

test('the instructions tell of both APIs, and whose rules are whose', async () => {
  const answer = await fetch(toolset.mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  const text = await answer.text();

  expect(text).toContain('These tools call 2 APIs');
  expect(text).toContain('For the tools of My Orders: Orders are in euros.');
});

test.each(['search', 'grouped', 'compact'])(
  'one list of all in exposition %s, and calls work in it',
  async (exposition) => {
    const made = await combine([{ serverId: first.serverId }, { serverId: second.serverId }], { exposition });
    const client = await connect(made.mcpUrl);
    const names = (await client.listTools()).map(({ name }) => name);
    const shown = await stack.api<{ items: { name: string }[] }>('GET', `/v1/servers/${made.serverId}/tool-list`);

    const answer =
      exposition === 'search'
        ? await client.call('call_change', { tool: 'my_orders_createThing', arguments: { name: 'x' } })
        : exposition === 'grouped'
          ? await client.call(defined(names.find((name) => name.endsWith('_change'))), {
              action: 'my_orders_createThing',
              arguments: { name: 'x' },
            })
          : await client.call('my_orders_createThing', { name: 'x' });

    expect(textOf(answer)).toContain('"from":"orders"');
    expect(shown.items.map(({ name }) => name)).toEqual(names);
    if (exposition === 'search') {
      expect(textOf(await client.call('search', { query: 'list orders' }))).toContain('listOrders');
      expect(textOf(await client.call('search', { query: 'get a thing' }))).toContain('getThing');
    }
    await client.close();
  },
);

test('tools by tag, by id and under other names, with a prefix of the owner’s', async () => {
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/servers/${second.serverId}/tools`,
  );
  const idOf = (name: string) => defined(items.find((tool) => tool.name === name)).id;
  const made = await combine([
    {
      serverId: second.serverId,
      prefix: 'o',
      prefixed: true,
      tools: [idOf('listOrders'), idOf('listThings')],
      names: { [idOf('listThings')]: 'parcels' },
    },
  ]);

  expect(await namesIn(made.mcpUrl)).toEqual(['o_listOrders', 'parcels']);
  const client = await connect(made.mcpUrl);
  expect(textOf(await client.call('parcels', {}))).toContain('"from":"orders"');
});

describe('a member that changes', () => {
  test('an operation that is switched off, and on again, is told, and keeps its name', async () => {
    const stream = await holdStream(toolset.mcpUrl, SUBSCRIBE);
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
      'GET',
      `/v1/servers/${second.serverId}/tools`,
    );
    const { id } = defined(items.find(({ name }) => name === 'createThing'));

    await stack.api('PATCH', `/v1/servers/${second.serverId}/tools/${id}`, { enabled: false });
    await untilListed(toolset.mcpUrl, (names) => !names.includes('my_orders_createThing'));
    await stream.find((event) => event.data.includes('list_changed'));
    await stack.api('PATCH', `/v1/servers/${second.serverId}/tools/${id}`, { enabled: true });
    await untilListed(toolset.mcpUrl, (names) => names.includes('my_orders_createThing'));

    expect(await namesIn(toolset.mcpUrl)).toEqual(ALL);
    stream.close();
  });

  test('taken offline, its calls are refused at once, its tools go, and come back', async () => {
    const client = await connect(toolset.mcpUrl);
    const before = orders.requests.length;

    await stack.api('PUT', `/v1/servers/${second.serverId}/status`, { status: 'offline' });
    // A result, or the error of a tool that is not listed any more: the list may have followed already.
    const refused = await client.call('my_orders_listThings', {}).then(
      (answer) => answer.isError === true,
      () => true,
    );
    await untilListed(toolset.mcpUrl, (names) => names.length === THING_TOOLS.length);
    const { items } = await stack.api<{ items: object[] }>('GET', `/v1/servers/${toolset.serverId}/toolset-members`);
    const still = await client.call('getThing', { id: 1 });
    await stack.api('PUT', `/v1/servers/${second.serverId}/status`, { status: 'online' });
    await untilListed(toolset.mcpUrl, (names) => names.length === ALL.length);

    expect(refused).toBe(true);
    expect(still.isError).toBeFalsy();
    expect(orders.requests).toHaveLength(before);
    expect(items).toMatchObject([
      { serverId: first.serverId, state: 'listed', tools: THING_TOOLS.length },
      { serverId: second.serverId, state: 'offline', tools: 0 },
    ]);
    expect(await namesIn(toolset.mcpUrl)).toEqual(ALL);
    await client.close();
  });

  test('taken offline while a call runs, the answer is withheld', async () => {
    const client = await connect(toolset.mcpUrl);
    const running = client.call('slow', { ms: 1_500 });
    await until(() => listed(things).at(-1)?.endsWith('/slow/1500') === true);
    await stack.api('PUT', `/v1/servers/${first.serverId}/status`, { status: 'offline' });

    const answer = await running;
    await stack.api('PUT', `/v1/servers/${first.serverId}/status`, { status: 'online' });

    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('answer_withheld');
    await untilListed(toolset.mcpUrl, (names) => names.length === ALL.length);
  });

  test('deleted during a call, its answer is withheld, its tools go, and nobody else gets their names', async () => {
    const gone = await deploy(stack, {
      source: openapi(thingsDocument(things.baseUrl)),
      auth: { type: 'none' },
      name: 'Gone',
    });
    const made = await combine([{ serverId: gone.serverId }, { serverId: second.serverId }]);
    const client = await connect(made.mcpUrl);
    const before = things.requests.length;
    const running = client.call('slow', { ms: 1_400 });
    await until(() => things.requests.length > before);

    await stack.api('DELETE', `/v1/servers/${gone.serverId}`);
    const answer = await running;
    await untilListed(made.mcpUrl, (names) => names.length === 3);

    expect(textOf(answer)).toContain('answer_withheld');
    expect(await namesIn(made.mcpUrl)).toEqual(['listOrders', 'my_orders_createThing', 'my_orders_listThings']);
    const { items } = await stack.api<{ items: object[] }>('GET', `/v1/servers/${made.serverId}/toolset-members`);
    expect(items).toMatchObject([
      { state: 'missing', tools: 0 },
      { state: 'listed', tools: 3 },
    ]);
    await stack.api('PATCH', `/v1/servers/${made.serverId}`, {
      source: { kind: 'toolset', members: [{ serverId: second.serverId }] },
    });
    expect(await namesIn(made.mcpUrl)).toEqual(['listOrders', 'my_orders_createThing', 'my_orders_listThings']);
  });

  test('at another host, its calls go there with the credential of that host', async () => {
    const moved = await deploy(stack, {
      source: { kind: 'manual' },
      name: 'Moved',
      baseUrl: things.baseUrl,
      auth: { type: 'bearer', token: 'old' },
    });
    await stack.api('POST', `/v1/servers/${moved.serverId}/tools`, { name: 'look', verb: 'GET', path: '/things' });
    const made = await combine([{ serverId: moved.serverId }]);
    await untilListed(made.mcpUrl, (names) => names.includes('look'));
    await stack.api('PATCH', `/v1/servers/${moved.serverId}`, {
      baseUrl: orders.baseUrl,
      auth: { type: 'bearer', token: 'new' },
    });
    const client = await connect(made.mcpUrl);

    expect(textOf(await client.call('look', {}))).toContain('"from":"orders"');
    expect(orders.requests.at(-1)?.all('authorization')).toEqual(['Bearer new']);
  });

  test('a tool that does not only read any more is not called for those who may only read, while the list is late', async () => {
    const grown = await deploy(stack, {
      source: { kind: 'manual' },
      name: 'Grown',
      baseUrl: things.baseUrl,
      auth: { type: 'none' },
    });
    const path = `/v1/servers/${grown.serverId}/tools`;
    const look = await stack.api<{ id: string }>('POST', path, { name: 'look', verb: 'GET', path: '/things' });
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.listedTools - 1 }, (_, at) => [
        `/many/${at}`,
        { get: { operationId: `many${at}`, summary: 'One of many', responses: { 200: { description: 'OK' } } } },
      ]),
    );
    const full = await deploy(stack, {
      source: openapi({ ...ordersDocument(orders.baseUrl), paths: many }),
      auth: { type: 'none' },
      name: 'Full',
    });
    const made = await combine([{ serverId: grown.serverId }, { serverId: full.serverId }], { exposition: 'flat' });
    const token = await addToken(stack, made.serverId, 'reads', { access: 'read' });
    const client = await connect(`${stack.edgeUrl}/${token.value}/mcp`);
    const read = await client.call('look', {});
    const before = things.requests.length;

    // Too many for the list, so it stays as it is.
    await stack.api('POST', path, { name: 'more', verb: 'GET', path: '/things' });
    await stack.api('PATCH', `${path}/${look.id}`, { verb: 'DELETE' });
    const refused = await client.call('look', {});

    expect(read.isError).toBeFalsy();
    expect(textOf(refused)).toMatch(/look does not only read any more.*tool_unknown/s);
    expect(things.requests).toHaveLength(before);
    await client.close();
  }, 120_000);

  test('a toolset of members that are all offline lists nothing and stays up', async () => {
    const alone = await deploy(stack, {
      source: openapi(ordersDocument(orders.baseUrl)),
      auth: { type: 'none' },
      name: 'Alone',
    });
    const made = await combine([{ serverId: alone.serverId }]);
    await stack.api('PUT', `/v1/servers/${alone.serverId}/status`, { status: 'offline' });

    await untilListed(made.mcpUrl, (names) => names.length === 0);
    const another = await combine([{ serverId: alone.serverId }]);

    expect(await namesIn(another.mcpUrl)).toEqual([]);
  });
});

describe('refused', () => {
  const members = (...ids: string[]) => ({
    source: { kind: 'toolset', members: ids.map((serverId) => ({ serverId })) },
  });

  test('a toolset in a toolset, by every way there is', async () => {
    const made = await combine([{ serverId: first.serverId }]);
    const ways = await Promise.all(
      [
        stack.api('POST', '/v1/servers', { name: 'x', auth: { type: 'none' }, ...members(toolset.serverId) }),
        stack.api('PATCH', `/v1/servers/${made.serverId}`, members(made.serverId)),
        stack.api('PATCH', `/v1/servers/${made.serverId}`, members(first.serverId, toolset.serverId)),
        stack.api('PATCH', `/v1/servers/${first.serverId}`, members(toolset.serverId)),
        stack.api('POST', `/v1/servers/${made.serverId}/duplicate`, {}),
        stack.api('GET', `/v1/servers/${made.serverId}/export`),
      ].map(refusalOf),
    );

    expect(ways.map((text) => /toolset_member|source_fixed|toolset_not_copied/.exec(text)?.[0] ?? text)).toEqual([
      'toolset_member',
      'toolset_member',
      'toolset_member',
      'source_fixed',
      'toolset_not_copied',
      'toolset_not_copied',
    ]);
  });

  test('a toolset in a toolset, in a file that is applied or imported', async () => {
    const declared = (...ids: string[]) => ({
      declarations: { group: 'toolsets', servers: { all: { name: 'Declared', ...members(...ids) } } },
    });
    const apply = (body: object) => stack.api<{ servers: { state: string }[] }>('POST', '/v1/apply', body);
    const definition = { format: 'portcullis-server', formatVersion: 1, name: 'x', ...members(first.serverId) };

    const nested = JSON.stringify(await apply(declared(toolset.serverId)));
    await until(async () => (await apply(declared(first.serverId))).servers.every(({ state }) => state === 'same'));
    const again = JSON.stringify(await apply(declared(first.serverId, toolset.serverId)));
    const imported = await refusalOf(stack.api('POST', '/v1/servers/import', { definition }));

    expect(nested).toContain('is a toolset');
    expect(again).toContain('is a toolset');
    expect(imported).toContain('definition_invalid');
  });

  test('what only members have, unknown servers, and servers that are named twice', async () => {
    const patch = (body: object) => refusalOf(stack.api('PATCH', `/v1/servers/${toolset.serverId}`, body));
    const refusals = await Promise.all([
      patch({ baseUrl: 'https://elsewhere.example' }),
      patch({ governance: { pii: false } }),
      patch({ signed: true }),
      patch(members('srv_000000000000')),
      patch(members(first.serverId, first.serverId)),
      refusalOf(stack.api('PUT', `/v1/servers/${toolset.serverId}/credentials`, { type: 'bearer', token: 'x' })),
      refusalOf(stack.api('POST', `/v1/servers/${toolset.serverId}/tools`, { name: 'own', verb: 'GET', path: '/' })),
    ]);

    expect(refusals.map((text) => /of_members|unknown_server|duplicate/.exec(text)?.[0] ?? text)).toEqual([
      'of_members',
      'of_members',
      'of_members',
      'unknown_server',
      'duplicate',
      'of_members',
      'of_members',
    ]);
  });

  test('tokens of the one at the address of the other', async () => {
    const at = async (serverId: string, token: string) =>
      (
        await fetch(`${stack.edgeUrl}/${serverId}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        })
      ).status;

    expect(await at(first.serverId, toolset.token.value)).toBe(401);
    expect(await at(toolset.serverId, first.token.value)).toBe(401);
    expect(await namesIn(first.mcpUrl)).toEqual(THING_TOOLS);
  });

  test('a revoked token of the toolset, and tools outside of a token’s scope', async () => {
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
      'GET',
      `/v1/servers/${second.serverId}/tools`,
    );
    const { id } = defined(items.find(({ name }) => name === 'listThings'));
    const token = await addToken(stack, toolset.serverId, 'scoped', { tools: [id] });
    const url = `${stack.edgeUrl}/${token.value}/mcp`;
    const names = await namesIn(url);

    await stack.api('DELETE', `/v1/servers/${toolset.serverId}/tokens/${token.id}`);

    expect(names).toEqual(['my_orders_listThings']);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
  });
});

/** A server that is called with an account of each client. */
const withAccounts = () =>
  deploy(stack, {
    source: openapi(ordersDocument(orders.baseUrl)),
    auth: {
      type: 'oauth2',
      grant: 'authorizationCode',
      tokenUrl: 'https://login.home.example/token',
      authorizationUrl: 'https://login.home.example/auth',
      clientId: 'portcullis',
    },
    credentials: 'per-token',
    name: 'Accounts',
  });

test('a connection token of a toolset is told that only who signs in has an account at a member', async () => {
  const member = await withAccounts();
  const made = await combine([{ serverId: member.serverId }]);
  const client = await connect(made.mcpUrl);

  const answer = await client.call('listOrders', {});

  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain('sign in at the toolset instead');
  expect(textOf(answer)).toContain(`/connect/account?server=${member.serverId}`);
  await client.close();
});

test('who has signed in at a toolset only connects an account at its member, and is offered it when a client asks', async () => {
  const member = await withAccounts();
  const made = await combine([{ serverId: member.serverId }]);
  await stack.api('PATCH', `/v1/servers/${made.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
  const own = `/v1/servers/${member.serverId}/account`;
  const visitor = await (await loginsOf(stack)).token({ sub: 'visitor-1' });
  const url = `${stack.edgeUrl}/${made.serverId}/mcp`;
  const memory = new ClientMemory('Visitor');
  await signingV2(url, memory)
    .connect()
    .catch(() => {});

  const offered = await ask(stack, visitor, 'GET', `/v1/authorizations/${await requestOf(defined(memory.asked))}`);
  const before = await ask(stack, visitor, 'GET', own);
  await signInByHand(stack, visitor, await registerByHand(stack, 'By hand'), url);
  const after = await ask(stack, visitor, 'GET', own);
  const begun = await ask(stack, visitor, 'POST', `${own}/consents`, {});
  await stack.api('PATCH', `/v1/servers/${made.serverId}`, {
    source: { kind: 'toolset', members: [{ serverId: first.serverId }] },
  });
  const takenOut = await ask(stack, visitor, 'GET', own);

  expect(offered.body.accounts).toEqual([
    { host: 'login.home.example', state: 'missing', server: { id: member.serverId, name: 'Accounts' } },
  ]);
  expect([before.status, before.body.code]).toEqual([403, 'access_refused']);
  expect(after.body).toMatchObject({ server: { name: 'Accounts' }, items: [{ state: 'missing' }] });
  expect(begun.body.authorizationUrl).toContain('https://login.home.example/auth');
  expect([takenOut.status, takenOut.body.code]).toEqual([403, 'access_refused']);
});

test('who signs in at a toolset is shown the tools that it opens to them', async () => {
  const made = await combine([{ serverId: first.serverId }, { serverId: second.serverId }]);
  await stack.api('PATCH', `/v1/servers/${made.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
  const memory = new ClientMemory('Reader');
  await signingV2(`${stack.edgeUrl}/${made.serverId}/mcp`, memory)
    .connect()
    .catch(() => {});

  const { tools } = await stack.api<{ tools: object }>(
    'GET',
    `/v1/authorizations/${await requestOf(defined(memory.asked))}`,
  );

  expect(tools).toMatchObject({ total: ALL.length, names: ALL });
});

test('a member keeps its prefix when one of that name is put before it', async () => {
  const made = await combine([{ serverId: second.serverId, prefix: 'things', prefixed: true }]);

  const { source } = await stack.api<{ source: object }>('PATCH', `/v1/servers/${made.serverId}`, {
    source: { kind: 'toolset', members: [{ serverId: first.serverId }, { serverId: second.serverId, prefixed: true }] },
  });

  expect(source).toMatchObject({
    members: [
      { serverId: first.serverId, prefix: 'things_2' },
      { serverId: second.serverId, prefix: 'things' },
    ],
  });
});

/** Damages the stored bundle of a server, which is told apart from its lockfile by its governance. */
function damageBundle(serverId: string): number {
  const buckets = join(stack.data, 'state', 's3');
  const paths = readdirSync(buckets, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('databundles'))
    .map((entry) => join(entry.parentPath, entry.name));
  const isBundle = (path: string) => {
    const bytes = readFileSync(path);
    if (bytes[0] !== 0x1f) return false;
    const text = gunzipSync(bytes).toString();
    return text.includes(`"serverId":"${serverId}"`) && text.includes('"governance":');
  };
  const damaged = paths.filter(isBundle);
  for (const path of damaged) writeFileSync(path, 'damaged');
  return damaged.length;
}

test('a toolset whose own bundle is damaged is deployed again, with the names that its tools have', async () => {
  const made = await combine([{ serverId: first.serverId }]);
  const path = `/v1/servers/${made.serverId}`;
  const members = [second, first].map(({ serverId }) => ({ serverId }));
  await stack.api('PATCH', path, { source: { kind: 'toolset', members } });
  await untilListed(made.mcpUrl, (names) => names.length === ALL.length);
  const before = await namesIn(made.mcpUrl);
  const damaged = damageBundle(made.serverId);

  await stack.api('POST', `${path}/deployments`, {});
  await until(async () => {
    const { items } = await stack.api<{ items: { status: string }[] }>('GET', `${path}/deployments`);
    return items.length === 2 && items.every(({ status }) => status === 'live');
  });
  await until(async () => (await stack.api<{ unsealed?: object }>('GET', path)).unsealed === undefined);

  expect(damaged).toBeGreaterThan(0);
  expect(before).toEqual(ALL);
  expect(await namesIn(made.mcpUrl)).toEqual(ALL);
});

test('what cannot be composed any more is said to be refused, and not to be changing for ever', async () => {
  const made = await combine([{ serverId: first.serverId }]);
  const path = `/v1/servers/${made.serverId}`;
  const states = async () =>
    (await stack.api<{ items: { state: string }[] }>('GET', `${path}/toolset-members`)).items.map(({ state }) => state);
  const many = await deploy(stack, {
    source: {
      kind: 'openapi',
      document: gaugesDocument({ baseUrl: things.baseUrl, operations: LIMITS.listedTools, padding: { answers: 0 } }),
    },
    auth: { type: 'none' },
    exposition: 'search',
    name: 'Many',
  });
  await stack.api('PUT', `/v1/servers/${many.serverId}/status`, { status: 'offline' });
  const members = [first, many].map(({ serverId }) => ({ serverId }));
  await stack.api('PATCH', path, { source: { kind: 'toolset', members } });
  const before = await states();

  await stack.api('PUT', `/v1/servers/${many.serverId}/status`, { status: 'online' });
  const why = async () => (await stack.api<{ unsealed?: { code?: string } }>('GET', path)).unsealed?.code;
  await until(async () => (await why()) !== undefined);
  await until(async () => (await states()).includes('refused'));

  expect(before).toEqual(['listed', 'offline']);
  expect(await why()).toBe('too_many_listed');
  expect(await namesIn(made.mcpUrl)).toEqual([...THING_TOOLS].sort());
}, 240_000);

test('a toolset is made, shown and changed on the command line, of whole servers and of chosen tools', async () => {
  const cli = (args: string[], input?: object) => commandLine(stack, ['toolset', ...args], input);
  const { items: tools } = await stack.api<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/servers/${second.serverId}/tools`,
  );
  const orders = defined(tools.find(({ name }) => name === 'listOrders'));
  const chosen = [
    { serverId: second.serverId, tools: [orders.id], prefix: 'shop', names: { [orders.id]: 'find_orders' } },
  ];

  const made = await cli(['create', first.serverId, second.serverId, '--name', 'By hand', '--json']);
  const { serverId, mcpUrl } = JSON.parse(made.out);
  const names = await namesIn(mcpUrl);
  const shown = await cli(['show', serverId]);
  const changed = await cli(['set', serverId, '--members', '-'], chosen);
  await untilListed(mcpUrl, (now) => now.join() === 'find_orders');
  const refused = await cli(['set', serverId, toolset.serverId]);
  const wrong = [
    await cli(['create', first.serverId]),
    await cli(['set', serverId]),
    await cli(['set', serverId, first.serverId, '--members', '-'], []),
    await cli(['create', '--name', 'x', '--members', '-'], {}),
  ];

  expect([made.code, changed.code, refused.code]).toEqual([0, 0, 1]);
  expect(names).toEqual(ALL);
  expect(shown.out).toContain(`${second.serverId}  My Orders  my_orders  listed  3 tools`);
  expect(await namesIn(mcpUrl)).toEqual(['find_orders']);
  expect(refused.err).toContain('is a toolset');
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
});

test('a toolset describes itself to everybody only while its owner wants it, without a token and its tools', async () => {
  const made = await combine([{ serverId: first.serverId }]);
  const path = `/v1/servers/${made.serverId}`;
  const read = () => fetch(`${stack.edgeUrl}/.well-known/mcp/${made.serverId}/server.json`);
  const before = await read();

  await stack.api('PATCH', path, { registryEntry: true, access: 'both', accessRules: [{ opens: 'all' }] });
  const shown = await read();
  const text = await shown.text();
  await stack.api('PUT', `${path}/status`, { status: 'offline' });
  const offline = await read();
  await stack.api('PUT', `${path}/status`, { status: 'online' });
  await stack.api('PATCH', path, { registryEntry: false });
  const after = await read();

  expect([before, shown, offline, after].map(({ status }) => status)).toEqual([404, 200, 404, 404]);
  expect(shown.headers.get('access-control-allow-origin')).toBe('*');
  const { title, remotes } = JSON.parse(text) as { title: string; remotes: { url: string }[] };
  expect([title, ...remotes.map(({ url }) => url)]).toEqual([
    'Everything',
    `${stack.edgeUrl}/${made.serverId}/mcp`,
    `${stack.edgeUrl}/mcp`,
  ]);
  for (const word of [made.token.value, ...ALL]) expect(text).not.toContain(word);
});

test('no version of a toolset is offered for a roll back, and none is rolled back to', async () => {
  const path = `/v1/servers/${toolset.serverId}/deployments`;
  const { items } = await stack.api<{ items: { id: string; restorable: boolean }[] }>('GET', path);

  expect(items.map(({ restorable }) => restorable)).toEqual([false]);
  expect(await refusalOf(stack.api('POST', path, { rollbackTo: items[0]?.id }))).toContain('of_members');
});

test('limits of the toolset and of the member both count', async () => {
  const limited = await deploy(stack, {
    source: openapi(ordersDocument(orders.baseUrl)),
    auth: { type: 'none' },
    name: 'Limited',
  });
  await stack.api('PATCH', `/v1/servers/${limited.serverId}`, { limits: { server: { callsPerDay: 2 } } });
  const made = await combine([{ serverId: limited.serverId }, { serverId: first.serverId }]);
  await stack.api('PATCH', `/v1/servers/${made.serverId}`, { limits: { server: { callsPerDay: 4 } } });
  const client = await connect(made.mcpUrl);
  const call = async (name: string, given: object) => {
    const answer = await client.call(name, given as never);
    return answer.isError ? (/\((\w+)\)$/.exec(textOf(answer))?.[1] ?? textOf(answer)) : 'ok';
  };

  const outcomes = [];
  for (const name of ['listOrders', 'listOrders', 'listOrders', 'getThing', 'getThing', 'getThing'])
    outcomes.push(await call(name, name === 'getThing' ? { id: 1 } : {}));

  expect(outcomes).toEqual(['ok', 'ok', 'daily_calls_reached', 'ok', 'ok', 'daily_calls_reached']);
  await client.close();
});

test('two owners who edit at once both have what they changed, or one is told', async () => {
  const made = await combine([{ serverId: first.serverId }]);
  const path = `/v1/servers/${made.serverId}`;

  const outcomes = await Promise.all([
    refusalOf(
      stack.api('PATCH', path, {
        source: { kind: 'toolset', members: [first, second].map(({ serverId }) => ({ serverId })) },
      }),
    ),
    refusalOf(stack.api('PATCH', path, { systemRules: 'Be brief.' })),
  ]);
  const server = await stack.api<{ source: { members: object[] }; governance: object }>('GET', path);

  expect(outcomes).toEqual(['made', 'made']);
  expect(server.source.members).toHaveLength(2);
  expect(JSON.stringify(server.governance)).toContain('Be brief.');
  await untilListed(made.mcpUrl, (names) => names.length === ALL.length);
});
