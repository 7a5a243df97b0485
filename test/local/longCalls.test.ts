/** Calls of tools that are marked as long, on the running stack: followed as tasks of both generations, cancelled, revoked, and by whom. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connect } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { ask, callByExtension } from '../support/tasks.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;
const cut: string[] = [];

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream, cut);
  hosted = await long();
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});
beforeEach(() => {
  cut.length = 0;
});

/** A server whose tool `slow` is marked. */
async function long(): Promise<HostedServer> {
  const made = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const tools = `/v1/servers/${made.serverId}/tools`;
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>('GET', tools);
  const slow = items.find(({ name }) => name === 'slow');
  await stack.api('PATCH', `${tools}/${slow?.id}`, { longMs: 120_000 });
  return made;
}

const path = () => `/v1/servers/${hosted.serverId}`;
const urlOf = ({ value }: { readonly value: string }) => `${stack.edgeUrl}/${value}/mcp`;
const token = async () => addToken(stack, hosted.serverId);

interface Entry {
  readonly kind: string;
  readonly tool?: string;
  readonly task?: string;
  readonly durationMs?: number;
  readonly outcome?: string;
  readonly errorCode?: string;
}
const callsOf = async (task: string): Promise<Entry[]> =>
  (await stack.api<{ items: Entry[] }>('GET', `${path()}/audit`)).items.filter((entry) => entry.task === task);

/** A task of the extension that works. */
async function start(url: string, ms: number): Promise<string> {
  const { result } = await ask(url, 'tools/call', { name: 'slow', arguments: { ms } });
  expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 120_000 + 900_000 });
  return String(result?.['taskId']);
}
const get = async (url: string, taskId: string) => (await ask(url, 'tasks/get', { taskId })).result;
async function ended(url: string, taskId: string) {
  let task: Awaited<ReturnType<typeof get>>;
  await until(async () => {
    task = await get(url, taskId);
    return task?.['status'] !== 'working';
  });
  return task;
}

test('the official SDK of 2025-11-25 is told which tool may be a task, follows one, and gets its answer', async () => {
  // Prepare
  const client = new ClientV1({ name: 'long', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf(await token()))));
  const { tools } = await client.listTools();

  // Act
  const seen: string[] = [];
  let taskId = '';
  let answer: unknown;
  for await (const message of client.experimental.tasks.callToolStream({ name: 'slow', arguments: { ms: 1_500 } })) {
    seen.push(message.type);
    if (message.type === 'taskCreated') taskId = message.task.taskId;
    if (message.type === 'result') answer = message.result;
    if (message.type === 'error') throw message.error;
  }
  const { tasks } = await client.experimental.tasks.listTasks();
  const again = client.experimental.tasks.cancelTask(taskId);

  // Assess
  expect(client.getServerCapabilities()).toMatchObject({
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
  expect(tools.filter(({ execution }) => execution?.taskSupport === 'optional').map(({ name }) => name)).toEqual([
    'slow',
  ]);
  expect(seen[0]).toBe('taskCreated');
  expect(seen.at(-1)).toBe('result');
  expect(answer).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('1500') }],
    _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
  });
  expect(tasks).toMatchObject([{ taskId, status: 'completed' }]);
  await expect(again).rejects.toMatchObject({ code: -32602 });
  const entries = await callsOf(taskId);
  expect(entries).toMatchObject([{ kind: 'call', tool: 'slow', outcome: 'ok' }]);
  expect(entries[0]?.durationMs).toBeGreaterThanOrEqual(1_500);
  await client.close();
}, 60_000);

test('the official client of the extension follows one', async () => {
  const outcome = await callByExtension(urlOf(await token()), 'slow', { ms: 1_500 });

  expect(JSON.stringify(outcome)).toContain('1500');
}, 60_000);

test('a client that follows nothing gets the answer of a call that ends in its time, and one that asks for progress is told of it', async () => {
  const client = await connect(urlOf(await token()));
  let told = 0;

  const plain = await client.call('slow', { ms: 1_200 });
  const followed = await client.call('slow', { ms: 9_000 }, { onprogress: () => told++ });

  expect(plain.content[0]?.text).toContain('1200');
  expect(followed.content[0]?.text).toContain('9000');
  expect(told).toBeGreaterThanOrEqual(2);
  await client.close();
}, 60_000);

test('a task that is cancelled stays so, and the API is cut off', async () => {
  const url = urlOf(await token());
  const taskId = await start(url, 60_000);
  await until(() => upstream.requests.some(({ target }) => target === '/slow/60000'));

  const answers = await Promise.all([ask(url, 'tasks/cancel', { taskId }), ask(url, 'tasks/cancel', { taskId })]);

  expect(answers).toMatchObject([{ result: { resultType: 'complete' } }, { result: { resultType: 'complete' } }]);
  await until(() => cut.includes('/slow/60000'));
  expect(await get(url, taskId)).toMatchObject({ status: 'cancelled' });
  await until(async () => (await callsOf(taskId)).length === 1);
  expect(await callsOf(taskId)).toMatchObject([{ outcome: 'error', errorCode: 'sandbox_aborted' }]);
}, 60_000);

test('a cancellation at the moment of completion leaves the one or the other, with what belongs to it', async () => {
  const url = urlOf(await token());
  const tasks = await Promise.all(Array.from({ length: 4 }, (_, at) => start(url, 900 + at * 40)));

  await new Promise((done) => setTimeout(done, 850));
  await Promise.all(tasks.map((taskId) => ask(url, 'tasks/cancel', { taskId })));
  const ends = await Promise.all(tasks.map((taskId) => ended(url, taskId)));
  await new Promise((done) => setTimeout(done, 1_500));

  for (const [at, taskId] of tasks.entries()) {
    const now = await get(url, taskId);
    expect(now?.['status']).toBe(ends[at]?.['status']);
    expect('result' in (now ?? {})).toBe(now?.['status'] === 'completed');
  }
}, 60_000);

test('nobody but its token knows of a task, and a token has five at once', async () => {
  const [own, other] = [urlOf(await token()), urlOf(await token())];
  const tasks = await Promise.all(Array.from({ length: 5 }, () => start(own, 20_000)));
  const [taskId] = tasks as [string];

  const asked = await Promise.all(
    ['tasks/get', 'tasks/cancel', 'tasks/update'].map((method) => ask(other, method, { taskId, inputResponses: {} })),
  );
  const unknown = await ask(other, 'tasks/get', { taskId: '0123456789abcdef' });
  const sixth = await ask(own, 'tools/call', { name: 'slow', arguments: { ms: 1 } });
  const elsewhere = await start(other, 10);

  for (const answer of asked) expect(answer.error?.code).toBe(-32602);
  expect(asked[0]?.error?.message.replace(taskId, 'X')).toBe(unknown.error?.message.replace('0123456789abcdef', 'X'));
  expect(sixth.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('too_many_tasks') }] });
  expect(await get(own, taskId)).toMatchObject({ status: 'working' });
  expect(await ended(other, elsewhere)).toMatchObject({ status: 'completed' });
  await Promise.all(tasks.map((each) => ask(own, 'tasks/cancel', { taskId: each })));
}, 60_000);

test('a revocation refuses the next question at once, and cuts the API off', async () => {
  const revoked = await token();
  const url = urlOf(revoked);
  const taskId = await start(url, 50_000);
  await until(() => upstream.requests.some(({ target }) => target === '/slow/50000'));
  // The push channel is asked after a second.
  await new Promise((done) => setTimeout(done, 1_500));

  await stack.api('DELETE', `${path()}/tokens/${revoked.id}`);
  const asked = await ask(url, 'tasks/get', { taskId });

  expect(asked.error?.code).toBe(-32600);
  await until(() => cut.includes('/slow/50000'));
  await until(async () => (await callsOf(taskId)).length === 1);
  expect(await callsOf(taskId)).toMatchObject([{ outcome: 'error' }]);
}, 60_000);

test('a server without a long tool offers no tasks, and knows of none', async () => {
  const plain = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const url = plain.mcpUrl;

  const { result: discovered } = await ask(url, 'server/discover', {});
  const { result: called } = await ask(url, 'tools/call', { name: 'slow', arguments: { ms: 10 } });
  const { error } = await ask(url, 'tasks/get', { taskId: '0123456789abcdef' });

  expect(discovered?.['capabilities']).not.toHaveProperty('extensions');
  expect(called).toMatchObject({ resultType: 'complete' });
  // Invalid params: one that began before its tool was unmarked would be told.
  expect(error?.code).toBe(-32602);
}, 60_000);

test('a task through a toolset ends with the toolset, and its result is not given while its server is offline', async () => {
  // Prepare
  const source = { kind: 'toolset', members: [hosted, await long()].map(({ serverId }) => ({ serverId })) };
  const toolset = await deploy(stack, { name: 'All', source, auth: { type: 'none' } });
  const url = toolset.mcpUrl;
  const put = (id: string, status: string) => stack.api('PUT', `/v1/servers/${id}/status`, { status });

  // Act
  const done = await start(url, 100);
  const before = await ended(url, done);
  await put(hosted.serverId, 'offline');
  const offline = await get(url, done);
  const { result: read } = await ask(url, 'tools/call', { name: 'read_more', arguments: { handle: done, part: '' } });
  await put(hosted.serverId, 'online');
  const online = await get(url, done);
  await until(async () => JSON.stringify((await ask(url, 'tools/list', {})).result).includes('"name":"slow"'));
  await start(url, 40_000);
  await until(() => upstream.requests.some(({ target }) => target === '/slow/40000'));
  // The push channel is asked after a second.
  await new Promise((wait) => setTimeout(wait, 1_500));
  const ending = performance.now();
  await put(toolset.serverId, 'offline');
  await until(() => cut.includes('/slow/40000'));

  // Assess
  expect(before?.['result']).toMatchObject({ content: [{ text: expect.stringContaining('100') }] });
  expect(offline).toMatchObject({ result: { isError: true } });
  for (const told of [offline?.['result'], read]) expect(JSON.stringify(told)).toContain('answer_withheld');
  expect(online?.['result']).toEqual(before?.['result']);
  // Not at the look every half minute.
  expect(performance.now() - ending).toBeLessThan(15_000);
}, 90_000);
