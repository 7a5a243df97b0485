/** Combining servers in the wizard, and the page of a toolset: what clients see of each server, and why nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { type Dashboard, sharedDashboard } from '../support/dashboard.ts';
import { toolNames } from '../support/mcpClients.ts';
import { deploy } from '../support/stack.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await sharedDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

test('two servers are combined, one goes offline, and the page says so', async () => {
  // Prepare
  const { stack, demo } = dashboard;
  const manual = (name: string) =>
    deploy(stack, { source: { kind: 'manual' }, name, baseUrl: demo.baseUrl, auth: { type: 'none' } });
  const [one, other] = [await manual('Harbour'), await manual('Lighthouse')];
  await stack.api('POST', `/v1/servers/${one.serverId}/tools`, { name: 'look', verb: 'GET', path: '/look' });
  await stack.api('POST', `/v1/servers/${other.serverId}/tools`, { name: 'look', verb: 'GET', path: '/look' });
  const { page, complaints } = await dashboard.visit({ at: '/servers/new' });

  // Act
  await page.getByRole('button', { name: /Combine servers/ }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  const faults = await page.getByText('Choose at least one server.').count();
  // The first field with a fault gets the focus a moment later, and would take it from what is opened before.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  await page.getByRole('textbox', { name: 'Name' }).fill('All of it');
  await page.getByRole('button', { name: /Servers/ }).click();
  await page.getByRole('option', { name: /Harbour/ }).click();
  await page.getByRole('option', { name: /Lighthouse/ }).click();
  await page.keyboard.press('Escape');
  const issuesOfWizard = await seriousIssues(page);
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const names = await toolNames(url);
  await page.getByRole('link', { name: 'Open the server' }).click();
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByText('prefix lighthouse').waitFor();
  const issues = await seriousIssues(page);
  await stack.api('PUT', `/v1/servers/${other.serverId}/status`, { status: 'offline' });
  await page.getByText('Offline: its tools are gone until it is brought online').waitFor();
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByText('Tools of other servers').waitFor();
  const addresses = await page.getByRole('textbox', { name: 'Base URL' }).count();

  // Assess
  expect(faults).toBe(1);
  expect(names).toEqual(['lighthouse_look', 'look']);
  expect(addresses).toBe(0);
  expect([issuesOfWizard, issues]).toEqual([[], []]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('tools of a member are chosen and named on the page, and its prefix is given', async () => {
  const { stack, demo } = dashboard;
  const made = await deploy(stack, {
    source: { kind: 'manual' },
    name: 'Quay',
    baseUrl: demo.baseUrl,
    auth: { type: 'none' },
  });
  for (const name of ['look', 'listen'])
    await stack.api('POST', `/v1/servers/${made.serverId}/tools`, { name, verb: 'GET', path: `/${name}` });
  const toolset = await deploy(stack, {
    name: 'Chosen',
    source: { kind: 'toolset', members: [{ serverId: made.serverId }] },
    auth: { type: 'none' },
  });
  const { page, complaints } = await dashboard.visit({ at: `/servers/${toolset.serverId}/tools` });
  const pick = async (field: string, option: string) => {
    await page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
    await page.getByRole('option', { name: option }).click();
    await page.keyboard.press('Escape');
  };

  await page.getByText('Quay: all tools').click();
  await pick('Single tools', 'look');
  await pick('Tools with another name here', 'look');
  await page.getByRole('textbox', { name: 'look', exact: true }).fill('watch');
  await page.getByRole('textbox', { name: 'Prefix' }).fill('Not One');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/must be 1 to 14 lower-case letters/).waitFor();
  await page.getByRole('textbox', { name: 'Prefix' }).fill('quay_1');
  const issues = await seriousIssues(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('prefix quay_1').waitFor();
  await page.getByText('Quay: chosen tools, 1 renamed').waitFor();

  expect(await toolNames(toolset.mcpUrl)).toEqual(['watch']);
  expect(issues).toEqual([]);
  expect(complaints.filter((complaint) => !/4(?:00|22)/.test(complaint))).toEqual([]);
  await page.context().close();
});
