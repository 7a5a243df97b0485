/** The list of what needs a person on the first page: what it says, where it leads, what its button does, and for whom. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COLOURS, seriousIssues } from '../support/axe.ts';
import { type Dashboard, demoServer, startDashboard } from '../support/dashboard.ts';
import { connect } from '../support/mcpClients.ts';
import type { HostedServer } from '../support/stack.ts';
import { until } from '../support/until.ts';

let dashboard: Dashboard;
let hosted: HostedServer;
beforeAll(async () => {
  dashboard = await startDashboard();
  hosted = await demoServer(dashboard, { name: 'Orders' });
}, 180_000);
afterAll(() => dashboard?.close());

test('says that nothing needs anybody, and then what does', async () => {
  // Prepare
  const { page, context, complaints } = await dashboard.visit();

  // Where all is well.
  await page.getByText('Nothing needs attention.').waitFor();
  expect(await page.getByRole('region', { name: /^Needs attention/ }).count()).toBe(0);

  // A copy without its credential, and a client that is stopped.
  const path = `/v1/servers/${hosted.serverId}`;
  const { stack } = dashboard;
  const { server: copy } = await stack.api<{ server: { id: string } }>('POST', `${path}/duplicate`, {});
  await until(async () => (await stack.api<{ status: string }>('GET', `/v1/servers/${copy.id}`)).status === 'live');
  await stack.api('PATCH', path, { breaker: { sameCalls: 2, pauseSeconds: 3_600 } });
  const client = await connect(hosted.mcpUrl);
  await until(async () =>
    JSON.stringify(await client.call('getCustomer', { customerId: 'cus_000001' })).includes('client_paused'),
  );
  await client.close();
  await page.reload();
  const list = page.getByRole('region', { name: /^Needs attention/ });
  await list.getByText('No credential for').waitFor();
  await list.getByText('The calls of a client are stopped for a while').waitFor();
  const rows = await list.getByRole('listitem').allInnerTexts();
  expect(rows).toEqual([expect.stringContaining('No credential'), expect.stringContaining('are stopped')]);
  expect(await page.getByText('Needs attention', { exact: true }).count()).toBe(2);

  // It is accessible in both looks, and fits a phone.
  const issues = await seriousIssues(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousIssues(page, COLOURS);
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.setViewportSize({ width: 1366, height: 860 });
  expect([issues, dark, wide]).toEqual([[], [], 0]);

  // The button ends it at once, by keyboard.
  await list.getByRole('button', { name: 'Resume calls: Orders' }).focus();
  await page.keyboard.press('Enter');
  await list.getByText('are stopped').waitFor({ state: 'detached' });

  // The link leads to where the credential is entered.
  await list.getByRole('link', { name: /^Enter the credential: Orders \(copy\)/ }).click();
  await page.getByRole('heading', { name: 'API credentials' }).waitFor();
  expect(page.url()).toContain(`/servers/${copy.id}/settings/sign-in`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('shows viewers what needs somebody, without a button', async () => {
  // Prepare
  const client = await connect(hosted.mcpUrl);
  await until(async () =>
    JSON.stringify(await client.call('getCustomer', { customerId: 'cus_000002' })).includes('client_paused'),
  );
  await client.close();

  // Act
  const { page, context } = await dashboard.visit({ role: 'viewer' });
  const list = page.getByRole('region', { name: /^Needs attention/ });
  await list.getByText('are stopped').waitFor();
  const buttons = await list.getByRole('button').count();
  await list.getByRole('link', { name: 'Open the server: Orders', exact: true }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();

  // Assess
  expect(buttons).toBe(0);
  await context.close();
});
