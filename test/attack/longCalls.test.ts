/**
 * Calls that take longer than a minute, in real time: through each way to follow them, and over a start of the stack. Some two minutes, most of
 * which nothing happens.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '../support/mcpClients.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { ask, callByExtension } from '../support/tasks.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** Longer than any other call may take, and than a client waits. */
const MS = 65_000;
/** After which a task counts as lost, with some seconds more. */
const LEASE_MS = 95_000;

let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  stack = await startStack({ upstreams: [upstream] });
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const path = `/v1/servers/${hosted.serverId}`;
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path}/tools`);
  await stack.api('PATCH', `${path}/tools/${items.find(({ name }) => name === 'slow')?.id}`, { longMs: 120_000 });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const url = async () => `${stack.edgeUrl}/${(await addToken(stack, hosted.serverId)).value}/mcp`;
const callsOf = (target: string) => upstream.requests.filter((request) => request.target === target);

test('a call of 65 s is answered by each way, and made once', async () => {
  // Prepare
  const [patient, impatient] = [await connect(await url()), await connect(await url())];
  const waiting = { timeout: 600_000 };
  let told = 0;

  // Act
  const [byTask, byProgress, byAsking] = await Promise.all([
    callByExtension(await url(), 'slow', { ms: MS }),
    patient.call('slow', { ms: MS + 1 }, { ...waiting, onprogress: () => told++ }),
    (async () => {
      const first = await impatient.call('slow', { ms: MS + 2 }, waiting);
      const text = first.content[0]?.text ?? '';
      const args = JSON.parse(/\{"handle".*?\}/.exec(text)?.[0] ?? '{}') as object;
      return { text, second: await impatient.call('read_more', args, waiting) };
    })(),
  ]);

  // Assess
  expect(JSON.stringify(byTask)).toContain(String(MS));
  expect(byProgress.content[0]?.text).toContain(String(MS + 1));
  expect(told).toBeGreaterThan(MS / 5_000 / 2);
  expect(byAsking.text).toContain('Do not make it again');
  expect(byAsking.second.content[0]?.text).toContain(String(MS + 2));
  for (const ms of [MS, MS + 1, MS + 2]) expect(callsOf(`/slow/${ms}`)).toHaveLength(1);
  await Promise.all([patient.close(), impatient.close()]);
}, 240_000);

test('a stack that ends meanwhile leaves a task that failed, and no second call', async () => {
  const { data } = stack;
  const asking = await url();
  const { result } = await ask(asking, 'tools/call', { name: 'slow', arguments: { ms: 119_000 } });
  await new Promise((done) => setTimeout(done, 2_000));

  await stack.kill();
  stack = await startStack({ data, upstreams: [upstream] });
  const again = `${stack.edgeUrl}${new URL(asking).pathname}`;
  const taskId = String(result?.['taskId']);
  const before = await ask(again, 'tasks/get', { taskId });
  await new Promise((done) => setTimeout(done, LEASE_MS));
  const after = await ask(again, 'tasks/get', { taskId });

  expect(before.result).toMatchObject({ status: 'working' });
  expect(after.result).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('task_lost') } });
  expect(callsOf('/slow/119000')).toHaveLength(1);
}, 240_000);
