/** A server whose tools are found by search, seen by every kind of client; and every operation of a real document, called both ways. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../core/lib/json/value.ts';
import { defined } from '../support/defined.ts';
import { holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { type CallAnswer, CLIENTS, closeClients, HTTP_CLIENTS } from '../support/mcpClients.ts';
import { plainValue } from '../support/plainValue.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, THING_TOOLS, thingsDocument } from '../support/things.ts';
import type { RecordedRequest, Upstream } from '../support/upstream.ts';

const THREE = ['search', 'call_read', 'call_change'];

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    exposition: 'search',
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const [, , connectToday] = defined(HTTP_CLIENTS[0]);
const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';
const entriesOf = async (tokenId: string) => {
  const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
    'GET',
    `/v1/servers/${hosted.serverId}/audit?token=${tokenId}`,
  );
  return items.toReversed();
};

describe.each(CLIENTS)('the %s client', (_name, version, connect) => {
  test('lists three tools, finds one, calls it, and learns of a wrong call how to go on', async () => {
    const client = await connect(hosted.mcpUrl);
    const before = upstream.requests.length;

    const tools = await client.listTools();
    const found = await client.call('search', { query: 'create thing' });
    const made = await client.call('call_change', { tool: 'createThing', arguments: { name: 'New' } });
    const read = await client.call('call_read', { tool: 'getThing', arguments: { id: '9007199254740993' } });
    const after = upstream.requests.length;
    const refused = await client.call('call_read', { tool: 'deleteThing', arguments: { id: 1 } });
    const wrong = await client.call('call_change', { tool: 'createThing', arguments: { size: 'big' } });
    const unknown = await client.call('call_read', { tool: 'thingGet' });

    expect(client.version).toBe(version);
    expect(tools.map(({ name }) => name)).toEqual(THREE);
    expect(textOf(found)).toMatch(/createThing\(name: string, size\?: int\) \[change\].*All of createThing/s);
    expect(JSON.parse(textOf(made))).toEqual({ created: { name: 'New' } });
    expect(read.isError).toBeFalsy();
    expect(upstream.requests.slice(before, after).map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /things',
      'GET /things/9007199254740993',
    ]);
    expect([refused, wrong, unknown].map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(textOf(refused)).toContain('called with call_change');
    expect(textOf(wrong)).toMatch(
      /\/name: is required.*\/size: must be integer.*createThing\(name: string, size\?: int\)/s,
    );
    expect(textOf(unknown)).toMatch(/no tool "thingGet".*getThing/);
    expect(upstream.requests).toHaveLength(after);
    await client.close();
  });

  test('may still call a tool by the name of a list that it read before', async () => {
    const client = await connect(hosted.mcpUrl);

    const answer = await client.call('getThing', { id: 5 });

    expect(answer.isError).toBeFalsy();
    await client.close();
  });
});

test('the trail names the tools that were called and has one entry for every request', async () => {
  const token = await addToken(stack, hosted.serverId, 'audited');
  const client = await connectToday(`${stack.edgeUrl}/${token.value}/mcp`);
  await client.call('search', { query: 'thing' });
  await client.call('call_read', { tool: 'getThing', arguments: { id: 5 } });
  await client.call('call_change', { tool: 'deleteThing', arguments: { id: 5 } });
  await client.call('call_read', { tool: 'getThing', arguments: {} });
  await client.call('call_read', { tool: 'deleteThing', arguments: { id: 5 } });
  await client.call('call_read', { tool: 'fly' });
  await client.close();

  const calls = (await entriesOf(token.id)).filter(({ method }) => method === 'tools/call');

  expect(calls.map(({ kind, tool, class: of, errorCode }) => [kind, tool, of, errorCode])).toEqual([
    ['request', undefined, undefined, undefined],
    ['call', 'getThing', 'query', undefined],
    ['call-started', 'deleteThing', 'destructive', undefined],
    ['call', 'deleteThing', 'destructive', undefined],
    ['call', 'getThing', 'query', 'argument_invalid'],
    ['request', undefined, undefined, 'tool_changes'],
    ['request', undefined, undefined, 'tool_unknown'],
  ]);
  expect(JSON.stringify(calls)).not.toMatch(/call_(?:read|change)/);
});

test('a token that only reads finds and reaches nothing that changes, and the trail names what it was kept from', async () => {
  const token = await addToken(stack, hosted.serverId, 'reader', { access: 'read' });
  const client = await connectToday(`${stack.edgeUrl}/${token.value}/mcp`);
  const before = upstream.requests.length;
  const remove = { tool: 'deleteThing', arguments: { id: 1 } };

  const tools = await client.listTools();
  const found = await client.call('search', { query: 'delete thing' });
  await expect(client.call('call_change', remove)).rejects.toThrow(/Unknown tool: call_change/);
  const beside = await client.call('call_read', remove);
  await client.close();

  expect(tools.map(({ name }) => name)).toEqual(['search', 'call_read']);
  expect(textOf(found)).not.toMatch(/deleteThing|createThing/);
  expect(textOf(beside)).toContain('There is no tool "deleteThing"');
  expect(upstream.requests).toHaveLength(before);
  const kept = (await entriesOf(token.id)).filter(({ errorCode }) => errorCode === 'tool_out_of_scope');
  expect(kept.map(({ tool, rule }) => [tool, rule])).toEqual(Array(2).fill(['deleteThing', 'read_only']));
});

test('switching a live server is told at once; a tool that is switched off is found no more', async () => {
  const client = await connectToday(hosted.mcpUrl);
  const listening = await holdStream(hosted.mcpUrl, SUBSCRIBE);
  await listening.find(({ data }) => data.includes('subscriptions/acknowledged'));
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/servers/${hosted.serverId}/tools`,
  );
  const { id } = defined(items.find(({ name }) => name === 'picture'));

  await stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools`, { enabled: false, toolIds: [id] });
  await listening.find(({ data }) => data.includes('notifications/tools/list_changed'));
  const found = await client.call('search', { query: 'picture' });
  const called = await client.call('call_read', { tool: 'picture' });
  await stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools`, { enabled: true, toolIds: [id] });
  await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { exposition: 'flat' });
  const flat = await connectToday(hosted.mcpUrl);
  const names = (await flat.listTools()).map(({ name }) => name);
  await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { exposition: 'search' });

  expect(textOf(found)).toContain('No tool is about this');
  expect(textOf(called)).toContain('There is no tool "picture"');
  expect(names).toEqual(THING_TOOLS);
  listening.close();
  await flat.close();
  await client.close();
});

describe('a whole document', () => {
  const FILE = '@readme/oas-examples/3.0/json/star-trek.json';
  const document = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(FILE), 'utf8')) as JsonObject;

  test('is called by search as it is flat: the same requests, the same answers', async () => {
    const server = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify({ ...document, servers: [{ url: upstream.baseUrl }] }) },
      auth: { type: 'none' },
    });
    upstream.respond = (request) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(recorded(request)),
    });
    const client = await connectToday(server.mcpUrl);
    const tools = (await client.listTools()) as Array<{
      name: string;
      inputSchema: JsonObject;
      annotations: { readOnlyHint: boolean };
    }>;
    const calls = tools.map(({ name, inputSchema, annotations }) => ({
      name,
      arguments: plainValue(inputSchema, inputSchema) as JsonObject,
      caller: annotations.readOnlyHint ? 'call_read' : 'call_change',
    }));

    const before = upstream.requests.length;
    const flat: CallAnswer[] = [];
    for (const call of calls) flat.push(answered(await client.call(call.name, call.arguments)));
    const middle = upstream.requests.length;
    await stack.api('PATCH', `/v1/servers/${server.serverId}`, { exposition: 'search' });
    const found: CallAnswer[] = [];
    const described: string[] = [];
    for (const { name, arguments: given, caller } of calls) {
      described.push(textOf(await client.call('search', { query: name })));
      found.push(answered(await client.call(caller, { tool: name, arguments: given })));
    }

    expect(tools.length).toBeGreaterThan(100);
    expect(flat.filter(({ isError }) => isError)).toEqual([]);
    expect(found).toEqual(flat);
    expect(upstream.requests.slice(middle).map(recorded)).toEqual(
      upstream.requests.slice(before, middle).map(recorded),
    );
    expect(upstream.requests.length - middle).toBe(tools.length);
    expect(described.map((text) => JSON.parse(defined(text.split('\n')[0])).inputSchema)).toEqual(
      tools.map(({ inputSchema }) => inputSchema),
    );
    await client.close();
  }, 300_000);
});

/** Without the name of the bundle, which the answers of 2026 carry. */
const answered = ({ content, isError = false }: CallAnswer) => ({ content, isError });

const recorded = ({ method, target, headers, body }: RecordedRequest) => ({
  method,
  target,
  type: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
  body: body.toString(),
});
