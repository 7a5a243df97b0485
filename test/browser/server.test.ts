/** A day's work on a server's page: tools, a manual server, trying, tokens, settings. Each is checked from outside, too. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Dashboard, demoServer, startDashboard } from '../support/dashboard.ts';
import { CLIENTS } from '../support/mcpClients.ts';
import type { HostedServer } from '../support/stack.ts';
import { until } from '../support/until.ts';

jest.setTimeout(180_000);

let dashboard: Dashboard;
let hosted: HostedServer;
beforeAll(async () => {
  dashboard = await startDashboard();
  hosted = await demoServer(dashboard);
}, 180_000);
afterAll(() => dashboard?.close());

const [, , connect] = CLIENTS[0]!;
const at = (tab: string) => `/servers/${hosted.serverId}/${tab}`;

async function toolNames(url = hosted.mcpUrl): Promise<string[]> {
  const client = await connect(url);
  const names = (await client.listTools()).map((tool) => tool.name);
  await client.close();
  return names;
}

describe('the tools of a server', () => {
  test('are drawn by the hundred when there are many, the focus staying where the next are asked for', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('overview') });
    await page.route('**/v1/servers/*/tools', async (route) => {
      const { items, ...rest } = await (await route.fetch()).json();
      const many = Array.from({ length: 330 }, (_, n) => ({
        ...items[n % 10],
        id: `tool_${n}`,
        name: `tool_${n}`,
        tag: '',
      }));
      await route.fulfill({ json: { ...rest, items: many, total: 330, enabled: 330 } });
    });
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    const rows = page.getByRole('button', { name: /^tool_/ });
    const drawn = (count: number) => rows.nth(count - 1).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);

    // Act
    await drawn(100);
    const first = await rows.count();
    await page.getByRole('button', { name: 'Show 100 more of 230', exact: true }).press('Enter');
    await drawn(200);
    const next = await focused();
    await page.keyboard.press('Enter');
    await drawn(300);
    const last = await focused();
    await page.keyboard.press('Enter');
    await drawn(330);
    await page.waitForFunction(() => document.activeElement?.textContent === 'tool_299');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('tool_2');
    await page.getByText('111 of 330 tools found').waitFor();
    await page.getByRole('button', { name: 'Show 11 more', exact: true }).waitFor();
    await drawn(100);

    // Assess
    expect([first, next, last]).toEqual([100, 'Show 100 more of 130', 'Show 30 more']);
    expect(await rows.count()).toBe(100);
    await context.close();
  });

  test('are found again as they were looked for, by a link and by Back, which no letter is a step of', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tokens') });
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    const field = page.getByRole('searchbox', { name: 'Find a tool' });
    const panel = page.getByRole('dialog');
    const found = page.getByText(/^\d of \d+ tools found$/);
    const isFlat = () => page.getByRole('button', { name: 'Flat' }).getAttribute('aria-pressed');

    // Act
    await field.focus();
    await page.keyboard.type('get orders');
    await found.waitFor();
    await page.getByRole('button', { name: 'Flat' }).click();
    await page.getByRole('button', { name: 'getOrder', exact: true }).click();
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    const closed = [await field.inputValue(), await isFlat()];
    const link = page.url();
    await page.goBack();
    await page.getByRole('button', { name: 'Generate token' }).waitFor();
    await page.goto(link);
    await found.waitFor();

    // Assess
    expect(closed).toEqual(['get orders', 'true']);
    expect(new URL(link).search).toBe('?q=get+orders&view=flat');
    expect([await field.inputValue(), await isFlat()]).toEqual(closed);
    await context.close();
  });

  test('can be switched off one by one and by tag, and leave the list that clients see', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tools') });
    const before = await toolNames();

    // Act
    const sealed = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await Promise.all([sealed(), page.getByRole('checkbox', { name: 'listCustomers enabled' }).click()]);
    const afterOne = await toolNames();
    await Promise.all([sealed(), page.getByRole('checkbox', { name: 'All tools of Orders' }).click()]);
    const afterTag = await toolNames();
    await Promise.all([sealed(), page.getByRole('checkbox', { name: 'All tools of Orders' }).click()]);
    await Promise.all([sealed(), page.getByRole('checkbox', { name: 'listCustomers enabled' }).click()]);

    // Assess
    expect(before).toContain('listCustomers');
    expect(afterOne).toEqual(before.filter((name) => name !== 'listCustomers'));
    expect(afterTag.length).toBeLessThan(afterOne.length);
    expect(await toolNames()).toEqual(before);
    await context.close();
  });

  test('can be edited, say that they were, and go back to their original', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('get products one');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('getProduct');
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');
    const description = panel.getByRole('textbox', { name: 'Description' });
    const original = await description.inputValue();

    // Act
    await description.fill('Use it to look up one product by its number.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Original description').waitFor();
    const client = await connect(hosted.mcpUrl);
    const seen = JSON.stringify(await client.listTools());
    await client.close();
    await panel.getByRole('button', { name: 'Reset to original' }).click();
    await panel.getByText('Original description').waitFor({ state: 'detached' });

    // Assess
    expect(seen).toContain('Use it to look up one product by its number.');
    expect(await description.inputValue()).toBe(original);
    await context.close();
  });

  test('keep the other edits when one field goes back to its original', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tools') });
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('getProduct');
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');
    const title = panel.getByRole('textbox', { name: 'Title' });
    const description = panel.getByRole('textbox', { name: 'Description' });
    const original = await title.inputValue();
    await title.fill('Another title');
    await panel.getByRole('button', { name: 'Save' }).click();
    const reset = panel.getByRole('button', { name: 'Reset to original' });
    await reset.waitFor();

    // Act
    await description.fill('Not saved yet.');
    await reset.click();
    await reset.waitFor({ state: 'detached' });

    // Assess
    expect(await title.inputValue()).toBe(original);
    expect(await description.inputValue()).toBe('Not saved yet.');
    await context.close();
  });

  test('refuse a schema that is no JSON before it is sent, and a bad name at its field', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tools') });
    await page.getByRole('button', { name: 'getProduct', exact: true }).click();
    const panel = page.getByRole('dialog');

    // Act
    await panel.getByLabel('Input schema').fill('{ "type": ');
    await panel.getByText(/not JSON yet/).waitFor();
    const disabled = await panel.getByRole('button', { name: 'Save' }).isDisabled();
    await panel.getByLabel('Input schema').fill('{"type":"object","properties":{"productId":{"type":"string"}}}');
    await panel.getByRole('textbox', { name: 'Name' }).fill('no spaces allowed');
    await panel.getByRole('button', { name: 'Save' }).click();

    // Assess
    expect(disabled).toBe(true);
    await panel
      .getByText(/letters, digits, underscores or dashes/)
      .first()
      .waitFor();
    await context.close();
  });

  test('can be tried: the composed request, the raw answer and the governed one stand side by side', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tools') });
    await page.getByRole('button', { name: 'listCustomers', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('tab', { name: 'Edit' }).focus();
    await page.keyboard.press('ArrowRight');

    // Act
    await panel.getByRole('button', { name: 'Takes 6 arguments' }).click();
    await panel
      .getByText(/^integer, from 1, up to \d+/)
      .first()
      .waitFor();
    await panel.getByRole('textbox', { name: 'Arguments' }).fill('{"limit": 2}');
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    const request = panel.getByRole('region', { name: 'Request' });
    await request.waitFor();

    // Assess
    const raw = await panel.getByRole('region', { name: /Raw answer/ }).textContent();
    const governed = await panel.getByRole('region', { name: 'What a model gets' }).textContent();
    expect(await request.textContent()).toContain('/customers?limit=2');
    expect(await panel.textContent()).not.toContain(dashboard.demo.auth.token);
    expect(raw).toMatch(/@example\./);
    expect(governed).toContain('[REDACTED:email]');
    expect(governed).not.toMatch(/@example\./);
    await context.close();
  });
});

test('a server that is typed in by hand gets a tool that a client can call, and loses it when its name is typed', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ at: '/servers/new?way=manual' });
  const { demo } = dashboard;
  await page.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(demo.baseUrl);
  await page.getByRole('button', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: /Bearer token/ }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  for (const label of [
    'Provisioning the server',
    'Configuring the security layer',
    'Activating data protection',
    'Live on the edge',
  ]) {
    await page.locator('.phase', { hasText: label }).waitFor();
  }
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'Open the server' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  // Act
  await page.getByText('find nothing that they could call').waitFor();
  await page.getByRole('link', { name: 'Add a tool' }).press('Enter');
  await page.getByRole('button', { name: 'Add tool' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Path' }).fill('/customers/{customerId}');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('one_customer');
  await panel.getByRole('button', { name: 'Describe {customerId}' }).click();
  await panel.getByRole('textbox', { name: 'Meaning of parameter 1' }).fill('Number of the customer.');
  await panel.getByRole('button', { name: 'Add tool' }).click();
  await panel.getByRole('tab', { name: 'Delete' }).waitFor();
  const client = await connect(url);
  const answer = await client.call('one_customer', { customerId: 'cus_000001' });
  await client.close();
  await panel.getByRole('tab', { name: 'Delete' }).click();
  const remove = panel.getByRole('button', { name: 'Delete the tool' });
  const early = await remove.isDisabled();
  await panel.getByRole('textbox').fill('one_customer');
  await remove.click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  const frame = await page.locator('#main').evaluate((main) => getComputedStyle(main).outlineStyle);

  // Assess
  expect(frame).toBe('none');
  expect(answer.isError ?? false).toBe(false);
  expect(answer.content[0]?.text).toContain('cus_000001');
  expect(early).toBe(true);
  expect(await toolNames(url)).toEqual([]);
  await context.close();
});

test('a signed server shows what its document would change, and deploys it once that is approved', async () => {
  // Prepare
  const operation = (id: string) => ({ get: { operationId: id, responses: { 200: { description: 'x' } } } });
  const document = (paths: object) => ({
    openapi: '3.0.3',
    info: { title: 'Signed', version: '1' },
    servers: [{ url: dashboard.demo.baseUrl }],
    paths,
  });
  const signed = await demoServer(dashboard, {
    source: { kind: 'openapi', document: document({ '/a': operation('stays'), '/b': operation('goes') }) },
    signed: true,
  });
  const { page, context } = await dashboard.visit({ at: `/servers/${signed.serverId}/settings` });
  await page.locator('input[type=file]').setInputFiles({
    name: 'next.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document({ '/a': operation('stays'), '/c': operation('comes') }))),
  });
  await page.locator('form').getByRole('button', { name: 'Save' }).click();
  await page.getByText('brings its tools live').waitFor();

  // Act
  await page.getByRole('link', { name: 'Deployments', exact: true }).click();
  await page.getByRole('button', { name: 'Read the document again' }).click();
  const panel = page.getByRole('dialog');
  const changes = await panel.getByRole('list', { name: 'Changed tools' }).textContent();
  await panel.getByRole('button', { name: 'Approve and deploy' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('−1 removed').waitFor();

  // Assess
  expect(changes).toMatch(/breaking.*goes.*safe.*comes/);
  await until(async () => (await toolNames(signed.mcpUrl)).includes('comes'), 100);
  expect(await toolNames(signed.mcpUrl)).toEqual(['comes', 'stays']);
  await context.close();
});

describe('connection tokens', () => {
  test('are made with a label, shown once, and end a live stream when they are revoked', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tokens') });
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Short-lived client');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const stream = await fetch(url, { headers: { accept: 'text/event-stream' } });
    const ended = stream.text();

    // Act
    await page.getByRole('button', { name: 'Revoke Short-lived client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByText(/Revoked/)
      .first()
      .waitFor();

    // Assess
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await ended.catch(() => '');
    expect(
      (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(404);
    expect(await page.locator('main').textContent()).not.toContain(url);
    await context.close();
  });

  test('can be bound to tools that are picked by keyboard, and say so in the table', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tokens'), size: 'phone' });
    await page.getByRole('button', { name: 'Generate token' }).click();
    const panel = page.getByRole('dialog');
    const isCut = () =>
      panel.getByRole('list', { name: 'Tools' }).evaluate(async (list) => {
        list.scrollTop = 20;
        await new Promise((scrolled) => setTimeout(scrolled, 200));
        const edge = list.getBoundingClientRect().top + list.clientTop;
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.some((row) => row.top < edge - 1 && row.bottom > edge + 1);
      });
    const url = async () => {
      await page.getByRole('button', { name: 'Copy MCP URL' }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };

    await panel.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();

    // Act
    await page.keyboard.type('Shop assistant');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
    await panel.getByText('Choose at least one tool.').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
    const cut = await isCut();
    await page.keyboard.type('get customer');
    await page.keyboard.press('Enter');
    await panel.getByRole('checkbox', { name: 'getCustomer', exact: true }).press('Space');
    await panel.getByRole('searchbox').fill('no such tool');
    await panel.getByText(', 0 found').waitFor();
    await panel.getByRole('searchbox').fill('listProducts');
    await panel.getByRole('button', { name: 'Choose all 1', exact: true }).press('Enter');
    await panel.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
    const chosen = await toolNames(await url());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Shop assistant/ });
    await row.getByText('2 chosen tools').click();

    // Assess
    expect(cut).toBe(false);
    expect(chosen).toEqual(['getCustomer', 'listProducts']);
    await row.getByText('listProducts').waitFor();
    expect(await row.getByRole('listitem').allTextContents()).toEqual(expect.arrayContaining(chosen));
    await context.close();
  });

  test('can be bound to what changes nothing', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('tokens'), size: 'phone' });

    // Act
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Reporting');
    const reading = page.getByRole('radio', { name: /^Read-only tools/ });
    await reading.check();
    const said = await page.getByText(/of \d+ tools today/).textContent();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
    const tools = await client.listTools();
    await client.close();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    // Assess
    const readOnly = tools.filter((tool) => (tool.annotations as { readOnlyHint: boolean }).readOnlyHint);
    expect(readOnly).toEqual(tools);
    expect(said).toContain(`${tools.length} of ${(await toolNames()).length} tools today`);
    expect(tools.length).toBeLessThan((await toolNames()).length);
    await page
      .getByRole('row', { name: /Reporting/ })
      .getByText('Read-only tools')
      .waitFor();
    await context.close();
  });
});

describe('governance', () => {
  test('keeps what is edited while an earlier edit is being saved', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('settings') });
    const answered = Promise.withResolvers<void>();
    await page.route(`**/v1/servers/${hosted.serverId}`, async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise;
      await route.continue();
    });
    const items = page.getByRole('slider', { name: 'Items kept of an array' });
    const largest = page.getByRole('slider', { name: 'Largest answer' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const save = page.locator('.save-bar').getByRole('button', { name: 'Save' });

    // Act
    await name.fill('Not saved yet');
    await items.press('ArrowLeft');
    await save.click();
    await largest.press('ArrowLeft');
    await page.getByText('2 unsaved changes').waitFor();
    answered.resolve();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();

    // Assess
    await page.getByRole('button', { name: 'Largest answer: go back to following' }).waitFor();
    expect(await name.inputValue()).toBe('Not saved yet');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Items kept: go back to following' }).click();
    await save.click();
    await save.waitFor({ state: 'detached' });
    await context.close();
  });

  test('of a server follows a changed global default, unless the server sets its own', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: '/settings' });
    const client = await connect(hosted.mcpUrl);
    const kept = async () =>
      JSON.parse((await client.call('listCustomers', { limit: 200 })).content[0]?.text ?? '{}').customers.length;
    const before = await kept();
    const slider = page.getByRole('slider', { name: 'Items kept of an array' });

    // Act
    await slider.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/sealed again/).waitFor();
    const followed = await kept();
    await page.getByRole('button', { name: 'Items kept: go back to following' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });

    // Assess
    expect(before).toBe(50);
    expect(followed).toBe(35);
    expect(await kept()).toBe(50);
    await client.close();
    await context.close();
  });
});

describe('the server itself', () => {
  test('goes offline and online again, and clients notice', async () => {
    // Prepare
    const { page, context } = await dashboard.visit({ at: at('overview') });

    // Act
    await page.getByRole('button', { name: 'Copy MCP address' }).click();
    await page.getByText('A client sends a token with it').waitFor();
    await page.getByRole('button', { name: 'Take offline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take offline' }).click();
    await page.getByRole('button', { name: 'Bring online' }).waitFor();
    const refused = await fetch(hosted.mcpUrl, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await page.getByRole('button', { name: 'Bring online' }).click();
    await page.getByRole('button', { name: 'Take offline' }).waitFor();

    // Assess
    expect(refused.status).toBe(404);
    expect((await toolNames()).length).toBeGreaterThan(0);
    await context.close();
  });

  test('is found among others by its state and its name, which the address keeps', async () => {
    // Prepare
    const { serverId } = await demoServer(dashboard, { name: 'Resting' });
    await dashboard.stack.api('PUT', `/v1/servers/${serverId}/status`, { status: 'offline' });
    const { page, context } = await dashboard.visit();
    const cards = page.locator('.server-list').getByRole('listitem');
    const state = page.getByRole('button', { name: /^State/ });

    // Act
    await state.press('Enter');
    await page.getByRole('option', { name: /^Offline/ }).click();
    await page.getByText(/^1 of \d+$/).waitFor();
    const offline = await cards.allTextContents();
    await page.getByRole('link', { name: 'Resting' }).click();
    await page.getByRole('button', { name: 'Bring online' }).waitFor();
    await page.goBack();
    await page.getByText(/^1 of \d+$/).waitFor();
    const back = [new URL(page.url()).search, await cards.count()];
    await page.goto(`${dashboard.stack.edgeUrl}/?state=live&q=resting`);
    await page.getByText('No server in the state “Live” has “resting” in its name or address.').waitFor();
    await page.getByRole('searchbox', { name: 'Find a server' }).fill('');
    await cards.first().waitFor();
    const live = await cards.allTextContents();
    await page.getByRole('searchbox', { name: 'Find a server' }).fill('resting');
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.getByRole('link', { name: 'Resting' }).waitFor();

    // Assess
    expect(offline).toEqual([expect.stringContaining('Resting')]);
    expect(back).toEqual(['?state=offline', 1]);
    expect(live.filter((card) => card.includes('Resting'))).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await context.close();
  });

  test('is deleted only once its name has been typed, and is gone then', async () => {
    // Prepare
    const doomed = await demoServer(dashboard, { name: 'Doomed' });
    const { page, context } = await dashboard.visit();
    await page.getByRole('link', { name: 'Doomed' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections of the server' });
    await sections.getByRole('link', { name: 'Settings' }).click();

    // Act
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this server?' });
    const early = await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled();
    await dialog.getByRole('textbox').fill('Doomed');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
    await page.locator('.server-list').getByRole('listitem').first().waitFor();

    // Assess
    expect(early).toBe(true);
    expect(await page.getByRole('link', { name: 'Doomed' }).count()).toBe(0);
    expect((await fetch(doomed.mcpUrl, { method: 'POST', body: '{}' })).status).toBe(404);
    await context.close();
  });
});

test('a viewer sees everything and is offered nothing to change', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ role: 'viewer', at: at('tools') });

  // Act
  const switches = await page.getByRole('checkbox', { name: 'listCustomers enabled' }).isDisabled();
  const addTool = await page.getByRole('button', { name: 'Add tool' }).count();
  await page.getByRole('link', { name: 'Connection Tokens', exact: true }).click();
  await page.getByRole('table').waitFor();

  // Assess
  expect(addTool).toBe(0);
  expect(switches).toBe(true);
  expect(await page.getByRole('button', { name: /Generate|Revoke|Close all/ }).count()).toBe(0);
  await page.goto(`${dashboard.stack.edgeUrl}/servers/new`);
  await page.getByText('Viewers cannot make servers').waitFor();
  await context.close();
});
