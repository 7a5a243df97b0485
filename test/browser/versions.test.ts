/** Versions and copies of a server: what a deployment changed, which one is live after an edit, two compared, rolled back to; duplicates and files. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { connect, toolNames } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';
import { until } from '../support/until.ts';

const site = siteOnSharedStack();

const api = <T>(method: string, path: string, body?: object) =>
  site.dashboard.stack.api<T>(method, `/v1/servers/${site.hosted.serverId}${path}`, body);
const toolNamed = async (name: string) =>
  (await api<{ items: { id: string; name: string }[] }>('GET', '/tools')).items.find((tool) => tool.name === name);

test('an edit leaves the deployment marked as live, says that there was one, and two clicks undo it for clients', async () => {
  // Prepare
  const before = await toolNames(site.hosted.mcpUrl);
  const { page, context } = await site.dashboard.visit({ at: site.at('deployments') });
  await page.getByText('Live now').waitFor();
  const offeredBefore = await page.getByRole('button', { name: /^Undo edits/ }).count();
  await api('PATCH', `/tools/${(await toolNamed('listProducts'))?.id}`, { name: 'products', enabled: true });
  await page.reload();

  // Act
  await page.getByText('edited since').waitFor();
  const marked = await page.getByText('Live now').count();
  await page.getByRole('button', { name: /^Undo edits/ }).click();
  const panel = page.getByRole('dialog');
  const changes = await panel.getByRole('list', { name: 'Changed tools' }).textContent();
  const edited = await toolNames(site.hosted.mcpUrl);
  await panel.getByRole('button', { name: 'Approve and roll back', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText(/^Rolled back to the version of/).waitFor();

  // Assess
  await until(async () => (await toolNames(site.hosted.mcpUrl)).includes('listProducts'), 100);
  expect([offeredBefore, marked]).toEqual([0, 1]);
  expect(changes).toMatch(/breaking change.*listProducts.*was called products/);
  expect(edited).toContain('products');
  expect(await toolNames(site.hosted.mcpUrl)).toEqual(before);
  const client = await connect(site.hosted.mcpUrl);
  expect((await client.call('listProducts', {})).isError ?? false).toBe(false);
  await client.close();
  await context.close();
});

test('a deployment says what it changed, and any two are compared in either direction', async () => {
  // Prepare
  const tool = await toolNamed('listOrders');
  await api('DELETE', `/tools/${tool?.id}`);
  const { page, context } = await site.dashboard.visit({ at: site.at('deployments') });
  const done = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await Promise.all([done, page.getByRole('button', { name: 'Deploy again' }).click()]);
  await until(async () => (await api<{ deploying?: string }>('GET', '')).deploying === undefined, 100);
  await page.reload();
  await page.getByText('Live now').waitFor();

  // Act
  await page.getByRole('button', { name: 'What changed' }).last().click();
  const first = await page.getByRole('list', { name: 'Changed tools' }).textContent();
  await page.getByRole('button', { name: 'Compare' }).click();
  const panel = page.getByRole('dialog', { name: 'Compare versions' });
  await panel.getByRole('button', { name: /^From/ }).click();
  await panel.getByRole('option').last().click();
  const forth = await panel.getByRole('list', { name: 'Changed tools' }).textContent();
  await panel.getByRole('button', { name: /^From/ }).click();
  await panel.getByRole('option', { name: 'Current' }).click();
  await panel.getByRole('button', { name: /^To/ }).click();
  await panel.getByRole('option').last().click();
  await panel.getByText('+1 added').waitFor();
  const back = await panel.getByRole('list', { name: 'Changed tools' }).textContent();

  // Assess
  expect(first).toContain('listOrders');
  expect(forth).toMatch(/breaking change.*listOrders.*removed/);
  expect(back).toMatch(/new text for the model.*listOrders.*new/);
  await context.close();
});

test('a preview that takes long shows its step until it is there, and only then lets anybody deploy', async () => {
  // Prepare
  const reading = 'read_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const progress = { done: 2, of: 5, doing: 'Comparing the tools' };
  const { page, context } = await site.dashboard.visit({ at: site.at('deployments') });
  let goOn = () => {};
  const until = new Promise<void>((done) => {
    goOn = done;
  });
  // What is asked for again has the answer of a new request.
  await page.route('**/reimport/preview*', async (route) => {
    const isAgain = new URL(route.request().url()).searchParams.get('reading') === reading;
    if (!isAgain) return route.fulfill({ json: { reading, seconds: 8, progress } });
    await until;
    return route.continue({ url: route.request().url().replace(/\?.*/, '') });
  });

  // Act
  await page.getByRole('button', { name: 'Re-import' }).click();
  const panel = page.getByRole('dialog', { name: 'What the document would change' });
  await panel.getByText('Step 3 of 5: Comparing the tools').waitFor();
  const deploys = panel.getByRole('button', { name: /deploy$/i });
  const before = await deploys.isDisabled();
  goOn();
  await panel
    .getByText(/Nothing would change|No tool would change|added/)
    .first()
    .waitFor();

  // Assess
  expect([before, await deploys.isDisabled()]).toEqual([true, false]);
  expect(await panel.getByText('Step 3 of 5').count()).toBe(0);
  await context.close();
});

test('a failure is titled by what can be done about it', async () => {
  // Prepare
  const { page, context } = await site.dashboard.visit({ at: site.at('overview') });
  await page.route('**/deployments', async (route) => {
    const answer = await (await route.fetch()).json();
    const [item] = answer.items;
    const error = { phase: 'seal-sandbox', code: 'credential_bound', message: 'It was given for another host.' };
    await route.fulfill({ json: { items: [{ ...item, id: 'dep_1', status: 'failed', error }, ...answer.items] } });
  });

  // Act
  await page.getByRole('link', { name: 'Deployments', exact: true }).click();
  const title = page.getByText('Enter the credential for the new host in the settings, then deploy again');
  await title.waitFor();

  // Assess
  expect(await page.getByText('credential_bound').count()).toBe(1);
  expect(await page.getByText('Live now').count()).toBe(1);
  await context.close();
});

test('a duplicate has the tools and no credential, says so, and works once it is given', async () => {
  // Prepare
  const before = await toolNames(site.hosted.mcpUrl);
  const { page, context } = await site.dashboard.visit({ at: site.at('settings/lifecycle') });

  // Act
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Second shop');
  await panel.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await panel.getByText('Credentials were not copied').waitFor();
  await panel.getByRole('link', { name: 'Open the server' }).click();
  await page.getByRole('heading', { level: 1, name: /Second shop/ }).waitFor();
  const id = new URL(page.url()).pathname.split('/')[2];
  const { stack, demo } = site.dashboard;
  const isLive = async () => (await stack.api<{ status: string }>('GET', `/v1/servers/${id}`)).status === 'live';
  await until(isLive, 100);
  const made = await stack.api<{ mcpUrl: string }>('POST', `/v1/servers/${id}/tokens`, { label: 'Test' });
  const client = await connect(made.mcpUrl);
  const without = await client.call('listProducts', {});
  await stack.api('PUT', `/v1/servers/${id}/credentials`, demo.auth);
  const withIt = await client.call('listProducts', {});

  // Assess
  expect(await toolNames(made.mcpUrl)).toEqual(before);
  expect([without.isError ?? false, withIt.isError ?? false]).toEqual([true, false]);
  await client.close();
  await context.close();
});

test('an exported definition holds no secret, and the file makes a server that answers', async () => {
  // Prepare
  const { stack, demo } = site.dashboard;
  const { page, context } = await site.dashboard.visit({ at: site.at('settings/lifecycle') });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf8');

  // Act
  await page.getByRole('link', { name: 'Servers', exact: true }).first().click();
  await page.getByRole('button', { name: 'Import a definition' }).click();
  const panel = page.getByRole('dialog');
  await panel.locator('input[type=file]').setInputFiles({
    name: saved.suggestedFilename(),
    mimeType: 'application/json',
    buffer: Buffer.from(text.replace('"formatVersion": 1', '"formatVersion": 2')),
  });
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByText(/must be 1; import a file of another version/).waitFor();
  await panel.locator('input[type=file]').setInputFiles({
    name: saved.suggestedFilename(),
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('From a file');
  await panel.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByRole('link', { name: 'Open the server' }).click();
  await page.getByRole('heading', { level: 1, name: /From a file/ }).waitFor();
  const id = new URL(page.url()).pathname.split('/')[2];
  await until(async () => (await stack.api<{ status: string }>('GET', `/v1/servers/${id}`)).status === 'live', 100);
  const made = await stack.api<{ mcpUrl: string }>('POST', `/v1/servers/${id}/tokens`, { label: 'Test' });
  const client = await connect(made.mcpUrl);
  const answer = await client.call('listProducts', {});

  // Assess
  expect(text).not.toContain(demo.auth.token);
  expect(await toolNames(made.mcpUrl)).toEqual(await toolNames(site.hosted.mcpUrl));
  expect(answer.isError ?? false).toBe(false);
  await client.close();
  await context.close();
});
