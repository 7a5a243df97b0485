/** Counts mouse clicks in a page from now on, without keys and pastes. */
import type { Page } from 'playwright-core';

export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { clicks: number };
    counter.clicks = 0;
    addEventListener('pointerdown', () => counter.clicks++, true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}
