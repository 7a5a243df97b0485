/** Tools that are added manually: typed in or read from somebody's request, edited later, deleted. Real clients call them. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { countClicks } from '../support/clicks.ts';
import { connect, toolNames } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';
import { deploy, type HostedServer } from '../support/stack.ts';

const site = siteOnSharedStack();
const SECRET = 'sk-live-Zq81LmXo';

/** A server without tools in front of the demo API. */
const empty = (name: string): Promise<HostedServer> => {
  const { stack, demo } = site.dashboard;
  return deploy(stack, { name, source: { kind: 'manual' }, baseUrl: demo.baseUrl, auth: demo.auth });
};
const choose = async (page: Page, list: string, option: string) => {
  await page.getByRole('button', { name: list }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const openAdding = async (server: HostedServer) => {
  const visit = await site.dashboard.visit({ at: `/servers/${server.serverId}/tools` });
  const clicks = await countClicks(visit.page);
  await visit.page.getByRole('button', { name: 'Add tool' }).click();
  const panel = visit.page.getByRole('dialog', { name: 'Add a tool' });
  await panel.getByRole('textbox', { name: 'Path' }).waitFor();
  return { ...visit, panel, clicks };
};
/** Everything that the page sends while the test goes on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

test('a server with two tools takes at most 12 clicks from the first page, and a client can call both', async () => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit();
  const { demo } = site.dashboard;
  const clicks = await countClicks(page);

  // Act
  await page
    .getByRole('link', { name: /Add (tools )?manually/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(demo.baseUrl);
  await page.getByRole('button', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: /Bearer token/ }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('link', { name: 'Open the server' }).waitFor();
  const tryable = await page.getByRole('link', { name: 'Try a tool' }).count();
  await page.getByRole('button', { name: 'Add the first tool' }).click();
  const panel = page.getByRole('dialog', { name: 'Add a tool' });
  const path = panel.getByRole('textbox', { name: 'Path' });
  const [verbAt, pathAt] = await Promise.all([
    panel.getByRole('button', { name: /^Method/ }).boundingBox(),
    path.boundingBox(),
  ]);
  await page.waitForFunction(() => document.activeElement?.matches('[placeholder="/orders/{orderId}"]'));
  await page.keyboard.type('/customers/{customerId}');
  const suggested = await panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue();
  await panel.getByRole('button', { name: 'Add and start another' }).click();
  await panel.getByText('Added:').waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[placeholder="/orders/{orderId}"]'));
  const begun = await path.inputValue();
  await page.keyboard.type('POST /tickets');
  for (const [index, name] of ['customerId', 'subject', 'message'].entries()) {
    if (index > 0) await panel.getByRole('button', { name: 'Add a parameter' }).press('Enter');
    await panel.getByRole('textbox', { name: `Name of parameter ${index + 1}` }).fill(name);
  }
  await panel.getByRole('button', { name: 'Add tool' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('2 tools added.').first().waitFor();
  const count = await clicks();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());

  // Assess
  expect(tryable).toBe(0);
  expect(verbAt).not.toBeNull();
  expect(verbAt?.y).toBe(pathAt?.y);
  await page.getByRole('link', { name: 'Try a tool' }).waitFor();
  const client = await connect(url);
  const tools = await client.listTools();
  const customer = await client.call('get_customers_by_customerId', { customerId: 'cus_000001' });
  const ticket = await client.call('post_tickets', { customerId: 'cus_000001', subject: 'Legs', message: 'One less.' });
  await client.close();
  expect(count).toBeLessThanOrEqual(12);
  expect(suggested).toBe('get_customers_by_customerId');
  expect(begun).toBe('/');
  expect(tools.map(({ name }) => name).sort()).toEqual(['get_customers_by_customerId', 'post_tickets']);
  expect(customer.content[0]?.text).toContain('cus_000001');
  expect(ticket.isError ?? false).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

test('two tools on a server that is there take at most five clicks, the annotation of one corrected among them', async () => {
  // Prepare
  const server = await empty('Two tools');
  const { page, context, panel, clicks } = await openAdding(server);

  // Act
  await panel.getByRole('textbox', { name: 'Path' }).fill('GET /customers');
  await panel.getByRole('button', { name: 'Add and start another' }).click();
  await panel.getByText('Added:').waitFor();
  await panel.getByRole('textbox', { name: 'Path' }).fill('POST /orders/{orderId}/status');
  const preselected = await panel.getByRole('checkbox', { name: 'Idempotent' }).isChecked();
  await panel.getByRole('checkbox', { name: 'Idempotent' }).click();
  await panel.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('tab', { name: 'Try it' }).waitFor();
  const count = await clicks();

  // Assess
  const client = await connect(server.mcpUrl);
  const tools = await client.listTools();
  await client.close();
  expect(count).toBeLessThanOrEqual(5);
  expect(preselected).toBe(false);
  expect(tools.find(({ name }) => name === 'post_orders_by_orderId_status')?.annotations).toEqual({
    destructiveHint: false,
    idempotentHint: true,
  });
  expect(tools.find(({ name }) => name === 'get_customers')?.annotations).toMatchObject({ readOnlyHint: true });
  await context.close();
});

test('verb, path, parameters, body and annotations are edited later, and clients see and use them; faults stand at their field', async () => {
  // Prepare
  const server = await empty('Edited later');
  const { stack } = site.dashboard;
  await stack.api('POST', `/v1/servers/${server.serverId}/tools`, { name: 'ticket', verb: 'GET', path: '/wrong' });
  const { page, context } = await site.dashboard.visit({ at: `/servers/${server.serverId}/tools` });
  await page.getByRole('button', { name: 'ticket', exact: true }).click();
  const panel = page.getByRole('dialog');
  const path = panel.getByRole('textbox', { name: 'Path' });

  // Act
  await path.fill('tickets');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel
    .getByRole('region', { name: 'Request' })
    .getByText(/must start with a slash/)
    .waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  const atFault = await path.evaluate((field) => document.activeElement === field);
  await choose(page, 'Method GET', 'POST');
  await path.fill('/tickets');
  await panel.getByRole('textbox', { name: 'Name of parameter 1' }).fill('customerId');
  await panel.getByRole('checkbox', { name: 'required' }).first().check();
  for (const [index, name] of ['subject', 'message'].entries()) {
    await panel.getByRole('button', { name: 'Add a parameter' }).click();
    await panel.getByRole('textbox', { name: `Name of parameter ${index + 2}` }).fill(name);
  }
  await panel.getByRole('checkbox', { name: 'Open world' }).uncheck();
  const save = panel.getByRole('button', { name: 'Save' });
  const sealed = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await Promise.all([sealed, save.click()]);
  await panel.getByRole('heading').getByText('POST').waitFor();
  const client = await connect(server.mcpUrl);
  const [tool] = await client.listTools();
  const answer = await client.call('ticket', { customerId: 'cus_000001', subject: 'Legs', message: 'One is missing.' });
  await client.close();

  // Assess
  expect(atFault).toBe(true);
  expect(await save.isDisabled()).toBe(true);
  expect(tool?.inputSchema).toMatchObject({
    required: ['customerId'],
    properties: { customerId: { type: 'string' }, subject: { type: 'string' }, message: { type: 'string' } },
  });
  expect(tool?.annotations).toEqual({ destructiveHint: false, openWorldHint: false });
  expect(answer.isError ?? false).toBe(false);
  await context.close();
});

describe('a request that somebody has', () => {
  test('as a curl command becomes a tool in three clicks more, and its credentials leave the field nowhere', async () => {
    // Prepare
    const server = await empty('From curl');
    const { page, context, panel, clicks } = await openAdding(server);
    const sent = sentBy(page);
    const { baseUrl } = site.dashboard.demo;
    const text = { type: 'string' };
    const fields = { customerId: text, subject: text, message: text };

    // Act
    await panel.getByRole('button', { name: 'From curl, Postman or HAR' }).click();
    await panel
      .getByRole('textbox', { name: /curl command/ })
      .fill(
        `curl -X POST '${baseUrl}/tickets?api_key=${SECRET}' -H 'Authorization: Bearer ${SECRET}' -b 'sid=${SECRET}' ` +
          `-d '{"customerId":"cus_000001","subject":"Legs","message":"One is missing."}'`,
      );
    await panel.getByText('header Authorization', { exact: false }).waitFor();
    const told = await panel.getByText('header Authorization').textContent();
    await panel.getByRole('button', { name: 'Fill in the form' }).click();
    await panel.getByRole('button', { name: 'Add tool' }).click();
    await page.getByRole('tab', { name: 'Try it' }).waitFor();
    const count = await clicks();

    // Assess
    const client = await connect(server.mcpUrl);
    const [tool] = await client.listTools();
    const answer = await client.call('post_tickets', { customerId: 'cus_000001', subject: 'Legs', message: 'One.' });
    await client.close();
    expect(count).toBe(4);
    expect(told).toContain('cookies');
    expect(told).toContain('query api_key');
    expect(tool?.inputSchema).toMatchObject({ properties: fields });
    expect(JSON.stringify(tool)).not.toMatch(/api_key|sid|Authorization/i);
    expect(answer.isError ?? false).toBe(false);
    expect(sent.some((one) => one.includes('post_tickets'))).toBe(true);
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(SECRET);
    await context.close();
  });

  test('is shown before it fills the form, and what is not in it, or not said of it, is asked for', async () => {
    // Prepare
    const server = await empty('Asked for');
    const { page, context, panel, complaints } = await openAdding(server);
    const { baseUrl } = site.dashboard.demo;

    // Act
    await panel.getByRole('button', { name: 'From curl, Postman or HAR' }).click();
    const field = panel.getByRole('textbox', { name: /curl command/ });
    await field.fill(`curl ${baseUrl}/orders --json @order.json`);
    await panel.getByText('The content of the file order.json is not part of the command').waitFor();
    await field.fill(`curl ${baseUrl}/orders/7 -X PUT --data-urlencode 'note=a & b=c'\ncurl ${baseUrl}/products`);
    await panel.getByText('2 tools without a description').waitFor();
    await panel
      .getByRole('textbox', { name: 'Description of put_orders_by_orderId' })
      .fill('Notes something at an order.');
    await panel.getByText('1 tool without a description').waitFor();
    const issues = await seriousIssues(page);
    await panel.getByRole('button', { name: 'Add 2 tools' }).click();
    await panel.getByText('Added:').waitFor();
    await field.fill(`curl '${baseUrl}/customers/cus_000001?fields=name'`);
    await panel.getByText('becomes the tool get_customers_by_customerId with customerId, fields.').waitFor();
    await panel.getByRole('button', { name: 'Fill in the form' }).click();
    await panel.getByText('models see only “GET /customers/{customerId}”').waitFor();
    await panel.getByRole('textbox', { name: 'Description' }).fill('One customer.');
    await panel.getByText('models see only').waitFor({ state: 'detached' });

    // Assess
    const client = await connect(server.mcpUrl);
    const tools = (await client.listTools()) as Array<{ name: string; description?: string; inputSchema: object }>;
    await client.close();
    expect(Object.fromEntries(tools.map(({ name, description }) => [name, description]))).toEqual({
      put_orders_by_orderId: expect.stringContaining('Notes something at an order.'),
      get_products: expect.stringContaining('GET /products'),
    });
    expect(tools.find(({ name }) => name.startsWith('put'))?.inputSchema).toMatchObject({
      properties: { note: { type: 'string' } },
    });
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('as a Postman collection or a HAR file becomes the tools that are ticked, those there already not', async () => {
    // Prepare
    const server = await empty('From files');
    const { stack, demo } = site.dashboard;
    await stack.api('POST', `/v1/servers/${server.serverId}/tools`, { name: 'orders', verb: 'GET', path: '/orders' });
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: SECRET }] };
    const request = (name: string, method: string, path: string) => ({
      name,
      request: { method, url: { raw: `{{baseUrl}}${path}` } },
    });
    const collection = {
      info: { name: 'Shop' },
      auth,
      item: [
        request('List orders', 'GET', '/orders'),
        request('One order', 'GET', '/orders/:orderId'),
        request('Products', 'GET', '/products'),
      ],
    };
    const entry = (method: string, path: string) => ({
      request: { method, url: `${demo.baseUrl}${path}`, headers: [{ name: 'Authorization', value: SECRET }] },
    });
    const har = {
      log: { entries: [entry('GET', '/customers/cus_000001'), entry('GET', '/status'), entry('GET', '/status')] },
    };
    const file = (name: string, content: object) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    });
    const { page, context, panel } = await openAdding(server);
    const sent = sentBy(page);

    // Act
    await panel.getByRole('button', { name: 'From curl, Postman or HAR' }).click();
    const picker = panel.locator('input[type=file]');
    await picker.setInputFiles(file('shop.json', collection));
    const boxes = panel.getByRole('list', { name: 'Tools found' }).getByRole('checkbox');
    await panel.getByText('the server has it already').waitFor();
    const ticked = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked));
    await panel.getByRole('button', { name: 'Add 2 tools' }).click();
    await panel.getByText('Added:').waitFor();
    await picker.setInputFiles(file('shop.har', har));
    await panel.getByRole('button', { name: 'Add 2 tools' }).click();
    await page.waitForFunction(() => document.querySelector('dialog .mono')?.textContent?.includes('get_status'));
    await panel.getByRole('textbox', { name: /curl command/ }).fill('not a command');
    await panel.getByText('neither a curl command').waitFor();

    // Assess
    expect(ticked).toEqual([false, true, true]);
    expect((await toolNames(server.mcpUrl)).toSorted()).toEqual([
      'get_customers_by_customerId',
      'get_status',
      'one_order',
      'orders',
      'products',
    ]);
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([]);
    const client = await connect(server.mcpUrl);
    const answer = await client.call('get_customers_by_customerId', { customerId: 'cus_000001' });
    await client.close();
    expect(answer.isError ?? false).toBe(false);
    await context.close();
  });
});

test('a tool goes when its name is typed, and clients lose it', async () => {
  // Prepare
  const server = await empty('Deleted');
  const { stack } = site.dashboard;
  await stack.api('POST', `/v1/servers/${server.serverId}/tools`, { name: 'one', verb: 'GET', path: '/status' });
  const { page, context } = await site.dashboard.visit({ at: `/servers/${server.serverId}/tools` });
  const before = await toolNames(server.mcpUrl);
  await page.getByRole('button', { name: 'one', exact: true }).click();
  const panel = page.getByRole('dialog');

  // Act
  await panel.getByRole('tab', { name: 'Delete' }).click();
  const remove = panel.getByRole('button', { name: 'Delete the tool' });
  const early = await remove.isDisabled();
  await panel.getByRole('textbox').fill('one');
  await remove.click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Servers' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  const frame = await page.locator('#main').evaluate((main) => getComputedStyle(main).outlineStyle);

  // Assess
  expect(before).toEqual(['one']);
  expect(frame).toBe('none');
  expect(early).toBe(true);
  expect(await toolNames(server.mcpUrl)).toEqual([]);
  await context.close();
});
