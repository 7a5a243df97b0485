/** Counts presses of the mouse in a page, from now on; keys and pastes are not clicks. */
import type { Page } from 'playwright-core';

export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { clicks: number };
    counter.clicks = 0;
    addEventListener('pointerdown', () => counter.clicks++, true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}
