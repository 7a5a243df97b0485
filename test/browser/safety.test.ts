/** Secrets leave no trace in the browser and can be replaced in use, and no text of an API becomes anything but text. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, demoServer, sharedDashboard } from '../support/dashboard.ts';
import { toolNames } from '../support/mcpClients.ts';
import { deploy } from '../support/stack.ts';
import { go } from '../support/tour.ts';
import { until } from '../support/until.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await sharedDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

/** Everything that the browser keeps beyond the page's own memory, as one text. */
async function traces(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (key) => (await (await caches.open(key)).keys()).map((request) => request.url)),
    );
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      history: history.state,
      url: location.href,
      cookies: document.cookie,
      name: window.name,
      databases,
      caches: caches_,
      html: document.documentElement.outerHTML,
      values: [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    });
  });
  return kept + JSON.stringify(await page.context().storageState({ indexedDB: true }));
}

describe('secrets', () => {
  test('stay out of storage, history and the page once the page that showed them is left', async () => {
    // Prepare
    const { demo } = dashboard;
    const addresses: string[] = [];
    const { page, context } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    page.on('request', (request) => addresses.push(request.url()));
    const bearer = page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
    await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(demo.specUrl);
    const access = (await bearer).headers()['authorization']?.replace('Bearer ', '') ?? '';
    await page.getByText(/endpoints found/).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
    const masked = await page.getByRole('textbox', { name: 'Token', exact: true }).getAttribute('type');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Copy token' }).click();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    const shown = await traces(page);

    // Act
    await page.getByRole('link', { name: 'Open the server' }).click();
    await page.getByRole('heading', { name: 'Live feed' }).waitFor();
    const after = await traces(page);
    await page.goBack();
    await page.locator('main h1').first().waitFor();
    const back = await traces(page);

    // Assess
    expect(token).toMatch(/^pcl_/);
    expect(access.length).toBeGreaterThan(100);
    expect(masked).toBe('password');
    expect(shown).toContain(token);
    expect(shown).not.toContain(demo.auth.token);
    for (const secret of [token, demo.auth.token, access]) {
      expect(after).not.toContain(secret);
      expect(back).not.toContain(secret);
      expect(addresses.join('\n')).not.toContain(secret);
    }
    await context.close();
  });

  test('of the sign-in leave the address bar, and the code is not in the history', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: '/settings' });

    // Act
    const kept = await traces(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();

    // Assess
    expect(page.url()).toBe(`${dashboard.stack.edgeUrl}/settings`);
    expect(kept).not.toMatch(/code=|verifier|access_token|refresh_token/);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
    await context.close();
  });

  test('are not accepted from an answer that this page did not ask for', async () => {
    // Prepare
    const { page, context } = await dashboard.visit();
    const spent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/oauth2/token')) spent.push(request.postData() ?? '');
    });

    // Act
    await page.goto(`${dashboard.stack.edgeUrl}/?code=stolen&state=forged`);
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();

    // Assess
    expect(spent.join()).not.toContain('stolen');
    expect(page.url()).not.toContain('stolen');
    await context.close();
  });
});

describe('a connection token', () => {
  const DAY = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

  interface TokenOfList {
    readonly id: string;
    readonly label: string;
    readonly status: string;
    readonly hint: string;
    readonly createdAt: string;
    readonly expiresAt?: string;
    readonly scopes?: object;
    readonly lastUsedAt?: string;
  }

  test('is replaced by one of the same scope and life, beside which it works until it is revoked there', async () => {
    // Prepare
    const { stack } = dashboard;
    const { serverId } = await demoServer(dashboard);
    const path = `/v1/servers/${serverId}`;
    const list = async () => (await stack.api<{ items: TokenOfList[] }>('GET', `${path}/tokens`)).items;
    const tools = (await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path}/tools`)).items;
    const [kept, deleted] = ['getCustomer', 'listOrders'].map((name) => tools.find((tool) => tool.name === name));
    const old = await stack.api<{ token: { id: string; hint: string }; mcpUrl: string }>('POST', `${path}/tokens`, {
      label: 'Support desk',
      expiresAt: inDays(10),
      scopes: { access: 'read', tools: [kept?.id, deleted?.id] },
    });
    const before = await toolNames(old.mcpUrl);
    await until(async () => (await list()).some(({ id, lastUsedAt }) => id === old.token.id && lastUsedAt), 100);
    await stack.api('DELETE', `${path}/tools/${deleted?.id}`);
    const { page, context, complaints } = await dashboard.visit({ at: `/servers/${serverId}` });

    // Act
    await page.getByText(/The token “Support desk” expires in (9|10) days/).waitFor();
    await page.getByRole('link', { name: 'See the tokens' }).click();
    const row = page.getByRole('row').filter({ hasText: `••••${old.token.hint}` });
    await row.getByText(/expires in (9|10) days/).waitFor();
    await row.getByRole('button', { name: 'Replace Support desk' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('1 tool was deleted;').waitFor();
    const life = await panel.getByRole('button', { name: /^Expires/ }).textContent();
    await panel.getByRole('button', { name: 'Generate', exact: true }).click();
    const beside = page.getByRole('region', { name: 'The old token' });
    await beside.getByText(`The old token, ••••${old.token.hint}, still works`).waitFor();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const both = [await toolNames(old.mcpUrl), await toolNames(url)];
    const made = (await list()).find(({ label, id }) => label === 'Support desk' && id !== old.token.id);
    await beside.getByRole('button', { name: 'Revoke the old token' }).click();
    const question = page.getByRole('dialog', { name: `Revoke “Support desk” (••••${old.token.hint})?` });
    const asked = await question.textContent();
    const early = (await list()).find(({ id }) => id === old.token.id)?.status;
    await question.getByRole('button', { name: 'Revoke' }).click();
    await beside.getByText(/has ended/).waitFor();
    const refused = await fetch(old.mcpUrl, { method: 'POST', body: '{}' });
    const after = await toolNames(url);
    const offered = await page.getByRole('button', { name: /^Replace/ }).count();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: `Replace Support desk, ending in ${made?.hint}` }).waitFor();
    await page.getByRole('link', { name: 'Audit Log', exact: true }).click();
    for (const hint of [old.token.hint, made?.hint])
      await page
        .getByRole('cell', { name: new RegExp(`^Support desk ••••${hint}`) })
        .first()
        .waitFor();

    // Assess
    expect(before).toEqual(['getCustomer', 'listOrders']);
    expect(life).toContain('In 10 days');
    expect(both).toEqual([['getCustomer'], ['getCustomer']]);
    expect(made).toMatchObject({ status: 'active', scopes: { access: 'read', tools: [kept?.id] } });
    const lives = Date.parse(made?.expiresAt ?? '') - Date.parse(made?.createdAt ?? '');
    expect(Math.round((lives / DAY) * 100)).toBe(1000);
    expect(asked).toContain('Its next request is refused and its live streams are closed.');
    expect(early).toBe('active');
    expect(refused.status).toBe(404);
    expect(after).toEqual(['getCustomer']);
    expect(offered).toBe(0);
    expect(await traces(page)).not.toContain(new URL(url).pathname.split('/')[1]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('that is left with no tool is not replaced by one of all tools, and nobody who only looks is offered it', async () => {
    // Prepare
    const { stack } = dashboard;
    const { serverId } = await demoServer(dashboard);
    const path = `/v1/servers/${serverId}`;
    const [tool] = (await stack.api<{ items: { id: string }[] }>('GET', `${path}/tools`)).items;
    await stack.api('POST', `${path}/tokens`, { label: 'Empty', scopes: { tools: [tool?.id] } });
    await stack.api('DELETE', `${path}/tools/${tool?.id}`);
    const visits = [
      await dashboard.visit({ at: `/servers/${serverId}/tokens` }),
      await dashboard.visit({ at: `/servers/${serverId}/tokens`, role: 'viewer' }),
    ] as const;
    const [{ page }, viewer] = visits;

    // Act
    await page.getByRole('button', { name: 'Replace Empty' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('All its tools were deleted.').first().waitFor();
    const generate = panel.getByRole('button', { name: 'Generate', exact: true });
    const disabled = await generate.getAttribute('aria-disabled');
    await generate.click({ force: true });
    await viewer.page.getByRole('row', { name: /Empty/ }).waitFor();

    // Assess
    expect(disabled).toBe('true');
    expect(await viewer.page.getByRole('button', { name: /^(Replace|Revoke|Generate)/ }).count()).toBe(0);
    expect((await stack.api<{ active: number }>('GET', `${path}/tokens`)).active).toBe(2);
    for (const { context } of visits) await context.close();
  });
});

const HTML = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><svg onload="window.pwned=1">';
const MARKDOWN = '[click](javascript:window.pwned=1) ![x](https://tracker.example/p.png) **bold** <b id="made">x</b>';
const hostile = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: `Shop ${HTML}`, version: `1 ${HTML}`, description: MARKDOWN },
  servers: [{ url: baseUrl }],
  tags: [{ name: `Tag ${HTML}`, description: MARKDOWN }],
  paths: {
    '/customers': {
      get: {
        operationId: 'plain',
        summary: `Summary ${HTML}`,
        description: `${MARKDOWN} ${HTML} \u202e\u0007 {{constructor.constructor('window.pwned=1')()}}`,
        tags: [`Tag ${HTML}`],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: HTML,
            schema: { type: 'integer', default: 1, title: HTML },
            example: '</textarea><script>window.pwned=1</script>',
          },
        ],
        responses: { 200: { description: HTML } },
      },
    },
  },
});

const madeOn = (page: Page) =>
  page.evaluate(() => ({
    pwned: 'pwned' in globalThis,
    made: document.querySelector('#made, img, main script, [onerror], [onload], a[href^="javascript"]') !== null,
  }));

test('a document whose texts are hostile HTML and Markdown changes nothing on any page', async () => {
  // Prepare
  const { demo, stack } = dashboard;
  const outside: string[] = [];
  const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) outside.push(request.url());
  });
  page.on('dialog', (dialog) => {
    // Leaving the wizard with an uploaded document is asked about; nothing else may open a dialog.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    outside.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const text = JSON.stringify(hostile(demo.baseUrl));
  await page.locator('input[type=file]').setInputFiles({
    name: `api${HTML.slice(0, 40).replaceAll('/', '')}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await page.getByText('1 endpoint found').waitFor();
  const preview = (await page.getByRole('complementary', { name: 'Preview' }).textContent()) ?? '';

  // Act
  const server = await deploy(stack, {
    name: `Shop ${HTML}`.slice(0, 80),
    source: { kind: 'openapi', document: hostile(demo.baseUrl) },
    auth: demo.auth,
  });
  // The importer cleans texts; what people type is stored as it is, so the pages are tried with that, too.
  const path = `/v1/servers/${server.serverId}`;
  const { items } = await stack.api<{ items: { id: string }[] }>('GET', `${path}/tools`);
  const tool = { title: `Title ${HTML}`, description: `${MARKDOWN} ${HTML}`, tag: `Tag ${HTML}` };
  await stack.api('PATCH', `${path}/tools/${items[0]?.id}`, tool);
  await stack.api('POST', `${path}/tokens`, { label: `Label ${HTML}`.slice(0, 80) });
  await stack.api('PATCH', path, { systemRules: `${MARKDOWN} ${HTML}` });
  await page.goto(`${stack.edgeUrl}/`);
  await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
  // Within the app from here on, so that what one page made could still be seen on the next.
  const made: unknown[] = [];
  for (const tab of ['', '/tokens', '/deployments', '/audit', '/settings', '/tools']) {
    made.push(await madeOn(page));
    await go(page, `/servers/${server.serverId}${tab}`);
  }
  made.push(await madeOn(page));
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('button', { name: 'plain', exact: true }).click();
  const panel = page.getByRole('dialog');
  const description = await panel.getByRole('textbox', { name: 'Description' }).inputValue();
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByRole('button', { name: 'Call', exact: true }).click();
  await panel.getByRole('region', { name: 'Request' }).waitFor();

  // Assess
  made.push(await madeOn(page));
  expect(preview).toContain('Shop');
  expect(heading).toContain('<img src=x');
  expect(description).toContain('[click](javascript:');
  expect(made).toEqual(Array(8).fill({ pwned: false, made: false }));
  expect(outside).toEqual([]);
  expect(complaints.filter((line) => /Content Security Policy|page error/.test(line))).toEqual([]);
  await context.close();
});
