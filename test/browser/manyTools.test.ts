/** Many tools at once: what their rows say, the order of a search, choosing, changes of many, presets, and what their number costs. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { defined } from '../support/defined.ts';
import { toolNames } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly redaction?: { readonly mode?: string };
}
const path = () => `/v1/servers/${site.hosted.serverId}`;
const tools = async () => (await site.dashboard.stack.api<{ items: Tool[] }>('GET', `${path()}/tools`)).items;
const change = (body: object) => site.dashboard.stack.api('PATCH', `${path()}/tools`, body);
const names = (page: Page) => page.locator('.tool-row .row-button').allTextContents();
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen tools' });

describe('the list of tools', () => {
  test('says what a model reads of each and what it does, on a phone without scrolling sideways', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({
      at: site.at('tools?view=flat'),
      size: 'narrow',
    });
    const row = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });
    await row('setOrderStatus').waitFor();

    // Act
    const put = await row('setOrderStatus').textContent();
    const removal = await row('deleteCustomer').textContent();
    const read = await row('listProducts').textContent();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

    // Assess
    expect(put).toContain('Moves an order on');
    expect(put).toContain('writesidempotent');
    expect(removal).toContain('destructive');
    expect(read).toContain('read-only');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('begins with the best of a search, as clients find it, flat and by tag, and finds by meaning where no tool has the words', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools?view=flat') });
    const search = page.getByRole('searchbox', { name: 'Find a tool' });
    await page.getByRole('button', { name: 'listOrders', exact: true }).waitFor();
    const first = (name: string) =>
      page.waitForFunction((wanted) => document.querySelector('.tool-row .row-button')?.textContent === wanted, name);

    // Act
    await search.fill('list orders');
    await first('listOrders');
    const flat = await names(page);
    await page.getByRole('button', { name: 'By tag' }).click();
    await page.locator('.tag-group header').first().waitFor();
    await first('listOrders');
    const groups = await page.locator('.tag-group header .fold').allTextContents();
    await search.fill('erase customer');
    await page.getByText('A search by a client would find:').waitFor();
    const near = await names(page);

    // Assess
    expect(flat.length).toBeGreaterThan(2);
    expect([...flat].sort()[0]).not.toBe('listOrders');
    expect(groups[0]).toContain('Orders');
    expect(near).toContain('deleteCustomer');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('says which tools a group’s switch switches while only some are found', async () => {
    // Prepare
    const { page, context } = await site.dashboard.visit({ at: site.at('tools?q=get') });
    await page.getByRole('button', { name: 'getOrder', exact: true }).waitFor();

    // Act
    const all = await page.getByRole('checkbox', { name: 'All tools of Orders', exact: true }).count();
    const found = page.getByRole('checkbox', { name: /^The \d found in Orders$/ });
    await found.waitFor();
    const label = await found.getAttribute('aria-label');
    const shown = (await names(page)).length;

    // Assess
    expect(all).toBe(0);
    expect(Number(label?.match(/\d/)?.[0])).toBeLessThan(shown);
    await context.close();
  });
});

describe('a change of many tools', () => {
  test('is made of a range chosen with the keyboard, by one request, and is one entry', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools?view=flat') });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') requests.push(request.url());
    });
    const order = (await tools()).map(({ name }) => name).sort();
    const [from, to] = [defined(order[1]), defined(order[4])];
    const before = await tools();

    // Act
    await choose(page, from).press('Space');
    await choose(page, to).press('Shift+Space');
    await bar(page).getByText('4 tools chosen').waitFor();
    await bar(page).getByRole('button', { name: 'Edit …' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit 4 tools' });
    await panel.getByRole('button', { name: /^Effect/ }).click();
    await page.getByRole('option', { name: /^Destructive/ }).click();
    await panel.getByRole('button', { name: /^Redaction mode/ }).click();
    await page.getByRole('option', { name: 'Strict' }).click();
    const issues = await seriousIssues(page);
    await panel.getByRole('button', { name: 'Change 4 tools' }).click();
    await page.getByText(/^4 tools changed/).waitFor();
    await page.locator('.tool-row .chip.bad').nth(3).waitFor();

    // Assess
    const after = (await tools()).filter(({ redaction }) => redaction?.mode === 'strict');
    expect(after.map(({ name }) => name).sort()).toEqual(order.slice(1, 5));
    expect(after.every(({ annotations }) => annotations['destructiveHint'])).toBe(true);
    expect(requests).toHaveLength(1);
    const trail = await site.dashboard.stack.api<{ items: Array<{ action?: string; detail?: { changed?: number } }> }>(
      'GET',
      `${path()}/audit?class=management`,
    );
    expect(trail.items.filter(({ action }) => action === 'tools.change').map(({ detail }) => detail?.changed)).toEqual([
      4,
    ]);
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    for (const tool of before.filter(({ name }) => order.slice(1, 5).includes(name)))
      await site.dashboard.stack.api('PATCH', `${path()}/tools/${tool.id}`, { reset: ['annotations', 'redaction'] });
    await context.close();
  });

  test('says why it was not saved, and has changed none, when a tool is gone meanwhile', async () => {
    // Prepare
    const made = await site.dashboard.stack.api<Tool>('POST', `${path()}/tools`, {
      name: 'aGone',
      verb: 'GET',
      path: '/gone',
    });
    const { page, context } = await site.dashboard.visit({ at: site.at('tools?view=flat') });
    await choose(page, 'aGone').click();
    await choose(page, 'listOrders').click();
    await site.dashboard.stack.api('DELETE', `${path()}/tools/${made.id}`);

    // Act
    await bar(page).getByRole('button', { name: 'Edit …' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit 2 tools' });
    await panel.getByRole('button', { name: /^Cache hint/ }).click();
    await page.getByRole('option', { name: /^No store/ }).click();
    await panel.getByRole('button', { name: 'Change 2 tools' }).click();
    const alert = panel.getByRole('alert');
    await alert.waitFor();

    // Assess
    expect(await alert.textContent()).toMatch(/^Not saved: .*no tool of this server/);
    expect((await tools()).find(({ name }) => name === 'listOrders')).toMatchObject({ cacheHint: 'none' });
    await context.close();
  });

  test('of switches covers all that were found, and is taken back', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools?q=orders&view=flat') });
    const before = await toolNames(site.hosted.mcpUrl);

    // Act
    await page.getByRole('button', { name: /^Choose all \d+ found$/ }).click();
    const found = await names(page);
    await bar(page).getByText(`${found.length} tools chosen`).waitFor();
    const issues = await seriousIssues(page);
    await bar(page).getByRole('button', { name: 'Switch off', exact: true }).click();
    await page.getByText(`${found.length} tools switched off.`).waitFor();
    const off = await toolNames(site.hosted.mcpUrl);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${found.length} tools switched on.`).waitFor();

    // Assess
    expect(off).toEqual(before.filter((name) => !found.includes(name)));
    expect(await toolNames(site.hosted.mcpUrl)).toEqual(before);
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test.each(['phone', 'desktop'] as const)(
  'what is chosen is left alone by one click that switches the others off (%s)',
  async (size) => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({
      at: site.at('tools?q=orders&view=flat'),
      size,
    });
    const before = await toolNames(site.hosted.mcpUrl);
    await page.getByRole('button', { name: /^Choose all \d+ found$/ }).click();
    const found = await names(page);
    const others = before.filter((name) => !found.includes(name));
    const height = (await bar(page).boundingBox())?.height;

    // Act
    await bar(page)
      .getByRole('button', { name: `Switch off ${others.length} others` })
      .click();
    await page.getByText(`${others.length} tools switched off.`).waitFor();
    const left = await toolNames(site.hosted.mcpUrl);
    const again = await bar(page).getByRole('button', { name: /other/ }).count();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${others.length} tools switched on.`).waitFor();

    // Assess
    expect(others.length).toBeGreaterThan(1);
    expect(height).toBeLessThan(170);
    expect(left).toEqual(before.filter((name) => found.includes(name)));
    expect(again).toBe(0);
    expect(sideways).toBeLessThanOrEqual(0);
    expect(await toolNames(site.hosted.mcpUrl)).toEqual(before);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test.each(['light', 'dark'] as const)(
  'a preset says how many tools go off before it is applied, and is taken back (%s)',
  async (mode) => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tools'), mode });
    const all = await tools();
    const writing = all.filter(({ annotations }) => !annotations['readOnlyHint']);

    // Act
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: /^Read-only tools/ }).click();
    const question = page.getByRole('dialog', { name: 'Read-only tools' });
    await question.getByText(`of ${all.length} enabled tools go off`).waitFor();
    const told = await question.textContent();
    const untouched = (await tools()).filter(({ enabled }) => enabled).length;
    const issues = await seriousIssues(page);
    await question.getByRole('button', { name: `Switch off ${writing.length} tools` }).click();
    await page.getByText(`${writing.length} tools switched off.`).waitFor();
    const left = await toolNames(site.hosted.mcpUrl);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`${writing.length} tools switched on.`).waitFor();

    // Assess
    expect(told).toContain(`${all.length - writing.length} tools stay on`);
    expect(untouched).toBe(all.length);
    expect(left).toEqual(
      all
        .filter(({ annotations }) => annotations['readOnlyHint'])
        .map(({ name }) => name)
        .sort(),
    );
    expect(await toolNames(site.hosted.mcpUrl)).toHaveLength(all.length);
    expect(issues).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('what the number of tools costs a model’s choice is told with a way out, until a listing that helps is on', async () => {
  // Prepare
  await site.dashboard.stack.api('PATCH', path(), { exposition: 'flat' });
  const { page, context } = await site.dashboard.visit({ at: site.at('tools') });
  const told = page.getByText(/^A model chooses among 17 tools/);

  // Act
  await told.waitFor();
  const text = await told.textContent();
  await told.getByRole('link', { name: 'change the listing' }).click();
  await page.waitForURL(/settings\/listing$/);
  await site.dashboard.stack.api('PATCH', path(), { exposition: 'grouped' });
  await page.goto(`${site.dashboard.stack.edgeUrl}${site.at('tools')}`);
  await page.getByText(/as \d+ groups/).waitFor();

  // Assess
  expect(text).toMatch(/≈ [\d,]+ tokens.*fewer than 20.*7 to 85 % fewer right calls.*Groups by tag.*8 tools/);
  expect(await told.count()).toBe(0);
  await site.dashboard.stack.api('PATCH', path(), { exposition: 'flat' });
  await change({ tag: 'Orders', enabled: true });
  await context.close();
});
