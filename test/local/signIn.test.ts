/**
 * Real MCP clients sign a person in, in a real browser, against the running stack: refused, discovery, registration, login, consent,
 * code, token, call; the access token expires, refresh, call; then an admin ends the session, its stream closes and its client is
 * refused. Machines use the providers of the SDK, and the official conformance suite checks the authorization server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeySync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  Client,
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { newSessionName, newSessionSecret } from '../../core/auth/tokens/sessionTokens.ts';
import { folderIn, SIGNING_CLIENTS, type SigningClient } from '../clients/signIn.ts';
import { openBrowser } from '../support/browser.ts';
import { defined } from '../support/defined.ts';
import { freePort } from '../support/freePort.ts';
import { ClientMemory, REDIRECT, type Signing, signingV1, signingV2 } from '../support/oauthClient.ts';
import { type SamlProvider, startSamlProvider } from '../support/samlProvider.ts';
import { registerByHand } from '../support/signInFlow.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const root = resolve(import.meta.dirname, '..', '..');
const CLIENT = 'https://client.example/oauth/client.json';
const IDP = 'https://idp.example';
/** Where a client on the web lets the browser return to. */
const WEBSITE = 'https://web-client.example';
/** Short, so that access tokens expire during the test. */
const ACCESS_SECONDS = 20;

const SAML_ATTRIBUTES = { emailAttribute: 'email', nameAttribute: 'name', groupsAttribute: 'groups' };
/** What the owner registers at the company's provider; known once the stack runs. */
let company: { readonly entityId: string; readonly acs: string };

let upstream: Upstream;
let metadata: Upstream;
/** The company's identity provider, for people. */
let saml: SamlProvider;
let stack: LocalStack;
let server: HostedServer;
let url: string;
let browser: Browser;
let idp: Awaited<ReturnType<typeof generateKeyPair>>;
const children: ChildProcess[] = [];

// The SDKs tell there that a session has ended, which these tests bring about.
jest.spyOn(console, 'warn').mockImplementation(() => {});

beforeAll(async () => {
  upstream = await startUpstream({
    host: 'api.sign-in.example',
    respond: () => ({ headers: { 'content-type': 'application/json' }, body: '{"answer":42}' }),
  });
  idp = await generateKeyPair('ES256');
  const keys = { keys: [await exportJWK(idp.publicKey)] };
  const described = { client_id: CLIENT, client_name: 'With an id', redirect_uris: ['http://127.0.0.1/callback'] };
  metadata = await startUpstream({
    host: 'client.example',
    respond: ({ target }) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(target === '/keys.json' ? keys : described),
    }),
  });
  saml = await startSamlProvider(() => company);
  const providers = [{ issuer: IDP, jwksUri: 'https://client.example/keys.json', usernamePrefix: '' }];
  const settings = [
    'egress=static',
    `accessTokenSeconds=${ACCESS_SECONDS}`,
    `identityProviders=${JSON.stringify(providers)}`,
    `saml=${JSON.stringify({ metadataUrl: saml.metadataUrl, ...SAML_ATTRIBUTES })}`,
    'groupRoles={"Platform team":["admin"],"engineering":["editor"]}',
  ];
  // The browser visits the provider as well.
  const rules = saml.upstream.pinned.map((pin) => `MAP ${pin.host}:${pin.port} ${pin.address}:${pin.addressPort}`);
  const flags = settings.flatMap((setting) => ['--context', setting]);
  [stack, browser] = await Promise.all([
    startStack({ upstreams: [upstream, metadata, saml.upstream], flags }),
    openBrowser([`--host-resolver-rules=${rules.join(',')}`]),
  ]);
  server = await deploy(stack, {
    name: 'Things',
    source: { kind: 'manual' },
    baseUrl: upstream.baseUrl,
    auth: { type: 'none' },
  });
  for (const [name, verb] of Object.entries({ read_thing: 'GET', change_thing: 'POST' })) {
    await stack.api('POST', `/v1/servers/${server.serverId}/tools`, { name, verb, path: '/thing' });
  }
  // Without a rule, viewers read.
  const accessRules = [{ group: 'viewer', opens: 'all' }];
  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both', accessRules });
  url = `${stack.edgeUrl}/${server.serverId}/mcp`;
  const [, acs = '', entityId = ''] = /ACS URL (\S+), entity id (\S+)/.exec(await stack.output()) ?? [];
  company = { acs, entityId };
}, 240_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await browser?.close();
  await stack?.stop();
  await Promise.all([upstream?.close(), metadata?.close(), saml?.close()]);
});

/** Somebody with these groups signs in to the dashboard through the company's provider: what the API says of them. */
async function throughCompany(groups: readonly string[] | undefined) {
  saml.groups = groups;
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.goto(stack.edgeUrl);
    const asked = page.waitForResponse((response) => response.url().endsWith('/v1/me'));
    await page.getByRole('button', { name: /^CompanySaml/ }).click();
    const answer = await asked;
    return { status: answer.status(), me: (await answer.json()) as object };
  } finally {
    await context.close();
  }
}

test('a person of the company’s SAML provider has the role of their groups, and loses it with them', async () => {
  const admin = await throughCompany(['Platform team', 'chess']);
  const editor = await throughCompany(['engineering']);
  const nobody = await throughCompany(undefined);

  expect(admin.me).toMatchObject({ role: 'admin', name: 'CompanySaml_ann' });
  expect(editor.me).toMatchObject({ role: 'editor' });
  expect([nobody.status, nobody.me]).toEqual([403, expect.objectContaining({ code: 'no_role' })]);
});

/** A person without a login follows the client's link, signs in as a viewer and allows it. Where the browser goes then. */
async function person(
  asked: string,
  look?: (page: Page) => Promise<void>,
  after?: (page: Page) => Promise<void>,
): Promise<URL> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const back = Promise.withResolvers<string>();
    // For the clients that this process runs; others listen on a port of their own.
    for (const origin of [new URL(REDIRECT).origin, WEBSITE])
      await page.route(`${origin}/**`, (route) => route.fulfill({ body: 'Back at the client' }));
    page.on('response', (response) => {
      if (/[?&]code=/.test(response.url()) && !response.url().startsWith(stack.edgeUrl)) back.resolve(response.url());
    });
    // To an application there is no request, only the browser's intention to open it.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.enable');
    devtools.on('Page.frameRequestedNavigation', ({ url: to }) => {
      if (!/^https?:/.test(to)) back.resolve(to);
    });
    await page.goto(asked);
    await page.getByRole('button', { name: /^viewer/ }).click();
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.waitFor();
    await look?.(page);
    await allow.click();
    const to = await back.promise;
    await after?.(page);
    return new URL(to);
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

const missing = SIGNING_CLIENTS.filter(({ isThere }) => !isThere).map(({ name }) => name);
if (missing.length > 0) {
  console.info(
    `Not installed, and so not tried: ${missing.join(', ')}. \`npm run clients -- --sign-in\` installs them.`,
  );
}

/** Clients that have signed in, with their session. */
const signedIn = new Map<string, { client: SigningClient; sessionId: string; isOver: boolean; asked: number }>();
let signedInAt = 0;
afterAll(() => Promise.all([...signedIn.values()].map(({ client }) => client.close())));

describe.each(SIGNING_CLIENTS.filter(({ isThere }) => isThere))('$name', ({ name, make }) => {
  test('is refused, signs in with no step but the person’s, and calls', async () => {
    const state = { isOver: false, asked: 0, sessionId: '', shown: '' };
    const client = make(url, folderIn(stack.data), async (asked) => {
      if (state.isOver) throw new Error('It is refused, and asks its person to sign in again.');
      state.asked += 1;
      return person(asked, async (page) => {
        state.shown = await page.locator('main').innerText();
      });
    });
    signedIn.set(name, { client, ...state });

    const answer = await client.call('read_thing');
    const [session] = await sessions();
    const ofClient = await stack.api('GET', `/v1/sessions?client=${encodeURIComponent(String(session?.client.id))}`);
    signedInAt = Date.now();
    signedIn.set(name, Object.assign(state, { client, sessionId: String(session?.id) }));

    expect(answer).toContain('42');
    expect(state.asked).toBe(1);
    expect(session).toMatchObject({ status: 'active' });
    expect(ofClient).toMatchObject({
      items: [{ id: session?.id, server: { id: server.serverId, name: expect.any(String) } }],
    });
    expect(state.shown).toContain('viewer@local.portcullis.example');
    expect(state.shown).toContain(/address/.test(name) ? 'client.example' : 'its name is not verified');
  }, 120_000);
});

/** A client whose person has consented to reading only, and the result of a call of another tool. */
async function readingOnly(signing: (memory: ClientMemory) => Signing) {
  const client = signing(new ClientMemory('reads'));
  await client.connect().catch(() => {});
  const asked = client.memory.asked;
  await client.finish(await person(String(asked), (page) => page.getByText(/Only read/).click()));
  await client.connect();
  const listed = await client.listTools();
  const refused = await client.call('change_thing', {}).then(
    () => '',
    (error: Error) => error.message,
  );
  return { client, listed, refused, asksAgain: client.memory.asked !== asked };
}

describe('a client that may read only', () => {
  test('asks the person for more when it calls a tool that it was not allowed', async () => {
    const { client, listed, refused, asksAgain } = await readingOnly((memory) => signingV2(url, memory));

    await client.finish(await person(String(client.memory.asked)));
    await client.connect();
    const answer = await client.call('change_thing', {});

    expect([listed, asksAgain]).toEqual([['read_thing'], true]);
    expect(refused).toMatch(/unauthorized/i);
    expect(client.memory.asked?.searchParams.get('scope')?.split(' ')).toContain('mcp:tools');
    expect(answer.content[0]?.text).toContain('42');
    await client.close();
  }, 60_000);

  test('reports the 403 if it does not ask, such as the TypeScript SDK v1 while it has a refresh token', async () => {
    const { client, listed, refused, asksAgain } = await readingOnly((memory) => signingV1(url, memory));

    expect([listed, asksAgain]).toEqual([['read_thing'], false]);
    expect(refused).toMatch(/403 after trying upscoping/);
    await client.close();
  }, 60_000);
});

describe('a client to which the browser returns', () => {
  const SCHEME = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const ALL = [SCHEME, 'https://www.cursor.com/agents/mcp/oauth/callback', 'javascript:alert(1)'] as const;

  test.each<[string, readonly [string, ...string[]], string]>([
    ['on loopback', [REDIRECT], 'this computer'],
    ['on the web', [`${WEBSITE}/api/mcp/callback`], 'web-client.example'],
    ['by its own scheme', ALL, 'the application for cursor://anysphere.cursor-mcp links on this device'],
  ])(
    '%s signs in, and people see where it goes',
    async (_kind, redirectUris, destination) => {
      const client = signingV2(url, new ClientMemory('Returns', undefined, redirectUris));
      await client.connect().catch(() => {});
      let shown = '';
      let left = '';

      const back = await person(
        String(client.memory.asked),
        async (page) => {
          shown = await page.locator('main').innerText();
        },
        async (page) => {
          if (redirectUris !== ALL) return;
          left = (await page.getByRole('link', { name: 'Open the application' }).getAttribute('href')) ?? '';
        },
      );
      await client.finish(back);
      await client.connect();
      const answer = await client.call('read_thing', {});

      expect(shown).toContain(destination);
      expect(back.href.startsWith(`${redirectUris[0]}?code=`)).toBe(true);
      expect(left).toBe(redirectUris === ALL ? back.href : '');
      expect(answer.content[0]?.text).toContain('42');
      await client.close();
    },
    60_000,
  );
});

describe('a client whose registration is of an earlier installation', () => {
  test.each<[string, (memory: ClientMemory) => Signing]>([
    ['v2', (memory) => signingV2(url, memory)],
    ['v2 as of 2025', (memory) => signingV2(url, memory, 'legacy')],
    ['v1', (memory) => signingV1(url, memory)],
  ])(
    'registers anew and asks its person to sign in, by the TypeScript SDK %s',
    async (_sdk, signing) => {
      const memory = new ClientMemory('Restored');
      const name = newSessionName(server.serverId);
      const key = generateKeySync('hmac', { length: 256 });
      const stale = `client_${'a'.repeat(22)}`;
      memory.saveClientInformation({ client_id: stale, redirect_uris: [REDIRECT] });
      memory.saveTokens({
        access_token: newSessionSecret(key, 'access', name),
        refresh_token: newSessionSecret(key, 'refresh', name),
        token_type: 'Bearer',
      });
      const client = signing(memory);

      await client.connect().catch(() => {});
      const asked = memory.asked;
      await client.finish(await person(String(asked)));
      await client.connect();
      const answer = await client.call('read_thing', {});

      expect(asked?.searchParams.get('client_id')).toMatch(/^client_/);
      expect(asked?.searchParams.get('client_id')).not.toBe(stale);
      expect(answer.content[0]?.text).toContain('42');
      await client.close();
    },
    60_000,
  );
});

describe('machines', () => {
  const IDP_USER = 'viewer';
  let issuer: string;
  beforeAll(() => {
    issuer = `${stack.edgeUrl}/oauth`;
  });
  const registered = (body: object) =>
    stack.api<{ client: { id: string }; secret: string }>('POST', '/v1/oauth-clients', { name: 'Agent', ...body });
  const letIn = (id: string) =>
    stack.api('PATCH', `/v1/servers/${server.serverId}`, {
      accessRules: [
        { client: id, opens: 'all' },
        { group: 'viewer', opens: 'all' },
      ],
    });
  const callAs = async (authProvider: OAuthClientProvider) => {
    const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    const { content } = await client.callTool({ name: 'read_thing', arguments: {} });
    await client.close();
    return JSON.stringify(content);
  };

  test('sign in with a secret, by the TypeScript SDK', async () => {
    const { client, secret } = await registered({ isMachine: true, auth: 'secret' });
    await letIn(client.id);

    const provider = new ClientCredentialsProvider({
      clientId: client.id,
      clientSecret: secret,
      expectedIssuer: issuer,
    });

    expect(await callAs(provider)).toContain('42');
  });

  test('sign in with both secrets for a day after a rotation, and not with the one before', async () => {
    const { client, secret } = await registered({ isMachine: true, auth: 'secret' });
    const rotate = () =>
      stack.api<{ client: { previousSecretUntil: string }; secret: string }>(
        'POST',
        `/v1/oauth-clients/${client.id}/rotate`,
      );
    const statusWith = async (given: string) =>
      (
        await fetch(`${issuer}/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${Buffer.from(`${client.id}:${given}`).toString('base64')}` },
          body: new URLSearchParams({ grant_type: 'client_credentials', resource: url }),
        })
      ).status;
    await letIn(client.id);

    const next = await rotate();
    expect(Date.parse(next.client.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect([await statusWith(secret), await statusWith(next.secret)]).toEqual([200, 200]);

    const last = await rotate();
    expect([await statusWith(secret), await statusWith(next.secret), await statusWith(last.secret)]).toEqual([
      401, 200, 200,
    ]);
    expect(await statusWith(`${last.secret}x`)).toBe(401);
  });

  test('sign in with a key, by the TypeScript SDK', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [await exportJWK(publicKey)] };
    const { client } = await registered({ isMachine: true, auth: 'key', jwks });
    await letIn(client.id);

    const provider = new PrivateKeyJwtProvider({
      clientId: client.id,
      privateKey: await exportPKCS8(privateKey),
      algorithm: 'ES256',
      expectedIssuer: issuer,
    });

    expect(await callAs(provider)).toContain('42');
  });

  test('that an identity provider vouches for act for a person, by the TypeScript SDK', async () => {
    const { client, secret } = await registered({ auth: 'secret', redirectUris: [REDIRECT] });

    const provider = new CrossAppAccessProvider({
      clientId: client.id,
      clientSecret: secret,
      expectedIssuer: issuer,
      assertion: ({ authorizationServerUrl, resourceUrl }) =>
        new SignJWT({ client_id: client.id, resource: resourceUrl })
          .setProtectedHeader({ alg: 'ES256', typ: 'oauth-id-jag+jwt' })
          .setIssuer(IDP)
          .setSubject(IDP_USER)
          .setAudience(authorizationServerUrl)
          .setJti(randomUUID())
          .setIssuedAt()
          .setExpirationTime('2 minutes')
          .sign(idp.privateKey),
    });
    const answer = await callAs(provider);
    const [session] = await sessions();

    expect(answer).toContain('42');
    expect(session).toMatchObject({ client: { id: client.id }, person: { name: 'viewer@local.portcullis.example' } });
  });
});

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
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += piece;
      });
    }
    const ended = once(child, 'exit');
    const asked = () => /(http:\/\/localhost:\d+\/oauth\/authorize\?\S+)\s/.exec(output)?.[1];
    await until(() => asked() !== undefined);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(String(asked()));
    await page.getByRole('button', { name: /^viewer/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();

    await ended;

    expect(output).toMatch(/Total: [23] passed, 0 failed/);
    await context.close();
  },
  120_000,
);

test('fixed addresses of calls are told to editors', async () => {
  const settings = await stack.api<{ egressAddresses?: string[] }>('GET', '/v1/settings');

  expect(settings.egressAddresses).toEqual(['203.0.113.1', '203.0.113.2']);
});

// Their lifetime began when the clients signed in; the tests above have used most of it.
test('access tokens expire', async () => {
  await until(() => Date.now() > signedInAt + ACCESS_SECONDS * 1_000);
}, 60_000);

describe.each(SIGNING_CLIENTS.filter(({ isThere }) => isThere))('$name', ({ name }) => {
  test('refreshes, calls, and is refused once an admin has ended it, its streams closed', async () => {
    const state = defined(signedIn.get(name));
    const { client, sessionId } = state;
    const refreshed = await client.call('read_thing');
    const authorization = `Bearer ${await client.accessToken()}`;
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', authorization } });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    const greeting = Buffer.from((await reader.read()).value ?? []).toString();

    const began = Date.now();
    await end(sessionId);
    state.isOver = true;
    const { done } = await reader.read();
    const took = Date.now() - began;
    const refused = await fetch(url, { method: 'POST', headers: { authorization }, body: '{}' });
    const last = await client.call('read_thing').then(
      () => 'answered',
      () => 'refused',
    );

    expect(refreshed).toContain('42');
    expect(state.asked).toBe(1);
    expect(greeting).toContain(`data: /${server.serverId}/mcp?sessionId=`);
    // Sooner than the token would have ended by itself.
    expect([done, took < ACCESS_SECONDS * 1_000, refused.status, last]).toEqual([true, true, 401, 'refused']);
  }, 120_000);
});
