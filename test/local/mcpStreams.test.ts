import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type HeldStream, holdStream } from '../support/eventStream.ts';
import { closeClients, SSE_CLIENTS, type TestClient } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  hosted = await deployThings();
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const deployThings = () =>
  deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
const newTokenValue = () => addToken(stack, hosted.serverId);
const urlOf = (token: { value: string }) => `${stack.edgeUrl}/${token.value}/mcp`;
const revoke = (token: { id: string }, server = hosted) =>
  stack.api('DELETE', `/v1/servers/${server.serverId}/tokens/${token.id}`);
const addTool = (name: string, server = hosted) =>
  stack.api<{ id: string }>('POST', `/v1/servers/${server.serverId}/tools`, { name, verb: 'GET', path: `/${name}` });

const JSON_TYPE = { 'content-type': 'application/json' };
const endpointOf = async (stream: Awaited<ReturnType<typeof holdStream>>) =>
  `${stack.edgeUrl}${(await stream.find(({ event }) => event === 'endpoint')).data}`;
const send = (endpoint: string, message: unknown) =>
  fetch(endpoint, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(message) });
const ping = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'ping' });
const isAnswer = (id: number | string) => (event: { data: string }) =>
  event.data.includes(`"id":${JSON.stringify(id)}`);

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const listen = (url: string, id = 'sub') =>
  holdStream(url, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: META },
    }),
  });
const isChange = ({ data }: { data: string }) => data.includes('notifications/tools/list_changed');

describe('an HTTP+SSE session', () => {
  test('names its endpoint first, as a path of the same origin', async () => {
    const stream = await holdStream(hosted.mcpUrl);

    const endpoint = await stream.find(() => true);

    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(endpoint.event).toBe('endpoint');
    expect(endpoint.data).toMatch(new RegExp(`^/${hosted.token.value}/mcp\\?sessionId=[A-Za-z0-9_.-]+$`));
    stream.close();
  });

  test('answers on its stream, whichever instance served the post', async () => {
    const stream = await holdStream(hosted.mcpUrl);
    const endpoint = await endpointOf(stream);

    // Several posts in a row are served by different workers.
    for (let id = 1; id <= 6; id++) {
      const accepted = await send(endpoint, ping(id));
      expect([accepted.status, await accepted.text()]).toEqual([202, 'Accepted']);
      expect(JSON.parse((await stream.find(isAnswer(id))).data)).toEqual({ jsonrpc: '2.0', id, result: {} });
    }
    stream.close();
  });

  test('speaks 2024-11-05 whatever the client asks for', async () => {
    const stream = await holdStream(hosted.mcpUrl);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    await send(await endpointOf(stream), { jsonrpc: '2.0', id: 1, method: 'initialize', params });

    const { result } = JSON.parse((await stream.find(isAnswer(1))).data);

    expect(result).toMatchObject({ protocolVersion: '2024-11-05', capabilities: { tools: { listChanged: true } } });
    stream.close();
  });

  test('carries protocol errors as messages', async () => {
    const stream = await holdStream(hosted.mcpUrl);
    const accepted = await send(await endpointOf(stream), { jsonrpc: '2.0', id: 9, method: 'nope' });

    expect(accepted.status).toBe(202);
    expect(JSON.parse((await stream.find(isAnswer(9))).data)).toMatchObject({ error: { code: -32601 } });
    stream.close();
  });

  test('is unknown to a token that it does not belong to, and when nobody gave it out', async () => {
    const stream = await holdStream(hosted.mcpUrl);
    const endpoint = new URL(await endpointOf(stream));
    const other = await newTokenValue();

    const foreign = await send(`${urlOf(other)}${endpoint.search}`, ping(1));
    const invented = await send(
      `${hosted.mcpUrl}?sessionId=AAAAAAAAAAAAAAAAAAAAAA.zzzzzzzz.${'A'.repeat(27)}`,
      ping(1),
    );

    expect([foreign.status, invented.status]).toEqual([404, 404]);
    stream.close();
  });

  test('goes on after its stream was cut, with every client', async () => {
    const clients = await Promise.all(SSE_CLIENTS.map(async ([, , connect]) => connect(urlOf(await newTokenValue()))));
    const works = (client: TestClient, withinMs = 5_000) =>
      client.call('getThing', { id: 1 }, { signal: AbortSignal.timeout(withinMs) }).then(
        ({ isError }) => !isError,
        () => false,
      );
    expect(await Promise.all(clients.map((client) => works(client, 60_000)))).toEqual(SSE_CLIENTS.map(() => true));

    await stack.api('POST', `/v1/servers/${hosted.serverId}/connections/kill`);
    // Each opens its stream anew after a pause of its own.
    const again = await Promise.all(
      clients.map(async (client) => {
        let isBack = false;
        await until(async () => (isBack = await works(client)), 500);
        return isBack;
      }),
    );

    expect(again).toEqual(SSE_CLIENTS.map(() => true));
    for (const client of clients) await client.close();
  }, 180_000);

  test('keeps fifty sessions at once apart, with equal request ids', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => holdStream(hosted.mcpUrl)));
    const answers = await Promise.all(
      streams.map(async (stream, at) => {
        const call = { name: 'getThing', arguments: { id: at } };
        await send(await endpointOf(stream), { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
        return (await stream.find(isAnswer(1))).data;
      }),
    );

    for (const [at, data] of answers.entries()) expect(data).toContain(`\\"id\\":${at},`);
    for (const stream of streams) {
      expect(stream.events).toHaveLength(2);
      stream.close();
    }
  });

  test.each(['2024-11-05', '2025-06-18', '2025-11-25', '1999-01-01'])(
    'is begun whatever version its client names in the header (%s)',
    async (version) => {
      const stream = await holdStream(hosted.mcpUrl, { headers: { 'mcp-protocol-version': version } });
      const endpoint = await endpointOf(stream);

      await send(endpoint, ping(1));

      expect(JSON.parse((await stream.find(isAnswer(1))).data)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
      stream.close();
    },
  );

  test.each<[string, (stream: HeldStream, token: { id: string }) => unknown]>([
    ['its client is gone', (stream) => stream.close()],
    ['it was closed by hand', () => stack.api('POST', `/v1/servers/${hosted.serverId}/connections/kill`)],
  ])('is unknown to posts as soon as %s', async (_why, happens) => {
    const token = await newTokenValue();
    const stream = await holdStream(urlOf(token));
    const endpoint = await endpointOf(stream);
    expect((await send(endpoint, ping(1))).status).toBe(202);

    await happens(stream, token);
    await stream.ended;
    await until(async () => (await send(endpoint, ping(2))).status === 404);

    expect((await send(endpoint, ping(3))).status).toBe(404);
  });

  test('whose client is gone before a call ends: the trail says that nobody got its answer', async () => {
    const token = await newTokenValue();
    const stream = await holdStream(urlOf(token));
    const call = { name: 'slow', arguments: { ms: 400 } };
    await send(await endpointOf(stream), { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    stream.close();

    const trail = async () =>
      (await stack.api<{ items: object[] }>('GET', `/v1/servers/${hosted.serverId}/audit?token=${token.id}&class=call`))
        .items;
    await until(async () => (await trail()).length > 0);

    expect(await trail()).toMatchObject([
      { kind: 'call', tool: 'slow', outcome: 'error', errorCode: 'answer_withheld' },
    ]);
  });

  test('gets long answers, which lie nowhere afterwards', async () => {
    const stream = await holdStream(hosted.mcpUrl);
    const endpoint = await endpointOf(stream);
    const large = { name: 'large', arguments: {} };
    for (let id = 1; id <= 3; id++) await send(endpoint, { jsonrpc: '2.0', id, method: 'tools/call', params: large });
    const answers = await Promise.all([1, 2, 3].map((id) => stream.find(isAnswer(id))));

    const lying = globSync('state/s3/**/*', { cwd: stack.data, withFileTypes: true }).filter((file) => file.isFile());
    const texts = lying.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));

    for (const { data } of answers) expect(data.length).toBeGreaterThan(100 * 1024);
    expect(lying.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('word word word'))).toEqual([]);
    const index = texts
      .join('\n')
      .split('\n')
      .filter((line) => line.includes('sessions/'));
    expect(index.filter((line) => line.includes('"put"')).length).toBeGreaterThanOrEqual(3);
    expect(index.filter((line) => line.includes('"gone"')).length).toBe(index.length / 2);
    stream.close();
  });
});

describe('the standalone stream of 2025', () => {
  const initialize = async (url = hosted.mcpUrl, protocolVersion = '2025-11-25') => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const response = await send(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const { result } = (await response.json()) as { result: { capabilities: object } };
    const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
    return { capabilities: result.capabilities, session };
  };

  test.each(['2025-11-25', '2026-07-28'])(
    'is promised and held for a hello that asks for %s: changed tools arrive on it',
    async (version) => {
      const { capabilities, session } = await initialize(hosted.mcpUrl, version);
      const stream = await holdStream(hosted.mcpUrl, { headers: { ...session, 'mcp-protocol-version': '2025-11-25' } });

      const tool = await addTool(`standing-${version}`);

      await stream.find(isChange);
      expect(capabilities).toEqual({ tools: { listChanged: true } });
      expect(stream.events.every(({ event }) => event === 'message')).toBe(true);
      await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tools/${tool.id}`);
      stream.close();
    },
  );

  test('ends with a DELETE of its session, and no other', async () => {
    const [one, other] = await Promise.all([initialize(), initialize()]);
    const [ending, staying] = await Promise.all(
      [one, other].map(({ session }) => holdStream(hosted.mcpUrl, { headers: session })),
    );

    const deleted = await fetch(hosted.mcpUrl, { method: 'DELETE', headers: one.session });
    await ending?.ended;
    const nameless = await fetch(hosted.mcpUrl, { method: 'DELETE' });
    const tool = await addTool('stays');
    await staying?.find(isChange);

    const { session } = one;
    const afterwards = await Promise.all([
      fetch(hosted.mcpUrl, { method: 'POST', headers: { ...JSON_TYPE, ...session }, body: JSON.stringify(ping(1)) }),
      fetch(hosted.mcpUrl, { headers: { accept: 'text/event-stream', ...session } }),
      send(hosted.mcpUrl, ping(1)),
    ]);

    expect([deleted.status, nameless.status]).toEqual([204, 400]);
    expect(afterwards.map(({ status }) => status)).toEqual([404, 404, 200]);
    expect(ending?.events).toEqual([]);
    await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tools/${tool.id}`);
    staying?.close();
  });

  test('ends with its token', async () => {
    const token = await newTokenValue();
    const { session } = await initialize(urlOf(token));
    const stream = await holdStream(urlOf(token), { headers: session });

    await revoke(token);

    expect(await stream.ended).toEqual(expect.any(Number));
  });
});

describe('a token that expires', () => {
  test('takes its streams along at that moment, and what they would have heard', async () => {
    const expiresAt = new Date(Date.now() + 2_000);
    const { token } = await stack.api<{ token: { value: string } }>('POST', `/v1/servers/${hosted.serverId}/tokens`, {
      label: 'short',
      expiresAt: expiresAt.toISOString(),
    });
    const streams = await Promise.all([
      holdStream(urlOf(token)),
      holdStream(urlOf(token), { headers: { 'mcp-session-id': 'any' } }),
      listen(urlOf(token)),
    ]);

    await Promise.all(streams.map(({ ended }) => ended));

    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
    expect(Date.now()).toBeLessThan(expiresAt.getTime() + 10_000);
    expect(streams[2]?.events.some(({ data }) => data.includes('"result"'))).toBe(false);
  });
});

describe('a change of the tools', () => {
  test('reaches sessions and subscriptions alike, and only those of its server', async () => {
    const other = await deployThings();
    const [session, subscription, stranger] = await Promise.all([
      holdStream(hosted.mcpUrl),
      listen(hosted.mcpUrl),
      listen(other.mcpUrl),
    ]);
    await endpointOf(session);
    await subscription.find(({ data }) => data.includes('subscriptions/acknowledged'));
    await stranger.find(({ data }) => data.includes('subscriptions/acknowledged'));

    const tool = await addTool('announced');

    await session.find(isChange);
    const told = JSON.parse((await subscription.find(isChange)).data);
    expect(told.params._meta).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'sub' });
    const before = subscription.events.length;
    await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tools/${tool.id}`);
    await until(() => subscription.events.length > before);
    expect(stranger.events.filter(isChange)).toEqual([]);
    for (const stream of [session, subscription, stranger]) stream.close();
  });

  test('is in the next tools/list', async () => {
    const names = async () => {
      const response = await send(hosted.mcpUrl, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      return ((await response.json()) as { result: { tools: { name: string }[] } }).result.tools.map(
        ({ name }) => name,
      );
    };
    const tool = await addTool('brandNew');
    const added = await names();
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools/${tool.id}`, { enabled: false });
    const disabled = await names();

    expect(added).toContain('brandNew');
    expect(disabled).not.toContain('brandNew');
  });
});

describe('a revocation', () => {
  test('closes every stream of its token and no other', async () => {
    const token = await newTokenValue();
    const doomed = await Promise.all([holdStream(urlOf(token)), holdStream(urlOf(token)), listen(urlOf(token))]);
    const spared = await Promise.all([holdStream(hosted.mcpUrl), listen(hosted.mcpUrl)]);
    for (const stream of [...doomed, ...spared]) await stream.find(() => true);

    await revoke(token);
    await Promise.all(doomed.map(({ ended }) => ended));

    const endpoint = await endpointOf(spared[0] as (typeof spared)[0]);
    await send(endpoint, ping('still here'));
    await spared[0]?.find(isAnswer('still here'));
    expect((await holdStream(urlOf(token))).status).toBe(404);
    for (const stream of spared) stream.close();
  });

  test('lets nothing through to a session whose answer was on its way', async () => {
    const token = await newTokenValue();
    const stream = await holdStream(urlOf(token));
    const call = { name: 'getThing', arguments: { id: 55 } };
    const endpoint = await endpointOf(stream);
    const released = Promise.withResolvers<void>();
    const { respond } = upstream;
    upstream.respond = async (request, socket) => {
      await released.promise;
      return respond(request, socket);
    };
    const posted = send(endpoint, { jsonrpc: '2.0', id: 5, method: 'tools/call', params: call });
    await until(() => upstream.requests.at(-1)?.target === '/things/55');

    await revoke(token);
    released.resolve();
    await stream.ended;
    await posted;
    upstream.respond = respond;

    expect(upstream.requests.at(-1)?.target).toBe('/things/55');
    expect(stream.events.filter(isAnswer(5))).toEqual([]);
  });
});

describe('closing by hand', () => {
  test('connections/kill closes the streams, and the tokens go on', async () => {
    const streams = await Promise.all([holdStream(hosted.mcpUrl), listen(hosted.mcpUrl)]);
    for (const stream of streams) await stream.find(() => true);

    await stack.api('POST', `/v1/servers/${hosted.serverId}/connections/kill`);
    await Promise.all(streams.map(({ ended }) => ended));

    expect((await send(hosted.mcpUrl, ping(1))).status).toBe(200);
    // A subscription ends with the result of its request, which says that this is the end and no accident.
    expect(JSON.parse(streams[1]?.events.at(-1)?.data ?? '')).toMatchObject({
      id: 'sub',
      result: { resultType: 'complete' },
    });
  });

  test('a server that goes offline or is deleted closes its streams and its door', async () => {
    const server = await deployThings();
    const before = await holdStream(server.mcpUrl);
    await before.find(() => true);

    const subscription = await listen(server.mcpUrl);
    await subscription.find(() => true);
    await stack.api('PUT', `/v1/servers/${server.serverId}/status`, { status: 'offline' });
    await Promise.all([before.ended, subscription.ended]);
    const offline = await send(server.mcpUrl, ping(1));
    await stack.api('PUT', `/v1/servers/${server.serverId}/status`, { status: 'online' });
    const again = await holdStream(server.mcpUrl);
    await again.find(() => true);
    await stack.api('DELETE', `/v1/servers/${server.serverId}`);
    await again.ended;

    expect(offline.status).toBe(404);
    expect(subscription.events.some(({ data }) => data.includes('"result"'))).toBe(false);
    expect((await send(server.mcpUrl, ping(1))).status).toBe(404);
  });
});
