/** How many clicks the everyday ways take, from the page on which they begin to what they are for. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { countClicks } from '../support/clicks.ts';
import { type Dashboard, demoServer, SIZES, startDashboard } from '../support/dashboard.ts';
import { connect, toolNames } from '../support/mcpClients.ts';
import { until } from '../support/until.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 180_000);
afterAll(() => dashboard?.close());

test('the demo API is a live server after four clicks from the empty dashboard', async () => {
  // Prepare
  const { page, context, complaints } = await dashboard.visit();
  const issues = await seriousIssues(page);
  const clicks = await countClicks(page);

  // Act
  await page.getByRole('link', { name: 'Try the demo API' }).click();
  await page.getByText(/endpoints found/).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('heading', { name: 'API credentials' }).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.locator('.phase.done').nth(3).waitFor();
  const count = await clicks();

  // Assess
  expect(count).toBeLessThanOrEqual(4);
  expect(issues).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
  const answer = await client.call('customers_read', { action: 'listCustomers', arguments: { limit: 5 } });
  expect(answer.content[0]?.text).toContain('[REDACTED');
  await client.close();
  // A tool that only reads and takes no identifier, ready to be called.
  await page.getByRole('link', { name: 'Try a tool' }).click();
  const panel = page.getByRole('dialog', { name: /GET \/[a-z/]+$/ });
  await panel.getByRole('tab', { name: 'Try it', selected: true }).waitFor();
  await context.close();
});

test('the wizard of the demo may be left without a question, because nobody has typed anything', async () => {
  const { page, context } = await dashboard.visit({ at: '/servers/new?demo' });
  await page.getByText(/endpoints found/).waitFor();

  await page.getByRole('link', { name: 'Servers', exact: true }).first().click();

  await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.close();
});

test('a token takes two clicks, a re-import two, and a roll back two', async () => {
  // Prepare
  const hosted = await demoServer(dashboard);
  const at = `/servers/${hosted.serverId}`;
  const deployments = () =>
    dashboard.stack.api<{ items: { status: string }[] }>('GET', `/v1${at}/deployments`).then(({ items }) => items);
  const { page, context } = await dashboard.visit({ at: `${at}/tokens` });

  // Act: a token
  await page.getByRole('button', { name: 'Generate token' }).waitFor();
  const primary = page.locator('main').locator('[class*="variant-primary"], .button-link.primary');
  const primaryTexts = await primary.allInnerTexts();
  const tokenClicks = await countClicks(page);
  await page.getByRole('button', { name: 'Generate token' }).click();
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('A laptop');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  const token = await tokenClicks();

  // Act: a re-import
  const other = await context.newPage();
  await other.goto(`${dashboard.stack.edgeUrl}${at}/deployments`);
  await other.getByText('Live now').waitFor();
  const reimportClicks = await countClicks(other);
  await other.getByRole('button', { name: 'Re-import' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Deploy', exact: true }).click();
  await until(async () => {
    const all = await deployments();
    return all.length === 2 && all.every(({ status }) => status === 'live');
  });
  const reimport = await reimportClicks();

  // Act: a roll back
  await other.reload();
  await other.getByText('Live now').waitFor();
  const backClicks = await countClicks(other);
  await other
    .getByRole('button', { name: /^Roll back/ })
    .first()
    .click();
  await other.getByRole('dialog').getByRole('button', { name: 'Roll back', exact: true }).click();
  await other.getByText(/^Rolled back to the version of/).waitFor();
  const back = await backClicks();

  // Assess
  expect(primaryTexts).toEqual(['Connect a client']);
  expect({ token, reimport, back }).toEqual({ token: 2, reimport: 2, back: 2 });
  expect((await toolNames(hosted.mcpUrl)).length).toBeGreaterThan(10);
  await context.close();
});

test('what is to be pressed first stands out: no role at the sign-in, and the main button of a page on a phone', async () => {
  // Prepare
  const hosted = await demoServer(dashboard);
  const context = await dashboard.browser.newContext({ viewport: SIZES.phone });
  const page = await context.newPage();
  const box = async (name: string, role: 'button' | 'link') => {
    const found = await page.locator('main').getByRole(role, { name, exact: true }).boundingBox();
    if (found === null) throw new Error(`${name} is not shown`);
    return found;
  };

  // Act
  await page.goto(dashboard.stack.edgeUrl);
  await page.getByRole('button', { name: /^admin/i }).waitFor();
  const looks = await page
    .locator('button')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  await page.getByRole('button', { name: /^admin/i }).click();
  await page.getByRole('link', { name: 'Import an API' }).waitFor();
  const [main, other] = [await box('Import an API', 'link'), await box('Add manually', 'link')];
  await page.goto(`${dashboard.stack.edgeUrl}/servers/${hosted.serverId}`);
  await page.getByRole('button', { name: 'Connect a client' }).waitFor();
  const connect = await box('Connect a client', 'button');
  const address = await page.locator('.server-head .mono').boundingBox();

  // Assess
  expect(looks).toHaveLength(1);
  expect(main.y + main.height).toBeLessThanOrEqual(other.y);
  expect(main.width).toBeGreaterThan(SIZES.phone.width * 0.9);
  expect((address?.y ?? connect.y) + (address?.height ?? 1)).toBeLessThanOrEqual(connect.y);
  expect(address?.height).toBeLessThan(24);
  await context.close();
});
