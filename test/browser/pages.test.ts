/**
 * Every page in both looks and at three widths: no serious accessibility issue, nothing wider than the screen, no error in
 * the console; and what the first visit loads.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { COLOURS, seriousIssues } from '../support/axe.ts';
import { type Dashboard, demoServer, SIZES, startDashboard } from '../support/dashboard.ts';
import { connect } from '../support/mcpClients.ts';
import type { HostedServer } from '../support/stack.ts';
import { tour } from '../support/tour.ts';

jest.setTimeout(300_000);

const SCRIPT_LIMIT = 400 * 1024;

let dashboard: Dashboard;
let hosted: HostedServer;
beforeAll(async () => {
  dashboard = await startDashboard();
  hosted = await demoServer(dashboard);
  const client = await connect(hosted.mcpUrl);
  await client.call('listCustomers', { limit: 60 });
  await client.call('getCustomer', { customerId: 'cus_999999' });
  await client.close();
}, 180_000);
afterAll(() => dashboard?.close());

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Changes the colours of the page as it stands. */
async function recolour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (dark) => document.body.classList.contains('awsui-dark-mode') === dark,
    colorScheme === 'dark',
  );
}

async function issuesInDark(page: Page): Promise<string[]> {
  await recolour(page, 'dark');
  const issues = await seriousIssues(page, COLOURS);
  await recolour(page, 'light');
  return issues;
}

/** How much wider than the screen the page is once it stands in a narrower one. */
async function overflowInNarrow(page: Page): Promise<number> {
  await page.setViewportSize(SIZES.narrow);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => innerWidth)).toBe(SIZES.narrow.width);
  const wide = await overflow(page);
  await page.setViewportSize(SIZES.phone);
  return wide;
}

/** What is wrong with each page, by its name; `look` gives lists of faults and pixels too many. */
async function lookAround(page: Page, look: () => Promise<Readonly<Record<string, number | string[]>>>) {
  const found: Record<string, unknown> = {};
  for (const [name, open] of tour({ dashboard, hosted })) {
    await open(page);
    const seen = await look();
    if (Object.values(seen).some((fault) => (Array.isArray(fault) ? fault.length : fault) > 0)) found[name] = seen;
  }
  return found;
}

describe('every page is accessible, fits and complains of nothing', () => {
  test('in both looks at desktop width', async () => {
    // Prepare
    const { page, context, complaints } = await dashboard.visit({ mode: 'light', size: 'desktop' });

    // Act
    const found = await lookAround(page, async () => ({
      issues: await seriousIssues(page),
      dark: await issuesInDark(page),
      wide: await overflow(page),
    }));

    // Assess
    expect(found).toEqual({});
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => innerWidth)).toBe(SIZES.desktop.width);
    await context.close();
  });

  // Contrast was looked at in light, and what is laid out otherwise on a phone is in dark.
  test('in dark on a phone, and fits a narrower one', async () => {
    // Prepare
    const { page, context, complaints } = await dashboard.visit({ mode: 'dark', size: 'phone' });

    // Act
    const found = await lookAround(page, async () => ({
      issues: await seriousIssues(page),
      wide: await overflow(page),
      narrow: await overflowInNarrow(page),
    }));

    // Assess
    expect(found).toEqual({});
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => document.body.classList.contains('awsui-dark-mode'))).toBe(true);
    expect(await page.evaluate(() => innerWidth)).toBe(SIZES.phone.width);
    await context.close();
  });
});

describe('the first visit', () => {
  test('loads less than 400 KB of compressed script, all of it from the same origin, without inline script', async () => {
    // Prepare
    const { edgeUrl } = dashboard.stack;
    const context = await dashboard.browser.newContext();
    const page = await context.newPage();
    const scripts = new Set<string>();
    const origins = new Set<string>();
    page.on('response', (response) => {
      origins.add(new URL(response.url()).origin);
      if (response.request().resourceType() === 'script') scripts.add(response.url());
    });

    // Act
    await page.goto(edgeUrl);
    await page.getByRole('button', { name: /admin/i }).click();
    await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    // Not what the page itself got: the browser forgets that when the sign-in leads away.
    const bodies = await Promise.all([...scripts].map(async (url) => (await fetch(url)).arrayBuffer()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    const inline = await page.evaluate(() => [...document.scripts].filter((script) => script.src === '').length);

    // Assess
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(SCRIPT_LIMIT);
    expect(inline).toBe(0);
    expect([...origins].every((origin) => new URL(origin).hostname === 'localhost')).toBe(true);
    await context.close();
  });

  test('answers dashboard addresses with the page, and MCP and discovery addresses without it', async () => {
    // Prepare
    const { edgeUrl } = dashboard.stack;

    // Act
    const deep = await fetch(`${edgeUrl}/servers/${hosted.serverId}/audit`);
    const discovery = await fetch(`${edgeUrl}/.well-known/oauth-authorization-server`);
    const policy = deep.headers.get('content-security-policy') ?? '';

    // Assess
    expect(await deep.text()).toContain('<div id="root">');
    expect(discovery.status).toBe(404);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });
});

test('the wizard and a tool can be worked by keyboard alone', async () => {
  // Prepare
  const { page, context } = await dashboard.visit();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const tabTo = async (name: RegExp) => {
    for (let press = 0; press < 60 && !name.test(await focused()); press++) await page.keyboard.press('Tab');
    expect(await focused()).toMatch(name);
  };

  // Act
  await tabTo(/^Import an API$/);
  await page.keyboard.press('Enter');
  const inFocus = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus')).waitFor();
  await inFocus('OpenAPI document');
  await page.keyboard.type(dashboard.demo.specUrl);
  await page.getByText(/endpoints found/).waitFor();
  await page.keyboard.press('Enter');
  await inFocus('Token');
  await page.keyboard.type(dashboard.demo.auth.token);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What may the model see?' }).waitFor();
  await tabTo(/^Deploy$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy MCP URL' }).waitFor();
  await tabTo(/^Copy MCP URL$/);
  await page.keyboard.press('Enter');

  // Assess
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/mcp$/);
  await context.close();
});

test('the focus stays near where it was when what had it is busy or gone, and a question fits a low window', async () => {
  // Prepare
  const { page, context } = await dashboard.visit({ at: `/servers/${hosted.serverId}/tools` });
  const press = async (role: 'button' | 'checkbox', name: string) => {
    await page.getByRole(role, { name, exact: true }).last().focus();
    await page.keyboard.press('Space');
  };
  const hasFocus = (selector: string) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

  // Act
  for (let turn = 0; turn < 2; turn++) {
    const sealed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await press('checkbox', 'listCustomers enabled');
    await sealed;
    await hasFocus('[aria-label="listCustomers enabled"]');
  }
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByRole('link', { name: 'Governance', exact: true }).click();
  await press('checkbox', 'Truncate long arrays');
  await press('button', 'Reset Truncate long arrays to the inherited value');
  await hasFocus('[aria-label="About: Truncate long arrays"]');
  await page.getByRole('link', { name: 'Connection Tokens' }).click();
  await page.setViewportSize({ width: 320, height: 256 });
  await press('button', 'Generate token');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await hasFocus('[aria-invalid="true"]');

  // Assess
  expect(await page.getByRole('dialog').innerText()).toContain('Enter which client will use it');
  await context.close();
});
