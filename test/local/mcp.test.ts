import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newToken } from '../../core/auth/tokens/format.ts';
import { LONG_INTEGER_INSTRUCTIONS } from '../../core/mcp/arguments/longIntegers.ts';
import { MARKER_INSTRUCTIONS } from '../../core/mcp/redactedArguments.ts';
import { NOTE_INSTRUCTIONS } from '../../core/response/notes.ts';
import { CLIENTS, closeClients, HTTP_CLIENTS } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, THING_TOOLS, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

const bin = resolve(import.meta.dirname, '..', '..', 'node_modules', '.bin');
const run = promisify(execFile);
const CREDENTIAL = 'upstream-secret-1f9c2a';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;
/** Ids of its tools by name. */
let toolIds: Map<string, string>;
/** Opens what changes nothing of two tools. */
let narrow: HostedServer['token'];
/** Paths of the upstream whose caller went away before the answer. */
const cut: string[] = [];

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream, cut);
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'bearer', token: CREDENTIAL },
    systemRules: 'Be brief.',
  });
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/servers/${hosted.serverId}/tools`,
  );
  toolIds = new Map(items.map(({ id, name }) => [name, id]));
  narrow = await addToken(stack, hosted.serverId, 'narrow', {
    access: 'read',
    tools: idsOf('getThing', 'createThing'),
  });
}, 180_000);
afterEach(closeClients);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const post = (body: unknown, headers: Record<string, string> = {}, url = hosted.mcpUrl) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const idsOf = (...names: string[]) => names.map((name) => toolIds.get(name) as string);
const urlOf = (token: string) => `${stack.edgeUrl}/${token}/mcp`;

describe.each(CLIENTS)('the %s client', (_name, version, connect) => {
  test('lists one tool for each path and verb, with annotations and instructions', async () => {
    const client = await connect(hosted.mcpUrl);

    const tools = await client.listTools();

    expect(client.version).toBe(version);
    const api =
      'These tools call the API “Things” at api.things.example. Its description says: “Keeps things. Lends them, too.”';
    expect(client.instructions).toBe(
      [api, NOTE_INSTRUCTIONS, MARKER_INSTRUCTIONS, LONG_INTEGER_INSTRUCTIONS, 'Be brief.'].join('\n\n'),
    );
    expect(client.serverInfo).toEqual({
      name: 'Things',
      title: 'Things',
      version: expect.stringMatching(/^1\.0\.0\+[0-9a-f]{12}$/),
      websiteUrl: 'https://things.example/docs',
    });
    expect(tools.map(({ name }) => name)).toEqual(THING_TOOLS);
    expect(tools.find(({ name }) => name === 'deleteThing')?.annotations).toEqual({ idempotentHint: true });
    await client.close();
  });

  test('reaches the upstream with its credential and gets a governed answer', async () => {
    const client = await connect(hosted.mcpUrl);

    const answer = await client.call('listThings', {});

    const items = JSON.parse(answer.content[0]?.text as string) as { email: string; phone: string }[];
    expect(upstream.requests.at(-1)?.all('authorization')).toEqual([`Bearer ${CREDENTIAL}`]);
    expect(items).toHaveLength(50);
    expect(JSON.stringify(items)).not.toMatch(/example\.com|901820/);
    expect(answer.content[1]?.text).toContain('2,000');
    expect(answer.content.at(-1)?.text).toContain('Be brief.');
    await client.close();
  });

  test('sees and reaches no tool outside the scope of its token', async () => {
    const client = await connect(urlOf(narrow.value));
    const before = upstream.requests.length;

    const tools = await client.listTools();
    const inside = await client.call('getThing', { id: 7 });
    const refusals = [];
    for (const name of ['createThing', 'listThings', 'nowhere']) {
      const refused = await client.call(name, { name: 'Ann' }).catch((error: Error & { code: number }) => error);
      refusals.push(JSON.stringify([refused, Reflect.get(refused, 'message')]).replaceAll(name, 'it'));
    }

    expect(tools.map(({ name }) => name)).toEqual(['getThing']);
    expect(inside.isError).toBeFalsy();
    expect(refusals[2]).toContain('Unknown tool: it');
    expect(new Set(refusals).size).toBe(1);
    expect(upstream.requests).toHaveLength(before + 1);
    await client.close();
  });

  test('gets errors as results that a model can read', async () => {
    const client = await connect(hosted.mcpUrl);
    const before = upstream.requests.length;

    const wrong = await client.call('getThing', { id: 'seven', extra: true });
    const broken = await client.call('broken', {});

    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.content[0]?.text).toContain('/id');
    expect(broken).toMatchObject({ isError: true });
    expect(broken.content[0]?.text).toContain('503');
    expect(upstream.requests).toHaveLength(before + 1);
    await client.close();
  });

  test('gets an answer of a megabyte whole', async () => {
    const client = await connect(hosted.mcpUrl);

    const answer = await client.call('large', {});

    expect(answer.content[1]?.text?.length).toBe('word '.repeat(180_000).length);
    await client.close();
  });

  test('gets a picture as a picture', async () => {
    const client = await connect(hosted.mcpUrl);

    expect((await client.call('picture', {})).content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
    await client.close();
  });
});

/** All clients at once, since only the clock is waited for. */
describe('a call that takes its time', () => {
  test('tells every client of its progress', async () => {
    const heard = await Promise.all(
      CLIENTS.map(async ([name, , connect]) => {
        const client = await connect(hosted.mcpUrl);
        let steps = 0;
        await client.call('slow', { ms: 3_500 }, { onprogress: () => steps++ });
        await client.close();
        return [name, steps >= 2];
      }),
    );

    expect(heard).toEqual(CLIENTS.map(([name]) => [name, true]));
  });

  test('is cancelled by every client, and the upstream let go', async () => {
    const ended = await Promise.all(
      CLIENTS.map(async ([name, , connect], at) => {
        const client = await connect(hosted.mcpUrl);
        const path = `/slow/${20_000 + at}`;
        const controller = new AbortController();
        const call = client.call('slow', { ms: 20_000 + at }, { signal: controller.signal }).then(
          () => 'answered',
          () => 'cancelled',
        );
        await until(() => upstream.requests.some(({ target }) => target === path));
        setTimeout(() => controller.abort(), 1_600);
        const outcome = await call;
        await until(() => cut.includes(path));
        await client.close();
        return [name, outcome, cut.includes(path)];
      }),
    );

    expect(ended).toEqual(CLIENTS.map(([name]) => [name, 'cancelled', true]));
  });
});

describe('a token that only reads', () => {
  test('opens a tool from the moment that its owner says that it changes nothing, and no longer', async () => {
    const token = await addToken(stack, hosted.serverId, 'reader', { access: 'read' });
    const [id] = idsOf('createThing');
    const edit = (readOnlyHint: boolean) =>
      stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools/${id}`, { annotations: { readOnlyHint } });
    const create = rpc('tools/call', { name: 'createThing', arguments: { name: 'Ann' } });
    const called = async () => {
      const answer = await post(create, {}, urlOf(token.value));
      return 'result' in ((await answer.json()) as object);
    };

    const before = await called();
    await edit(true);
    const during = await called();
    await edit(false);
    const after = await called();

    expect([before, during, after]).toEqual([false, true, false]);
  });
});

describe('the bearer header', () => {
  test.each(HTTP_CLIENTS)('lets the %s client in at /mcp', async (_name, _version, connect) => {
    const client = await connect(`${stack.edgeUrl}/mcp`, { authorization: `Bearer ${hosted.token.value}` });

    expect(await client.listTools()).toHaveLength(THING_TOOLS.length);
    await client.close();
  });

  test('wants a token, plainly', async () => {
    const response = await post(rpc('ping'), {}, `${stack.edgeUrl}/mcp`);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('is refused with 401 and a challenge when its token is unknown, which a function URL alone would rename', async () => {
    const response = await post(rpc('ping'), { authorization: 'Bearer pcl_unknown' }, `${stack.edgeUrl}/mcp`);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect([...response.headers.keys()].filter((name) => /remapped|refusal/.test(name))).toEqual([]);
  });
});

describe('command-line clients', () => {
  const inspector = (...args: string[]) =>
    run(join(bin, 'mcp-inspector'), ['--cli', hosted.mcpUrl, ...args], { timeout: 100_000 });

  test.each([
    ['http', 'modern'],
    ['http', 'auto'],
    ['http', 'legacy'],
    ['sse', undefined],
  ])('the inspector lists and calls over %s (%s)', async (transport, era) => {
    const common = ['--transport', transport, ...(era ? ['--protocol-era', era] : [])];

    const list = await inspector(...common, '--method', 'tools/list', '--format', 'json', '-q');
    const call = await inspector(...common, '--method', 'tools/call', '--tool-name', 'getThing', '--tool-arg', 'id=7');

    for (const name of THING_TOOLS) expect(list.stdout).toContain(`"${name}"`);
    expect(call.stdout).toContain('7');
  });

  test.each(['http-first', 'http-only', 'sse-first', 'sse-only'])('mcp-remote connects with %s', async (strategy) => {
    const { stdout, stderr } = await run(
      join(bin, 'mcp-remote-client'),
      [hosted.mcpUrl, '--transport', strategy, '--allow-http'],
      { timeout: 100_000 },
    ).catch((error: { stdout: string; stderr: string }) => error);

    expect(`${stdout}${stderr}`).toContain('getThing');
  });
});

describe('the wire', () => {
  test('keeps the digits of a number that JavaScript would round', async () => {
    const response = await post(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getThing","arguments":{"id":9007199254740993}}}',
    );

    expect(await response.text()).toContain('9007199254740993');
    expect(upstream.requests.at(-1)?.target).toBe('/things/9007199254740993');
  });

  test.each([
    ['an unknown method', rpc('nope'), 200, -32601],
    ['an unknown tool', rpc('tools/call', { name: 'nope', arguments: {} }), 200, -32602],
    ['bad JSON', '{', 400, -32700],
    ['an unknown cursor', rpc('tools/list', { cursor: 'nope' }), 200, -32602],
  ])('answers %s with the protocol error', async (_what, body, status, code) => {
    const response = await post(body);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('serves a batch of a legacy client', async () => {
    const response = await post([
      { ...rpc('ping'), id: 'a' },
      { ...rpc('tools/call', { name: 'getThing', arguments: { id: 3 } }), id: 'b' },
    ]);
    const answers = (await response.json()) as { id: string }[];

    expect(answers.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });

  test('refuses a body over four megabytes', async () => {
    const response = await post(
      rpc('tools/call', { name: 'getThing', arguments: { id: 'x'.repeat(4.1 * 1024 * 1024) } }),
    );

    expect(response.status).toBe(413);
    expect(await response.text()).toContain('4 MB');
  });

  test('keeps two clients with equal request ids apart', async () => {
    const call = (id: number) => post(rpc('tools/call', { name: 'getThing', arguments: { id } })).then((r) => r.text());

    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(call));

    for (const [at, text] of answers.entries()) expect(text).toContain(`\\"id\\":${at + 1},`);
  });

  test.each(['PUT', 'PATCH'])('answers %s with 405', async (method) => {
    const response = await fetch(hosted.mcpUrl, { method });

    expect(response.status).toBe(405);
  });
});

describe('the door', () => {
  test.each([
    ['a well-formed token that was never given out', () => newToken(hosted.serverId)],
    ['a typo', () => `${hosted.token.value.slice(0, -1)}${hosted.token.value.endsWith('a') ? 'b' : 'a'}`],
    ['a token of another server', () => newToken('srv_000000000000')],
    ['nonsense', () => 'nonsense'],
  ])('is shut for %s: 404 in the path, for POST and GET, 401 in the header', async (_what, token) => {
    const value = token();
    const inPath = await post(rpc('ping'), {}, urlOf(value));
    const stream = await fetch(urlOf(value), { headers: { accept: 'text/event-stream' } });
    const inHeader = await post(rpc('ping'), { authorization: `Bearer ${value}` }, `${stack.edgeUrl}/mcp`);

    expect([inPath.status, stream.status, inHeader.status]).toEqual([404, 404, 401]);
  });

  test('shuts for a revoked token with the next request, and for no other', async () => {
    const token = await addToken(stack, hosted.serverId, 'short-lived');
    expect((await post(rpc('ping'), {}, urlOf(token.value))).status).toBe(200);

    await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);

    const refused = await post({ ...rpc('ping'), id: 'asked' }, {}, urlOf(token.value));
    expect([refused.status, await refused.json()]).toEqual([404, expect.objectContaining({ id: 'asked' })]);
    expect((await post(rpc('ping'))).status).toBe(200);
  });

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])('has no %s', async (path) => {
    const plain = await fetch(`${stack.edgeUrl}${path}`);
    const inserted = await fetch(`${stack.edgeUrl}${path}/${hosted.token.value}/mcp`);

    expect([plain.status, inserted.status]).toEqual([404, 404]);
  });

  test('refuses a page of another origin, and answers the preflight of its own', async () => {
    const foreign = await post(rpc('ping'), { origin: 'https://evil.example' });
    const own = await fetch(hosted.mcpUrl, { method: 'OPTIONS', headers: { origin: stack.edgeUrl } });

    expect(foreign.status).toBe(403);
    expect(own.status).toBe(204);
    expect(own.headers.get('access-control-allow-origin')).toBe(stack.edgeUrl);
  });
});

describe('the audit trail', () => {
  test('has one entry for each call, with what was done and no secret', async () => {
    const token = await addToken(stack, hosted.serverId, 'audited');
    const call = (name: string, args: object) =>
      post(rpc('tools/call', { name, arguments: args }), {}, urlOf(token.value));
    await call('getThing', { id: 1 });
    await call('createThing', { name: 'Ann', size: 3 });
    await call('getThing', { id: 'x' });
    await post(rpc('tools/list'), {}, urlOf(token.value));

    const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/audit?token=${token.id}`,
    );

    expect(items.map(({ kind, tool, outcome, errorCode }) => [kind, tool, outcome, errorCode])).toEqual([
      ['request', undefined, 'ok', undefined],
      ['call', 'getThing', 'error', 'argument_invalid'],
      ['call', 'createThing', 'ok', undefined],
      ['call-started', 'createThing', undefined, undefined],
      ['call', 'getThing', 'ok', undefined],
    ]);
    expect(JSON.stringify(items)).not.toContain(CREDENTIAL);
    expect(JSON.stringify(items)).not.toContain(token.value);
  });

  test('names the rule that kept a call out', async () => {
    const token = await addToken(stack, hosted.serverId, 'bound', { access: 'read', tools: idsOf('getThing') });
    for (const name of ['deleteThing', 'listThings', 'nowhere']) {
      await post(rpc('tools/call', { name, arguments: { id: 1 } }), {}, urlOf(token.value));
    }

    const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
      'GET',
      `/v1/servers/${hosted.serverId}/audit?token=${token.id}`,
    );

    expect(
      items.map(({ kind, tool, class: kindOfCall, errorCode, rule }) => [kind, tool, kindOfCall, errorCode, rule]),
    ).toEqual([
      ['request', undefined, undefined, 'rpc_-32602', undefined],
      ['call', 'listThings', 'query', 'tool_out_of_scope', 'chosen_tools'],
      ['call', 'deleteThing', 'destructive', 'tool_out_of_scope', 'read_only'],
    ]);
  });
});
