/**
 * What the dashboard costs a visitor: bytes of script, time until the first page can be used, and time from there to a
 * copied MCP URL of the demo API. The floor is the same browser opening an empty page of the same edge, alternately and
 * in one run.
 */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { type Dashboard, startDashboard } from '../test/support/dashboard.ts';
import { median, saveResult, table } from './support/report.ts';

const ROUNDS = 7;

/** Milliseconds until `ready` is visible, with an empty cache but signed in. */
async function open(
  browser: Browser,
  url: string,
  state: object,
  ready: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext({ storageState: state as never });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(url);
  await ready(page);
  const took = performance.now() - began;
  await context.close();
  return took;
}

async function scriptBytes({ browser, stack }: Dashboard, state: object): Promise<number> {
  const context = await browser.newContext({ storageState: state as never });
  const page = await context.newPage();
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.set(response.url(), response.body());
  });
  await page.goto(stack.edgeUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(bodies.values());
  await context.close();
  return all.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

/** Seconds from the first page to the copied URL, at the speed of the automated browser. */
async function importDemo({ demo, visit }: Dashboard): Promise<number> {
  const { page, context } = await visit();
  const began = performance.now();
  await page.getByRole('link', { name: 'Import an API' }).first().click();
  await page.getByRole('textbox', { name: 'OpenAPI document' }).fill(demo.specUrl);
  await page.getByText(/endpoints found/).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Token', exact: true }).fill(demo.auth.token);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const took = (performance.now() - began) / 1000;
  await context.close();
  return took;
}

export async function run(): Promise<void> {
  const dashboard = await startDashboard(['--warm']);
  try {
    const { browser, stack } = dashboard;
    const first = await dashboard.visit();
    const state = await first.context.storageState();
    await first.context.close();
    const floor: number[] = [];
    const interactive: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await open(browser, `${stack.edgeUrl}/favicon.svg`, state, async () => undefined));
      const usable = (page: Page) => page.getByRole('link', { name: 'Import an API' }).first().waitFor();
      interactive.push(await open(browser, stack.edgeUrl, state, usable));
    }
    const imports: number[] = [];
    for (let round = 0; round < 3; round++) imports.push(await importDemo(dashboard));
    const script = await scriptBytes(dashboard, state);
    const result = {
      scriptKB: Math.round(script / 1024),
      interactiveMs: Math.round(median(interactive)),
      emptyPageMs: Math.round(median(floor)),
      ratio: Number((median(interactive) / median(floor)).toFixed(1)),
      importSeconds: Number(median(imports).toFixed(1)),
    };
    saveResult('dashboard', result);
    console.log(
      table(
        ['what', 'median'],
        [
          ['compressed script of the first visit', `${result.scriptKB} KB`],
          ['first page usable, sign-in redirect included', `${result.interactiveMs} ms`],
          ['an empty page of the same edge', `${result.emptyPageMs} ms`],
          ['first page → copied MCP URL, driven', `${result.importSeconds} s`],
        ],
      ),
    );
  } finally {
    await dashboard.close();
  }
}
