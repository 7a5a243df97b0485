/** The audit log as it is looked through: what is asked of the service, and what the address keeps of it. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, demoServer, startDashboard } from '../support/dashboard.ts';
import { CLIENTS } from '../support/mcpClients.ts';
import type { HostedServer } from '../support/stack.ts';

jest.setTimeout(180_000);

let dashboard: Dashboard;
let hosted: HostedServer;
beforeAll(async () => {
  dashboard = await startDashboard();
  hosted = await demoServer(dashboard);
}, 180_000);
afterAll(() => dashboard?.close());

const [, , connect] = CLIENTS[0]!;

describe('a range of time in the audit log', () => {
  /** The ranges that the page asks the list for, each once: it asks again by itself. */
  function rangesAsked(page: Page): Set<string> {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/audit')) asked.add(`${searchParams.get('from')} to ${searchParams.get('to')}`);
    });
    return asked;
  }

  test('is typed by the local clock, kept in the address in UTC, and holds for the export, too', async () => {
    // Prepare
    const client = await connect(hosted.mcpUrl);
    await client.call('listCustomers', { limit: 1 });
    await client.close();
    const at = `/servers/${hosted.serverId}/audit`;
    const { page, context, complaints } = await dashboard.visit({ at, size: 'phone', zone: 'Asia/Kolkata' });
    const call = page.getByRole('button', { name: 'listCustomers', exact: true });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await call.waitFor();
    await page.getByRole('button', { name: /^Time/ }).press('Enter');
    await page.getByRole('option', { name: 'Custom range' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');

    // Act
    await from.focus();
    await page.keyboard.type('010120010000A');
    await page.waitForURL(/from=2000-12-31T18%3A30Z/);
    await to.fill('2001-01-02T00:00');
    await page.getByText('Nothing matches').waitFor();
    const asked = page.waitForRequest((request) => request.url().includes('/audit/export'));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON lines' }).click();
    const { searchParams } = new URL((await asked).url());
    const before = page.url();
    await page.getByRole('link', { name: 'Deployments', exact: true }).click();
    await page.getByRole('button', { name: 'Read the document again' }).waitFor();
    await page.goBack();
    await page.getByText('Nothing matches').waitFor();
    const kept = [page.url(), await from.inputValue(), await to.inputValue()];
    await to.fill('');
    await call.waitFor();

    // Assess
    expect(await page.getByText('Local time: ').textContent()).toMatch(/^Local time: Asia\/\w+, GMT\+5:30$/);
    expect(searchParams.get('from')).toBe('2000-12-31T18:30:00.000Z');
    expect(searchParams.get('to')).toBe('2001-01-01T18:30:59.999Z');
    expect(kept).toEqual([before, '2001-01-01T00:00', '2001-01-02T00:00']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('in which no moment lies is told at its field, and nothing is asked', async () => {
    // Prepare
    const at = `/servers/${hosted.serverId}/audit?days=range&from=2001-02-03T04:05Z`;
    const { page, context } = await dashboard.visit({ at, zone: 'UTC' });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await page.getByRole('button', { name: 'server.create' }).waitFor();
    const asked = rangesAsked(page);

    // Act
    await to.fill('2001-02-03T04:04');
    await page.getByText('This is before the beginning').waitFor();
    const rows = await page.getByRole('row').count();
    const marked = await to.getAttribute('aria-invalid');
    const isExported = await page.getByRole('button', { name: 'Export' }).isEnabled();
    await from.fill('2900-01-01T00:00');
    await page.getByText('This is still to come').waitFor();
    await from.fill('2001-02-03T04:04');
    await page.getByText('Nothing matches').waitFor();

    // Assess
    expect([rows, marked, isExported]).toEqual([0, 'true', false]);
    asked.delete('2001-02-03T04:05:00.000Z to null');
    expect([...asked]).toEqual(['2001-02-03T04:04:00.000Z to 2001-02-03T04:04:59.999Z']);
    await context.close();
  });
});
