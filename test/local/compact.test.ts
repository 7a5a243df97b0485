/** A server whose list only outlines its tools, seen by every kind of client; the same list in the management API. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { CLIENTS, closeClients, connect as connectToday } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, THING_TOOLS, thingsDocument } from '../support/things.ts';
import type { Upstream } from '../support/upstream.ts';

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
    exposition: 'compact',
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const textOf = ({ content }: { content: ReadonlyArray<{ text?: string }> }) => content[0]?.text ?? '';

describe.each(CLIENTS)('the %s client', (_name, _version, connect) => {
  test('lists tools in outline, is told all of one, calls it, and learns of a wrong call how to go on', async () => {
    const client = await connect(hosted.mcpUrl);

    const tools = await client.listTools();
    const described = await client.call('describe_tool', { tool: 'createThing' });
    const made = await client.call('createThing', { name: 'New' });
    const before = upstream.requests.length;
    const wrong = await client.call('createThing', { size: 'big' });
    const unknown = await client.call('describe_tool', { tool: 'fly' });

    expect(tools.map(({ name }) => name)).toEqual([...THING_TOOLS, 'describe_tool']);
    expect(tools.filter(({ title }) => title !== undefined)).toEqual([]);
    expect(JSON.parse(textOf(described))).toMatchObject({
      name: 'createThing',
      inputSchema: { required: ['name'], additionalProperties: true },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    });
    expect(JSON.parse(textOf(made))).toEqual({ created: { name: 'New' } });
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toMatch(/\/name: is required.*describe_tool with \{"tool": "createThing"\}/s);
    expect(unknown).toMatchObject({ isError: true });
    expect(textOf(unknown)).toContain('tool_unknown');
    expect(upstream.requests).toHaveLength(before);
    await client.close();
  });
});

describe('the list of the management API', () => {
  interface Listed {
    readonly exposition: string;
    readonly items: ReadonlyArray<{ readonly name: string; readonly tokens: number }>;
    readonly tokens: number;
    readonly total: number;
    readonly found: number;
  }
  const seen = (query = '') => stack.api<Listed>('GET', `/v1/servers/${hosted.serverId}/tool-list${query}`);

  test.each(['compact', 'flat', 'grouped'])('is what a client gets: %s', async (exposition) => {
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { exposition });
    const client = await connectToday(hosted.mcpUrl);

    const listed = await client.listTools();
    const now = await seen();
    const asked = await seen(`?exposition=${exposition}`);

    expect(now.items.map(({ tokens: _, ...tool }) => tool)).toEqual(listed);
    expect(asked).toEqual(now);
    expect(now).toMatchObject({ exposition, total: listed.length, found: listed.length });
    expect(now.tokens).toBe(now.items.reduce((sum, { tokens }) => sum + tokens, 0));
    await client.close();
  });

  test('is that of a token, and what a search finds of it', async () => {
    const reader = await addToken(stack, hosted.serverId, 'reader', { access: 'read' });
    const client = await connectToday(`${stack.edgeUrl}/${reader.value}/mcp`);

    const listed = await client.listTools();
    const asReader = await seen(`?token=${reader.id}`);
    const found = await seen('?exposition=flat&access=read&q=megabyte');

    expect(asReader.items.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
    expect(found.items.map(({ name }) => name)).toEqual(['large']);
    expect(found).toMatchObject({ total: THING_TOOLS.length - 2, found: 1 });
    await expect(seen('?token=token_of_nobody')).rejects.toThrow(/404|no such token/);
    await client.close();
  });
});
