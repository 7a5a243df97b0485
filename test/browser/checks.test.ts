/** The checks of a server's words: suggestions are accepted on the page, and clients read the new text. */
import { expect, test } from '@jest/globals';
import { connect } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly name: string }>;
}

const api = <T>(method: string, path: string, body?: object) =>
  site.dashboard.stack.api<T>(method, `/v1/servers/${site.hosted.serverId}${path}`, body);

async function described(name: string): Promise<string | undefined> {
  const client = await connect(site.hosted.mcpUrl);
  const tools: ReadonlyArray<{ readonly name: string; readonly description?: string }> = await client.listTools();
  await client.close();
  return tools.find((tool) => tool.name === name)?.description;
}

test('an accepted suggestion is the description that clients read, and its finding is gone', async () => {
  // Prepare
  const { items } = await api<Listed>('GET', '/tools');
  const tool = items.find(({ name }) => name === 'createOrder') ?? items[0];
  await api('PATCH', `/tools/${tool?.id}`, { description: 'TODO' });
  const { page, context, complaints } = await site.dashboard.visit({ at: `${site.at('tools')}/check` });
  const rule = page.getByRole('region', { name: 'The description is a placeholder.' });
  const before = await page.getByRole('region', { name: 'Score' }).locator('strong').textContent();

  // Act
  await rule.getByRole('button', { name: new RegExp(`^Accept the suggestion for ${tool?.name}`) }).click();
  await rule.waitFor({ state: 'detached' });
  const after = await page.getByRole('region', { name: 'Score' }).locator('strong').textContent();

  // Assess
  expect(await described(tool?.name ?? '')).toMatch(/^\w+ .+\. Returns .+\.$/);
  expect(Number(after)).toBeGreaterThan(Number(before));
  expect(complaints).toEqual([]);

  await context.close();
  await api('PATCH', `/tools/${tool?.id}`, { reset: ['description'] });
});

test('a viewer sees findings and suggestions, and no button', async () => {
  const { page, context, complaints } = await site.dashboard.visit({ at: `${site.at('tools')}/check`, role: 'viewer' });

  await page.getByRole('list').getByText(/\S/).first().waitFor();

  expect(await page.getByRole('button', { name: /^Accept/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a tool that a finding names is edited over the check, which is as it was once the panel is closed', async () => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit({ at: `${site.at('tools')}/check` });
  const named = page.getByRole('region').getByRole('listitem').getByRole('link').first();
  const name = (await named.textContent()) ?? '';
  const panel = page.getByRole('dialog', { name });

  // Act
  await named.click();
  const description = panel.getByRole('textbox', { name: 'Description' });
  await description.fill('Use it when somebody asks for this. Returns the record.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^Saved and live/).waitFor();
  const heights = [panel.locator('header').first(), panel.getByRole('tablist')].map(
    async (one) => (await one.boundingBox())?.height ?? 0,
  );
  const above = (await Promise.all(heights)).reduce((sum, height) => sum + height, 0);
  const told = await panel.locator('.notices').boundingBox();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  const at = new URL(page.url());

  // Assess: the notice covers no field
  expect((told?.y ?? 0) + (told?.height ?? above)).toBeLessThanOrEqual(above);
  expect(at.pathname + at.search).toBe(`${site.at('tools')}/check`);
  expect(await page.getByRole('region', { name: 'Score' }).isVisible()).toBe(true);
  expect(complaints).toEqual([]);

  await context.close();
  const tool = (await api<Listed>('GET', '/tools')).items.find((one) => one.name === name);
  await api('PATCH', `/tools/${tool?.id}`, { reset: ['description'] });
});

test('a sentence is added with its tool, and an edit of the tool shows as another place', async () => {
  // Prepare
  const { items } = await api<Listed>('GET', '/tools');
  const tool = items.find(({ name }) => name === 'listProducts');
  const { page, context, complaints } = await site.dashboard.visit({ at: `${site.at('tools')}/selection` });
  const row = page.getByRole('row', { name: /list the products/ });
  await page.getByText('No sentences yet').waitFor();

  // Act
  await page.getByRole('textbox', { name: 'Sentence' }).fill('list the products');
  await page.getByRole('button', { name: /^Tool/ }).click();
  await page.getByRole('combobox', { name: 'Find a tool' }).fill('listProducts');
  await page.getByRole('option', { name: /listProducts/ }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await row.waitFor();
  const before = await row.innerText();
  await api('PATCH', `/tools/${tool?.id}`, { name: 'op_17', title: 'Seventeen', description: 'Gives some.' });
  await page.reload();
  await row.getByText(/was 1/).first().waitFor();
  const after = await row.innerText();
  await row.getByRole('button', { name: 'Remove “list the products”' }).click();
  await page.getByText('No sentences yet').waitFor();

  // Assess
  expect(before).not.toContain('was');
  expect(before).toContain('listProducts');
  expect(after).toContain('op_17');
  expect(complaints).toEqual([]);

  await context.close();
  await api('PATCH', `/tools/${tool?.id}`, { reset: ['name', 'title', 'description'] });
});
