/**
 * Real MCP clients sign a person in, in a real browser, against the running stack: refused, discovery, registration, login, consent, code,
 * token, call, refresh, call; then an admin ends the session, its stream closes and its client is refused.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { ClientMemory, REDIRECT, type Signing, signingV1, signingV2 } from '../support/oauthClient.ts';
import { registerByHand } from '../support/signInFlow.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const root = resolve(import.meta.dirname, '..', '..');
const CLIENT = 'https://client.example/oauth/client.json';

let upstream: Upstream;
let metadata: Upstream;
let stack: LocalStack;
let server: HostedServer;
let url: string;
let browser: Browser;
const children: ChildProcess[] = [];

// The SDKs tell there that a session has ended, which these tests bring about.
jest.spyOn(console, 'warn').mockImplementation(() => {});

beforeAll(async () => {
  upstream = await startUpstream({
    host: 'api.sign-in.example',
    respond: () => ({ headers: { 'content-type': 'application/json' }, body: '{"answer":42}' }),
  });
  metadata = await startUpstream({
    host: 'client.example',
    respond: () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: CLIENT,
        client_name: 'With an id',
        redirect_uris: ['http://127.0.0.1/callback'],
      }),
    }),
  });
  [stack, browser] = await Promise.all([startStack({ upstreams: [upstream, metadata] }), openBrowser()]);
  server = await deploy(stack, {
    name: 'Things',
    source: { kind: 'manual' },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
  });
  await stack.api('POST', `/v1/servers/${server.serverId}/tools`, { name: 'read_thing', verb: 'GET', path: '/thing' });
  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both' });
  url = `${stack.edgeUrl}/${server.serverId}/mcp`;
}, 240_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await browser?.close();
  await stack?.stop();
  await Promise.all([upstream?.close(), metadata?.close()]);
});

/** A person without a login follows the client's link, signs in as a viewer and allows it. Where the browser goes then. */
async function person(asked: string, look?: (page: Page) => Promise<void>): Promise<URL> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const back = Promise.withResolvers<string>();
    await page.route(`${new URL(REDIRECT).origin}/**`, (route) => {
      back.resolve(route.request().url());
      return route.fulfill({ body: 'Back at the client' });
    });
    await page.goto(asked);
    await page.getByRole('button', { name: /^viewer/ }).click();
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.waitFor();
    await look?.(page);
    await allow.click();
    return new URL(await back.promise);
  } finally {
    await context.close();
  }
}

const sessions = async () =>
  (
    await stack.api<{ items: { id: string; status: string; client: { name: string; id: string } }[] }>(
      'GET',
      `/v1/sessions?server=${server.serverId}`,
    )
  ).items;
const end = (id: string) => stack.api('DELETE', `/v1/servers/${server.serverId}/tokens/${id}`);

/** The request of a client whose access token has ended, as the edge answers it. */
const spoiled = (memory: ClientMemory) => {
  const tokens = memory.tokensNow as { access_token: string };
  memory.tokensNow = { ...tokens, access_token: `${tokens.access_token.slice(0, -1)}-` };
};

describe.each<[string, string, (memory: ClientMemory) => Signing, string | undefined]>([
  ['the TypeScript SDK v2', 'v2', (memory) => signingV2(url, memory), undefined],
  ['the TypeScript SDK v2 with a client id that is an address', 'v2-id', (memory) => signingV2(url, memory), CLIENT],
  ['the TypeScript SDK v2, as of 2025', 'v2-legacy', (memory) => signingV2(url, memory, 'legacy'), undefined],
  ['the TypeScript SDK v1', 'v1', (memory) => signingV1(url, memory), undefined],
])('%s', (_what, name, signing, clientId) => {
  test('signs in, calls, refreshes, and is refused once an admin has ended it', async () => {
    const client = signing(new ClientMemory(name, clientId));
    await expect(client.connect()).rejects.toThrow(/unauthorized/i);
    let shown = '';
    const back = await person(String(client.memory.asked), async (page) => {
      shown = await page.locator('main').innerText();
    });
    await client.finish(back);
    await client.connect();

    const first = await client.call('read_thing', {});
    spoiled(client.memory);
    const second = await client.call('read_thing', {});
    const [session] = await sessions();
    await end(session?.id as string);
    const third = await client.call('read_thing', {}).then(
      () => 'answered',
      (error: Error) => error.message,
    );

    expect(shown).toContain('Things');
    expect(shown).toContain('viewer@local.portcullis.example');
    expect(shown).toContain(clientId ? 'client.example' : 'its name is not verified');
    expect([first, second].map(({ content }) => content[0]?.text)).toEqual([
      expect.stringContaining('42'),
      expect.stringContaining('42'),
    ]);
    expect(session).toMatchObject({ status: 'active', client: { ...(clientId && { id: clientId }) } });
    expect(third).toMatch(/unauthorized/i);
    await client.close();
  }, 120_000);
});

test('a held stream of a session closes when an admin ends it', async () => {
  const client = signingV2(url, new ClientMemory('stream'));
  await client.connect().catch(() => {});
  await client.finish(await person(String(client.memory.asked)));
  const stream = await fetch(url, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${client.memory.tokensNow?.access_token}` },
  });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  const greeting = Buffer.from((await reader.read()).value ?? []).toString();

  const [session] = await sessions();
  await end(session?.id as string);

  expect(stream.status).toBe(200);
  expect(greeting).toContain(`data: /${server.serverId}/mcp?sessionId=`);
  expect((await reader.read()).done).toBe(true);
}, 60_000);

test('mcp-remote signs in with no step but the person’s', async () => {
  const remote = spawn(
    process.execPath,
    [join(root, 'node_modules/mcp-remote/dist/proxy.js'), url, '--allow-http', '--transport', 'http-only'],
    { env: { ...process.env, MCP_REMOTE_CONFIG_DIR: join(stack.data, 'mcp-remote'), BROWSER: 'none' }, stdio: 'pipe' },
  );
  children.push(remote);
  let told = '';
  let answered = '';
  remote.stderr.on('data', (piece) => {
    told += piece;
  });
  remote.stdout.on('data', (piece) => {
    answered += piece;
  });
  const send = (message: object) => remote.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  const asked = () => /(http:\/\/localhost:\d+\/oauth\/authorize\S+)\s/.exec(told)?.[1];
  await until(() => asked() !== undefined);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(String(asked()));
  await page.getByRole('button', { name: /^viewer/ }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/callback/);
  await until(() => answered.includes('"id":1'));
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'read_thing', arguments: {} } });

  await until(() => answered.includes('"id":2'));

  expect(answered).toContain('42');
  await context.close();
}, 120_000);

test.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])(
  'the official conformance suite finds nothing about the authorization server, as of %s',
  async (version) => {
    const clientId = await registerByHand(stack, 'Conformance');
    const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const run = ['authorization', '--url', `${stack.edgeUrl}/oauth`, '--client-id', clientId, '--resource', url];
    // Any port of loopback is the client's.
    const child = spawn(
      process.execPath,
      [suite, ...run, '--port', String(await freePort()), '--spec-version', version],
      {
        cwd: stack.data,
      },
    );
    children.push(child);
    let told = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        told += piece;
      });
    }
    const ended = once(child, 'exit');
    const asked = () => /(http:\/\/localhost:\d+\/oauth\/authorize\?\S+)\s/.exec(told)?.[1];
    await until(() => asked() !== undefined);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(String(asked()));
    await page.getByRole('button', { name: /^viewer/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();

    await ended;

    expect(told).toMatch(/Total: [23] passed, 0 failed/);
    await context.close();
  },
  120_000,
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
