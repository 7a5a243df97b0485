/** What an owner sees of use: who called what, tools that nobody calls, entries with an address, and what one client did in order. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { connect } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';
import { until } from '../support/until.ts';

const site = siteOnSharedStack();

interface Tools {
  readonly items: ReadonlyArray<{ readonly name: string; readonly enabled: boolean }>;
}
interface Trail {
  readonly items: ReadonlyArray<{ readonly entryId: string }>;
}
const path = () => `/v1/servers/${site.hosted.serverId}`;
const enabledTools = async () =>
  (await site.dashboard.stack.api<Tools>('GET', `${path()}/tools`)).items.filter(({ enabled }) => enabled);

beforeAll(async () => {
  const client = await connect(site.hosted.mcpUrl);
  for (let n = 0; n < 3; n++) await client.call('listProducts', {});
  await client.call('getCustomer', { customerId: 'cus_000001' });
  await client.call('getCustomer', { customerId: 'cus_999999' });
  await client.close();
}, 60_000);

describe('the use of a server', () => {
  test('is told by tool and by client, sorted by each figure, with details that lead to the calls', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('use') });
    const names = async () => {
      const rows = page.getByRole('table', { name: 'Calls by tool' }).locator('tbody tr td:first-child');
      return rows.allTextContents();
    };
    await page.getByRole('table', { name: 'Calls by tool' }).waitFor();

    // Act
    const byCalls = await names();
    await page.getByRole('button', { name: 'Errors', exact: true }).click();
    await page.waitForURL(/sort=errors/);
    // The address changes before the rows do.
    await until(async () => (await names())[0] === 'getCustomer');
    const byErrors = await names();
    await page.getByRole('link', { name: 'getCustomer', exact: true }).first().press('Enter');
    const details = page.getByRole('dialog');
    await details.getByText('Redactions by kind').waitFor();
    const text = await details.textContent();
    const issues = await seriousIssues(page);
    await page.reload();
    await details.getByText('Errors by code').waitFor();
    await details.getByRole('link', { name: 'Its calls in the audit log' }).click();
    await page.getByRole('link', { name: 'getCustomer', exact: true }).nth(1).waitFor();
    const audit = new URL(page.url()).searchParams;
    await page.goto(`${site.dashboard.stack.edgeUrl}${site.at('use?by=client')}`);
    await page.getByRole('link', { name: 'matrix 1' }).waitFor();

    // Assess
    expect(byCalls).toEqual(['listProducts', 'getCustomer']);
    expect(byErrors).toEqual(['getCustomer', 'listProducts']);
    expect(text).toMatch(/Errors by codeupstream_\w+1/);
    expect(text).toContain('email');
    expect(text).toContain('matrix 1');
    expect([audit.get('tool'), audit.get('class'), audit.get('days')]).toEqual(['getCustomer', 'call', '7']);
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is saved as a table', async () => {
    const { page, context } = await site.dashboard.visit({ at: site.at('use?by=token') });

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await saving;
    const stream = await file.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const [head, row] = Buffer.concat(chunks).toString().split('\r\n');

    expect(head).toContain('token,label,calls,errors');
    expect(row).toMatch(/^tok_\w+,First connection,5,1,/);
    expect(file.suggestedFilename()).toMatch(/^use-srv_\w+-token\.csv$/);
    await context.close();
  });
});

describe('tools that nobody calls', () => {
  test('of a young server are too young to tell; of an older one they are switched off, and on again', async () => {
    // Prepare
    const young = await site.dashboard.visit({ at: site.at('use') });
    const card = (page: typeof young.page) => page.getByRole('region', { name: 'Never called' });
    await card(young.page)
      .getByText(/were added since/)
      .waitFor();
    const isOffered = await card(young.page)
      .getByRole('button', { name: /^Switch off/ })
      .count();
    const { page, context } = await site.dashboard.visit();
    // A server cannot be made older than it is.
    await page.route(/\/v1\/servers\/\w+\/tools$/, async (route) => {
      const answer = await route.fetch();
      if (route.request().method() !== 'GET') return route.fulfill({ response: answer });
      const list = await answer.json();
      const createdAt = '2026-01-01T00:00:00.000Z';
      await route.fulfill({ json: { ...list, items: list.items.map((tool: object) => ({ ...tool, createdAt })) } });
    });
    const before = await enabledTools();

    // Act
    await page.goto(`${site.dashboard.stack.edgeUrl}${site.at('use')}`);
    await card(page)
      .getByRole('checkbox', { name: /^Choose / })
      .first()
      .check();
    await card(page).getByRole('button', { name: 'Switch off 1' }).click();
    await card(page).getByText('1 tool is off.').waitFor();
    const one = await enabledTools();
    await card(page)
      .getByRole('button', { name: /^Switch off all/ })
      .click();
    await card(page)
      .getByText(`${before.length - 3} tools are off.`)
      .waitFor();
    const rest = await enabledTools();
    await card(page).getByRole('button', { name: 'Switch on again' }).click();
    await card(page)
      .getByText(`${before.length - 3} tools are on again.`)
      .waitFor();
    const after = await enabledTools();

    // Assess
    expect(isOffered).toBe(0);
    expect(one).toHaveLength(before.length - 1);
    expect(rest.map(({ name }) => name).sort()).toEqual(['getCustomer', 'listProducts']);
    expect(after).toHaveLength(before.length - 1);
    await Promise.all([context.close(), young.context.close()]);
  });

  test('are not switched by who may only look', async () => {
    const { page, context } = await site.dashboard.visit({
      at: site.at('use'),
      role: 'viewer',
      mode: 'dark',
      size: 'phone',
    });

    await page.getByRole('region', { name: 'Never called' }).waitFor();

    expect(await page.getByRole('button', { name: /^Switch/ }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await context.close();
  });
});

describe('an entry of the audit log', () => {
  test('has an address that opens it again, in the log of the server and in that of all', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('audit?class=call') });
    const link = page.getByRole('link', { name: 'getCustomer', exact: true }).last();
    await link.waitFor();

    // Act
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/class=call&entry=/);
    await page.getByRole('dialog').getByText('Answer digest').waitFor();
    const address = page.url();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const closed = page.url();
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
    await opened.getByRole('dialog').getByText('Answer digest').waitFor();
    // The list of this address does not have the entry.
    await page.goto(address.replace('class=call', 'class=management'));
    await page.getByRole('dialog').getByText('Answer digest').waitFor();
    const ofAll = new URL(address);
    ofAll.pathname = '/audit';
    ofAll.searchParams.set('of', site.hosted.serverId);
    await page.goto(ofAll.href);
    await page.getByRole('dialog').getByText('Answer digest').waitFor();
    const issues = await seriousIssues(page);
    await page.goto(`${site.dashboard.stack.edgeUrl}${site.at('audit?entry=01ARZ3NDEKTSV4RRFFQ69G5FAV')}`);
    await page.getByRole('dialog').getByText('entry_not_found').waitFor();

    // Assess
    expect(new URL(closed).search).toBe('?class=call');
    expect(new URL(opened.url()).search).toBe(new URL(address).search);
    expect(issues).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await context.close();
  });

  test('stands below its day, with its client, and is not in yesterday', async () => {
    const { page, context } = await site.dashboard.visit({ at: site.at('audit?class=call') });

    await page.getByRole('rowheader', { name: 'Today' }).waitFor();
    const row = await page.getByRole('row').filter({ hasText: 'getCustomer' }).first().textContent();
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('option', { name: 'Today' }).click();
    await page.waitForURL(/days=today/);
    await page.getByRole('row').filter({ hasText: 'getCustomer' }).first().waitFor();
    await page.goto(`${site.dashboard.stack.edgeUrl}${site.at('audit?class=call&days=yesterday')}`);
    await page.getByText('Nothing matches').waitFor();

    expect(row).toContain('· matrix 1');
    expect(row).toContain('read');
    await context.close();
  });

  test('leads to what its client did, in order, with the arguments of each call', async () => {
    // Prepare
    const { items } = await site.dashboard.stack.api<Trail>('GET', `${path()}/audit?tool=getCustomer`);
    const { page, context, complaints } = await site.dashboard.visit({
      at: site.at(`audit?entry=${items[0]?.entryId}`),
    });

    // Act
    await page.getByRole('link', { name: /^Show what this client did/ }).click();
    await page.getByText('This is the last entry.').waitFor();
    const steps = await page.locator('.session > li a').allTextContents();
    const head = await page.locator('main').textContent();
    const issues = await seriousIssues(page);

    // Assess
    expect(steps.slice(-5)).toEqual(['listProducts', 'listProducts', 'listProducts', 'getCustomer', 'getCustomer']);
    expect(head).toContain('matrix 1');
    expect(await page.locator('.session pre').last().textContent()).toContain('cus_999999');
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('an answer', () => {
  test('is compared with an earlier one of its tool: new fields, and whether they are redacted', async () => {
    // Prepare
    const { stack } = site.dashboard;
    const { items } = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path()}/tools`);
    const tool = items.find(({ name }) => name === 'getCustomer');
    const call = async () => {
      const client = await connect(site.hosted.mcpUrl);
      await client.call('getCustomer', { customerId: 'cus_000003' });
      await client.close();
    };
    await call();
    await stack.api('PATCH', path(), { governance: { answerDays: 7 } });
    await stack.api('PATCH', `${path()}/tools/${tool?.id}`, { fields: ['id'] });
    await call();
    await stack.api('PATCH', `${path()}/tools/${tool?.id}`, { fields: null });
    await call();
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('audit?tool=getCustomer') });
    const compared = page.getByRole('region', { name: 'Compared with an earlier answer' });

    // Act
    await page.getByRole('link', { name: 'getCustomer', exact: true }).first().click();
    await page.getByRole('button', { name: 'Compare with an earlier answer' }).click();
    await compared.getByRole('cell', { name: 'Redacted as email' }).waitFor();
    const trail = await compared.textContent();
    await compared.getByRole('button', { name: 'Show both answers' }).click();
    await compared.getByText('Before,').first().waitFor();
    const email = await compared.getByRole('row').filter({ hasText: 'email' }).last().textContent();
    const city = await compared.getByRole('row').filter({ hasText: 'new' }).allTextContents();
    const read = await stack.api<{ items: { action?: string }[] }>('GET', `${path()}/audit?class=management&limit=5`);
    await compared.getByRole('combobox').selectOption({ index: 1 });
    const setting = await compared.getByRole('link', { name: 'Store answers' }).getAttribute('href');
    const issues = await seriousIssues(page);
    const viewer = await site.dashboard.visit({ at: site.at('audit?tool=getCustomer'), role: 'viewer', size: 'phone' });
    await viewer.page.getByRole('link', { name: 'getCustomer', exact: true }).first().click();
    await viewer.page.getByRole('button', { name: 'Compare with an earlier answer' }).click();
    await viewer.page.getByText(/can compare them/).waitFor();
    const viewerIssues = await seriousIssues(viewer.page);

    // Assess
    expect(trail).toMatch(/Size19 B\d+ B/);
    expect(setting).toBe(site.at('settings/governance'));
    expect(email).toMatch(/emailnew.*redacted as email/);
    expect(city.some((row) => row.includes('not redacted'))).toBe(true);
    expect(read.items.slice(0, 2).map(({ action }) => action)).toEqual(['answer.read', 'answer.read']);
    expect([issues, viewerIssues]).toEqual([[], []]);
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), viewer.context.close()]);
  });
});
