/** How clients see the tools: chosen by cost in the wizard, changed in the settings with a warning, both checked by a client. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Dashboard, demoServer, startDashboard } from '../support/dashboard.ts';
import { CLIENTS } from '../support/mcpClients.ts';

jest.setTimeout(180_000);

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

const [, , connect] = CLIENTS[0]!;

async function toolNames(url: string): Promise<string[]> {
  const client = await connect(url);
  const names = (await client.listTools()).map((tool) => tool.name);
  await client.close();
  return names;
}

describe('how clients see the tools', () => {
  test('is chosen by what it costs before anything is made, and changed later with a warning', async () => {
    // Prepare
    const { demo } = dashboard;
    const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
    await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(demo.specUrl);
    await page.getByText(/endpoints found/).waitFor();
    const choice = page.getByRole('radiogroup', { name: 'How clients see the tools' });
    const cost = () => page.getByText(/≈ .* tokens/).textContent();
    const flat = choice.getByRole('radio', { name: 'Each tool by itself' });
    const groups = choice.getByRole('radio', { name: 'Groups by tag' });
    const tokensOf = (text: string | null) => Number(/([\d,]+) tokens/.exec(text ?? '')?.[1]?.replace(',', ''));

    // Act
    const first = await flat.isChecked();
    const before = tokensOf(await cost());
    await groups.check();
    const after = tokensOf(await cost());
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Copy MCP URL' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const sealing = await page.locator('.phase', { hasText: 'Sealing sandbox' }).textContent();
    const names = await toolNames(url);

    // Assess
    expect(first).toBe(true);
    expect(after).toBeLessThan(before / 1.5);
    expect(sealing).toMatch(/listed as \d+ groups/);
    expect(names).toContain('customers_read');
    expect(names.every((name) => /_(read|change)$/.test(name))).toBe(true);

    // Later, in the settings
    await page.getByRole('link', { name: 'Open the server' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByText(/tokens as \d+ groups/).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
    const form = page.locator('form', { hasText: 'How clients see the tools' });
    const apply = form.getByRole('button', { name: 'Apply' });
    const warning = form.getByText('Clients will see tools of other names');
    await form.getByText(/tokens in \d+ groups/).waitFor();
    const warned = [await warning.count()];
    await form.getByRole('radio', { name: 'Each tool by itself' }).check();
    await warning.waitFor();
    warned.push(await warning.count());
    await apply.click();
    await page.getByText('Clients are told that the tools have other names').waitFor();
    warned.push(await warning.count());

    expect(warned).toEqual([0, 1, 0]);
    expect(await toolNames(url)).toContain('listCustomers');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('cannot be changed by somebody who only looks, and is not offered to be', async () => {
    // Prepare
    const { serverId } = await demoServer(dashboard, { exposition: 'auto' });

    // Act
    const { page, context } = await dashboard.visit({ at: `/servers/${serverId}/settings`, role: 'viewer' });
    const form = page.locator('form', { hasText: 'How clients see the tools' });
    await form.waitFor();

    // Assess
    expect(await form.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true);
    expect(await form.getByRole('radio', { name: 'Groups by tag' }).isDisabled()).toBe(true);
    expect(await form.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await context.close();
  });
});
