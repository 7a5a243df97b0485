/** Policies in the settings of a server: made from a template, corrected where they do not fit, tried on recorded calls, saved. */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousIssues } from '../support/axe.ts';
import { SIZES } from '../support/dashboard.ts';
import { connect } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();
const AT = 'settings/policies';

const policies = async () => {
  const path = `/v1/servers/${site.hosted.serverId}`;
  const { policies: stored = [] } = await site.dashboard.stack.api<{
    policies?: { name: string; text: string; mode: string; advice?: string }[];
  }>('GET', path);
  return stored;
};
const store = (given: object[]) =>
  site.dashboard.stack.api('PATCH', `/v1/servers/${site.hosted.serverId}`, { policies: given });
const choose = async (page: Page, field: RegExp, option: string | RegExp) => {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
};
const ALL = { name: 'all', text: 'permit(principal, action, resource);' };

describe('policies', () => {
  test('are made from a template, corrected and saved', async () => {
    // Prepare
    await store([]);
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at(AT) });
    const form = page.locator('form', { has: page.getByRole('heading', { name: 'Policies', exact: true }) });
    await form.getByText('Every call passes').waitFor();

    // A policy that only forbids permits nothing, and the page says so.
    await choose(page, /What it does/, /^Nothing destructive Tools/);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('No call passes').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await form.getByRole('button', { name: 'Permit what nothing forbids' }).click();
    await form.getByText('No call passes').waitFor({ state: 'detached' });

    // One of a person's own that does not fit the tools is refused beside its text.
    await page.getByRole('button', { name: 'Write one by hand' }).click();
    const text = form.getByLabel('Policy', { exact: true }).last();
    await text.fill('forbid(principal, action == Action::"gone", resource);');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('textarea[aria-invalid="true"]:focus').waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    expect(await form.innerText()).toMatch(/gone.*line 1, column/);
    expect(await policies()).toEqual([]);
    expect(await seriousIssues(page)).toEqual([]);

    // It is removed, the others change places, and all is saved.
    await form.getByRole('button', { name: 'Remove policy' }).click();
    await form.getByRole('button', { name: 'Move permit-all up' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The policies decide').waitFor();
    expect(await policies()).toMatchObject([
      { name: 'permit-all', mode: 'enforce' },
      { name: 'nothing-destructive', mode: 'enforce', advice: expect.stringContaining('Ask a person') },
    ]);

    expect(complaints).toEqual([]);
    await store([]);
    await context.close();
  });

  test('ask for tools and arguments that there are, and make one literal of each text', async () => {
    // Prepare
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at(AT) });

    // Act
    await choose(page, /What it does/, /^Data of some regions/);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Fill this in.').first().waitFor();
    await choose(page, /^Tool/, 'listOrders');
    await choose(page, /Argument with the region/, /./);
    await page.getByLabel('Values').fill('a", "b, NL');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The policies decide').waitFor();

    // Assess
    expect(await policies()).toMatchObject([
      { name: 'one-region', text: expect.stringContaining('["a\\"", "\\"b", "NL"].contains(') },
    ]);
    expect(complaints).toEqual([]);
    await store([]);
    await context.close();
  });

  test('are tried on recorded calls before they are saved', async () => {
    // Prepare
    await store([ALL]);
    const client = await connect(site.hosted.mcpUrl);
    await client.call('listOrders', {});
    await client.close();
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at(AT), mode: 'dark', size: 'phone' });
    const tried = page.getByRole('region', { name: 'Try on recorded calls' });
    await page
      .getByLabel('Policy', { exact: true })
      .fill('forbid(principal, action in Action::"is:readOnly", resource);');

    // Act
    await tried.getByRole('button', { name: 'Try on recorded calls' }).click();
    await tried.getByText(/that passed would not pass/).waitFor();

    // Assess
    expect(await tried.innerText()).toMatch(/would be refused by all/);
    expect(await seriousIssues(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(SIZES.phone.width);
    expect(await policies()).toMatchObject([ALL]);
    expect(complaints).toEqual([]);
    await context.close();
    await store([]);
  });

  test('are read by viewers, who change nothing', async () => {
    // Prepare
    await store([ALL]);

    // Act
    const { page, context, complaints } = await site.dashboard.visit({ at: site.at(AT), role: 'viewer' });
    await page.getByLabel('Policy', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'What policies can compare' }).click();
    await page.getByText('Its arguments: context.input').waitFor();

    // Assess
    expect(await page.getByLabel('Policy', { exact: true }).isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /Remove|Add|Save|Try/ }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await store([]);
    await context.close();
  });
});
