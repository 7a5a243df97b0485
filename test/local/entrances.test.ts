/**
 * The main job behind each entrance of a deployment but the default one, which all other tests have: a description becomes a server, real
 * clients of each transport list and call, a stream announces and ends with its token, a person signs a client in.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { callOf, proofOf, sendWith, signInWithKey } from '../support/dpopClient.ts';
import { holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { closeClients, HTTP_CLIENTS, SSE_CLIENTS } from '../support/mcpClients.ts';
import { ClientMemory, decide, signingV2 } from '../support/oauthClient.ts';
import { PRIVATE } from '../support/settings.ts';
import { signIn } from '../support/signIn.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
});
afterAll(() => upstream?.close());

const flagsOf = (config: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(config).flatMap(([key, value]) => ['--context', `${key}=${String(value)}`]);

describe.each([
  ['rest', flagsOf({ entrance: 'rest' })],
  ['private', flagsOf(PRIVATE)],
])('entrance=%s', (entrance, flags) => {
  let stack: LocalStack;
  let hosted: HostedServer;

  beforeAll(async () => {
    stack = await startStack({ upstreams: [upstream], flags });
    hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
      auth: { type: 'none' },
    });
  }, 180_000);
  afterEach(closeClients);
  afterAll(() => stack?.stop());

  const urlOf = ({ value }: HostedServer['token']) => `${stack.edgeUrl}/${value}/mcp`;

  test.each([...HTTP_CLIENTS, ...SSE_CLIENTS])('%s (%s) lists and calls', async (_kind, version, connect) => {
    const client = await connect(hosted.mcpUrl);
    const tools = await client.listTools();
    const made = await client.call('createThing', { name: 'Löffel 🥄', size: 3 });

    expect(client.version).toBe(version);
    expect(tools.map(({ name }) => name)).toContain('createThing');
    expect(made.isError ?? false).toBe(false);
    expect(upstream.requests.at(-1)?.body.toString()).toContain('Löffel 🥄');
  });

  test('a held stream announces changed tools, and ends when its token is revoked', async () => {
    const token = await addToken(stack, hosted.serverId);
    const stream = await holdStream(urlOf(token), SUBSCRIBE);
    await stream.find(({ data }) => data.includes('acknowledged'));
    const { items } = await stack.api<{ items: Array<{ id: string; name: string }> }>(
      'GET',
      `/v1/servers/${hosted.serverId}/tools`,
    );
    const tool = items.find(({ name }) => name === 'deleteThing');
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}/tools/${tool?.id}`, { enabled: false });
    const heard = await stream.find(({ data }) => data.includes('list_changed'));

    await stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);
    await stream.ended;
    const after = await fetch(urlOf(token), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });

    expect(stream.status).toBe(200);
    expect(heard.data).toContain('notifications/tools/list_changed');
    expect(after.status).toBe(404);
  });

  test('a client finds out how to sign in, and works for the person who lets it in', async () => {
    const url = `${stack.edgeUrl}/${hosted.serverId}/mcp`;
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, {
      access: 'both',
      accessRules: [{ opens: 'all' }],
    });
    const login = await signIn(stack.edgeUrl, 'admin', undefined, 'id_token');
    const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    const client = signingV2(url, new ClientMemory('Editor'));

    await expect(client.connect()).rejects.toThrow();
    const back = await decide(stack.apiUrl, login, client.memory.asked as URL);
    await client.finish(back);
    await client.connect();
    const tools = await client.listTools();
    await client.close();

    expect(refused.status).toBe(401);
    // API Gateway renames it where no distribution gives it its name back; clients look for the metadata by its path then.
    expect(refused.headers.get(`${entrance === 'private' ? 'x-amzn-remapped-' : ''}www-authenticate`)).toContain(
      'resource_metadata=',
    );
    expect(tools).toContain('listThings');
  });

  test('a client that binds its tokens to a key proves it for the address that it knows', async () => {
    const url = `${stack.edgeUrl}/${hosted.serverId}/mcp`;
    await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
    const login = await signIn(stack.edgeUrl, 'admin', undefined, 'id_token');
    const client = await signInWithKey(stack, login, url);
    const stolen = client.tokens.access_token;

    const called = await client.send('POST', callOf('listThings'));
    const next = await client.refresh();
    const refused = await sendWith(url, `Bearer ${stolen}`);
    const elsewhere = await proofOf(client.keys, {
      method: 'POST',
      url: url.replace('/srv_', '/x/srv_'),
      accessToken: stolen,
    });

    expect([called.status, await called.text()]).toEqual([200, expect.stringContaining('"result"')]);
    expect(next.token_type).toBe('dpop');
    expect(refused.status).toBe(401);
    expect((await sendWith(url, `DPoP ${stolen}`, elsewhere)).status).toBe(401);
  });

  test('a person makes a link that opens without a login, for as long as the login it was made with stands', async () => {
    const login = await signIn(stack.edgeUrl, 'admin', undefined, 'id_token');
    const made = await fetch(`${stack.apiUrl}/v1/servers/${hosted.serverId}/setup-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${login}`, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'Laptop' }),
    });

    expect(made.status).toBe(201);
  });

  test('an automation key reads servers, and nothing without it or by another way', async () => {
    const { value } = await stack.api<{ value: string }>('POST', '/v1/automation-keys', {
      label: 'pipeline',
      role: 'viewer',
    });
    // Behind a distribution, its function finds the way of keys; a private API has one address for each.
    const base = `${stack.edgeUrl}${entrance === 'private' ? '/automation' : ''}`;
    const asked = async (url: string, token: string) =>
      (await fetch(`${url}/v1/servers`, { headers: { authorization: `Bearer ${token}` } })).status;

    expect(await asked(base, value)).toBe(200);
    expect(await asked(base, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)).toBe(401);
    expect(await asked(base, stack.accessToken)).toBe(entrance === 'private' ? 401 : 200);
    expect(await asked(stack.edgeUrl, 'no-token')).toBe(401);
  });

  test('a page of the dashboard and its files are there, the paths of OAuth never get one', async () => {
    const page = await fetch(`${stack.edgeUrl}/servers`);
    const html = await page.text();
    const [, file] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const script = await fetch(`${stack.edgeUrl}${file}`);
    const ofHost = await fetch(`${stack.edgeUrl}/local.json`);
    const tag = script.headers.get('etag') ?? '';
    const [known, head, outside] = await Promise.all([
      fetch(`${stack.edgeUrl}${file}`, { headers: { 'if-none-match': tag } }),
      fetch(`${stack.edgeUrl}/`, { method: 'HEAD' }),
      fetch(`${stack.edgeUrl}/..%2f..%2findex.mjs`),
    ]);
    const [discovery, nearMiss] = await Promise.all(
      ['/.well-known/openid-configuration/x/y', '/a/b/mcp'].map((path) => fetch(`${stack.edgeUrl}${path}`)),
    );

    expect(page.status).toBe(200);
    expect(ofHost.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await script.text()).toContain('function');
    expect([known.status, head.status, await head.text()]).toEqual([304, 200, '']);
    expect([403, 404]).toContain(outside.status);
    expect([discovery?.status, nearMiss?.status]).toEqual([404, 404]);
  });

  test('pages of other origins are refused, and bodies over the limit', async () => {
    const foreign = await fetch(hosted.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    const large = await fetch(hosted.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: 'x'.repeat(5 * 1024 * 1024) } }),
    });

    expect(foreign.status).toBe(403);
    expect(large.status).toBe(413);
  });
});
