/**
 * Three regions on this machine. Rows replicate late, so that what holds at once does not hold because of replication: a token that is
 * revoked at home, and the streams in the other regions.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defined } from '../support/defined.ts';
import { holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { closeClients, connect } from '../support/mcpClients.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack, viewerHeaders } from '../support/stack.ts';
import { REGIONS } from '../support/synth.ts';
import { until } from '../support/until.ts';

/** Milliseconds. Management waits four seconds for replicas. */
const LAG = 1_500;

let stack: LocalStack;
let hosted: HostedServer;
/** By region, home first: the headers with which a client gets there. */
let headers: ReadonlyArray<Record<string, string>>;

beforeAll(async () => {
  const flags = ['--context', `regions=${REGIONS.join(',')}`, '--replica-lag', String(LAG)];
  stack = await startStack({ demo: true, flags });
  headers = viewerHeaders(stack);
  const { specUrl: url, auth } = stack.demo ?? {};
  hosted = await deploy(stack, { source: { kind: 'openapi', url }, auth });
}, 300_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
});

const urlOf = (token: { value: string }) => `${stack.edgeUrl}/${token.value}/mcp`;
const inEveryRegion = <T>(ask: (headers: Record<string, string>) => Promise<T>) => Promise.all(headers.map(ask));
const path = (rest: string) => `/v1/servers/${hosted.serverId}${rest}`;
const namesIn = async (given: Record<string, string>): Promise<string[]> => {
  const client = await connect(hosted.mcpUrl, given);
  const names = (await client.listTools()).map(({ name }) => name);
  await client.close();
  return names;
};
const statusesOf = (token: { value: string }) =>
  inEveryRegion(async (given) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return (await fetch(urlOf(token), { method: 'POST', headers: { ...type, ...given }, body })).status;
  });

test('a server that is deployed at home answers in each of them, and home lists the calls of all', async () => {
  const calls = async () =>
    (await stack.api<{ items: object[] }>('GET', path(`/audit?token=${hosted.token.id}&class=call`))).items;
  // A server that has just become live is unknown elsewhere until its row is there.
  await until(async () => (await statusesOf(hosted.token)).every((status) => status === 200), 200);

  const answers = await inEveryRegion(async (given) => {
    const client = await connect(hosted.mcpUrl, given);
    return client.call('getCustomer', { customerId: 'cus_000001' });
  });
  await until(async () => (await calls()).length === 3, 200);

  expect(defined(stack.viewers).map(({ region }) => region)).toEqual(REGIONS);
  for (const answer of answers) {
    expect(answer.isError).not.toBe(true);
    expect(JSON.stringify(answer)).toContain('[REDACTED:email]');
  }
  expect(await calls()).toHaveLength(3);
}, 120_000);

test('a toolset is called in each of them, until its member is taken offline at home, and then in none', async () => {
  const toolset = await deploy(stack, {
    name: 'Everything',
    source: { kind: 'toolset', members: [{ serverId: hosted.serverId }] },
    auth: { type: 'none' },
  });
  const call = (given: Record<string, string>) =>
    connect(toolset.mcpUrl, given).then(async (client) => {
      const answer = await client.call('getCustomer', { customerId: 'cus_000001' });
      await client.close();
      return JSON.stringify(answer);
    });
  const status = (wanted: string) => stack.api('PUT', path('/status'), { status: wanted });
  const answered = (text: string) => text.includes('[REDACTED:email]');
  await until(async () => (await statusesOf(toolset.token)).every((each) => each === 200), 200);

  const before = await inEveryRegion(call);
  await status('offline');
  const offline = await inEveryRegion((given) => call(given).catch(String));
  await status('online');
  await until(async () => (await inEveryRegion((given) => call(given).catch(String))).every(answered), 200);
  const after = await inEveryRegion(call);

  for (const text of [...before, ...after]) expect(text).toContain('[REDACTED:email]');
  for (const text of offline) expect(text).toMatch(/member_offline|tool_unknown|not found|[Uu]nknown tool/);
}, 240_000);

test('a token that is revoked at home is refused in all of them at once, and its streams end', async () => {
  const [gone, stays] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
  const before = await statusesOf(gone);
  const streams = await inEveryRegion((given) => holdStream(urlOf(gone), { headers: given }));
  await Promise.all(streams.map((stream) => stream.find(({ event }) => event === 'endpoint')));

  await stack.api('DELETE', path(`/tokens/${gone.id}`));
  const after = await statusesOf(gone);
  await Promise.all(streams.map(({ ended }) => ended));

  expect(before).toEqual([200, 200, 200]);
  expect(after).toEqual([404, 404, 404]);
  expect(await statusesOf(stays)).toEqual([200, 200, 200]);
}, 120_000);

test('a change of tools at home is told to the streams in all of them, whose clients then see it', async () => {
  const { items } = await stack.api<{ items: { id: string; name: string }[] }>('GET', path('/tools'));
  const tool = defined(items.find(({ name }) => name === 'getCustomer'));
  const before = await inEveryRegion(namesIn);
  const streams = await inEveryRegion((given) =>
    holdStream(hosted.mcpUrl, { ...SUBSCRIBE, headers: { ...SUBSCRIBE.headers, ...given } }),
  );
  await Promise.all(streams.map((stream) => stream.find(({ data }) => data.includes('subscriptions/acknowledged'))));

  await stack.api('PATCH', path('/tools'), { toolIds: [tool.id], enabled: false });
  const after = await Promise.all(
    streams.map(async (stream, at) => {
      await stream.find(({ data }) => data.includes('notifications/tools/list_changed'));
      return namesIn(headers[at] ?? {});
    }),
  );

  for (const names of before) expect(names).toContain(tool.name);
  for (const names of after) expect(names).not.toContain(tool.name);
}, 120_000);

test('one is taken away in two steps, with the data where it was, and another comes in its place', async () => {
  const { data } = stack;
  const [home, near, far] = REGIONS;
  const other = 'sa-east-1';
  const opened: unknown[] = [];
  const restart = async (context: readonly string[]) => {
    await closeClients();
    await stack.kill();
    stack = await startStack({ data, demo: true, flags: context.flatMap((each) => ['--context', each]) });
    headers = viewerHeaders(stack);
    opened.push(defined(stack.viewers ?? [{ region: home }]).map(({ region }) => region));
    await until(async () => (await statusesOf(hosted.token)).every((status) => status === 200), 200);
  };

  await restart([`regions=${REGIONS.join(',')}`, `leavingRegion=${far}`]);
  await restart([`regions=${home},${near}`]);
  const revoked = await addToken(stack, hosted.serverId);
  await stack.api('DELETE', path(`/tokens/${revoked.id}`));
  expect(await statusesOf(revoked)).toEqual([404, 404]);
  await restart([`regions=${home},${near},${other}`]);

  expect(opened).toEqual([
    [home, near],
    [home, near],
    [home, near, other],
  ]);
  expect((await stack.api<{ items: object[] }>('GET', path('/tools'))).items.length).toBeGreaterThan(0);
}, 600_000);
