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
import { visitDashboard } from '../support/dashboard.ts';
import { defined } from '../support/defined.ts';
import { ask, loginsOf } from '../support/logins.ts';
import { connect } from '../support/mcpClients.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { until } from '../support/until.ts';
import { type RecordedRequest, startUpstream, type Upstream } from '../support/upstream.ts';

const tokenOf = (request: RecordedRequest): string => (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');

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
      ? { headers: { 'content-type': 'application/json' }, body: '{"email":"ann@example.org"}' }
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

/** Path of the MCP address of a server that somebody has connected. */
let connectedPath = '';

test('a person consents, and what becomes of it is told to all who have to know', async () => {
  // Prepare
  const redirectUri = `${stack.edgeUrl}/connect/callback`;
  await login.registerConsenting(redirectUri);
  const consenting = {
    type: 'oauth2',
    grant: 'authorizationCode',
    tokenUrl: login.tokenUrl,
    authorizationUrl: 'https://login.upstream.example/auth',
    authorizationParameters: [{ name: 'prompt', value: 'consent' }],
    scope: 'openid offline_access read write',
    ...CONSENTING_CLIENT,
  };
  const hosted = await deploy(stack, { source: { kind: 'openapi', document: description() }, auth: consenting });
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
  await stack.api('PUT', `${at}/credentials`, { ...consenting, scope: 'openid offline_access read' });
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
  const removed = await cli(['credential', 'remove', serverId]);

  // Assess
  expect([tried.code, tried.out]).toEqual([1, expect.stringMatching(/^✗ the sign-in: oauth_client_refused: /)]);
  expect([made.code, checked]).toEqual([0, { code: 0, out: `✓ oauth2 for ${upstream.baseUrl}\n`, err: '' }]);
  expect(content[0]?.text).toBe('{"email":"[REDACTED:email]"}');
  expect(replaced.out).toContain(`press Connect:\n  ${stack.edgeUrl}/servers/${serverId}/settings\n`);
  expect(removed.out).toBe(`✓ Guarded (${serverId}): no credential for ${upstream.baseUrl}\n`);
  const printed = [tried, made, checked, replaced, removed].map((each) => each.out + each.err);
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
  const at = `/servers/${hosted.serverId}/settings`;
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
    await page.getByRole('button', { name: /^Copy: the redirect address/ }).click();
    const redirect = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByLabel('Token URL').fill(login.tokenUrl);
    await page.getByLabel('Client ID', { exact: true }).fill(CONSENTING_CLIENT.clientId);
    await page.getByLabel(/^Client secret/).fill(CONSENTING_CLIENT.clientSecret);
    await page.getByRole('textbox', { name: /^Scope/ }).fill('offline_access');
    await page.getByLabel(/^Further parameters of the sign-in/).fill('prompt=consent');
    await page.getByRole('button', { name: /^Choose by what they open/ }).click();
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

const stateOf = ({ authorizationUrl }: { authorizationUrl: string }): string =>
  defined(new URL(authorizationUrl).searchParams.get('state') ?? undefined);
