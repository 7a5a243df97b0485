/**
 * A stack with the owner's options runs here as well: names of their own are this machine's address, private hosts are called, roles are
 * assumed, functions write every measure that the dashboard shows, traces of calls reach the owner's collector, and what happens its
 * webhooks and event bus. With `--stream-life` streams are cut and nobody is told that a client has left, as on AWS.
 */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MEASURES } from '../../core/audit/measures.ts';
import { MODERN } from '../../core/mcp/protocol.ts';
import { secretOf } from '../../local/twins/sts.ts';
import { seriousIssues } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { createAuthority } from '../support/certificates.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { defined } from '../support/defined.ts';
import { busEntries } from '../support/eventBus.ts';
import { ask } from '../support/logins.ts';
import { CLIENTS, connect } from '../support/mcpClients.ts';
import { type OwnProvider, PROVIDER_CLIENT, PROVIDER_SECRET, startOwnProvider } from '../support/ownProvider.ts';
import { callIn } from '../support/readOn.ts';
import { signIn } from '../support/signIn.ts';
import { expectedAuthorization } from '../support/sigV4.ts';
import { addToken, deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { ALL_PARTS, partsOf, toldIn, typesOf } from '../support/told.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { stopped } from '../support/verify.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts';

const SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:login-AbCdEf';
const ROLE = 'arn:aws:iam::123456789012:role/orders';
/** Known to the role's account alone: the secrets of its sessions are derived from it. */
const KEY = 'planted-role-key-7f31';

let stack: LocalStack;
/** With these options, on the data of an earlier start if given. */
let start: (data?: string) => Promise<LocalStack>;
/** Its requests are signed by a role; its URL without the origin, which is another after each start. */
let signing: HostedServer | undefined;
let orders: Upstream;
let collector: Collector;
let receiver: WebhookReceiver;
const seen: string[] = [];
let ledger: Upstream;
let provider: OwnProvider;
let folder: string;
/** Where the login takes people back from the provider; known once it runs. */
let callback: string;
let upstream: Upstream;
/** Paths of the upstream whose caller went away before the answer. */
const cut: string[] = [];

beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream, cut);
  const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e';
  // Judges signatures by the signer of AWS's own SDK, with the secret that AWS would know.
  orders = await startUpstream({
    host: 'orders.example',
    respond: async ({ method, target, headers, body }) => {
      const byName = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const accessKeyId = /Credential=(\w+)\//.exec(byName.get('authorization') ?? '')?.[1] ?? '';
      const secretAccessKey = secretOf({ key: KEY }, accessKeyId);
      seen.push(secretAccessKey, accessKeyId, byName.get('x-amz-security-token') ?? 'no token');
      const expected = await expectedAuthorization(
        { method, host: byName.get('host') ?? '', target, headers: byName, body },
        { accessKeyId, secretAccessKey },
      );
      const isRight = /^ASIA/.test(accessKeyId) && byName.get('authorization') === expected;
      return {
        status: isRight ? 200 : 403,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ isRight, sent: [...byName] }),
      };
    },
  });
  // The first request fails, so that what was refused for the moment is sent again.
  collector = await startCollector({ failures: 1 });
  provider = await startOwnProvider(() => callback);
  folder = mkdtempSync(join(tmpdir(), 'portcullis-secret-'));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, `${PROVIDER_SECRET}\n`);
  ledger = await startUpstream({ host: 'ledger.internal', authority: await createAuthority('Ledger') });
  const [pin] = ledger.pinned;
  receiver = await startWebhookReceiver();
  start = (data) =>
    startStack({
      ...(data !== undefined && { data }),
      demo: true,
      upstreams: [orders, upstream, collector.upstream, receiver.upstream, provider.upstream],
      flags: [
        ['egress', 'vpc'],
        ['subnets', 'subnet-0a1b2c3d4e5f60718,subnet-0a1b2c3d4e5f60719'],
        ['securityGroups', 'sg-0a1b2c3d4e5f60718'],
        ['privateHosts', 'ledger.internal,stock.internal'],
        ['privateRanges', '10.0.0.0/8'],
        ['oidc', JSON.stringify({ issuer: provider.issuer, clientId: PROVIDER_CLIENT, clientSecret: SECRET_ARN })],
        ['groupRoles', '{"Platform team":["admin"],"engineering":["editor"]}'],
        ['domainNames', 'mcp.example.com,tools.example.com'],
        ['certificateArn', certificate],
        ['hostedZone', '{"id":"Z0123456789ABC","name":"example.com"}'],
        ['permissionsBoundary', 'arn:aws:iam::123456789012:policy/boundary'],
        ['mfa', 'required'],
        ['metrics', 'tool'],
        ['alarms', 'true'],
        ['events', 'true'],
        ['backup', 'daily'],
        ['traces', 'otlp'],
        ['otlpEndpoint', `${collector.upstream.baseUrl}/v1/traces`],
        ['traceSampling', '1'],
        ['upstreamRoles', `${ROLE},arn:aws:iam::123456789012:role/untrusting`],
      ]
        .flatMap(([key, value]) => ['--context', `${key}=${value}`])
        .concat('--stream-life', '20')
        .concat('--login-secret', secretFile)
        // Its authority is that of its server alone, not of the stack.
        .concat('--resolve', `${ledger.host}:443:${pin?.address}:${pin?.addressPort}`),
    });
  stack = await start();
  const { issuer } = await stack.api<{ issuer: string }>('GET', '/v1/config');
  callback = `${issuer}/oauth2/idpresponse`;
});

afterAll(async () => {
  // The last test has started it again.
  await stack?.stop();
  await orders?.close();
  await ledger?.close();
  await provider?.close();
  await rm(folder, { recursive: true, force: true });
  await upstream?.close();
  await collector?.upstream.close();
  await receiver?.upstream.close();
});

test('the own domain is where this stack answers, and people log in there', async () => {
  const config = await stack.api('GET', '/v1/config');

  expect(config).toMatchObject({ edgeUrl: stack.edgeUrl });
});

/** Whether a call of the tool `list` succeeds, with a server of this body that was made by hand. */
async function listsAt(body: object): Promise<{ isError?: boolean; text: string }> {
  const made = await deploy(stack, { name: 'Ledger', source: { kind: 'manual' }, ...body });
  await stack.api('POST', `/v1/servers/${made.serverId}/tools`, { name: 'list', verb: 'GET', path: '/list' });
  const client = await connect(made.mcpUrl);
  const { isError, content } = await client.call('list', {});
  await client.close();
  return { isError: isError ?? false, text: JSON.stringify(content) };
}

/** Somebody signs in through the owner's identity provider: what the management API answers them. */
async function whoIsIt() {
  const token = await signIn(stack.edgeUrl, 'provider', (url) => provider.signIn(url));
  return { me: await ask(stack, token, 'GET', '/v1/me'), members: await ask(stack, token, 'GET', '/v1/members') };
}

test('a person of the owner’s identity provider has the role of their groups, and loses it with them', async () => {
  provider.groups = ['Platform team'];
  const admin = await whoIsIt();
  provider.groups = ['engineering'];
  const editor = await whoIsIt();
  provider.groups = ['admin'];
  const nobody = await whoIsIt();
  provider.groups = ['Platform team'];
  await whoIsIt();
  provider.groups = undefined;
  const unnamed = await whoIsIt();
  provider.falsified = { hasgroups: true };
  const cut = await whoIsIt().catch((error: Error) => error.message);

  expect(admin.me.body).toMatchObject({ role: 'admin' });
  expect(admin.members.body.members).toContainEqual(
    expect.objectContaining({ email: 'ann@corp.example', role: 'admin', status: 'active' }),
  );
  expect(editor.me.body).toMatchObject({ role: 'editor' });
  expect(editor.members.body.code).toBe('role_required');
  expect([nobody.me.status, nobody.me.body.code]).toEqual([403, 'no_role']);
  // The provider leaves the claim out: no role of before is kept. It says that it has cut the list: refused.
  expect([unnamed.me.status, unnamed.me.body.code]).toEqual([403, 'no_role']);
  expect(unnamed.me.body.detail).toContain('identity provider');
  expect(cut).toContain('assigned to this application');
  expect(holding(storedTexts(stack.data), [PROVIDER_SECRET])).toEqual([]);
});

test('an API is imported and called through the owner’s network', async () => {
  const { specUrl: url, auth } = stack.demo as NonNullable<typeof stack.demo>;
  const preview = await stack.api<{ endpoints: number }>('POST', '/v1/specs/preview', { url });
  const made = await stack.api<{ mcpUrl: string }>('POST', '/v1/servers', { source: { kind: 'openapi', url }, auth });

  expect(preview.endpoints).toBeGreaterThan(0);
  expect(made.mcpUrl.startsWith(stack.edgeUrl)).toBe(true);
});

test('a private host is called by its own certificate authority, and by no server that does not name it', async () => {
  // Prepare
  const settings = await stack.api<{ privateHosts?: string[] }>('GET', '/v1/settings');
  const auth = { type: 'bearer', token: 'ledger-token-0123456789' };
  const baseUrl = ledger.baseUrl;

  // Act
  const named = await listsAt({
    baseUrl,
    auth,
    privateHosts: [{ origin: baseUrl, certificateAuthorities: ledger.ca }],
  });
  const seenByLedger = ledger.requests.map((one) => [one.target, one.all('authorization')]);
  const unnamed = await listsAt({ baseUrl, auth });
  const elsewhere = await listsAt({ baseUrl, auth, privateHosts: [{ origin: baseUrl }] });

  // Assess
  expect(settings.privateHosts).toEqual(['ledger.internal', 'stock.internal']);
  expect(named.isError).toBe(false);
  expect(seenByLedger).toEqual([['/list', [`Bearer ${auth.token}`]]]);
  for (const { isError, text } of [unnamed, elsewhere]) {
    expect(isError).toBe(true);
    expect(text).toContain('TLS certificate');
  }
  expect(ledger.requests).toHaveLength(1);
});

test('a role that trusts the server signs its requests, and one that trusts another server does not', async () => {
  // Prepare
  const auth = { type: 'awsSigV4', roleArn: ROLE, region: 'eu-central-1', service: 'execute-api' };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: orders.baseUrl }],
    paths: { '/orders': { get: { operationId: 'orders', responses: {} } } },
  });
  const hosted = await deploy(stack, { source: { kind: 'openapi', document }, auth: { type: 'none' } });
  const client = await connect(hosted.mcpUrl);
  const call = async () => {
    const { content, isError = false } = await client.call('orders', {});
    return { isError, text: content.map((each) => each.text).join('') };
  };
  const check = async () =>
    (await stack.api<{ items: object[] }>('POST', `/v1/servers/${hosted.serverId}/credentials/check`)).items;
  const trust = (policy: string) =>
    writeFileSync(
      join(stack.data, 'state', 'roles.json'),
      JSON.stringify({ [ROLE]: { key: KEY, trust: JSON.parse(policy) } }),
    );
  const browser = await openBrowser();
  const { page, complaints } = await visitDashboard(browser, stack.edgeUrl, {
    at: `/servers/${hosted.serverId}/settings/sign-in`,
  });
  const section = page.locator('section', { hasText: 'API credentials' }).first();

  // Act
  await section.getByRole('button', { name: 'Replace' }).click();
  await section.getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('option', { name: /AWS signature/ }).click();
  await section.getByRole('button', { name: /^Sign as/ }).click();
  await page.getByRole('option', { name: /^Role/ }).click();
  await section.getByLabel('Role ARN').fill(ROLE);
  await section.getByLabel('Region').fill(auth.region);
  await section.getByLabel('Service').fill(auth.service);
  const issues = await seriousIssues(page);
  await section.getByRole('button', { name: 'Replace' }).click();
  const policy = await section.getByRole('region', { name: 'Trust policy' }).innerText();
  const shown = await seriousIssues(page);
  await browser.close();
  const externalId = `${hosted.serverId}:orders.example`;
  const untrusted = await call();
  trust(policy.replace(externalId, 'srv_000000000000:orders.example'));
  const ofAnother = await call();
  const failing = await check();
  trust(policy.replace(externalId, `${hosted.serverId}:another.example`));
  const atAnother = await call();
  trust(policy);
  const working = await check();
  const signed = await call();
  const again = await call();
  const sessions = new Set(seen.filter((_, at) => at % 3 === 1)).size;
  await stack.api('PUT', `/v1/servers/${hosted.serverId}/credentials`, { ...auth, roleArn: `${ROLE}2` });
  const foreign = await check();
  await stack.api('PUT', `/v1/servers/${hosted.serverId}/credentials`, auth);
  signing = { ...hosted, mcpUrl: hosted.mcpUrl.slice(stack.edgeUrl.length) };
  await client.close();

  // Assess
  expect(policy).toContain(externalId);
  expect([issues, shown, complaints]).toEqual([[], [], []]);
  for (const refused of [untrusted, ofAnother, atAnother]) {
    expect(refused).toEqual({
      isError: true,
      text: expect.stringContaining('does not let the sandbox assume the role'),
    });
  }
  expect(failing).toEqual([expect.objectContaining({ works: false, code: 'role_refused' })]);
  expect(working).toEqual([{ origin: orders.baseUrl, type: 'awsSigV4', works: true }]);
  expect([signed.isError, again.isError, sessions]).toEqual([false, false, 1]);
  expect(signed.text).toContain('"isRight":true');
  expect(foreign).toEqual([expect.objectContaining({ works: false, code: 'role_not_allowed' })]);
  const printed = [...storedTexts(stack.data), await stack.output(), signed.text, again.text];
  expect(holding(printed, [...new Set(seen)])).toEqual([]);
}, 120_000);

test('a call is ended by the message that cancels it, and not by a closed connection, of which AWS tells nobody', async () => {
  const { serverId, mcpUrl } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'bearer', token: 'upstream-secret-5d02' },
  });
  const post = (body: object, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      ...(signal && { signal }),
    });
  const isReached = (path: string) => until(() => upstream.requests.some(({ target }) => target === path));
  const slow = (id: number, ms: number, _meta = {}) => ({
    id,
    method: 'tools/call',
    params: { name: 'slow', arguments: { ms }, _meta },
  });
  const leaving = new AbortController();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const asModern = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'slow' };
  const asLegacy = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'one' };

  const left = post(slow(1, 9_001, meta), asModern, leaving.signal).catch(() => 'left');
  const cancelled = post(slow(2, 30_002), asLegacy);
  await Promise.all(['/slow/9001', '/slow/30002'].map(isReached));
  leaving.abort();
  const cancel = () =>
    post({ method: 'notifications/cancelled', params: { requestId: 2 } }, asLegacy).then(() =>
      cut.includes('/slow/30002'),
    );
  await until(cancel, 250);
  const entries = () =>
    stack.api<{ items: Array<{ tool?: string; outcome: string; status?: number }> }>(
      'GET',
      `/v1/servers/${serverId}/audit`,
    );
  await until(async () => (await entries()).items.some(({ tool, outcome }) => tool === 'slow' && outcome === 'ok'));

  expect(await left).toBe('left');
  expect(cut).toEqual(['/slow/30002']);
  void cancelled.catch(() => {});
});

test('a call is one trace, from the client through every part to the API, without anything that was said in it', async () => {
  // Prepare
  const { serverId, mcpUrl } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'bearer', token: 'planted-trace-secret-91c2' },
    traceContext: true,
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const unsampled = '5bf92f3577b34da6a3ce929d0e0e4736';
  const other = '6bf92f3577b34da6a3ce929d0e0e4736';
  const post = (name: string, args: object, { headers = {}, _meta = {} }: { headers?: object; _meta?: object }) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'planted-id',
        method: 'tools/call',
        params: { name, arguments: args, _meta },
      }),
    });
  const begun = upstream.requests.length;

  // Act
  await post(
    'createThing',
    { name: 'planted-trace-argument@example.com' },
    {
      _meta: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'vendor=planted-state' },
      headers: { traceparent: `00-${other}-10f067aa0ba902b7-01` },
    },
  );
  await post('getThing', { id: 7 }, { headers: { traceparent: `00-${unsampled}-00f067aa0ba902b7-00` } });
  await post('broken', {}, { headers: { traceparent: '00-planted-trace-01' } });
  await until(() => new Set(collector.spans().map((span) => span.traceId)).size >= 2 && failed().length > 0);
  const entries = (
    await stack.api<{ items: { tool?: string; kind: string; traceId?: string; stages?: { name: string }[] }[] }>(
      'GET',
      `/v1/servers/${serverId}/audit?class=call`,
    )
  ).items.filter(({ tool }) => tool === 'createThing');
  const browser = await openBrowser();
  const { page, complaints } = await visitDashboard(browser, stack.edgeUrl, { at: `/servers/${serverId}/audit` });
  await page.getByText('createThing').first().click();
  const shown = await page.getByRole('table', { name: 'Where the time went' }).innerText();
  const issues = await seriousIssues(page);
  await browser.close();

  // Assess
  function failed() {
    return collector.spans().filter(({ name }) => name === 'tools/call broken');
  }
  const spans = collector.spans().filter((span) => span.traceId === traceId);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [call] = named('tools/call createThing');
  const [sandbox] = named('sandbox');
  const [exchange] = named('POST /things');
  const [governance] = named('governance');
  expect(spans.map(({ name, kind, status }) => [name, kind, status]).sort()).toEqual([
    ['POST /things', 3, 0],
    ['admission', 1, 0],
    ['audit', 3, 0],
    ['audit', 3, 0],
    ['governance', 1, 0],
    ['sandbox', 3, 0],
    ['tools/call createThing', 2, 0],
  ]);
  expect(partsOf(spans.map(({ name }) => name))).toEqual(ALL_PARTS);
  expect(call).toMatchObject({
    parentSpanId: '00f067aa0ba902b7',
    links: [{ traceId: other, spanId: '10f067aa0ba902b7' }],
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'createThing',
      'portcullis.server.id': serverId,
    },
    resource: { 'service.name': 'Portcullis', 'cloud.provider': 'aws', 'faas.name': expect.stringMatching(/Rpc/) },
  });
  for (const name of ['admission', 'audit', 'sandbox']) {
    expect(named(name).map(({ parentSpanId }) => parentSpanId)).toEqual(named(name).map(() => call?.spanId));
  }
  expect([exchange?.parentSpanId, governance?.parentSpanId]).toEqual([sandbox?.spanId, sandbox?.spanId]);
  expect(exchange?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'url.template': '/things',
    'server.address': upstream.host,
    'server.port': 443,
    'http.response.status_code': 201,
  });
  for (const span of spans) {
    expect(span.startMs).toBeGreaterThanOrEqual((call?.startMs ?? 0) - 0.01);
    expect(span.endMs).toBeLessThanOrEqual((call?.endMs ?? 0) + 0.01);
  }
  const seenByApi = upstream.requests.slice(begun).map(({ all }) => [...all('traceparent'), ...all('tracestate')]);
  expect(seenByApi).toEqual([
    [`00-${traceId}-${exchange?.spanId}-01`, 'vendor=planted-state'],
    [expect.stringMatching(`^00-${unsampled}-(?!00f067aa0ba902b7)[0-9a-f]{16}-00$`)],
    [expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-03$/)],
  ]);
  expect(failed()[0]).toMatchObject({ status: 2, parentSpanId: '', attributes: { 'error.type': 'upstream_status' } });
  expect(collector.spans().filter((span) => [unsampled, other].includes(span.traceId))).toEqual([]);
  expect(entries.map(({ traceId: id, stages }) => [id, stages?.map(({ name }) => name)])).toEqual([
    [traceId, ['admission', 'audit', 'sandbox', 'upstream', 'governance']],
  ]);
  expect(shown).toMatch(/Token check.*Sandbox.*API.*Governance/s);
  expect([issues, complaints]).toEqual([[], []]);
  expect(collector.text()).not.toMatch(/planted|@example|Bearer|tracestate|vendor=/i);
  expect(readFileSync(rpcLog(), 'utf8')).not.toMatch(/planted/);
}, 60_000);

test('a list of tools is a trace in every era, as is reading on, without anything that was said in it', async () => {
  // Prepare
  const { serverId, mcpUrl } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    governance: { holdAnswers: true },
  });
  const traceId = '7bf92f3577b34da6a3ce929d0e0e4736';
  const unsampled = '8bf92f3577b34da6a3ce929d0e0e4736';
  const list = (flags: string, trace: string, params: object = {}) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        traceparent: `00-${trace}-00f067aa0ba902b7-${flags}`,
        tracestate: 'vendor=planted-state',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'planted-id', method: 'tools/list', params }),
    });
  const ours = () => collector.spans().filter(({ attributes }) => attributes['portcullis.server.id'] === serverId);
  const lists = () => ours().filter(({ name }) => name === 'tools/list');
  const reads = () => ours().filter(({ name }) => name === 'tools/call read_more');

  // Act
  const eras: string[] = [];
  for (const [, version, open] of CLIENTS) {
    const client = await open(mcpUrl);
    await client.listTools();
    eras.push(version);
    await client.close();
  }
  await list('00', unsampled);
  await list('01', traceId);
  await list('01', traceId, { cursor: 'planted-cursor' });
  const client = await connect(mcpUrl);
  const held = callIn((await client.call('listThings', {})).content.at(-1)?.text ?? '');
  await client.call('read_more', { handle: held?.handle, part: held?.part });
  await client.call('read_more', { handle: 'planted-handle', part: '' });
  await client.close();
  await until(() => lists().length >= eras.length + 2 && reads().length >= 2);
  const { items: entries } = await stack.api<{
    items: { tool?: string; traceId?: string; stages?: { name: string }[] }[];
  }>('GET', `/v1/servers/${serverId}/audit?class=call`);

  // Assess
  const own = lists().filter((span) => span.traceId !== traceId);
  expect(own.map(({ attributes }) => attributes['mcp.protocol.version']).sort()).toEqual(eras.sort());
  for (const { kind, status, parentSpanId, attributes } of own) {
    expect([kind, status, parentSpanId]).toEqual([2, 0, '']);
    expect(Object.keys(attributes).sort()).toEqual([
      'faas.coldstart',
      'faas.trigger',
      'mcp.method.name',
      'mcp.protocol.version',
      'network.protocol.name',
      'network.transport',
      'portcullis.server.id',
    ]);
    expect(attributes['mcp.method.name']).toBe('tools/list');
  }
  const asked = lists().filter((span) => span.traceId === traceId);
  expect(asked.map(({ parentSpanId, status, attributes }) => [parentSpanId, status, attributes['error.type']])).toEqual(
    [
      ['00f067aa0ba902b7', 0, undefined],
      ['00f067aa0ba902b7', 2, expect.stringMatching(/./)],
    ],
  );
  expect(reads().map(({ kind, status, attributes }) => [kind, status, attributes['gen_ai.tool.name']])).toEqual([
    [2, 0, 'read_more'],
    [2, 2, 'read_more'],
  ]);
  const below = (parent: { traceId: string; spanId: string }) =>
    collector
      .spans()
      .filter((span) => span.traceId === parent.traceId && span.parentSpanId === parent.spanId)
      .map(({ name }) => name)
      .sort();
  expect(lists().map(below)).toEqual(lists().map(() => ['admission']));
  expect(reads().map(below)).toEqual(reads().map(() => ['admission', 'audit']));
  expect(collector.spans().filter((span) => span.traceId === unsampled)).toEqual([]);
  expect(
    entries
      .filter(({ tool }) => tool === 'read_more')
      .map(({ traceId: id, stages }) => [reads().some((span) => span.traceId === id), stages?.map(({ name }) => name)]),
  ).toEqual([
    [true, ['admission']],
    [true, ['admission']],
  ]);
  expect(collector.text()).not.toMatch(/planted|@example|Bearer|tracestate|vendor=/i);
  expect(readFileSync(rpcLog(), 'utf8')).not.toMatch(/planted/);
}, 60_000);

const rpcLog = () => {
  const logs = join(stack.data, 'state', 'logs');
  return join(logs, readdirSync(logs).find((name) => /^DataPlaneRpc\w*\.log$/.test(name)) ?? '');
};

const DIGEST = 'attention.digest.v1';

test('what happens is told once to the event bus and, signed, to a webhook, however it answers at first', async () => {
  // Prepare
  const url = `${receiver.upstream.baseUrl}/hook/planted-hook-key-77aa`;
  const browser = await openBrowser();
  const { page, complaints } = await visitDashboard(browser, stack.edgeUrl, { at: '/settings' });
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name').fill('On call');
  await panel.getByLabel('URL').fill('http://169.254.169.254/latest');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByText('must start with https://').waitFor();
  await panel.getByLabel('URL').fill(url);
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  receiver.secrets.push(secret);
  const { items: made } = await stack.api<{ items: { id: string; origin: string }[] }>('GET', '/v1/webhooks');
  const webhook = `/v1/webhooks/${made[0]?.id}`;
  const { serverId, token } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    signed: true,
  });
  const path = `/v1/servers/${serverId}`;
  const secretEnds = new Date(Date.now() + 12.5 * 86_400_000).toISOString();
  const failing = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: `${orders.baseUrl}/token`,
      clientId: 'planted-client-id',
      clientSecret: 'planted-client-secret-4b',
      clientSecretExpiresAt: secretEnds,
    },
  });
  const { cert, key } = await (await createAuthority('Clients')).issueClient('planted-subject', { days: 9.5 });
  const breaking = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'mutualTLS', certificate: cert, privateKey: key },
  });
  const breaker = { failurePercent: 50, minCalls: 2, pauseSeconds: 1 };
  await stack.api('PATCH', `/v1/servers/${breaking.serverId}`, { breaker });
  const expiresAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString();

  const asking = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
    policies: [
      { name: 'all', text: 'permit(principal, action, resource);' },
      { name: 'asked', text: 'forbid(principal, action == Action::"getThing", resource);', mode: 'approve' },
    ],
  });

  // Act
  const held = await connect(asking.mcpUrl);
  await held.call('getThing', { id: 4_711 });
  await held.call('getThing', { id: 4_711 });
  await held.close();
  receiver.answers.push(500);
  const { id: expiring } = await stack
    .api<{ id: string }>('POST', `${path}/tokens`, { label: 'planted label', expiresAt })
    .then((created) => (created as unknown as { token: { id: string } }).token);
  await stack.api('DELETE', `${path}/tokens/${token.id}`);
  await stack.api('DELETE', `${path}/tokens/${token.id}`);
  const changed = thingsDocument(upstream.baseUrl);
  const { '/broken': _, ...paths } = changed.paths;
  await stack.api('PATCH', path, { source: { kind: 'openapi', document: JSON.stringify({ ...changed, paths }) } });
  const { id: deploymentId } = await stack.api<{ id: string }>('POST', `${path}/deployments`, { reimport: true });
  const client = await connect(failing.mcpUrl);
  await client.call('listThings', {});
  await client.call('listThings', {});
  await client.close();
  const caller = await connect(breaking.mcpUrl);
  const isStopped = async (tool: string, args: object) =>
    JSON.stringify(await caller.call(tool, args)).includes('circuit_open');
  await until(() => isStopped('broken', {}));
  await until(async () => !(await isStopped('getThing', { id: 7 })));
  await until(() => isStopped('broken', {}));
  await stack.api('POST', `/v1/servers/${breaking.serverId}/resume`);
  await stack.api('POST', `/v1/servers/${breaking.serverId}/resume`);
  const isResumed = !(await isStopped('getThing', { id: 7 }));
  await until(() => isStopped('broken', {}));
  await stack.api('PATCH', `/v1/servers/${breaking.serverId}`, { breaker: null });
  await stack.api('PATCH', `/v1/servers/${breaking.serverId}`, { breaker: { sameCalls: 2 } });
  await until(async () => JSON.stringify(await caller.call('getThing', { id: 8 })).includes('client_paused'));
  await stack.api('POST', `/v1/servers/${breaking.serverId}/resume`);
  await stack.api('PATCH', `/v1/servers/${breaking.serverId}`, { breaker });
  await until(() => isStopped('broken', {}));
  await caller.close();
  // The daily look has found its certificate before it is deleted.
  await until(() => receiver.events.filter(({ type }) => type === 'expiry.ahead.v1').length === 3);
  await stack.api('DELETE', `/v1/servers/${breaking.serverId}`);
  await until(() => receiver.events.filter(({ type }) => type !== DIGEST).length >= 17);
  await until(() => busEntries(stack).some(({ DetailType }) => DetailType === DIGEST));
  const { secret: next } = await stack.api<{ secret: string }>('POST', `${webhook}/rotate`);
  receiver.secrets.splice(0, 1, next);
  await stack.api('POST', `${webhook}/test`);
  await until(() => receiver.events.some(({ type }) => type === 'webhook.test.v1'));
  await page.getByRole('button', { name: 'On call', exact: true }).click();
  await page.getByText('delivered').first().waitFor();
  const shown = await panel.innerText();
  const issues = await seriousIssues(page);
  await browser.close();
  const { items: deliveries } = await stack.api<{ items: { type: string; state: string; attempts: object[] }[] }>(
    'GET',
    `${webhook}/deliveries`,
  );
  const bus = busEntries(stack);

  // Assess
  const data = new Map(receiver.events.map((each) => [each.type, each.data]));
  const dataOf = (wanted: string) => receiver.events.flatMap((each) => (each.type === wanted ? [each.data] : []));
  // The digest is told once in a day, which may have been before there was a webhook.
  const digests = bus.filter(({ DetailType }) => DetailType === DIGEST);
  expect(digests.map(({ Detail }) => JSON.parse(Detail))).toEqual([
    expect.objectContaining({ open: expect.any(Number), new: expect.any(Number), items: expect.any(Array) }),
  ]);
  const received = receiver.events.filter(({ type }) => type !== DIGEST);
  expect(typesOf([...received.map(({ type }) => type), DIGEST])).toEqual(toldIn('test/local/options.test.ts'));
  expect(received.map(({ type }) => type).sort()).toEqual([
    'approval.asked.v1',
    ...Array.from({ length: 4 }, () => 'breaker.closed.v1'),
    ...Array.from({ length: 4 }, () => 'breaker.opened.v1'),
    'deployment.failed.v1',
    'drift.found.v1',
    ...Array.from({ length: 3 }, () => 'expiry.ahead.v1'),
    'sign_in.failed.v1',
    'token.paused.v1',
    'token.revoked.v1',
    'webhook.test.v1',
  ]);
  expect(data.get('token.revoked.v1')).toEqual({ serverId, tokenId: token.id });
  expect(data.get('drift.found.v1')).toEqual({ serverId, deploymentId });
  expect(data.get('deployment.failed.v1')).toEqual({
    serverId,
    deploymentId,
    phase: 'seal-sandbox',
    code: 'surface_changed',
  });
  expect(data.get('sign_in.failed.v1')).toEqual({
    serverId: failing.serverId,
    host: orders.host,
    code: expect.stringMatching(/^oauth_/),
  });
  const ahead = dataOf('expiry.ahead.v1');
  expect(ahead).toContainEqual({ serverId, what: 'token', tokenId: expiring, expiresAt, daysLeft: 2 });
  expect(ahead).toContainEqual({
    serverId: breaking.serverId,
    what: 'client_certificate',
    origin: upstream.baseUrl,
    expiresAt: new X509Certificate(cert).validToDate.toISOString(),
    daysLeft: 9,
  });
  expect(ahead).toContainEqual({
    serverId: failing.serverId,
    what: 'client_secret',
    origin: upstream.baseUrl,
    expiresAt: secretEnds,
    daysLeft: 12,
  });
  const openings = dataOf('breaker.opened.v1').map(({ openedAt, until: next, ...rest }) => {
    // Nobody else has called.
    expect(rest).toEqual({ serverId: breaking.serverId, reason: 'failures', tokenId: breaking.token.id });
    expect(Date.parse(String(next)) - Date.parse(String(openedAt))).toBe(1_000);
    return openedAt;
  });
  // Closed by a call, by resuming, by switching off, and by deleting the server.
  const [first, ...others] = openings.sort();
  expect(dataOf('breaker.closed.v1')).toHaveLength(4);
  expect(dataOf('breaker.closed.v1')).toEqual(
    expect.arrayContaining([
      { serverId: breaking.serverId, openedAt: first, by: 'call' },
      ...others.map((openedAt) => ({ serverId: breaking.serverId, openedAt, by: 'person' })),
    ]),
  );
  expect(data.get('token.paused.v1')).toEqual({
    serverId: breaking.serverId,
    tokenId: breaking.token.id,
    reason: 'same_calls',
    until: expect.any(String),
  });
  expect(isResumed).toBe(true);
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'delivered'));
  expect(deliveries.map(({ attempts }) => attempts.length).sort()).toEqual([
    ...receiver.events.slice(1).map(() => 1),
    2,
  ]);
  const told = bus
    .filter((entry) => !digests.includes(entry))
    .map((entry) => [entry.DetailType, JSON.parse(entry.Detail)]);
  expect(told.map(([type]) => type).sort()).toEqual(
    received.flatMap(({ type }) => (type.startsWith('webhook.') ? [] : [type])).sort(),
  );
  for (const [type, { id, at, ...detail }] of told) {
    const delivered = received.find((each) => each.id === id);
    expect([type, at, detail]).toEqual([delivered?.type, delivered?.timestamp, delivered?.data]);
  }
  expect(bus.every(({ Source, EventBusName }) => Source === 'portcullis' && EventBusName === 'Portcullis-events')).toBe(
    true,
  );
  for (const name of ['Expiry ahead', 'Circuit breaker opened', 'Circuit breaker closed'])
    expect(shown).toContain(name);
  // The browser reports the refused address.
  expect([issues, complaints]).toEqual([[], [expect.stringContaining('status of 400')]]);
  expect(made[0]?.origin).toBe(receiver.upstream.baseUrl);
  const spoken = `${receiver.text().replaceAll('/hook/planted-hook-key-77aa', '')}${JSON.stringify(bus)}`;
  expect(spoken).not.toMatch(/planted|admin@|Bearer|On call/);
  const secrets = ['planted-hook-key-77aa', 'planted-client-secret-4b', key.split('\n')[1] ?? key, secret, next];
  expect(holding([...storedTexts(stack.data), await stack.output()], secrets)).toEqual([]);
}, 180_000);

/** A line of the embedded metric format, as CloudWatch reads it. */
interface MetricLine {
  readonly _aws: {
    readonly CloudWatchMetrics: [
      { readonly Namespace: string; readonly Dimensions: string[][]; readonly Metrics: { readonly Name: string }[] },
    ];
  };
  readonly [name: string]: unknown;
}

/** What all functions have written so far. */
function metricLines(): MetricLine[] {
  const logs = join(stack.data, 'state', 'logs');
  return readdirSync(logs)
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"CloudWatchMetrics"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as MetricLine);
}

test('functions write each measure when it happens, and nothing of what was asked or answered', async () => {
  // Prepare
  const { specUrl: url, auth } = stack.demo as NonNullable<typeof stack.demo>;
  const hosted = await deploy(stack, { source: { kind: 'openapi', url }, auth });
  const path = `/v1/servers/${hosted.serverId}`;
  const client = await connect(hosted.mcpUrl);

  // Act
  await client.call('getCustomer', { customerId: 'cus_000001' });
  await client.call('getCustomer', { customerId: 'cus_planted-argument' });
  await client.close();
  const { serverId: crowdedId, mcpUrl: crowded } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
  const breaks = async (breaker: object | null, mcpUrl: string, code: string) => {
    await stack.api('PATCH', `/v1/servers/${crowdedId}`, { breaker });
    const calling = await connect(mcpUrl);
    await until(async () => JSON.stringify(await calling.call('broken', {})).includes(code));
    await calling.close();
  };
  const { value } = await addToken(stack, crowdedId);
  await breaks({ failuresInRow: 2 }, `${stack.edgeUrl}/${value}/mcp`, 'client_paused');
  await breaks({ failurePercent: 50, minCalls: 2 }, crowded, 'circuit_open');
  await stack.api('PATCH', `/v1/servers/${crowdedId}`, { breaker: null });
  const { mcpUrl: signedOut } = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: `${orders.baseUrl}/token`,
      clientId: 'planted-client',
      clientSecret: 'planted-client-secret',
    },
  });
  const refusing = await connect(signedOut);
  await refusing.call('listThings', {});
  await refusing.close();
  const slow = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', arguments: { ms: 2_000 } } };
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  // Twelve run and a hundred wait; of the rest the first is told so at once.
  await Promise.race(
    Array.from({ length: 120 }, () =>
      fetch(crowded, { method: 'POST', headers, body: JSON.stringify(slow), signal: leaving.signal }).catch(() => {}),
    ),
  );
  leaving.abort();
  await stack.api('DELETE', `${path}/tokens/${hosted.token.id}`);
  const refused = await fetch(hosted.mcpUrl, { method: 'POST', body: '{}' });
  const broken = await stack.api<{ server: { id: string } }>('POST', '/v1/servers', {
    source: { kind: 'openapi', document: '{"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {}}' },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });
  await until(
    async () => (await stack.api<{ status: string }>('GET', `/v1/servers/${broken.server.id}`)).status === 'failed',
  );
  // A host that ends hands what the archive has not got yet to the archiver.
  await stopped(stack);
  const lines = metricLines();
  const named = (name: string) => lines.filter((line) => name in line);
  const calls = named('Calls').filter(({ Server }) => Server === hosted.serverId);

  // Assess
  expect(refused.status).toBe(404);
  const written = new Set(lines.flatMap(({ _aws }) => _aws.CloudWatchMetrics[0].Metrics.map(({ Name }) => Name)));
  expect([...written].sort()).toEqual(Object.keys(MEASURES).sort());
  expect(calls).toEqual([
    expect.objectContaining({ Calls: 1, Errors: 0, Server: hosted.serverId, Tool: 'getCustomer', Caller: 'token' }),
    expect.objectContaining({ Calls: 1, Errors: 1 }),
  ]);
  expect(calls[0]?._aws.CloudWatchMetrics[0]).toMatchObject({
    Namespace: 'Portcullis',
    Dimensions: [['service'], ['service', 'Server'], ['service', 'Server', 'Tool'], ['service', 'Server', 'Caller']],
  });
  expect(Number(calls[0]?.['Redactions'])).toBeGreaterThan(0);
  // Others are of the tests above.
  const codes = named('Code').filter(
    ({ Code }) =>
      !/^(role_|oauth_|upstream_|(sandbox_\w+|server_busy|client_paused|circuit_open|approval_required)$)/.test(
        String(Code),
      ),
  );
  expect(codes).toEqual([expect.objectContaining({ Errors: 1, Code: 'argument_invalid' })]);
  expect(JSON.stringify(lines)).not.toMatch(/planted|cus_0|@example|Bearer/);
});

test('the role signs after a restart as before', async () => {
  const before = new Set(seen);
  await stack.kill();
  stack = await start(stack.data);
  const client = await connect(`${stack.edgeUrl}${defined(signing).mcpUrl}`);

  const { content, isError = false } = await client.call('orders', {});
  await client.close();

  expect([isError, content[0]?.text]).toEqual([false, expect.stringContaining('"isRight":true')]);
  expect(seen.some((secret) => !before.has(secret))).toBe(true);
}, 120_000);
