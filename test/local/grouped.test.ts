/** A server whose tools are listed as groups, seen by every kind of client, and what happens when an owner switches. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { CLIENTS, closeClients, HTTP_CLIENTS, SSE_CLIENTS } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, THING_TOOLS, thingsDocument } from '../support/things.ts';
import type { Upstream } from '../support/upstream.ts';

const GROUPS = ['other_read', 'things_change', 'things_read'];

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  hosted = await deployThings({ exposition: 'grouped' });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const deployThings = (more: object = {}) =>
  deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    ...more,
  });
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';
const change = (serverId: string, exposition: string) => stack.api('PATCH', `/v1/servers/${serverId}`, { exposition });

describe.each(CLIENTS)('the %s client', (_name, version, connect) => {
  test('lists groups, apart for reading and changing', async () => {
    const client = await connect(hosted.mcpUrl);

    const tools = await client.listTools();

    expect(client.version).toBe(version);
    expect(tools.map(({ name }) => name)).toEqual(GROUPS);
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, destructiveHint: false },
      { destructiveHint: true },
      { readOnlyHint: true, destructiveHint: false },
    ]);
    await client.close();
  });

  test('calls actions with big numbers, with text for arguments and with arguments beside the action', async () => {
    const client = await connect(hosted.mcpUrl);
    const before = upstream.requests.length;

    await client.call('things_read', { action: 'getThing', arguments: { id: '9007199254740993' } });
    await client.call('things_read', { action: 'getThing', arguments: '{"id": 9007199254740993}' });
    await client.call('things_read', { action: 'getThing', id: 5 });
    const made = await client.call('things_change', { action: 'createThing', arguments: { name: 'New' } });

    expect(upstream.requests.slice(before).map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /things/9007199254740993',
      'GET /things/9007199254740993',
      'GET /things/5',
      'POST /things',
    ]);
    expect(JSON.parse(textOf(made))).toEqual({ created: { name: 'New' } });
    await client.close();
  });

  test('is told the full schema of an action, and of wrong calls how to make them, without the upstream', async () => {
    const client = await connect(hosted.mcpUrl);
    const before = upstream.requests.length;

    const described = await client.call('things_change', { action: 'describe', arguments: { action: 'createThing' } });
    const wrong = await client.call('things_change', { action: 'createThing', arguments: { size: 'big' } });
    const elsewhere = await client.call('things_read', { action: 'deleteThing', arguments: { id: 1 } });
    const nowhere = await client.call('things_read', { action: 'fly' });

    expect(JSON.parse(textOf(described)).inputSchema).toMatchObject({ required: ['name'] });
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toMatch(
      /\/name: is required.*\/size: must be integer.*createThing\(name: string, size\?: int\)/s,
    );
    expect(elsewhere).toMatchObject({ isError: true });
    expect(textOf(elsewhere)).toContain('things_change');
    expect(textOf(nowhere)).toContain('getThing, listThings');
    expect(upstream.requests).toHaveLength(before);
    await client.close();
  });

  test('may still call a tool by the name of a list that it read before', async () => {
    const client = await connect(hosted.mcpUrl);

    const answer = await client.call('getThing', { id: 5 });

    expect(answer.isError).toBeFalsy();
    await client.close();
  });

  test('gets a protocol error for what is neither', async () => {
    const client = await connect(hosted.mcpUrl);

    await expect(client.call('pets_read', { action: 'getThing' })).rejects.toThrow(/Unknown tool: pets_read/);
    await client.close();
  });
});

describe('a token that only reads', () => {
  test('sees and reaches no group that changes something, and the trail names what it was kept from', async () => {
    const token = await addToken(stack, hosted.serverId, 'reader', { access: 'read' });
    const [, , connect] = defined(HTTP_CLIENTS[0]);
    const client = await connect(`${stack.edgeUrl}/${token.value}/mcp`);
    const before = upstream.requests.length;
    const remove = { action: 'deleteThing', arguments: { id: 1 } };

    const tools = await client.listTools();
    await expect(client.call('things_change', remove)).rejects.toThrow(/Unknown tool: things_change/);
    const beside = await client.call('things_read', remove);
    await client.close();

    expect(tools.map(({ name }) => name)).toEqual(['other_read', 'things_read']);
    expect(textOf(beside)).toMatch(/has no action "deleteThing"/);
    expect(textOf(beside)).not.toContain('things_change');
    expect(upstream.requests).toHaveLength(before);
    const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/audit?token=${token.id}`,
    );
    const kept = items.filter(({ errorCode }) => errorCode === 'tool_out_of_scope');
    expect(kept.map(({ tool, rule }) => [tool, rule])).toEqual(Array(2).fill(['deleteThing', 'read_only']));
  });
});

describe('the audit trail of a grouped server', () => {
  test('names the tools that were called, never the groups, and has one entry for every request', async () => {
    const token = await addToken(stack, hosted.serverId, 'audited');
    const [, , connect] = defined(HTTP_CLIENTS[0]);
    const client = await connect(`${stack.edgeUrl}/${token.value}/mcp`);
    await client.call('things_read', { action: 'getThing', arguments: { id: 5 } });
    await client.call('things_change', { action: 'deleteThing', arguments: { id: 5 } });
    await client.call('things_read', { action: 'getThing', arguments: {} });
    await client.call('things_read', { action: 'describe', arguments: { action: 'getThing' } });
    await client.call('things_read', { action: 'fly' });
    await client.close();

    const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/audit?token=${token.id}`,
    );

    const calls = items.filter(({ method }) => method === 'tools/call').toReversed();
    expect(calls.map(({ kind, tool, class: of, errorCode }) => [kind, tool, of, errorCode])).toEqual([
      ['call', 'getThing', 'query', undefined],
      ['call-started', 'deleteThing', 'destructive', undefined],
      ['call', 'deleteThing', 'destructive', undefined],
      ['call', 'getThing', 'query', 'argument_invalid'],
      ['request', undefined, undefined, undefined],
      ['request', undefined, undefined, 'action_unknown'],
    ]);
    expect(JSON.stringify(items)).not.toContain('things_read');
  });
});

describe('switching a live server', () => {
  test('is told to clients at once, and the next list has the other names', async () => {
    const server = await deployThings();
    const [, , connect] = defined(SSE_CLIENTS[0]);
    const client = await connect(server.mcpUrl);
    const flat = await client.listTools();
    const changes = Promise.withResolvers<void>();
    client.onToolsChanged(() => changes.resolve());
    const listening = await holdStream(server.mcpUrl, SUBSCRIBE);
    await listening.find(({ data }) => data.includes('subscriptions/acknowledged'));

    await change(server.serverId, 'grouped');

    await changes.promise;
    await listening.find(({ data }) => data.includes('notifications/tools/list_changed'));
    const grouped = await client.listTools();
    expect(flat.map(({ name }) => name)).toEqual(THING_TOOLS);
    expect(grouped.map(({ name }) => name)).toEqual(GROUPS);
    await change(server.serverId, 'flat');
    expect((await client.listTools()).map(({ name }) => name)).toEqual(THING_TOOLS);
    listening.close();
    await client.close();
  });

  test('off a tool takes it out of its group, and off all of them the group away', async () => {
    const server = await deployThings({ exposition: 'grouped' });
    // Clients of the newest protocol keep a list for a minute.
    const [, , connect] = defined(HTTP_CLIENTS[2]);
    const client = await connect(server.mcpUrl);
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
      'GET',
      `/v1/servers/${server.serverId}/tools`,
    );
    const off = (...names: string[]) =>
      stack.api('PATCH', `/v1/servers/${server.serverId}/tools`, {
        enabled: false,
        toolIds: items.filter(({ name }) => names.includes(name)).map(({ id }) => id),
      });
    const change = async () => (await client.listTools()).find(({ name }) => name === 'things_change');

    await off('deleteThing');
    const without = await change();
    const called = await client.call('things_change', { action: 'deleteThing', arguments: { id: 1 } });
    await off('createThing');

    expect(JSON.stringify(without)).toContain('createThing');
    expect(JSON.stringify(without)).not.toContain('deleteThing');
    expect(without?.annotations).toMatchObject({ destructiveHint: false });
    expect(called).toMatchObject({ isError: true });
    expect(await change()).toBeUndefined();
    await client.close();
  });
});
