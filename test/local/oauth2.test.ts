/**
 * OAuth 2 on the running stack against an authorization server that others wrote: from the document's suggestion to a governed answer,
 * through revocation, another client secret and a restart, and no secret or token in any place of the disk.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CLIENT, CONSENTING_CLIENT, POST_CLIENT } from '../support/authorizationClients.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorizationServer.ts';
import { seriousIssues } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { createAuthority } from '../support/certificates.ts';
import { commandLine } from '../support/commandLine.ts';
import { SIZES, visitDashboard } from '../support/dashboard.ts';
import { defined } from '../support/defined.ts';
import { ask, loginsOf } from '../support/logins.ts';
import { connect } from '../support/mcpClients.ts';
import { REDIRECT } from '../support/oauthClient.ts';
import { registerByHand, signInByHand } from '../support/signInFlow.ts';
import { addToken, deploy, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { until } from '../support/until.ts';
import { type RecordedRequest, startUpstream, type Upstream } from '../support/upstream.ts';

/** With another last character. */
const altered = (token: string): string => `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;

const tokenOf = (request: RecordedRequest): string => (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');

/** Whose account a call was made with, where the test asks for it. */
const whose = async (request: RecordedRequest) =>
  request.target === '/account' && { account: await login.personOf(tokenOf(request)) };

let login: AuthorizationServer;
let upstream: Upstream;
/** The API of one organization at the same provider. */
let org: Upstream;
let stack: LocalStack;
beforeAll(async () => {
  const authority = await createAuthority();
  login = await startAuthorizationServer({ authority, rotates: true });
  const respond = async (request: RecordedRequest) =>
    (await login.isGood(tokenOf(request)))
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ann@example.org', ...(await whose(request)) }),
        }
      : { status: 401, body: 'who are you?' };
  upstream = await startUpstream({ authority, respond });
  org = await startUpstream({ authority, respond, host: 'org.upstream.example' });
  stack = await startStack({ upstreams: [upstream, org, login.upstream] });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
  await org?.close();
  await login?.close();
});

const description = () =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Guarded', version: '1' },
    servers: [{ url: upstream.baseUrl }],
    components: {
      securitySchemes: {
        login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: login.tokenUrl, scopes: { read: 'Read' } } } },
      },
    },
    security: [{ login: ['read'] }],
    paths: { '/me': { get: { operationId: 'me', responses: {} } } },
  });

/** What a person consents for. */
const consenting = () => ({
  type: 'oauth2',
  grant: 'authorizationCode',
  tokenUrl: login.tokenUrl,
  authorizationUrl: 'https://login.upstream.example/auth',
  authorizationParameters: [{ name: 'prompt', value: 'consent' }],
  scope: 'openid offline_access read write',
  ...CONSENTING_CLIENT,
});

/** Path of the MCP URL of a server that somebody has connected. */
let connectedPath = '';

test('a person consents, and what becomes of it is told to all who have to know', async () => {
  // Prepare
  const redirectUri = `${stack.edgeUrl}/connect/callback`;
  await login.registerConsenting(redirectUri);
  const auth = consenting();
  const hosted = await deploy(stack, { source: { kind: 'openapi', document: description() }, auth });
  const at = `/v1/servers/${hosted.serverId}`;
  const client = await connect(hosted.mcpUrl);
  const call = async () => {
    const { content, isError = false } = await client.call('me', {});
    return `${isError} ${content[0]?.text}`;
  };
  const logins = await loginsOf(stack);
  const [editor, other] = [
    await logins.of('editor'),
    await logins.token({ sub: 'other', 'cognito:groups': ['editor'] }),
  ];
  const begin = async (as: string) => {
    const { status, body } = await ask(stack, as, 'POST', `${at}/consents`);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const finish = (as: string, body: unknown) => ask(stack, as, 'POST', '/v1/consents', body);
  const state = async () => (await stack.api<{ items: { state: string }[] }>('GET', `${at}/consents`)).items[0];

  // Act
  const unconnected = await call();
  const missing = await state();
  const begun = await begin(editor);
  const declined = await finish(editor, { state: stateOf(begun), error: 'access_denied' });
  const first = await begin(editor);
  const second = await begin(other);
  const firstAnswer = await login.consent(first.authorizationUrl, 'narrow');
  const secondAnswer = await login.consent(second.authorizationUrl);
  const elsewhere = await finish(other, firstAnswer);
  const given = await finish(editor, firstAnswer);
  const replayed = await finish(editor, firstAnswer);
  const overtaken = await finish(other, secondAnswer);
  const connected = await call();
  const shown = await state();
  await login.revoke(defined(login.issued.at(-1)));
  const renewed = await call();
  await login.withdrawConsents();
  const ended = await call();
  const endedState = await state();
  const check = await stack.api<{ items: { code?: string }[] }>('POST', `${at}/credentials/check`);
  const third = await begin(editor);
  const late = await login.consent(third.authorizationUrl);
  await stack.api('PUT', `${at}/credentials`, { ...auth, scope: 'openid offline_access read' });
  const outdated = await finish(editor, late);
  await until(async () => (await call()).includes('waits for somebody'));
  const [fourth, fifth] = await Promise.all([begin(other), begin(editor)]);
  const answers = [await login.consent(fourth.authorizationUrl), await login.consent(fifth.authorizationUrl)] as const;
  const atOnce = await Promise.all([finish(other, answers[0]), finish(editor, answers[1])]);
  const reconnected = await call();
  connectedPath = new URL(hosted.mcpUrl).pathname;
  const viewer = await ask(stack, await logins.of('viewer'), 'POST', `${at}/consents`);
  const audit = await stack.api<{ items: { action?: string; errorCode?: string; detail?: object }[] }>(
    'GET',
    `${at}/audit`,
  );
  await client.close();

  // Assess
  expect(unconnected).toMatch(/^true .*waits for somebody to connect/s);
  expect(missing).toEqual({
    origin: upstream.baseUrl,
    host: 'login.upstream.example',
    tokenHost: 'login.upstream.example',
    state: 'missing',
    missingScopes: [],
  });
  expect(begun).toEqual({ authorizationUrl: expect.any(String), redirectUri, expiresAt: expect.any(String) });
  expect([declined, elsewhere, replayed, overtaken, outdated].map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'consent_refused'],
    [404, 'consent_unknown'],
    [404, 'consent_unknown'],
    [409, 'consent_overtaken'],
    [409, 'credential_replaced'],
  ]);
  expect(given.body).toMatchObject({ origin: upstream.baseUrl, missingScopes: ['write'] });
  expect([connected, renewed, reconnected]).toEqual(Array(3).fill('false {"email":"[REDACTED:email]"}'));
  expect(shown).toMatchObject({ state: 'given', byName: 'editor@corp.example', missingScopes: ['write'] });
  expect(ended).toMatch(/^true .*consent was withdrawn.*sign in again on its page/s);
  expect(endedState).toMatchObject({ state: 'ended' });
  expect(check.items[0]?.code).toBe('oauth_consent_ended');
  expect(atOnce.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'consent_overtaken']);
  expect(viewer.body.code).toBe('role_required');
  expect(audit.items.map(({ action, errorCode }) => action ?? errorCode)).toEqual(
    expect.arrayContaining(['server.consent', 'server.consent.failed', 'oauth_not_connected', 'oauth_consent_ended']),
  );
  const kept = [...storedTexts(stack.data), await stack.output(), JSON.stringify([audit, shown])];
  const codes = [firstAnswer, secondAnswer, late, ...answers].map(({ code }) => defined(code));
  const states = [first, second, third, fourth, fifth].map(stateOf);
  const secrets = [CONSENTING_CLIENT.clientSecret, ...codes, ...states, ...login.issued, ...login.refreshTokens];
  expect(holding(kept, secrets)).toEqual([]);
}, 120_000);

/** A server on which each client has an account of its own, with the names of its people in its answers. */
async function ownAccounts(more: object = {}) {
  await login.registerConsenting(`${stack.edgeUrl}/connect/callback`);
  const document = JSON.stringify({
    ...JSON.parse(description()),
    paths: { '/account': { get: { operationId: 'account', responses: {} } } },
  });
  const source = { kind: 'openapi', document };
  const hosted = await deploy(stack, { source, auth: consenting(), credentials: 'per-token', ...more });
  const at = `/v1/servers/${hosted.serverId}`;
  await stack.api('PATCH', at, { access: 'both', accessRules: [{ opens: 'all' }] });
  const second = await addToken(stack, hosted.serverId, 'Second');
  /** The name that the API answers with, or the refusal. */
  const calling = async (url: string, headers?: Record<string, string>) => {
    const client = await connect(url, headers);
    const call = async () => {
      const text = String((await client.call('account', {})).content[0]?.text);
      return /"account":"(\w+)"/.exec(text)?.[1] ?? text;
    };
    return { call, close: () => client.close() };
  };
  const begin = (token: string) => ask(stack, token, 'POST', '/v1/account/consents', {});
  const finish = (answer: object, binding: unknown) =>
    ask(stack, undefined, 'POST', '/v1/account/consents/finish', { ...answer, binding });
  return {
    ...hosted,
    at,
    second,
    calling,
    begin,
    finish,
    /** Connects the account of a token: of this person at the provider. */
    async connected(token: string, account: string) {
      const { body } = await begin(token);
      return finish(await login.consent(body.authorizationUrl, 'allow', account), body.binding);
    },
    state: async (token: string) => (await ask(stack, token, 'GET', '/v1/account')).body.items?.[0]?.state,
    listed: async () => (await stack.api<{ items: Array<Record<string, unknown>> }>('GET', `${at}/accounts`)).items,
  };
}

test('each token and each person acts with an account of its own, which nobody else uses', async () => {
  // Prepare
  const own = await ownAccounts();
  const { serverId, at, token, second, connected, listed, state } = own;
  const logins = await loginsOf(stack);
  const person = await logins.token({ sub: 'carl-1', email: 'carl@corp.example', email_verified: true });
  const mcp = `${stack.edgeUrl}/${serverId}/mcp`;
  const session = await signInByHand(stack, person, await registerByHand(stack, 'Client'), mcp);
  const [first, other, signedIn] = await Promise.all([
    own.calling(`${stack.edgeUrl}/${token.value}/mcp`),
    own.calling(`${stack.edgeUrl}/${second.value}/mcp`),
    own.calling(mcp, { authorization: `Bearer ${session}` }),
  ]);
  const all = () => Promise.all([first.call(), other.call(), signedIn.call()]);
  const asPerson = (method: string, path: string, body?: unknown) => ask(stack, person, method, path, body);

  // Act
  const unconnected = await all();
  const missing = await state(second.value);
  const ann = await connected(token.value, 'ann');
  const afterAnn = await all();
  await connected(second.value, 'bob');
  const begun = await asPerson('POST', `${at}/account/consents`, {});
  const carl = await asPerson(
    'POST',
    '/v1/consents',
    await login.consent(begun.body.authorizationUrl, 'allow', 'carl'),
  );
  const afterAll = await all();
  const used = upstream.requests.slice(-3).map(tokenOf);
  for (const one of used) await login.revoke(one);
  const renewed = await all();
  const shown = await listed();
  const disconnected = await ask(stack, token.value, 'DELETE', '/v1/account');
  const afterDisconnect = await all();
  const again = await connected(token.value, 'dora');
  const reconnected = await all();
  await stack.api('DELETE', `${at}/accounts?person=carl-1`);
  await stack.api('DELETE', `${at}/tokens/${second.id}`);
  const afterRemoval = [await first.call(), await signedIn.call()];
  const left = await listed();
  const audit = await stack.api<{ items: Array<Record<string, unknown>> }>('GET', `${at}/audit`);
  await Promise.all([first, other, signedIn].map((client) => client.close().catch(() => undefined)));

  // Assess
  const refused = expect.stringContaining(
    `waits for your own account: calls to this server are made with an account of each client. Ask the person whom you work for to connect it in a browser at ${stack.edgeUrl}/connect/account?server=${serverId}, then call again.`,
  );
  expect(unconnected).toEqual([refused, refused, refused]);
  expect(missing).toBe('missing');
  expect([ann, carl, again].map(({ status, body }) => [status, body.isOwn])).toEqual(Array(3).fill([200, true]));
  expect(afterAnn).toEqual(['ann', refused, refused]);
  expect(afterAll).toEqual(['ann', 'bob', 'carl']);
  expect(new Set(used).size).toBe(3);
  expect(renewed).toEqual(['ann', 'bob', 'carl']);
  expect(shown).toEqual([
    expect.objectContaining({ person: { id: 'carl-1', name: 'carl@corp.example' }, state: 'given' }),
    expect.objectContaining({ token: second.id, label: 'Second', state: 'given' }),
    expect.objectContaining({ token: token.id, state: 'given', host: 'login.upstream.example' }),
  ]);
  expect(disconnected.status).toBe(204);
  expect(afterDisconnect).toEqual([refused, 'bob', 'carl']);
  expect(reconnected).toEqual(['dora', 'bob', 'carl']);
  expect(afterRemoval).toEqual(['dora', refused]);
  expect(left.map(({ account }) => account)).toEqual([`token:${token.id}`]);
  const entries = audit.items.filter(({ action }) => String(action).startsWith('server.consent'));
  expect(entries.map(({ action, actor, detail }) => [action, actor, (detail as { account?: string }).account])).toEqual(
    [
      ['server.consent.removed', expect.any(String), 'person:carl-1'],
      ['server.consent', `token:${token.id}`, `token:${token.id}`],
      ['server.consent.removed', `token:${token.id}`, `token:${token.id}`],
      ['server.consent', 'carl-1', 'person:carl-1'],
      ['server.consent', `token:${second.id}`, `token:${second.id}`],
      ['server.consent', `token:${token.id}`, `token:${token.id}`],
    ],
  );
  const kept = [...storedTexts(stack.data), await stack.output(), JSON.stringify([audit, shown, left])];
  expect(holding(kept, [...login.issued, ...login.refreshTokens, token.value, second.value])).toEqual([]);
}, 120_000);

test('no consent is stored for another account than the one that it was begun for', async () => {
  // Prepare
  const own = await ownAccounts();
  const { serverId, at, token, second, begin, finish, state } = own;
  const elsewhere = await ownAccounts();
  const logins = await loginsOf(stack);
  const [editor, stranger, viewer] = [
    await logins.of('editor'),
    await logins.token({ sub: 'stranger' }),
    await logins.of('viewer'),
  ];
  const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const consented = async (url: string) => login.consent(url, 'allow', 'ann');

  // Act
  const [one, two] = [await begin(token.value), await begin(second.value)];
  const answer = await consented(one.body.authorizationUrl);
  const withoutBrowser = [
    await finish(answer, two.body.binding),
    await finish(answer, 'A'.repeat(43)),
    await ask(stack, editor, 'POST', '/v1/consents', answer),
    await finish({ ...answer, state: answer['state']?.replace(serverId, elsewhere.serverId) }, one.body.binding),
    // The code of one consent with the state of another: the provider and PKCE refuse it.
    await finish({ ...answer, state: stateOf(two.body) }, two.body.binding),
  ];
  const nobody = [await state(token.value), await state(second.value)];
  const atOnce = [await begin(token.value), await begin(token.value)];
  const answers = await Promise.all(atOnce.map(({ body }) => consented(body.authorizationUrl)));
  const winner = await finish(defined(answers[0]), atOnce[0]?.body.binding);
  const loser = await finish(defined(answers[1]), atOnce[1]?.body.binding);
  const replayed = await finish(defined(answers[0]), atOnce[0]?.body.binding);
  const third = await begin(second.value);
  const late = await consented(third.body.authorizationUrl);
  await stack.api('DELETE', `${at}/tokens/${second.id}`);
  const revoked = await finish(late, third.body.binding);
  const people = [
    await ask(stack, stranger, 'GET', `${at}/account`),
    await ask(stack, viewer, 'GET', `${at}/account`),
    await ask(stack, viewer, 'GET', `${at}/accounts`),
    await ask(stack, second.value, 'GET', '/v1/account'),
    await ask(stack, altered(token.value), 'GET', '/v1/account'),
    await ask(stack, undefined, 'GET', '/v1/account'),
    await ask(stack, token.value, 'GET', `${at}/accounts`),
    await ask(stack, editor, 'POST', `${at}/consents`, {}),
  ];
  const mine = await ask(stack, editor, 'POST', `${at}/account/consents`, {});
  const mineAnswer = await consented(mine.body.authorizationUrl);
  const taken = await ask(stack, viewer, 'POST', '/v1/consents', mineAnswer);
  const everybody = await begin(token.value);
  const everybodys = await consented(everybody.body.authorizationUrl);
  await stack.api('PATCH', at, { credentials: 'shared' });
  const switched = [
    await finish(everybodys, everybody.body.binding),
    await ask(stack, editor, 'POST', '/v1/consents', mineAnswer),
    await ask(stack, token.value, 'GET', '/v1/account'),
  ];
  const shared = await stack.api<{ items: { state: string }[] }>('GET', `${at}/consents`);
  await stack.api('PUT', `${at}/credentials`, { type: 'none' });
  const unneeded = await ask(stack, await logins.of('admin'), 'PATCH', at, { credentials: 'per-token' });
  const others = await elsewhere.state(elsewhere.token.value);

  // Assess
  expect(withoutBrowser.map(code)).toEqual([
    [404, 'consent_unknown'],
    [404, 'consent_unknown'],
    [404, 'consent_unknown'],
    [404, 'consent_unknown'],
    [422, 'oauth_code_refused'],
  ]);
  expect(nobody).toEqual(['missing', 'missing']);
  expect([winner, loser, replayed].map(code)).toEqual([
    [200, undefined],
    [409, 'consent_overtaken'],
    [404, 'consent_unknown'],
  ]);
  expect(code(revoked)).toEqual([401, 'token_not_accepted']);
  expect(people.map(code)).toEqual([
    [403, 'access_refused'],
    [200, undefined],
    [403, 'role_required'],
    [401, 'token_not_accepted'],
    [401, 'token_not_accepted'],
    [401, 'token_not_accepted'],
    [401, undefined],
    [409, 'accounts_own'],
  ]);
  expect(code(taken)).toEqual([404, 'consent_unknown']);
  // What was meant for one never becomes everybody's.
  expect(switched.map(code)).toEqual([
    [409, 'credential_replaced'],
    [409, 'credential_replaced'],
    [409, 'accounts_shared'],
  ]);
  expect(shared.items.map((each) => each.state)).toEqual(['missing']);
  expect(code(unneeded)).toEqual([409, 'consent_not_needed']);
  expect(others).toBe('missing');
}, 120_000);

test('from the suggestion of the document to a governed answer, through everything that ends a token', async () => {
  // Prepare
  const before = { asked: login.asked, presented: login.presented.length };
  const source = { kind: 'openapi', document: description() };
  const preview = await stack.api<{ auth: { suggested: Record<string, unknown> } }>('POST', '/v1/specs/preview', {
    document: source.document,
  });
  const { notes: _, ...suggested } = preview.auth.suggested;
  const hosted = await deploy(stack, { source, auth: { ...suggested, ...CLIENT } });
  const at = `/v1/servers/${hosted.serverId}`;
  const client = await connect(hosted.mcpUrl);
  const call = async () => {
    const { content, isError = false } = await client.call('me', {});
    return `${isError} ${content[0]?.text}`;
  };

  // Act
  const first = await call();
  const second = await call();
  const askedForTwo = login.asked - before.asked;
  await login.revoke(defined(login.issued.at(-1)));
  const afterRevocation = await call();
  const view = await stack.api<{ auth: object }>('GET', at);
  const check = () =>
    stack
      .api<{ items: { works: boolean; code?: string }[] }>('POST', `${at}/credentials/check`)
      .then(({ items }) => items);
  const working = await check();
  await stack.api('PUT', `${at}/credentials`, {
    ...suggested,
    clientId: POST_CLIENT.clientId,
    clientSecret: 'wrong-secret-planted-3c',
    clientAuthentication: 'body',
  });
  await until(async () => (await call()).includes('does not accept'));
  const refused = await call();
  const failing = await check();
  await stack.api('PUT', `${at}/credentials`, { ...suggested, ...POST_CLIENT, clientAuthentication: 'body' });
  await until(async () => (await call()).startsWith('false'));
  const replaced = tokenOf(defined(upstream.requests.at(-1)));
  const audit = await stack.api<{ items: { errorCode?: string }[] }>('GET', `${at}/audit`);
  const refreshToken = await login.refreshToken();
  await stack.api('PUT', `${at}/credentials`, { ...suggested, ...CLIENT, grant: 'refreshToken', refreshToken });
  await until(async () => (await call()).startsWith('false') && login.presented.includes(refreshToken));
  await login.revoke(defined(login.issued.at(-1)));
  const rotated = await call();
  await client.close();
  const printed = await stack.output();
  await stack.kill();
  stack = await startStack({ upstreams: [upstream, org, login.upstream], data: stack.data });
  // The port is another one.
  const again = await connect(`${stack.edgeUrl}${new URL(hosted.mcpUrl).pathname}`);
  const askedBefore = login.asked;
  const afterRestart = await again.call('me', {});
  const askedByRestart = login.asked - askedBefore;
  await login.revoke(defined(login.issued.at(-1)));
  const last = await again.call('me', {});
  await again.close();
  const presented = login.presented.slice(before.presented);
  const consented = await connect(`${stack.edgeUrl}${connectedPath}`);
  const ofPerson = await consented.call('me', {});
  await consented.close();

  // Assess
  expect(suggested).toEqual({ type: 'oauth2', grant: 'clientCredentials', tokenUrl: login.tokenUrl, scope: 'read' });
  expect([first, second, afterRevocation]).toEqual(Array(3).fill('false {"email":"[REDACTED:email]"}'));
  expect(askedForTwo).toBe(1);
  expect(view.auth).toMatchObject(suggested);
  expect(working).toEqual([{ origin: upstream.baseUrl, type: 'oauth2', works: true }]);
  expect(failing).toEqual([
    expect.objectContaining({ origin: upstream.baseUrl, works: false, code: 'oauth_client_refused' }),
  ]);
  expect(refused).toContain('login.upstream.example does not accept the client id or the client secret');
  expect(login.issued).toContain(replaced);
  expect(audit.items.map(({ errorCode }) => errorCode)).toContain('oauth_client_refused');

  expect(rotated).toMatch(/^false/);
  expect([afterRestart.isError ?? false, askedByRestart, last.isError ?? false]).toEqual([false, 0, false]);
  expect(ofPerson.isError ?? false).toBe(false);
  expect(presented).toHaveLength(3);
  expect(new Set(presented).size).toBe(3);

  const kept = [...storedTexts(stack.data), printed, await stack.output(), JSON.stringify([view, audit, preview])];
  const secrets = [CLIENT.clientSecret, POST_CLIENT.clientSecret, 'wrong-secret-planted-3c', refreshToken];
  expect(holding(kept, [...secrets, ...login.issued, ...login.refreshTokens])).toEqual([]);
}, 120_000);

test('from the command line to a governed answer, with every secret on standard input', async () => {
  // Prepare
  const file = join(stack.data, 'from-the-command-line.json');
  writeFileSync(file, description());
  const granted = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: login.tokenUrl, scope: 'read', ...CLIENT };
  const consenting = {
    ...granted,
    ...CONSENTING_CLIENT,
    grant: 'authorizationCode',
    authorizationUrl: 'https://login.upstream.example/auth',
  };
  const cli = (args: string[], credential?: object) => commandLine(stack, args, credential);

  // Act
  const tried = await cli(['credential', 'check', '--credential', '-'], {
    ...granted,
    clientSecret: 'wrong-secret-planted-9d',
  });
  const made = await cli(['server', 'create', file, '--json', '--credential', '-'], granted);
  const { serverId, mcpUrl } = JSON.parse(made.out);
  const checked = await cli(['credential', 'check', serverId]);
  const client = await connect(mcpUrl);
  const { content } = await client.call('me', {});
  await client.close();
  const replaced = await cli(['credential', 'set', serverId, '--credential', '-'], consenting);
  const isOwn = await cli(['server', 'set', serverId, '--accounts', 'per-token']);
  const removed = await cli(['credential', 'remove', serverId]);
  const own = await cli(['server', 'create', file, '--accounts', 'per-token', '--credential', '-'], consenting);

  // Assess
  expect([tried.code, tried.out]).toEqual([1, expect.stringMatching(/^✗ the sign-in: oauth_client_refused: /)]);
  expect([made.code, checked]).toEqual([0, { code: 0, out: `✓ oauth2 for ${upstream.baseUrl}\n`, err: '' }]);
  expect(content[0]?.text).toBe('{"email":"[REDACTED:email]"}');
  expect(replaced.out).toContain(`press Connect:\n  ${stack.edgeUrl}/servers/${serverId}/settings/sign-in\n`);
  // The settings before it have tests of their own.
  expect(isOwn.out.startsWith(`Guarded (${serverId}): trace context is off, `)).toBe(true);
  expect(isOwn.out.endsWith(', accounts at the API are per-token.\n')).toBe(true);
  expect(own.out).toContain(`Its person connects it here:\n  ${stack.edgeUrl}/connect/account?server=srv_`);
  expect(own.out).not.toContain('press Connect');
  expect(removed.out).toBe(`✓ Guarded (${serverId}): no credential for ${upstream.baseUrl}\n`);
  const printed = [tried, made, checked, replaced, isOwn, removed, own].map((each) => each.out + each.err);
  expect(holding(printed, [CLIENT.clientSecret, CONSENTING_CLIENT.clientSecret, 'wrong-secret-planted-9d'])).toEqual(
    [],
  );
}, 120_000);

test('the host that a token endpoint names is shown, and gets its first request once the owner has agreed', async () => {
  // Prepare
  const origin = 'https://org.upstream.example';
  const auth = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: login.tokenUrl, scope: 'read', ...CLIENT };
  const hosted = await deploy(stack, { source: { kind: 'openapi', document: description() }, auth });
  const client = await connect(hosted.mcpUrl);
  login.instanceUrl = origin;
  const browser = await openBrowser();
  const at = `/servers/${hosted.serverId}/settings/sign-in`;
  const { page, complaints } = await visitDashboard(browser, stack.edgeUrl, { at });

  // Act
  await client.call('me', {});
  await page.getByRole('button', { name: 'Check the sign-in' }).click();
  await page.getByText('Your organization’s API is at org.upstream.example').waitFor();
  const { items } = await stack.api<{ items: object[] }>('POST', `/v1/servers/${hosted.serverId}/credentials/check`);
  const issues = await seriousIssues(page);
  const before = org.requests.length;
  await page.getByRole('button', { name: 'Use it as base URL' }).click();
  await page.getByText(`New base URL: ${origin}`).waitFor();
  await page.getByLabel('Client ID', { exact: true }).fill(CLIENT.clientId);
  await page.getByLabel(/^Client secret/).fill(CLIENT.clientSecret);
  await page.getByRole('button', { name: 'Set base URL and credential' }).click();
  await page.getByText('Your organization’s API is at org.upstream.example').waitFor({ state: 'detached' });
  const { content } = await client.call('me', {});
  const view = await stack.api<object>('GET', `/v1/servers/${hosted.serverId}`);
  await page.goto(`${stack.edgeUrl}/servers/new?way=openapi`);
  const buffer = Buffer.from(description());
  const file = { name: 'guarded.json', mimeType: 'application/json', buffer };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText(/endpoint found/).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByLabel('Client ID', { exact: true }).fill(CLIENT.clientId);
  await page.getByLabel(/^Client secret/).fill(CLIENT.clientSecret);
  await page.getByRole('button', { name: 'Check the sign-in' }).click();
  await page.getByRole('button', { name: 'Use it as base URL' }).waitFor();
  await page.getByRole('button', { name: 'Use it as base URL' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const chosen = await page.getByRole('textbox', { name: 'Base URL' }).inputValue();
  login.instanceUrl = undefined;
  await client.close();

  // Assess
  expect(items).toEqual([expect.objectContaining({ origin: upstream.baseUrl, works: true, instance: origin })]);
  expect([issues, complaints, before]).toEqual([[], [], 0]);
  expect(view).toMatchObject({ baseUrl: origin, auth: { origin } });
  expect(content[0]?.text).toBe('{"email":"[REDACTED:email]"}');
  expect(login.issued).toContain(tokenOf(defined(org.requests.at(-1))));
  expect(chosen).toBe(origin);
  await browser.close();
}, 120_000);

/** Allows it on the provider's page, and waits for what the dashboard says of it. */
async function allow(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1, name: /connected/i });
  await heading.waitFor();
  return heading.innerText();
}

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)(
  'from the wizard over the page of the provider to a governed answer (%s, %s)',
  async (mode, size) => {
    // Prepare
    await login.registerConsenting(`${stack.edgeUrl}/connect/callback`);
    const port = defined(login.upstream.pinned[0]).addressPort;
    const browser = await openBrowser([
      `--host-resolver-rules=MAP login.upstream.example:443 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ]);
    const at = '/servers/new?way=openapi';
    const { page, context, complaints } = await visitDashboard(browser, stack.edgeUrl, { at, mode, size });
    const flows = {
      implicit: { authorizationUrl: 'https://login.upstream.example/auth', scopes: { read: 'Read', write: 'Write' } },
    };
    const text = JSON.stringify({
      ...JSON.parse(description()),
      components: { securitySchemes: { login: { type: 'oauth2', flows } } },
    });

    // Act
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'guarded.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByText(/endpoint found/).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();
    const suggested = await page.getByLabel('Authorization URL').inputValue();
    await page.getByRole('button', { name: /^Copy: the redirect URI/ }).click();
    const redirect = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByLabel('Token URL').fill(login.tokenUrl);
    await page.getByLabel('Client ID', { exact: true }).fill(CONSENTING_CLIENT.clientId);
    await page.getByLabel(/^Client secret/).fill(CONSENTING_CLIENT.clientSecret);
    await page.getByRole('textbox', { name: /^Scope/ }).fill('offline_access');
    await page.getByLabel(/^Further parameters of the sign-in/).fill('prompt=consent');
    await page.getByRole('button', { name: /^Choose scopes by operation/ }).click();
    const beside = await page.getByRole('list', { name: 'Scopes' }).innerText();
    await page.getByRole('checkbox', { name: /^read/ }).check();
    const issues = await seriousIssues(page);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
    const refused = await client.call('me', {});
    await page.getByText('is not connected yet').waitFor();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Connect at login.upstream.example' }).click();
    const tab = await opened;
    tab.setDefaultTimeout(45_000);
    const first = await allow(tab);
    const address = new URL(tab.url());
    const answered = await client.call('me', {});
    await login.withdrawConsents();
    const ended = await client.call('me', {});
    await tab.getByRole('link', { name: 'Open the server' }).click();
    await tab.getByText('no longer accepts the sign-in').waitFor();
    const endedIssues = await seriousIssues(tab);
    await tab.getByRole('button', { name: 'Reconnect at login.upstream.example' }).press('Enter');
    await tab.getByRole('button', { name: 'Deny' }).click();
    await tab.getByText('was declined').waitFor();
    await tab.getByRole('link', { name: 'Back to the server' }).click();
    const sections = tab.getByRole('navigation', { name: 'Sections of the server' });
    await sections.getByRole('link', { name: 'Settings' }).click();
    await tab.getByRole('button', { name: 'Reconnect at login.upstream.example' }).click();
    await allow(tab);
    await tab.getByRole('link', { name: 'Open the server' }).click();
    await tab.getByRole('heading', { name: 'Activity' }).waitFor();
    const again = await client.call('me', {});
    await client.close();

    // Assess
    expect([suggested, redirect]).toEqual(['https://login.upstream.example/auth', `${stack.edgeUrl}/connect/callback`]);
    expect(beside).toMatch(/read Read\s+1 operation: GET \/me\s+write Write\s+No operation/);
    expect([issues, endedIssues, width]).toEqual([[], [], 0]);
    expect(refused.content[0]?.text).toContain('waits for somebody to connect');
    expect(first).toBe('Guarded is connected');
    expect(address.search).toBe('');
    expect([answered, again].map(({ content }) => content[0]?.text)).toEqual(
      Array(2).fill('{"email":"[REDACTED:email]"}'),
    );
    expect(ended.isError).toBe(true);
    expect(complaints).toEqual([]);
    await browser.close();
  },
  180_000,
);

/** Where an MCP client sends its person to sign in. */
async function authorizeUrl(serverId: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: await registerByHand(stack, 'Client'),
    redirect_uri: REDIRECT,
    resource: `${stack.edgeUrl}/${serverId}/mcp`,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  return `${stack.edgeUrl}/oauth/authorize?${query}`;
}

test.each([
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)(
  'on a page that needs no login a person connects the account of their token (%s, %s)',
  async (mode, size) => {
    // Prepare
    const own = await ownAccounts();
    const port = defined(login.upstream.pinned[0]).addressPort;
    const browser = await openBrowser([
      `--host-resolver-rules=MAP login.upstream.example:443 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ]);
    const context = await browser.newContext({ viewport: SIZES[size], colorScheme: mode, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const { call, close } = await own.calling(own.mcpUrl);
    const picture = async (name: string, of = page) => {
      const folder = process.env['PICTURES'];
      if (folder) await of.screenshot({ path: `${folder}/${name}-${mode}.png`, fullPage: true });
    };
    const looked: Array<readonly [string[], number]> = [];
    const look = async (name: string) => {
      await picture(name);
      const width = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      looked.push([await seriousIssues(page), await page.evaluate(width)]);
    };
    const show = async (text: string) => {
      await page.getByLabel('Connection token of your client').fill(text);
      await page.keyboard.press('Enter');
    };
    const heading = page.getByRole('heading', { level: 1, name: 'Your account for Guarded', exact: true });

    // Act
    await page.goto(/https?:\S+\/connect\/account\?server=\w+/.exec(await call())?.[0] ?? '');
    await page.getByRole('heading', { level: 1, name: 'Connect your account' }).waitFor();
    await look('account-token');
    await show('pcl_mistyped');
    await page.getByText('not a valid connection token').waitFor();
    await show(own.mcpUrl);
    await heading.waitFor();
    await page.getByText('Not connected yet').waitFor();
    await look('account-missing');
    await page.getByRole('button', { name: 'Connect at login.upstream.example' }).press('Enter');
    const connected = await allow(page);
    await look('account-connected');
    const address = new URL(page.url());
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    const answered = await call();
    await page.getByRole('link', { name: 'Your account' }).click();
    await show(own.token.value);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Not connected yet').waitFor();
    const disconnected = await call();
    await page.reload();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: /viewer/i }).click();
    await heading.waitFor();
    await page.getByRole('button', { name: 'Connect at login.upstream.example' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const ofPerson = await allow(page);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await look('account-person');
    const at = `/servers/${own.serverId}/settings/sign-in`;
    const dashboard = await visitDashboard(browser, stack.edgeUrl, { at, mode, size });
    const settings = dashboard.page;
    const row = settings.getByRole('row', { name: /viewer/ });
    await row.getByText('Connected', { exact: true }).waitFor();
    const settingsIssues = await seriousIssues(settings);
    await picture('settings', settings);
    await row.getByRole('button', { name: /^Disconnect/ }).click();
    await settings.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await settings.getByText('Nobody has connected an account yet.').waitFor();
    await settings.goto(await authorizeUrl(own.serverId));
    await settings.getByText('Your own account is needed').waitFor();
    const connectIssues = await seriousIssues(settings);
    await picture('connect-page', settings);
    await settings.goto(`${stack.edgeUrl}${at}`);
    await settings.getByRole('radio', { name: /^One account for all clients/ }).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByRole('button', { name: 'Connect at login.upstream.example' }).waitFor();
    const shared = await call();
    await close();

    // Assess
    expect(looked).toEqual(Array(4).fill([[], 0]));
    expect([settingsIssues, connectIssues]).toEqual([[], []]);
    expect([connected, ofPerson]).toEqual(Array(2).fill('Your account for Guarded is connected'));
    expect(address.search).toBe('');
    expect(kept).toBe('[{},{}]');
    expect(answered).toBe('ann');
    expect(disconnected).toContain('waits for your own account');
    expect(shared).toContain('waits for somebody to connect the server');
    expect(addresses.filter((url) => url.includes('pcl_'))).toEqual([]);
    expect(dashboard.complaints).toEqual([]);
    await browser.close();
  },
  180_000,
);

const stateOf = ({ authorizationUrl }: { authorizationUrl: string }): string =>
  defined(new URL(authorizationUrl).searchParams.get('state') ?? undefined);
