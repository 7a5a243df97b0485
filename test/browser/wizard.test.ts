/** The way from the first page to a live MCP URL, counted, and what stops it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { countClicks } from '../support/clicks.ts';
import { type Dashboard, sharedDashboard } from '../support/dashboard.ts';
import { connect, toolNames } from '../support/mcpClients.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await sharedDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

describe('importing the demo API', () => {
  test('takes at most 6 clicks from the first page to a copied MCP URL that a client can call', async () => {
    // Prepare
    const { demo } = dashboard;
    const { page, complaints } = await dashboard.visit();
    const clicks = await countClicks(page);

    // Act
    await page.getByRole('link', { name: 'Import an API' }).first().click();
    await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(demo.specUrl);
    await page.getByText(/endpoints found/).waitFor();
    const cost = await page.getByText(/≈ .* tokens/).textContent();
    const name = page.getByRole('textbox', { name: 'Name' }).and(page.locator('[value]:not([value=""])'));
    await name.waitFor();
    await next(page);
    await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    const labels: string[] = [];
    for (const label of ['Parsing spec', 'Sealing sandbox', 'Injecting governance', 'Distributing']) {
      await page.locator('.phase', { hasText: label }).waitFor();
      labels.push(label);
    }
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const count = await clicks();

    // Assess
    expect(cost).toMatch(/\d/);
    expect(labels).toHaveLength(4);
    expect(await page.locator('.phase.done').count()).toBe(4);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/pcl_[0-9A-Za-z]{61}\/mcp$/);
    expect(count).toBeLessThanOrEqual(6);
    expect(complaints).toEqual([]);

    // A real client lists and calls, and the call shows up in the audit log.
    const client = await connect(url);
    const tools = await client.listTools();
    const answer = await client.call('customers_read', { action: 'listCustomers', arguments: { limit: 60 } });
    await client.close();
    // The demo has more tools than models choose well among, so they are grouped.
    expect(tools.map(({ name }) => name)).toContain('customers_read');
    expect(answer.content[0]?.text).toContain('[REDACTED');
    // What was copied is not asked about.
    await page.getByRole('link', { name: 'Open the server' }).click();
    await page.getByRole('link', { name: 'Audit Log', exact: true }).click();
    await page.getByRole('cell', { name: 'listCustomers' }).first().waitFor();
    await page.getByRole('link', { name: 'listCustomers' }).first().click();
    const panel = page.getByRole('dialog');
    expect(await panel.textContent()).toContain('"limit": 60');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('asks before the page that shows the token is left, and stays when told to', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=manual' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Left too early');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(dashboard.demo.baseUrl);
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Copy token' }).waitFor();

    // Act
    await page.getByRole('link', { name: 'Settings' }).click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const isStaying = await page.getByRole('button', { name: 'Copy token' }).isVisible();
    const token = await page.getByLabel('Connection token').first().textContent();
    await page.getByRole('link', { name: 'Settings' }).click();
    await question.getByRole('button', { name: 'Copy connection token and leave' }).click();
    await question.waitFor({ state: 'detached' });

    // Assess
    expect(isStaying).toBe(true);
    expect(new URL(page.url()).pathname).toMatch(/^\/settings/);
    expect(token).toContain(await page.evaluate(() => navigator.clipboard.readText()));
    await page.context().close();
  });

  test('gives each client an account of its own where a person consents, and says where to connect it', async () => {
    // Prepare
    const { page, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const login = 'https://login.example.com/oauth2';
    const flow = { authorizationUrl: `${login}/authorize`, tokenUrl: `${login}/token`, scopes: { read: 'Read' } };
    const document = {
      openapi: '3.0.3',
      info: { title: 'Own accounts', version: '1' },
      servers: [{ url: dashboard.demo.baseUrl }],
      components: { securitySchemes: { login: { type: 'oauth2', flows: { authorizationCode: flow } } } },
      security: [{ login: ['read'] }],
      paths: { '/me': { get: { responses: { 200: { description: 'ok' } } } } },
    };

    // Act
    const buffer = Buffer.from(JSON.stringify(document));
    await page.locator('input[type=file]').setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
    await page.getByText('1 endpoint found').waitFor();
    await next(page);
    await page.getByRole('textbox', { name: 'Client ID' }).fill('client');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('planted-client-secret');
    await page.getByRole('radio', { name: 'One account per client' }).check();
    const issues = await seriousIssues(page);
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'Own accounts is live' }).waitFor();
    const address = await page.getByRole('link', { name: /\/connect\/account\?server=srv_/ }).getAttribute('href');

    // Assess
    const [, serverId] = /server=(srv_\w+)$/.exec(String(address)) ?? [];
    const server = await dashboard.stack.api<{ credentials: string }>('GET', `/v1/servers/${serverId}`);
    expect(server.credentials).toBe('per-token');
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('asks for the parts of an address that the document does not have, on a %s in %s', async (size, mode) => {
    // Prepare
    const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi', size, mode });
    const { host } = new URL(dashboard.demo.baseUrl);
    const [tenant = '', ...domain] = host.split('.');
    const server = {
      url: `https://{tenant}.${domain.join('.')}/{version}`,
      variables: {
        tenant: { default: 'your-tenant', description: 'The name of your account' },
        version: { enum: ['v1', 'v2'], default: 'v1' },
      },
    };
    const document = {
      openapi: '3.0.3',
      info: { title: 'Of a tenant', version: '1' },
      servers: [server],
      paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
    };
    const buffer = Buffer.from(JSON.stringify(document));
    const baseUrl = page.getByRole('textbox', { name: 'Base URL' });
    const part = page.getByRole('textbox', { name: 'tenant', exact: true });

    // Asked for, and not passed by
    await page.locator('input[type=file]').setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
    await page.getByText('1 endpoint found').waitFor();
    await page.getByText('The document has only a sample: your-tenant').waitFor();
    expect([await baseUrl.inputValue(), await part.inputValue()]).toEqual(['', '']);
    await next(page);
    await page.getByText('Enter it, or the whole base URL.').waitFor();
    expect(await seriousIssues(page)).toEqual([]);

    // Given, with the keyboard
    await part.focus();
    await page.keyboard.type(tenant);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'v2' }).click();
    expect(await baseUrl.inputValue()).toBe(`https://${host}/v2`);
    await next(page);
    await page.getByRole('heading', { name: 'What may the model see?' }).waitFor();
    expect(complaints).toEqual([]);

    await context.close();
  });

  test('takes a dropped or chosen file, lets tags be chosen, and skips Security when the document asks for none', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const operation = (tag: string) => ({ tags: [tag], responses: { 200: { description: 'ok' } } });
    const document = {
      openapi: '3.0.3',
      info: { title: 'From a file', version: '1' },
      servers: [{ url: dashboard.demo.baseUrl }],
      paths: { '/a': { get: operation('One') }, '/b': { get: operation('Two') }, '/c': { post: operation('Two') } },
    };

    // Act
    const buffer = Buffer.from(JSON.stringify(document));
    await page.locator('input[type=file]').setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
    await page.getByText('3 endpoints found').waitFor();
    await page.getByRole('button', { name: /Tags \(2 of 2\)/ }).click();
    await page.getByRole('checkbox', { name: /One/ }).uncheck();
    await page.getByText(/2 tools/).waitFor();
    await next(page);

    // Assess
    await page.getByRole('heading', { name: 'What may the model see?' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Steps' }).textContent()).toContain('skipped');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'From a file is live' }).waitFor();
    expect(await page.locator('.phase', { hasText: 'Distributing' }).textContent()).toContain('2 tools');
    await page.context().close();
  });

  test('of an archive with several descriptions makes a server of the one that is chosen, and keeps the choice', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const described = (title: string, ...paths: string[]) =>
      strToU8(
        JSON.stringify({
          openapi: '3.0.3',
          info: { title, version: '1' },
          servers: [{ url: dashboard.demo.baseUrl }],
          paths: Object.fromEntries(
            paths.map((path) => [path, { get: { responses: { 200: { description: 'ok' } } } }]),
          ),
        }),
      );
    const zip = zipSync({
      'v1/openapi.json': described('Old shop', '/a'),
      'v2/openapi.json': described('New shop', '/a', '/b', '/c'),
      'broken/openapi.json': strToU8('{"openapi": "3.0.3", "paths": 1'),
    });

    // Act
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    await page.getByText('1 endpoint found').waitFor();
    const list = page.getByRole('button', { name: 'Description in the archive' });
    const read = await list.textContent();
    await list.click();
    await page.getByRole('option', { name: 'broken/openapi.json' }).click();
    await page.getByText(/no valid JSON/).waitFor();
    await list.click();
    await page.getByRole('option', { name: 'v2/openapi.json' }).click();
    await page.getByText('3 endpoints found').waitFor();
    const issues = await seriousIssues(page);
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'New shop is live' }).waitFor();

    // Assess
    const { items } = await dashboard.stack.api<{ items: Array<{ name: string; source: object }> }>(
      'GET',
      '/v1/servers',
    );
    expect(read).toBe('v1/openapi.json');
    expect(issues).toEqual([]);
    expect(items.find(({ name }) => name === 'New shop')?.source).toMatchObject({ root: 'v2/openapi.json' });
    await page.context().close();
  });

  test('says at the top what an import loses, and leaves a repair out when asked, also later on', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const lost = { get: { parameters: [{ $ref: 'missing.json#/id' }] } };
    const document = {
      openapi: '3.0.3',
      info: { title: 'With faults', version: '1' },
      servers: [{ url: dashboard.demo.baseUrl }],
      paths: {
        '/pets': { post: { operationId: 'createPet', requestBody: { content: { 'application/json': { schema } } } } },
        ...Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, lost])),
      },
    };
    const buffer = Buffer.from(JSON.stringify(document));

    // Act
    await page.locator('input[type=file]').setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
    const panel = page.getByRole('complementary', { name: 'Preview' });
    const repairs = panel.getByRole('region', { name: 'Repairs' });
    await repairs.getByText('1 tool: createPet').waitFor();
    const text = (await panel.textContent()) ?? '';
    await repairs.getByRole('checkbox', { name: /Apply this repair/ }).uncheck();
    await repairs.getByText('Not applied.').waitFor();
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'With faults is live' }).waitFor();
    await page.getByRole('link', { name: 'Open the server' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page
      .getByRole('navigation', { name: 'Sections of the server' })
      .getByRole('link', { name: 'Settings' })
      .click();
    const setting = page.getByRole('region', { name: 'Repairs' }).getByRole('checkbox');
    await setting.waitFor();
    const isApplied = await setting.isChecked();
    await setting.click();
    await page.locator('section', { hasText: 'Repairs' }).getByRole('button', { name: 'Save' }).first().click();
    await page.getByText(/Saved\. Use “Re-import”/).waitFor();

    // Assess
    expect(text.indexOf('operations lack what the document says')).toBeGreaterThan(-1);
    expect(text.indexOf('operations lack')).toBeLessThan(text.indexOf('Context cost'));
    expect(isApplied).toBe(false);
    await page.context().close();
  });

  test('approves another host of the document by its name, and gives it a credential of its own or removes it later', async () => {
    // Prepare
    const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const responses = { 200: { description: 'ok' } };
    const on = (host: string) => ({ get: { responses, servers: [{ url: `https://${host}.example.net` }] } });
    const document = {
      openapi: '3.0.3',
      info: { title: 'Many hosts', version: '1' },
      servers: [{ url: dashboard.demo.baseUrl }],
      paths: {
        '/a': { get: { responses } },
        '/b': on('files'),
        '/c': on('files'),
        '/d': on('logs'),
        '/e': { get: { responses } },
        '/f': { get: { responses } },
      },
    };
    const buffer = Buffer.from(JSON.stringify(document));

    // Act
    await page.locator('input[type=file]').setInputFiles({ name: 'api.json', mimeType: 'application/json', buffer });
    const offered = page.getByRole('complementary', { name: 'Preview' }).getByRole('region', { name: 'Other hosts' });
    await offered.getByRole('checkbox', { name: 'Approve https://files.example.net 2 tools' }).check();
    const isLogsApproved = await offered.getByRole('checkbox', { name: /logs\.example\.net 1 tool/ }).isChecked();
    await next(page);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('heading', { name: 'Many hosts is live' }).waitFor();
    const sealing = await page.locator('.phase', { hasText: 'Sealing sandbox' }).textContent();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const names = async () => (await toolNames(url)).length;
    const first = await names();
    await page.getByRole('link', { name: 'Open the server' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections of the server' });
    await sections.getByRole('link', { name: 'Tools' }).click();
    await page.getByText('1 enabled tool on other hosts is not available to clients').waitFor();
    await page.getByRole('link', { name: 'approve the hosts in the settings' }).click();
    const hosts = page.getByRole('region', { name: 'Other hosts' });
    await hosts.getByRole('button', { name: 'Credential of https://files.example.net' }).click();
    await hosts.getByRole('button', { name: 'Type' }).click();
    await page.getByRole('option', { name: /Bearer token/ }).click();
    await hosts.getByRole('textbox', { name: 'Token' }).fill('a-token-of-files');
    await hosts.getByRole('button', { name: 'Replace' }).click();
    await hosts.getByText('Credential: Bearer token').waitFor();
    await hosts.getByRole('button', { name: 'Approve https://logs.example.net' }).click();
    await page.getByText('https://logs.example.net is approved.').waitFor();
    const second = await names();
    await hosts.getByRole('button', { name: 'Remove https://files.example.net' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await hosts.getByRole('button', { name: 'Approve https://files.example.net' }).waitFor();
    const third = await names();

    // Assess
    expect(isLogsApproved).toBe(false);
    expect(sealing).toContain('files.example.net:443');
    expect(sealing).toContain('1 left out on hosts that are not approved');
    expect([first, second, third]).toEqual([5, 6, 4]);
    expect(await page.content()).not.toContain('a-token-of-files');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('goes on by itself when Next is pressed while the document is still being read', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const pressed = Promise.withResolvers<void>();
    await page.route('**/v1/specs/preview', async (route) => {
      await pressed.promise;
      await route.continue();
    });

    // Act
    await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(dashboard.demo.specUrl);
    await page.keyboard.press('Enter');
    pressed.resolve();

    // Assess
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'OpenAPI document' }).count()).toBe(0);
    await context.close();
  });

  test('says for how long a document has been read that takes longer than a request, and has it then', async () => {
    // Prepare
    const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const counted = Promise.withResolvers<void>();
    const asked: object[] = [];
    const reading = `read_${'0'.repeat(26)}`;
    await page.route('**/v1/specs/preview', async (route) => {
      const body = route.request().postDataJSON() as object;
      asked.push(body);
      if (asked.length < 3) return route.fulfill({ json: { reading, seconds: 8 * asked.length } });
      await counted.promise;
      await route.continue({ postData: JSON.stringify(asked[0]) });
    });

    // Act
    await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(dashboard.demo.specUrl);
    await page.getByText(/^\d+ s\. Large documents/).waitFor();
    counted.resolve();
    await page.getByText(/endpoints found/).waitFor();

    // Assess
    expect(asked).toEqual([{ url: dashboard.demo.specUrl }, { reading }, { reading }]);
    expect(await page.getByText(/^\d+ s\. Large documents/).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('begins with the address that a link carries', async () => {
    // Prepare
    const link = `/servers/new?url=${encodeURIComponent(dashboard.demo.specUrl)}`;

    // Act
    const { page, context } = await dashboard.visit({ at: link });
    await page.getByText(/endpoints found/).waitFor();

    // Assess
    expect(await page.getByRole('textbox', { name: 'OpenAPI document' }).inputValue()).toBe(dashboard.demo.specUrl);
    await context.close();
  });

  test('says why a document cannot be read, at its field', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const field = page.getByRole('textbox', { name: 'OpenAPI document' });

    // Act
    await field.fill(`${new URL(dashboard.demo.specUrl).origin}/nothing-here.json`);
    await page.getByText(/answered with status/).waitFor();
    await field.fill('https://10.0.0.1/openapi.json');
    await next(page);

    // Assess
    await page.locator('main').getByText('IP addresses are refused').first().waitFor();
    expect(page.url()).toContain('/servers/new');
    await page.context().close();
  });
});

describe('a document', () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pasted', version: '1' },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'x' } } } } },
  };

  test('can be pasted, and what cannot become of it is said before Deploy', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    const paste = async (text: unknown) => {
      await page.evaluate((value) => navigator.clipboard.writeText(value), JSON.stringify(text));
      await page.getByRole('textbox', { name: 'OpenAPI document' }).press('Control+V');
      await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[value="Pasted"]')).waitFor();
    };

    // Act
    await paste({ ...description, paths: {} });
    await next(page);
    await page.getByText('has no endpoints').waitFor();
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await paste({ ...description, servers: [{ url: 'http://not-secure.example.com' }] });
    await page.getByText('1 endpoint found').waitFor();
    const notes = (await page.locator('main').textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Base URL' }).fill('https://10.0.0.1');
    await next(page);
    const focused = page.locator('input[aria-invalid="true"]:focus');
    await focused.waitFor();

    // Assess
    expect(notes).toContain('it is called by https');
    expect(await focused.inputValue()).toBe('https://10.0.0.1');
    expect(await page.locator('main').textContent()).toContain('IP addresses are refused');
    await context.close();
  });
});

test('each step begins at its heading, also after a long one', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ at: '/servers/new?demo', size: 'phone' });
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });
  await page.getByText(/endpoints found/).waitFor();
  const button = page.getByRole('button', { name: 'Next', exact: true });
  await button.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);

  // Act
  await button.click();
  await heading('API credentials').waitFor();

  // Assess
  expect(before).toBeGreaterThan(0);
  await page.waitForFunction(() => scrollY === 0);
  await context.close();
});

test('the browser’s Back and Forward move between the steps and keep what was typed', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ at: '/servers/new' });
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });
  await page.getByRole('button', { name: /Add tools manually/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Stepwise');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(dashboard.demo.baseUrl);
  await next(page);
  await heading('What may the model see?').waitFor();

  // Act
  await page.goBack();
  await heading('Which API does this server call?').waitFor();
  const name = await page.getByRole('textbox', { name: 'Name' }).inputValue();
  await page.goForward();
  await heading('What may the model see?').waitFor();
  await page.goBack();
  await heading('Which API does this server call?').waitFor();
  await page.goBack();
  await heading('How do you want to start?').waitFor();

  // Assess
  expect(name).toBe('Stepwise');
  await context.close();
});

describe('the Governance step', () => {
  test('has five controls at most in sight', async () => {
    const { page, context } = await dashboard.visit({ at: '/servers/new?way=manual' });
    await page.getByRole('textbox', { name: 'Name' }).fill('As it comes');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(dashboard.demo.baseUrl);
    await next(page);
    await page.getByRole('checkbox', { name: 'Redact personal data' }).waitFor();

    const controls = await page
      .locator('.split > div')
      .first()
      .locator('input, textarea, select, button, a, [role=button]')
      // What explains a setting is none.
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !one.getAttribute('aria-label')?.startsWith('About: '))
          .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.id),
      );

    expect(controls.length).toBeGreaterThan(2);
    expect(controls.length).toBeLessThanOrEqual(5);
    await context.close();
  });

  test('shows the governed sample beside the raw one and follows the switches', async () => {
    // Prepare
    const { page } = await dashboard.visit({ at: '/servers/new?way=manual' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Sample');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(dashboard.demo.baseUrl);
    await next(page);
    const governed = page.getByRole('region', { name: 'The governed answer' });
    await page.locator('mark').first().waitFor();

    // Act
    await page.getByLabel(/API response/).fill('{"email": "grace@example.com", "list": [1, 2, 3]}');
    await governed.getByText('"list"').waitFor();
    const before = await governed.textContent();
    await page.getByRole('checkbox', { name: 'Redact personal data' }).uncheck();
    await governed.getByText('grace@example.com').waitFor();

    // Assess
    expect(before).toContain('[REDACTED:email]');
    expect(before).not.toContain('grace@example.com');
    await page.context().close();
  });
});
