/** A set-up link from the owner's page to the first call of somebody who has no login. */
import { expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { SIZES } from '../support/dashboard.ts';
import { toolNames } from '../support/mcpClients.ts';
import { siteOnSharedStack } from '../support/site.ts';

const site = siteOnSharedStack();

/** A browser of somebody else, on a phone and without a login. */
async function stranger(url: string) {
  const context = await site.dashboard.browser.newContext({
    viewport: SIZES.phone,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(url);
  return { page, context };
}

test('a link is shared, opened once by somebody without a login, and its token calls a tool', async () => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tokens') });

  // Act: share it
  await page.getByRole('button', { name: 'Share a link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.getByText(/Enter which client will use it/).waitFor();
  await page.getByRole('textbox', { name: 'Label' }).fill('Bob’s laptop');
  await page.getByRole('radio', { name: /^Read-only tools/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const shared = page.getByRole('region', { name: 'Set-up link' });
  await shared.getByRole('button', { name: 'Copy link' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const ownerIssues = await seriousIssues(page);

  // Act: open it
  const other = await stranger(url);
  await other.page.getByRole('heading', { name: 'Set up your AI client' }).waitFor();
  const address = other.page.url();
  const closedIssues = await seriousIssues(other.page);
  await other.page.getByRole('button', { name: 'Show the token and the steps' }).click();
  await other.page.getByRole('heading', { name: /^Set up your client for/ }).waitFor();
  const openIssues = await seriousIssues(other.page);
  const width = await other.page.evaluate(() => document.documentElement.scrollWidth);
  await other.page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const names = await toolNames(await other.page.evaluate(() => navigator.clipboard.readText()));
  await shared.getByText(/^Opened\. The token/).waitFor();

  // Act: open it again
  const late = await stranger(url);
  await late.page.getByRole('button', { name: 'Show the token and the steps' }).click();
  await late.page.getByText('setup_link_invalid').waitFor();

  // Assess
  expect(new URL(address).hash).toBe('');
  expect(names.length).toBeGreaterThan(0);
  expect([ownerIssues, closedIssues, openIssues]).toEqual([[], [], []]);
  expect(width).toBeLessThanOrEqual(SIZES.phone.width);
  expect(complaints).toEqual([]);
  await Promise.all([context, other.context, late.context].map((one) => one.close()));
});

test('a link says when its time has passed', async () => {
  const { page, context, complaints } = await site.dashboard.visit({ at: site.at('tokens') });
  await page.clock.install();
  await page.getByRole('button', { name: 'Share a link' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Nobody in time');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const shared = page.getByRole('region', { name: 'Set-up link' });
  await shared.getByText(/^Not opened yet/).waitFor();

  await page.clock.fastForward('16:00');

  await shared.getByText(/^Expired\./).waitFor();
  expect(await shared.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a link that was withdrawn opens nothing', async () => {
  const { page, context } = await site.dashboard.visit({ at: site.at('tokens'), mode: 'dark' });
  await page.getByRole('button', { name: 'Share a link' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Nobody');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const shared = page.getByRole('region', { name: 'Set-up link' });
  await shared.getByRole('button', { name: 'Copy link' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());

  await shared.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('The link is withdrawn.').waitFor();

  const other = await stranger(url);
  await other.page.getByRole('button', { name: 'Show the token and the steps' }).click();
  await other.page.getByText('setup_link_invalid').waitFor();
  expect(await shared.count()).toBe(0);
  await Promise.all([context, other.context].map((one) => one.close()));
});

test('a link is offered where a client is connected, and each of several can be withdrawn', async () => {
  // Prepare
  const { page, context, complaints } = await site.dashboard.visit({ at: site.at('') });
  const share = async (label: string) => {
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('region', { name: `Set-up link for “${label}”` }).waitFor();
  };

  // Act
  await page.getByRole('button', { name: 'Connect a client' }).click();
  await page.getByRole('button', { name: 'Share a link instead' }).click();
  await share('Ann’s laptop');
  const at = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Share a link', exact: true }).click();
  await share('Ben’s laptop');
  const first = page.getByRole('region', { name: 'Set-up link for “Ann’s laptop”' });
  await first.getByRole('button', { name: 'Copy link' }).click();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'Overview' }).click();
  await page
    .getByRole('dialog', { name: 'Leave this page?' })
    .getByRole('button', { name: 'Copy set-up link and leave' })
    .click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'Connection Tokens' }).click();
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await first.waitFor({ state: 'detached' });
  const other = await stranger(url);
  await other.page.getByRole('button', { name: 'Show the token and the steps' }).click();
  await other.page.getByText('setup_link_invalid').waitFor();

  // Assess
  expect(at).toBe(site.at('tokens'));
  expect(copied).not.toBe(url);
  expect(copied).toContain('/connect/setup#link_');
  expect(await page.getByRole('region', { name: 'Set-up link for “Ben’s laptop”' }).isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await Promise.all([context, other.context].map((one) => one.close()));
});
