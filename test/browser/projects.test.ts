/** Projects on the pages: without any nothing is different; an owner makes one, gives a role and moves a server there. */
import { expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { siteForAll } from '../support/site.ts';

const site = siteForAll();

test('a project is made, given a role and a server, and then the pages know of projects', async () => {
  // Prepare
  const { api, edgeUrl } = site.dashboard.stack;
  const { page, context, complaints } = await site.dashboard.visit({ at: '/members' });
  const main = page.getByRole('navigation', { name: 'Main' });
  const isPlain = (await main.getByRole('link', { name: 'Projects' }).count()) === 0;

  // Act
  await page.getByRole('link', { name: 'projects', exact: true }).click();
  await page.getByLabel('Name of a new project').fill('Payments');
  await page.getByRole('button', { name: 'Create the project' }).click();
  const card = page.getByRole('region', { name: 'Project Payments' });
  await card.getByLabel('E-mail or id of the login').fill('nobody@example.com');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await card.getByText('Nobody on the page Members has this e-mail address.').waitFor();
  await card.getByLabel('E-mail or id of the login').fill('Viewer@local.portcullis.example');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await card.getByRole('button', { name: 'Role of viewer@local.portcullis.example' }).waitFor();
  await card.getByLabel('E-mail or id of the login').fill('ann');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await card.getByRole('button', { name: 'Role of ann' }).waitFor();
  await main.getByRole('link', { name: 'Projects' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const cut = await main.evaluate((nav) => nav.scrollWidth - nav.clientWidth);
  await page.setViewportSize({ width: 1366, height: 860 });
  const issues = await seriousIssues(page);
  await page.goto(`${edgeUrl}${site.at('settings/lifecycle')}`);
  const settings = page.getByRole('region', { name: 'Project' });
  await settings.getByRole('button', { name: /Project/ }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await settings.getByRole('button', { name: 'Move the server' }).click();
  await page.getByText('The server has moved.').waitFor();
  const moved = await api<{ project?: string }>('GET', `/v1/servers/${site.hosted.serverId}`);
  await page.goto(edgeUrl);
  await page.getByRole('button', { name: /^Project/ }).click();
  await page.getByRole('option', { name: 'Payments' }).click();
  const onCard = page.locator('.server-card').filter({ hasText: 'Project Payments' });
  await onCard.waitFor();
  await onCard.getByRole('link').first().click();
  await page.locator('.server-head').getByText('Project Payments').waitFor();
  await page.goBack();
  await onCard.waitFor();

  // Assess
  const { items } = await api<{ items: { id: string; name: string }[] }>('GET', '/v1/projects');
  const made = items.find(({ name }) => name === 'Payments');
  const { members } = await api<{ members: object }>('GET', `/v1/projects/${made?.id}`);
  expect(isPlain).toBe(true);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(cut).toBeLessThanOrEqual(0);
  expect(members).toEqual({ ann: 'viewer', viewer: 'viewer' });
  expect(moved.project).toBe(made?.id);
  expect(await main.getByRole('link', { name: 'Projects' }).count()).toBe(1);
  expect(await page.locator('.server-card').count()).toBe(1);
  expect(issues).toEqual([]);
  expect(await seriousIssues(page)).toEqual([]);
  expect(complaints).toEqual([]);

  await api('PUT', `/v1/servers/${site.hosted.serverId}/project`, { project: 'default' });
  await api('DELETE', `/v1/projects/${made?.id}`);
  await context.close();
});
