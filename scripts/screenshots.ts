/**
 * Run by scripts/screenshots.mjs. Starts the stack with the demo API, makes some calls, visits every page in light and
 * dark at desktop and phone width, in light also at 200 %, and stores a picture of each in screenshots/ (ignored by git). With `--readme` it
 * makes only those of the documentation, in design/images/, and the moving one of the README (readmePicture.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { type Dashboard, demoServer, startDashboard } from '../test/support/dashboard.ts';
import { defined } from '../test/support/defined.ts';
import { CLIENTS } from '../test/support/mcpClients.ts';
import type { HostedServer } from '../test/support/stack.ts';
import { tour } from '../test/support/tour.ts';
import { readmePicture } from './readmePicture.ts';

const root = resolve(import.meta.dirname, '..');
const VIEWS = { light: ['desktop', 'phone', 'zoomed'], dark: ['desktop', 'phone'] } as const;
const OF_DOCUMENTATION: readonly string[] = ['wizard: success', 'tool: try', 'settings: access and limits'];

/** Makes calls of all kinds, so that charts, feed and audit log have content. */
async function traffic(hosted: HostedServer): Promise<void> {
  const [, , connect] = defined(CLIENTS[0]);
  const client = await connect(hosted.mcpUrl);
  for (let call = 0; call < 40; call++) {
    const customerId = call % 7 === 3 ? 'cus_999999' : `cus_${String(call + 1).padStart(6, '0')}`;
    if (call % 3 === 0) await client.call('listCustomers', { limit: 40 + call });
    else if (call % 5 === 1) await client.call('listProducts', {});
    else await client.call('getCustomer', { customerId });
  }
  await client.close();
}

async function picture(page: Page, file: string, whole: boolean): Promise<void> {
  // Rows outside the window are rendered only when scrolled to, and a picture of the whole page does not scroll.
  await page.evaluate(() => {
    for (const row of document.querySelectorAll<HTMLElement>('.tool-row')) row.style.contentVisibility = 'visible';
    // Sticky elements would be in the middle of the picture.
    scrollTo(0, 0);
  });
  await page.waitForTimeout(400);
  const panel = await page.locator('dialog[open], [role=dialog]').count();
  await page.screenshot({ path: file, fullPage: whole && panel === 0 });
}

async function walk(dashboard: Dashboard, hosted: HostedServer, readme: boolean): Promise<void> {
  const folder = join(root, readme ? 'design/images' : 'screenshots');
  mkdirSync(folder, { recursive: true });
  for (const mode of readme ? (['light'] as const) : (['light', 'dark'] as const)) {
    for (const size of readme ? (['desktop'] as const) : VIEWS[mode]) {
      const { page, context } = await dashboard.visit({ mode, size });
      for (const [name, open] of tour({ dashboard, hosted })) {
        await open(page);
        if (readme && !OF_DOCUMENTATION.includes(name)) continue;
        const slug = name.replace(/[^a-z]+/g, '-');
        await picture(page, join(folder, readme ? `${slug}.png` : `${slug}-${mode}-${size}.png`), !readme);
      }
      await context.close();
    }
  }
  console.log(`Pictures are in ${folder}`);
}

const dashboard = await startDashboard();
try {
  const hosted = await demoServer(dashboard);
  await traffic(hosted);
  const readme = process.argv.includes('--readme');
  await walk(dashboard, hosted, readme);
  if (readme) writeFileSync(join(root, 'design/images/tour.svg'), await readmePicture(dashboard, hosted));
} finally {
  await dashboard.close();
}
