/**
 * Signing in from MCP clients, on the running stack: what must not happen, whatever a client, a web page or somebody with an old token
 * tries. Clients are played by hand here; test/local/signIn.test.ts has the real ones.
 */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { checksum } from '../../core/auth/tokens/format.ts';
import { REGISTRATIONS } from '../support/clientRegistrations.ts';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

const CLIENT = 'https://client.example/oauth/client.json';
/** Public, and described by a document that no token request reads. */
const OTHER_CLIENT = 'https://client.example/oauth/other.json';
const IDP = 'https://idp.example';
const BACK = 'http://127.0.0.1:33418/callback';
const TOOLS = [
  { name: 'read_thing', verb: 'GET', path: '/thing' },
  { name: 'change_thing', verb: 'POST', path: '/thing' },
];

let upstream: Upstream;
let metadata: Upstream;
let stack: LocalStack;
let logins: Logins;
let server: HostedServer;
let other: HostedServer;
let admin: string;
let document: Reply;
/** Published JWK Sets, by path. */
const published: Record<string, object> = {};
let signer: Signer;

beforeAll(async () => {
  signer = await newSigner();
  published['/idp.json'] = signer.jwks;
  upstream = await startUpstream({ host: 'api.sign-in.example', respond: () => ({ body: '{}' }) });
  metadata = await startUpstream({
    host: 'client.example',
    respond: ({ target }) => {
      const keys = published[target];
      return keys ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(keys) } : document;
    },
  });
  const provider = { issuer: IDP, jwksUri: 'https://client.example/idp.json', usernamePrefix: 'view' };
  const flags = ['--context', `identityProviders=${JSON.stringify([provider])}`];
  stack = await startStack({ upstreams: [upstream, metadata], flags });
  logins = await loginsOf(stack);
  // As the directory knows them, which is asked at each refresh.
  admin = await logins.token({
    sub: 'admin-1',
    'cognito:groups': ['admin'],
    'cognito:username': 'admin',
    email: 'admin@corp.example',
    email_verified: true,
  });
  [server, other] = (await Promise.all(
    ['One', 'Other'].map(async (name) => {
      const made = await deploy(stack, {
        name,
        source: { kind: 'manual' },
        baseUrl: upstream.baseUrl,
        auth: { type: 'none' },
      });
      for (const tool of TOOLS) await stack.api('POST', `/v1/servers/${made.serverId}/tools`, tool);
      return made;
    }),
  )) as [HostedServer, HostedServer];
  for (const each of [server, other]) await change(each, { access: 'both' });
}, 240_000);
afterAll(async () => {
  await stack?.stop();
  await Promise.all([upstream?.close(), metadata?.close()]);
});

const change = (of: HostedServer, body: object) => stack.api('PATCH', `/v1/servers/${of.serverId}`, body);
const addressOf = ({ serverId }: HostedServer) => `${stack.edgeUrl}/${serverId}/mcp`;
const documentOf = (more: object = {}): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_id: CLIENT, client_name: 'Client', redirect_uris: [BACK], ...more }),
});

interface Signer {
  readonly jwks: { readonly keys: object[] };
  sign(claims: object, typ?: string): Promise<string>;
}

async function newSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const kid = randomBytes(8).toString('hex');
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }] },
    sign: (claims, typ = 'JWT') =>
      new SignJWT({ jti: randomBytes(16).toString('hex'), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid, typ })
        .setIssuedAt()
        .setExpirationTime('2 minutes')
        .sign(privateKey),
  };
}

interface Flow {
  readonly verifier: string;
  readonly query: Record<string, string>;
}

/** An authorization request; `more` replaces parameters, '' leaves them out. */
function begin(of: HostedServer, clientId: string, more: Record<string, string> = {}): Flow {
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: BACK,
    state: 'of-the-client',
    resource: addressOf(of),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  return { verifier, query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) };
}

/** Where the browser is sent to, or the status and text of the page that it is shown. */
/** As a person does who is told to try again, because a busy machine has not fetched a client's document in time. */
async function visit(flow: Flow): Promise<{ to?: URL; status: number; text: string }> {
  let visited = await visitOnce(flow);
  await until(async () => {
    if (visited.status === 503) visited = await visitOnce(flow);
    return visited.status !== 503;
  });
  return visited;
}

async function visitOnce({ query }: Flow): Promise<{ to?: URL; status: number; text: string }> {
  const answer = await fetch(`${stack.edgeUrl}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
  const location = answer.headers.get('location');
  return { ...(location && { to: new URL(location) }), status: answer.status, text: await answer.text() };
}

async function requestId(flow: Flow): Promise<string> {
  const { to, status, text } = await visit(flow);
  const id = to?.searchParams.get('request');
  if (!id) throw new Error(`${status} ${to?.href} ${text}`);
  return id;
}

const decide = (id: string, login: string, body: object = { decision: 'allow' }) =>
  ask(stack, login, 'POST', `/v1/authorizations/${id}`, body);

async function approve(flow: Flow, login = admin, body?: object): Promise<string> {
  const answer = await decide(await requestId(flow), login, body);
  return new URL(answer.body.redirect).searchParams.get('code') as string;
}

async function post(path: string, form: Record<string, string>) {
  const answer = await fetch(`${stack.edgeUrl}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
}

const redeem = ({ verifier, query }: Flow, code: string, more: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'authorization_code',
    code,
    client_id: query['client_id'] as string,
    redirect_uri: query['redirect_uri'] as string,
    code_verifier: verifier,
    resource: query['resource'] as string,
    ...more,
  });
const refresh = (refresh_token: string, client_id = CLIENT, more = {}) =>
  post('token', { grant_type: 'refresh_token', refresh_token, client_id, ...more });

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function session(of = server, login = admin, clientId = CLIENT, body?: object): Promise<Pair> {
  document = documentOf();
  const flow = begin(of, clientId);
  const answer = await redeem(flow, await approve(flow, login, body));
  expect(answer.status).toBe(200);
  return answer.body as Pair;
}

const ask2025 = (token: string, url: string, message: object) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }),
  });

const callTool = (token: string, name: string, url = addressOf(server)) =>
  ask2025(token, url, { method: 'tools/call', params: { name, arguments: {} } });

/** Status of an MCP request, or the names of the tools. */
async function list(token: string, url = addressOf(server)): Promise<number | string[]> {
  const answer = await ask2025(token, url, { method: 'tools/list' });
  if (!answer.ok) return answer.status;
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name).sort();
}

const BOTH = ['change_thing', 'read_thing'];

async function register(body: object = { client_name: 'Claude', redirect_uris: [BACK] }) {
  const answer = await fetch(`${stack.edgeUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json().catch(() => undefined)) as Record<string, string> };
}

const error = (code: string) => ({ status: 400, body: expect.objectContaining({ error: code }) });

describe('the address of a client’s document', () => {
  test.each([
    ['points to loopback', 'https://127.0.0.1/client.json'],
    ['points to the metadata of the machine', 'https://169.254.169.254/latest/meta-data'],
    ['points to a private network', 'https://10.0.0.1/client.json'],
    ['points to loopback by IPv6', 'https://[::1]/client.json'],
    ['points to loopback by a name', 'https://localhost/client.json'],
    ['is not https', 'http://client.example/client.json'],
  ])('that %s leads nowhere', async (_what, client_id) => {
    const { status, to, text } = await visit(begin(server, client_id));

    expect({ status, to }).toEqual({ status: 400, to: undefined });
    expect(text).toContain('invalid_client');
  });

  test.each([
    ['redirects', () => ({ status: 302, headers: { location: `${CLIENT}?again` } })],
    ['is missing', () => ({ status: 404, body: '{}' })],
    ['is over 5 kB', () => documentOf({ client_uri: 'x'.repeat(5_200) })],
    ['is no JSON', () => ({ body: '<html>' })],
    ['names another client', () => documentOf({ client_id: `${CLIENT}x` })],
    ['sends codes to another origin', () => documentOf({ redirect_uris: ['https://evil.example/back'] })],
  ] as [string, () => Reply][])('whose document %s is no client', async (_what, reply) => {
    document = reply();

    const { status, to } = await visit(begin(server, CLIENT));

    expect({ status, to }).toEqual({ status: 400, to: undefined });
  });

  test('is read anew, and what was shown to the person is what is done', async () => {
    document = documentOf();
    const flow = begin(server, CLIENT);
    const id = await requestId(flow);
    document = documentOf({ client_name: 'Another', redirect_uris: ['https://client.example/elsewhere'] });

    const shown = await ask(stack, admin, 'GET', `/v1/authorizations/${id}`);
    const { body } = await decide(id, admin);
    const later = await visit(begin(server, CLIENT));

    expect(shown.body).toMatchObject({
      client: { name: 'Client', host: 'client.example' },
      redirectHost: 'this computer',
    });
    expect(body.redirect).toMatch(/^http:\/\/127\.0\.0\.1:33418\/callback\?code=/);
    expect(Object.fromEntries(new URL(body.redirect).searchParams)).toMatchObject({
      state: 'of-the-client',
      iss: `${stack.edgeUrl}/oauth`,
    });
    expect(later.status).toBe(400);
  });
});

describe('a request', () => {
  test.each([
    ['to an address that the client has not named', { redirect_uri: 'https://evil.example/back' }],
    ['to one that only begins like it', { redirect_uri: `${BACK}.evil.example` }],
    ['without an address', { redirect_uri: '' }],
    ['of a client that nobody knows', { client_id: 'client_unknown' }],
  ])('%s is told on a page of ours and sent nowhere', async (_what, more) => {
    document = documentOf();

    const { status, to, text } = await visit(begin(server, CLIENT, more));

    expect({ status, to }).toEqual({ status: 400, to: undefined });
    expect(text).not.toContain('evil.example');
  });

  test.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['without a resource', { resource: '' }, 'invalid_target'],
    ['for the shared address', { resource: 'SHARED' }, 'invalid_target'],
    ['for a server that is not here', { resource: 'UNKNOWN' }, 'invalid_target'],
  ])('%s goes back with an error, and says who answers', async (_what, more, code) => {
    document = documentOf();
    const resource = { SHARED: `${stack.edgeUrl}/mcp`, UNKNOWN: `${stack.edgeUrl}/srv_000000000000/mcp` };
    const named = (more as { resource?: keyof typeof resource }).resource;

    const { to } = await visit(begin(server, CLIENT, named ? { resource: resource[named] } : more));

    expect(Object.fromEntries(to?.searchParams ?? [])).toMatchObject({
      error: code,
      state: 'of-the-client',
      iss: `${stack.edgeUrl}/oauth`,
    });
    expect(to?.origin).toBe('http://127.0.0.1:33418');
  });

  test('with a parameter given twice is refused', async () => {
    document = documentOf();
    const query = new URLSearchParams(begin(server, CLIENT).query);
    query.append('redirect_uri', 'https://evil.example/back');

    const answer = await fetch(`${stack.edgeUrl}/oauth/authorize?${query}`, { redirect: 'manual' });

    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
});

describe('consent', () => {
  test('is asked for again although the person has allowed the same client before, and is logged in', async () => {
    await session();
    const id = await requestId(begin(server, CLIENT));

    const shown = await ask(stack, admin, 'GET', `/v1/authorizations/${id}`);

    expect(shown.body.client.since).toEqual(expect.any(String));
    expect(await redeem(begin(server, CLIENT), id)).toMatchObject(error('invalid_grant'));
  });

  test('cannot be given by a page elsewhere: no cookie speaks for the person', async () => {
    document = documentOf();
    const id = await requestId(begin(server, CLIENT));

    const forged = await fetch(`${stack.edgeUrl}/v1/authorizations/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: '{"decision":"allow"}',
    });

    expect(forged.status).toBe(401);
    expect(forged.headers.get('access-control-allow-origin')).toBeNull();
    expect((await decide(id, admin)).status).toBe(200);
  });

  test('is shown in no frame', async () => {
    const { headers } = await fetch(`${stack.edgeUrl}/connect?request=x`);

    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('is given once', async () => {
    document = documentOf();
    const id = await requestId(begin(server, CLIENT));

    const answers = await Promise.all([decide(id, admin), decide(id, admin), decide(id, admin, { decision: 'deny' })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('tells a client that registered under another’s name as one that named itself', async () => {
    const { body } = await register();
    const flow = begin(server, body['client_id'] as string);

    const shown = await ask(stack, admin, 'GET', `/v1/authorizations/${await requestId(flow)}`);

    expect(shown.body.client).toEqual({ id: body['client_id'], name: 'Claude', registered: true });
  });

  test('that is denied gives no code', async () => {
    document = documentOf();

    const { body } = await decide(await requestId(begin(server, CLIENT)), admin, { decision: 'deny' });

    expect(Object.fromEntries(new URL(body.redirect).searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'of-the-client',
      iss: `${stack.edgeUrl}/oauth`,
    });
  });

  test('of somebody without access gives no code', async () => {
    document = documentOf();
    const stranger = await logins.token({ sub: 'stranger' });
    const id = await requestId(begin(server, CLIENT));

    const shown = await ask(stack, stranger, 'GET', `/v1/authorizations/${id}`);

    expect(shown.body).toMatchObject({ opens: 'nothing', tools: { total: 0, names: [] } });
    expect(await decide(id, stranger)).toMatchObject({ status: 403, body: { code: 'access_refused' } });
  });
});

describe('a code', () => {
  test('that is used twice ends what came of it', async () => {
    document = documentOf();
    const flow = begin(server, CLIENT);
    const code = await approve(flow);
    const first = await redeem(flow, code);
    const worked = await list(first.body.access_token);

    const second = await redeem(flow, code);

    expect(worked).toEqual(BOTH);
    expect(second).toMatchObject(error('invalid_grant'));
    expect(await list(first.body.access_token)).toBe(401);
    expect(await refresh(first.body.refresh_token)).toMatchObject(error('invalid_grant'));
  });

  test('that is used by many at once gives one session at most', async () => {
    document = documentOf();
    const flow = begin(server, CLIENT);
    const code = await approve(flow);

    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(flow, code)));

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) if (status === 200) expect(await list(body.access_token)).toBe(401);
  });

  test.each([
    ['another verifier', () => ({ code_verifier: randomBytes(32).toString('base64url') }), 'invalid_grant'],
    ['another client', () => ({ client_id: OTHER_CLIENT }), 'invalid_grant'],
    ['another address', () => ({ redirect_uri: 'http://127.0.0.1:33419/callback' }), 'invalid_grant'],
    ['another server', () => ({ resource: addressOf(other) }), 'invalid_target'],
  ])('is no good with %s', async (_what, more, code) => {
    document = documentOf();
    const flow = begin(server, CLIENT);

    expect(await redeem(flow, await approve(flow), more())).toMatchObject(error(code));
  });

  test('of before all of a person was ended gives no session', async () => {
    document = documentOf();
    const flow = begin(server, CLIENT);
    const ann = await logins.token({ sub: 'ann', 'cognito:groups': ['viewer'], 'cognito:username': 'viewer' });
    const code = await approve(flow, ann);

    await stack.api('DELETE', '/v1/sessions?person=ann');

    expect(await redeem(flow, code)).toMatchObject(error('invalid_grant'));
  });
});

describe('a token', () => {
  test('of one server is none at another, nor at the shared address or in an address', async () => {
    const { access_token } = await session();

    expect(await list(access_token)).toEqual(BOTH);
    expect(await list(access_token, addressOf(other))).toBe(401);
    expect(await list(access_token, `${stack.edgeUrl}/mcp`)).toBe(401);
    expect(await list('', `${stack.edgeUrl}/${access_token}/mcp`)).toBe(404);
  });

  test('of the login, or to refresh with, opens nothing', async () => {
    const { refresh_token } = await session();

    expect(await list(admin)).toBe(401);
    expect(await list(refresh_token)).toBe(401);
  });

  test('that was refreshed away and comes back ends the session', async () => {
    const first = await session();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.body.refresh_token);
    const worked = await list(third.body.access_token);

    expect(worked).toEqual(BOTH);
    expect(await refresh(first.refresh_token)).toMatchObject(error('invalid_grant'));
    expect(await list(third.body.access_token)).toBe(401);
    expect(await refresh(third.body.refresh_token)).toMatchObject(error('invalid_grant'));
  });

  test.each<[string, (pair: Pair) => string]>([
    ['of a session’s name and nothing else', ({ access_token }) => `pcr_${access_token.slice(4, 38)}${'A'.repeat(43)}`],
    ['of an access token', ({ access_token }) => `pcr_${access_token.slice(4, -6)}`],
    ['with another end', ({ refresh_token }) => `${refresh_token.slice(0, 60)}${'b'.repeat(21)}`],
    [
      'with another beginning',
      ({ refresh_token }) => `${refresh_token.slice(0, 38)}${'c'.repeat(22)}${refresh_token.slice(60, -6)}`,
    ],
  ])('that somebody has made up %s ends nothing and raises no alarm', async (_what, make) => {
    const pair = await session();
    const body = make(pair);

    const answer = await refresh(body + checksum(body));
    const { items } = await stack.api<{ items: { detail?: { reason?: string } }[] }>(
      'GET',
      `/v1/servers/${server.serverId}/audit?limit=5`,
    );

    expect(answer).toMatchObject(error('invalid_grant'));
    expect(await list(pair.access_token)).toEqual(BOTH);
    expect((await refresh(pair.refresh_token)).status).toBe(200);
    expect(JSON.stringify(items[0])).not.toContain('refresh_token_reused');
  });

  test('is refreshed by no other client, and for no other server', async () => {
    const { refresh_token } = await session();

    expect(await refresh(refresh_token, OTHER_CLIENT)).toMatchObject(error('invalid_grant'));
    expect(await refresh(refresh_token, CLIENT, { resource: addressOf(other) })).toMatchObject(error('invalid_target'));
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('refreshed by many at once works for each of them, and is one session', async () => {
    const { refresh_token } = await session();

    const answers = await Promise.all(Array.from({ length: 3 }, () => refresh(refresh_token)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(await list(body.access_token)).toEqual(BOTH);
  });

  test('is revoked by its client at once, either of the two', async () => {
    const first = await session();
    const second = await session();

    await post('revoke', { token: first.access_token, client_id: CLIENT });
    await post('revoke', { token: second.refresh_token, client_id: OTHER_CLIENT });

    expect(await list(first.access_token)).toBe(401);
    expect(await refresh(first.refresh_token)).toMatchObject(error('invalid_grant'));
    expect(await list(second.access_token)).toEqual(BOTH);
  });

  test('ends with the person’s account, or their group, at the next refresh', async () => {
    const gone = await logins.token({
      sub: 'gone',
      'cognito:groups': ['viewer'],
      'cognito:username': 'nobody-any-more',
    });
    // The directory knows `viewer` as a viewer, whatever the login said a moment ago.
    const left = await logins.token({ sub: 'left', 'cognito:groups': ['sales'], 'cognito:username': 'viewer' });
    await change(other, {
      accessRules: [
        { group: 'sales', opens: 'all' },
        { group: 'admin', opens: 'all' },
        { person: 'gone', opens: 'all' },
      ],
    });
    const [one, two] = [await session(other, gone), await session(other, left)];
    const worked = await Promise.all([one, two].map(({ access_token }) => list(access_token, addressOf(other))));

    const answers = [await refresh(one.refresh_token), await refresh(two.refresh_token)];

    expect(worked).toEqual([BOTH, BOTH]);
    expect(answers).toMatchObject([error('invalid_grant'), error('invalid_grant')]);
    expect(await list(one.access_token, addressOf(other))).toBe(401);
    await change(other, { accessRules: [] });
  });

  test.each([
    ['admin', BOTH],
    ['editor', BOTH],
    ['viewer', ['read_thing']],
  ])('of somebody with the role %s does, without rules, what the role does in the dashboard', async (role, tools) => {
    const login = await logins.token({ sub: `plain-${role}`, 'cognito:groups': [role], 'cognito:username': role });
    const { access_token } = await session(server, login);

    const called = await callTool(access_token, 'change_thing');
    const answer = (await called.json()) as { result?: { isError?: boolean }; error?: object };

    expect(await list(access_token)).toEqual(tools);
    expect(answer.error === undefined && answer.result?.isError !== true).toBe(tools === BOTH);
  });

  test('goes by the rules of this moment', async () => {
    const { access_token } = await session(other);
    const at = () => list(access_token, addressOf(other));

    const seen = [];
    for (const body of [
      { accessRules: [{ person: 'admin-1', opens: 'read' }] },
      { accessRules: [{ client: CLIENT, opens: 'nothing' }] },
      { accessRules: [] },
      { access: 'tokens' },
      { access: 'both' },
    ]) {
      await change(other, body);
      seen.push(await at());
    }

    expect(seen).toEqual([['read_thing'], 401, BOTH, 401, BOTH]);
  });

  test('opens no more than the person has allowed, and says what more would take', async () => {
    const { access_token } = await session(server, admin, CLIENT, { decision: 'allow', access: 'read' });

    const refused = await callTool(access_token, 'change_thing');
    const unknown = await callTool(access_token, 'no_thing');

    expect(await list(access_token)).toEqual(['read_thing']);
    expect((await callTool(access_token, 'read_thing')).status).toBe(200);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="mcp:tools", resource_metadata="${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp"`,
    );
    expect(await refused.json()).toMatchObject({ id: 7, error: { data: { code: 'scope_insufficient' } } });
    expect(unknown.status).toBe(200);
  });

  test('says nothing of tools that the rules keep from its person', async () => {
    await change(other, { accessRules: [{ person: 'admin-1', opens: 'read' }] });
    const { access_token } = await session(other, admin, CLIENT, { decision: 'allow', access: 'read' });

    const [hidden, unknown] = await Promise.all(
      ['change_thing', 'no_thing'].map((name) => callTool(access_token, name, addressOf(other))),
    );
    await change(other, { accessRules: [] });

    expect(hidden?.status).toBe(200);
    expect((await hidden?.text())?.replace('change_thing', 'no_thing')).toBe(await unknown?.text());
  });

  test('that ends tells its client where to sign in again', async () => {
    const { access_token } = await session();
    await stack.api('DELETE', '/v1/sessions?person=admin-1');

    const answer = await callTool(access_token, 'read_thing');

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", scope="mcp:tools", resource_metadata="${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp"`,
    );
  });
});

interface Known {
  readonly client: { readonly id: string };
  readonly secret?: string;
}
const newClient = (body: object) => stack.api<Known>('POST', '/v1/oauth-clients', { name: 'Nightly', ...body });
const machine = (body: object = { auth: 'secret' }) => newClient({ isMachine: true, ...body });
const letIn = (of: HostedServer, ...clients: Known[]) =>
  change(of, { accessRules: clients.map(({ client }) => ({ client: client.id, opens: 'all' })) });
const forItself = ({ client, secret = '' }: Known, more: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: secret,
    resource: addressOf(other),
    ...more,
  });
const proofOf = async (id: string, by: Signer, more: object = {}): Promise<Record<string, string>> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await by.sign({ iss: id, sub: id, aud: `${stack.edgeUrl}/oauth`, ...more }),
});

describe('a client that acts for itself', () => {
  afterAll(() => change(other, { accessRules: [] }));

  test('has access where a rule names it, with its own secret, and nowhere else', async () => {
    const known = await machine();
    const before = await forItself(known);
    await letIn(other, known);

    const { status, body } = await forItself(known);
    const wrong = await forItself(known, { client_secret: `${known.secret?.slice(0, -1)}-` });
    const none = await forItself(known, { client_secret: '' });
    const elsewhere = await forItself(known, { resource: addressOf(server) });
    const nowhere = await forItself(known, { resource: '' });

    expect(before).toMatchObject(error('unauthorized_client'));
    expect({ status, body }).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'mcp:tools' } });
    expect(body.refresh_token).toBeUndefined();
    expect(await list(body.access_token, addressOf(other))).toEqual(BOTH);
    expect(await list(body.access_token)).toBe(401);
    for (const refused of [wrong, none])
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(elsewhere).toMatchObject(error('unauthorized_client'));
    expect(nowhere).toMatchObject(error('invalid_target'));
  });

  test('is named in the trail and the list of sessions as itself, and its secret nowhere', async () => {
    const known = await machine();
    await letIn(other, known);
    const { body } = await forItself(known);
    await callTool(body.access_token, 'read_thing', addressOf(other));

    const clients = await stack.api('GET', '/v1/oauth-clients');
    const sessions = await stack.api<{ items: object[] }>('GET', `/v1/sessions?client=${known.client.id}`);
    const trail = await stack.api<{ items: Record<string, unknown>[] }>('GET', `/v1/servers/${other.serverId}/audit`);

    expect(sessions.items).toEqual([expect.objectContaining({ isMachine: true, status: 'active' })]);
    const call = trail.items.find(({ kind, clientId }) => kind === 'call' && clientId === known.client.id);
    expect(call).toMatchObject({ tool: 'read_thing', outcome: 'ok' });
    expect(call).not.toHaveProperty('person');
    expect(JSON.stringify([clients, sessions, trail]) + (await stack.output())).not.toContain(known.secret);
  });

  test('authenticates by a signature that is valid once, for this issuer and this client', async () => {
    const known = await machine({ auth: 'key', jwks: signer.jwks });
    await letIn(other, known);
    const { id } = known.client;
    const proof = await proofOf(id, signer);
    const form = { grant_type: 'client_credentials', resource: addressOf(other) };

    const first = await post('token', { ...form, ...proof });
    const again = await post('token', { ...form, ...proof });
    const refused = await Promise.all(
      [
        await proofOf(id, await newSigner()),
        await proofOf(id, signer, { aud: 'https://elsewhere.example' }),
        await proofOf(id, signer, { iss: 'app_0123456789012345678901' }),
        { client_id: id, client_secret: 'guessed' },
        { client_id: id },
      ].map((each) => post('token', { ...form, ...each })),
    );

    expect(await list(first.body.access_token, addressOf(other))).toEqual(BOTH);
    for (const answer of [again, ...refused]) {
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
  });

  test('may publish its keys', async () => {
    published['/keys.json'] = signer.jwks;
    const known = await machine({ auth: 'key', jwksUri: 'https://client.example/keys.json' });
    await letIn(other, known);
    const form = { grant_type: 'client_credentials', resource: addressOf(other) };

    const { status } = await post('token', { ...form, ...(await proofOf(known.client.id, signer)) });

    expect(status).toBe(200);
  });

  test.each(['https://127.0.0.1/keys.json', 'https://169.254.169.254/keys.json', 'https://[::1]/keys.json'])(
    'is not looked for keys inside, at %s',
    async (jwksUri) => {
      const known = await machine({ auth: 'key', jwksUri });
      const form = { grant_type: 'client_credentials', resource: addressOf(other) };

      const answer = await post('token', { ...form, ...(await proofOf(known.client.id, signer)) });

      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    },
  );

  test('ends with all of its sessions when it is deleted, or its rule', async () => {
    const [known, ruled] = [await machine(), await machine()];
    await letIn(other, known, ruled);
    const [one, two] = await Promise.all([forItself(known), forItself(ruled)]);
    const worked = await Promise.all([one, two].map(({ body }) => list(body.access_token, addressOf(other))));

    await stack.api('DELETE', `/v1/oauth-clients/${known.client.id}`);
    await change(other, { accessRules: [{ client: known.client.id, opens: 'all' }] });

    expect(worked).toEqual([BOTH, BOTH]);
    expect(await list(one.body.access_token, addressOf(other))).toBe(401);
    expect(await list(two.body.access_token, addressOf(other))).toBe(401);
    expect(await forItself(known)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(await forItself(ruled)).toMatchObject(error('unauthorized_client'));
  });

  test('cannot be one that registered itself, or one for people', async () => {
    const { body } = await register();
    const people = await newClient({ auth: 'secret', redirectUris: [BACK] });
    await letIn(other, people);

    const registered = await post('token', {
      grant_type: 'client_credentials',
      client_id: body['client_id'] as string,
      resource: addressOf(other),
    });

    expect(registered).toMatchObject(error('unauthorized_client'));
    expect(await forItself(people)).toMatchObject(error('unauthorized_client'));
  });
});

describe('a client that an admin has registered', () => {
  test('signs people in, and proves itself with code and refresh token', async () => {
    const known = await newClient({ auth: 'secret', redirectUris: [BACK] });
    const flow = begin(server, known.client.id);
    const id = await requestId(flow);
    const shown = await ask(stack, admin, 'GET', `/v1/authorizations/${id}`);
    const code = new URL((await decide(id, admin)).body.redirect).searchParams.get('code') as string;

    const without = await redeem(flow, code);
    const { status, body } = await redeem(flow, code, { client_secret: known.secret as string });
    const bare = await refresh(body.refresh_token, known.client.id);
    const next = await refresh(body.refresh_token, known.client.id, { client_secret: known.secret });

    expect(shown.body.client).toEqual({ id: known.client.id, name: 'Nightly', known: true });
    expect([status, next.status]).toEqual([200, 200]);
    expect(await list(next.body.access_token)).toEqual(BOTH);
    for (const refused of [without, bare])
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test.each<[string, object, string]>([
    ['nothing', {}, '/auth'],
    ['a machine without authentication', { isMachine: true, auth: 'none' }, '/auth'],
    ['no redirect URI for people', { auth: 'secret' }, '/redirectUris'],
    ['an address without TLS', { auth: 'none', redirectUris: ['http://client.example/back'] }, '/redirectUris'],
    ['no keys', { isMachine: true, auth: 'key', jwks: { keys: [] } }, '/jwks'],
    ['keys of any size', { isMachine: true, auth: 'key', jwks: { keys: [], x: 'x'.repeat(20_000) } }, '/jwks'],
    [
      'two sources of keys',
      { isMachine: true, auth: 'key', jwks: { keys: [] }, jwksUri: 'https://client.example/k' },
      '/jwks',
    ],
    ['keys beside a secret', { isMachine: true, auth: 'secret', jwksUri: 'https://client.example/k' }, '/jwks'],
    [
      'keys at an address without TLS',
      { isMachine: true, auth: 'key', jwksUri: 'http://client.example/k' },
      '/jwksUri',
    ],
  ])('is not made of %s', async (_what, body, field) => {
    const answer = await ask(stack, admin, 'POST', '/v1/oauth-clients', { name: 'Nightly', ...body });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.faults).toContainEqual(expect.objectContaining({ field }));
  });
});

test('a client whose document says that it proves itself by a key must do so', async () => {
  const flow = begin(server, CLIENT);
  document = documentOf({ token_endpoint_auth_method: 'private_key_jwt', jwks: signer.jwks });
  const [one, two] = [await approve(flow), await approve(flow)];

  const without = await redeem(flow, one);
  const forged = await redeem(flow, one, await proofOf(CLIENT, await newSigner()));
  const { status, body } = await redeem(flow, two, await proofOf(CLIENT, signer));

  for (const refused of [without, forged])
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect(status).toBe(200);
  expect(await refresh(body.refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect((await refresh(body.refresh_token, CLIENT, await proofOf(CLIENT, signer))).status).toBe(200);
});

describe('the assertion of an identity provider', () => {
  const JAG = 'oauth-id-jag+jwt';
  let known: Known;
  beforeAll(async () => {
    known = await newClient({ auth: 'secret', redirectUris: [BACK] });
  });
  const claims = (more: object = {}) => ({
    iss: IDP,
    // With the prefix, the user name of the directory's viewer.
    sub: 'er',
    aud: `${stack.edgeUrl}/oauth`,
    client_id: known.client.id,
    resource: addressOf(server),
    ...more,
  });
  const present = async (assertion: string, more: Record<string, string> = {}) =>
    post('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
      client_id: known.client.id,
      client_secret: known.secret as string,
      ...more,
    });

  test('lets a client act for a person without a consent page, once, and the session ends like any other', async () => {
    const assertion = await signer.sign(claims(), JAG);

    const { status, body } = await present(assertion);
    const again = await present(assertion);
    const worked = await list(body.access_token);
    const { items } = await stack.api<{ items: { person: { id: string } }[] }>(
      'GET',
      `/v1/sessions?client=${known.client.id}`,
    );
    await stack.api('DELETE', `/v1/sessions?person=${items[0]?.person.id}`);

    expect([status, worked]).toEqual([200, ['read_thing']]);
    expect(body.refresh_token).toBeUndefined();
    expect(again).toMatchObject(error('invalid_grant'));
    expect(await list(body.access_token)).toBe(401);
  });

  test('gives no more access than its scope', async () => {
    const { body } = await present(await signer.sign(claims({ scope: 'mcp:read' }), JAG));

    expect(await list(body.access_token)).toEqual(['read_thing']);
  });

  test.each<[string, () => Promise<string>, string?]>([
    ['of somebody else', async () => (await newSigner()).sign(claims(), JAG)],
    ['of a provider that is not trusted', () => signer.sign(claims({ iss: 'https://evil.example' }), JAG)],
    ['for another authorization server', () => signer.sign(claims({ aud: 'https://elsewhere.example' }), JAG)],
    ['for another client', () => signer.sign(claims({ client_id: CLIENT }), JAG)],
    ['about nobody of the pool', () => signer.sign(claims({ sub: 'nobody' }), JAG)],
    ['of another type', () => signer.sign(claims(), 'JWT')],
    [
      'for a server that is not here',
      () => signer.sign(claims({ resource: 'https://elsewhere.example/mcp' }), JAG),
      'invalid_target',
    ],
  ])('%s is refused', async (_what, make, code = 'invalid_grant') => {
    expect(await present(await make())).toMatchObject(error(code));
  });

  test('is refused from a client that does not authenticate, and for another server', async () => {
    const assertion = () => signer.sign(claims(), JAG);

    expect(await present(await assertion(), { client_secret: '' })).toMatchObject({ status: 401 });
    expect(await present(await assertion(), { client_id: CLIENT, client_secret: '' })).toMatchObject({ status: 401 });
    expect(await present(await assertion(), { resource: addressOf(other) })).toMatchObject(error('invalid_target'));
  });

  test('gives no access that the rules of the server do not give', async () => {
    await change(server, { accessRules: [{ group: 'admin', opens: 'all' }] });
    const answer = await present(await signer.sign(claims(), JAG));
    await change(server, { accessRules: [] });

    expect(answer).toMatchObject(error('invalid_grant'));
  });
});

describe('sessions', () => {
  test('of one person end everywhere at once, and nobody else’s', async () => {
    const ann = await logins.token({ sub: 'ann-2', 'cognito:groups': ['viewer'], 'cognito:username': 'viewer' });
    const own = [await session(server, ann), await session(other, ann)];
    const foreign = await session(server);

    const answer = await ask(stack, admin, 'DELETE', '/v1/sessions?person=ann-2');

    expect(answer).toMatchObject({ status: 200, body: { ended: 2 } });
    expect(await list(own[0]?.access_token as string)).toBe(401);
    expect(await list(own[1]?.access_token as string, addressOf(other))).toBe(401);
    expect(await list(foreign.access_token)).toEqual(BOTH);
  });

  test('of one client end everywhere at once', async () => {
    const { body } = await register();
    const id = body['client_id'] as string;
    const { access_token } = await session(server, admin, id);

    const answer = await ask(stack, admin, 'DELETE', `/v1/sessions?client=${id}`);

    expect(answer.body).toEqual({ ended: 1 });
    expect(await list(access_token)).toBe(401);
  });

  test('are named in the trail with person and client', async () => {
    await change(server, { access: 'both' });
    const { access_token } = await session();
    await list(access_token);

    const { items } = await stack.api<{ items: Record<string, unknown>[] }>(
      'GET',
      `/v1/servers/${server.serverId}/audit?limit=200`,
    );

    expect(items).toContainEqual(expect.objectContaining({ action: 'client.connect', actor: 'admin-1' }));
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'request',
        method: 'tools/list',
        person: 'admin-1',
        personName: 'admin@corp.example',
        clientId: CLIENT,
      }),
    );
  });
});

describe('while a server takes tokens alone', () => {
  test('nothing of it is there, and a server that takes sign-ins alone refuses tokens', async () => {
    const metadataOf = `${stack.edgeUrl}/.well-known/oauth-protected-resource/${other.serverId}/mcp`;
    const known = await machine();
    await letIn(other, known);
    await change(other, { access: 'tokens' });
    const off = await fetch(metadataOf);
    const machineRefused = await forItself(known);
    await change(other, { access: 'sign-in' });
    const on = await fetch(metadataOf);
    const refused = await list('', other.mcpUrl);
    await change(other, { access: 'both', accessRules: [] });

    expect([off.status, on.status, refused]).toEqual([404, 200, 404]);
    expect(machineRefused).toMatchObject(error('invalid_target'));
    expect(await list('', other.mcpUrl)).toEqual(BOTH);
  });
});

describe('a client that is not registered any more', () => {
  const GONE = [
    'client_unknown',
    `client_${'a'.repeat(22)}`,
    `client_${'a'.repeat(22)}_0_0`,
    `app_${'a'.repeat(22)}`,
    'x:y',
  ];

  test.each(GONE)('is told so before its grant is judged: %s', async (client_id) => {
    const { refresh_token } = await session();
    const grants: Record<string, string>[] = [
      { grant_type: 'refresh_token', refresh_token },
      { grant_type: 'authorization_code', code: 'x', redirect_uri: BACK, code_verifier: 'y' },
      { grant_type: 'client_credentials', resource: addressOf(server) },
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' },
    ];

    const answers = await Promise.all(grants.map((grant) => post('token', { ...grant, client_id })));

    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('is told so where it asks for the page as JSON, with the place to register', async () => {
    const { query } = begin(server, GONE[1] as string);
    const url = `${stack.edgeUrl}/oauth/authorize?${new URLSearchParams(query)}`;

    const asked = async (accept: string) => {
      const answer = await fetch(url, { headers: { accept }, redirect: 'manual' });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const [program, browser] = [await asked('application/json'), await asked('text/html,application/json;q=0.9')];

    expect([program.status, JSON.parse(program.text)]).toEqual([
      400,
      {
        error: 'invalid_client',
        error_description: expect.stringMatching(/\bclient is not registered\b/),
        registration_endpoint: `${stack.edgeUrl}/oauth/register`,
      },
    ]);
    expect(browser).toMatchObject({ status: 400, type: 'text/html; charset=utf-8' });
  });
});

describe('the address of a server', () => {
  const challenge = (slash: string) =>
    `Bearer scope="mcp:tools", resource_metadata="${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp${slash}"`;

  test.each(['', '/'])('with “%s” at its end is challenged, described and signed in to', async (slash) => {
    document = documentOf();
    const address = `${addressOf(server)}${slash}`;
    const metadataOf = `${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp${slash}`;
    const refused = await fetch(address, { method: 'POST', body: '{}' });
    const listened = await fetch(address);
    const described = await (await fetch(metadataOf)).json();

    const flow = begin(server, CLIENT, { resource: address });
    const { status, body } = await redeem(flow, await approve(flow));

    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge(slash)]);
    expect(listened.status).toBe(401);
    expect(described).toMatchObject({ resource: address, authorization_servers: [`${stack.edgeUrl}/oauth`] });
    expect(status).toBe(200);
    expect(await list(body.access_token, address)).toEqual(BOTH);
    expect((await refresh(body.refresh_token, CLIENT, { resource: address })).status).toBe(200);
  });

  test('with a slash leads a client with an ended session to the metadata of that address', async () => {
    const { access_token } = await session();
    await stack.api('DELETE', '/v1/sessions?person=admin-1');

    const answer = await callTool(access_token, 'read_thing', `${addressOf(server)}/`);

    expect(answer.headers.get('www-authenticate')).toBe(
      challenge('/').replace('Bearer', 'Bearer error="invalid_token",'),
    );
  });

  test('of a connection token and of all servers may end with a slash, too', async () => {
    const token = new URL(server.mcpUrl).pathname.split('/')[1] as string;

    expect(await list('', `${server.mcpUrl}/`)).toEqual(BOTH);
    expect(await list(token, `${stack.edgeUrl}/mcp/`)).toEqual(BOTH);
    expect((await fetch(`${stack.edgeUrl}/mcp/`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(`${stack.edgeUrl}/pcl_x/mcp/`, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test('may be in capital letters where it names the resource, and is no other', async () => {
    document = documentOf();
    const { host } = new URL(stack.edgeUrl);
    const of = async (resource: string) => {
      const { to } = await visit(begin(server, CLIENT, { resource }));
      return to?.searchParams.get('error') ?? 'asked';
    };

    const seen = [];
    for (const resource of [
      addressOf(server).replace(host, host.toUpperCase()).replace('http', 'HTTP'),
      `${addressOf(server)}?a=b`,
      `${addressOf(server)}#a`,
      `${addressOf(server)}//`,
      `${addressOf(server)}/x`,
      addressOf(server).replace('://', '://user@'),
      addressOf(server).replace(host, `evil.example`),
    ])
      seen.push(await of(resource));

    expect(seen).toEqual(['asked', ...Array.from({ length: 6 }, () => 'invalid_target')]);
  });

  test.each(['', '/'])('has its metadata below it as well (“%s”)', async (slash) => {
    const answer = await fetch(`${addressOf(server)}/.well-known/oauth-protected-resource${slash}`);

    expect([answer.status, (await answer.json()) as object]).toEqual([
      200,
      expect.objectContaining({ resource: addressOf(server) }),
    ]);
  });

  test.each([
    '/.well-known/oauth-authorization-server/oauth',
    '/.well-known/openid-configuration/oauth',
    '/oauth/.well-known/openid-configuration',
    '/oauth/.well-known/oauth-authorization-server',
  ])('leads to the metadata of the issuer at %s, with a slash or without', async (path) => {
    const answers = await Promise.all(['', '/'].map((slash) => fetch(`${stack.edgeUrl}${path}${slash}`)));

    for (const answer of answers) expect(await answer.json()).toMatchObject({ issuer: `${stack.edgeUrl}/oauth` });
  });
});

describe('keys at an address', () => {
  const keyed = (jwksUri: string) => newClient({ isMachine: true, auth: 'key', jwksUri });

  test.each([
    ['that is not public', 'https://10.0.0.1/keys.json', 401, 'invalid_client'],
    ['that has none', 'https://client.example/none.json', 401, 'invalid_client'],
    ['that has no usable one', 'https://client.example/empty.json', 401, 'invalid_client'],
    ['that is busy', 'https://client.example/busy.json', 503, 'temporarily_unavailable'],
  ])('%s are answered with what that means', async (_what, jwksUri, status, code) => {
    published['/empty.json'] = { keys: [] };
    document = { status: /busy/.test(jwksUri) ? 503 : 404, body: '{}' };
    const { client } = await keyed(jwksUri);

    const answer = await forItself({ client }, { client_secret: '', ...(await proofOf(client.id, signer)) });

    expect(answer).toMatchObject({ status, body: { error: code } });
  });

  test.each([
    'https://10.0.0.1/keys.json',
    'https://127.0.0.1/keys.json',
    'https://[fd00:ec2::254]/keys.json',
    'https://localhost/keys.json',
    'https://metadata.google.internal/keys.json',
    'https://keys.corp/keys.json',
    'https://client.example:22/keys.json',
    'http://client.example/keys.json',
    'https://client.example',
    'file:///etc/passwd',
    17,
  ])('which a client’s document names, %s, is of no client, and never of one that may come', async (jwks_uri) => {
    document = documentOf({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri });
    const form = { grant_type: 'client_credentials', resource: addressOf(other), ...(await proofOf(CLIENT, signer)) };

    const answers = [
      await post('token', form),
      await post('token', form),
      await post('revoke', { token: 'x', ...form }),
    ];

    expect(answers).toMatchObject(Array(3).fill({ status: 401, body: { error: 'invalid_client' } }));
  });
});

describe('a client’s document that is late', () => {
  test.each([
    ['never comes', () => ({ hang: true })],
    ['comes at the last moment, or after it', () => documentOf()],
  ] as [string, () => Reply][])(
    'because it %s is told as that to each of many who ask at once',
    async (what, reply) => {
      document = { ...reply(), delayMs: 2_600 };
      const address = `https://client.example/late/${encodeURIComponent(what)}.json`;

      const answers = await Promise.all(
        Array.from({ length: 60 }, async () => {
          const query = new URLSearchParams(begin(server, what === 'never comes' ? address : CLIENT).query);
          const { status, headers } = await fetch(`${stack.edgeUrl}/oauth/authorize?${query}`, { redirect: 'manual' });
          return status === 503 ? [status, headers.get('retry-after')] : [status];
        }),
      );

      const told = new Set(answers.map((answer) => JSON.stringify(answer)));
      const isAllowed = what === 'never comes' ? ['[503,"5"]'] : ['[503,"5"]', '[303]'];
      expect([...told].filter((answer) => !isAllowed.includes(answer))).toEqual([]);
    },
  );
});

describe('registrations', () => {
  test.each(REGISTRATIONS.map(({ client, body, uses, refused }) => [client, body, uses, refused] as const))(
    'of %s are answered as in the table of clients',
    async (_client, body, uses, refused) => {
      const { status, body: answer } = await register(body);
      if (refused) return expect([status, answer['error_description']]).toEqual([400, expect.stringMatching(refused)]);
      const id = answer['client_id'] as string;

      const asked = [];
      for (const redirect_uri of uses ?? body.redirect_uris ?? [])
        asked.push((await visit(begin(server, id, { redirect_uri }))).to?.pathname);

      expect([status, answer['redirect_uris']]).toEqual([201, body.redirect_uris]);
      expect(asked).toEqual(asked.map(() => '/connect'));
    },
  );

  test('name what they left out, and give it to nobody', async () => {
    const { status, body } = await register({ redirect_uris: [BACK, 'javascript:alert(1)'] });
    const flow = begin(server, body['client_id'] as string, { redirect_uri: 'javascript:alert(1)' });

    const { status: refused, to } = await visit(flow);

    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        redirect_uris: [BACK],
        redirect_uris_left_out: [{ uri: 'javascript:alert(1)', reason: expect.any(String) }],
      },
    });
    expect([refused, to]).toEqual([400, undefined]);
  });

  test('by an admin take the addresses of applications as well, and name what they left out', async () => {
    const redirectUris = ['cursor://anysphere.cursor-mcp/oauth/callback', 'file:///etc/passwd'];

    const made = await stack.api<{ client: { redirectUris: string[] }; leftOut: object[] }>(
      'POST',
      '/v1/oauth-clients',
      {
        name: 'Cursor',
        auth: 'none',
        redirectUris,
      },
    );

    expect(made.client.redirectUris).toEqual(redirectUris.slice(0, 1));
    expect(made.leftOut).toEqual([{ uri: redirectUris[1], reason: expect.any(String) }]);
  });

  test('by the hundreds shut nobody out; those that a person has used stay, unused ones make room', async () => {
    // The limit of the route, 50 a second, is the only one that there is.
    const registered = async (): Promise<string> => {
      let id: string | undefined;
      await until(async () => {
        id = (await register()).body['client_id'];
        return id !== undefined;
      });
      return String(id);
    };
    const [used, unused] = [await registered(), await registered()];
    const { refresh_token } = await session(server, admin, used);

    for (let at = 0; at < 250; at++) await registered();

    const next = await registered();
    expect(await list((await session(server, admin, next)).access_token)).toEqual(BOTH);
    expect((await refresh(refresh_token, used)).status).toBe(200);
    expect((await visit(begin(server, unused))).text).toContain('invalid_client');
  }, 120_000);
});
