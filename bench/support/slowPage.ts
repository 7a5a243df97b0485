/**
 * A page at a quarter of this machine's speed, and the cost of one step of a person on it: the time from the input to
 * the next frame (Event Timing), and the longest task that blocked the page. Steps are real mouse and keyboard events
 * at a position that was looked up before, because looking it up is work of the same thread.
 */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { defined } from '../../test/support/defined.ts';

const SLOWDOWN = 4;
/** Time in which the effects of a step are complete: answers of the API and deferred rendering. */
const SETTLED_MS = 800;

export interface Step {
  readonly paintMs: number;
  readonly taskMs: number;
}

type Record = { readonly name: string; readonly ms: number };
declare global {
  interface Window {
    recorded: Record[];
  }
}

export interface SlowPage {
  /** Measures the effect of `input`. */
  step(input: () => Promise<void>): Promise<Step>;
  click(target: Locator): Promise<Step>;
  /** Types a text; returns the slowest key. */
  type(field: Locator, text: string): Promise<Step>;
}

export async function slowPage(page: Page): Promise<SlowPage> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    window.recorded = [];
    const observe = (type: string, options: object) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.recorded.push({ name: type, ms: entry.duration });
      }).observe({ type, ...options });
    observe('event', { durationThreshold: 16 });
    observe('longtask', {});
  });
  const step: SlowPage['step'] = (input) => measure(page, session, input);
  return {
    step,
    async click(target) {
      await target.scrollIntoViewIfNeeded();
      const box = defined((await target.boundingBox()) ?? undefined);
      const [x, y] = [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2];
      await page.mouse.move(x, y);
      return step(() => page.mouse.click(x, y));
    },
    async type(field, text) {
      await field.focus();
      const steps: Step[] = [];
      for (const key of text) steps.push(await step(() => page.keyboard.press(key)));
      return each(steps, Math.max);
    },
  };
}

const each = (steps: readonly Step[], of: (...values: number[]) => number): Step => ({
  paintMs: of(...steps.map((one) => one.paintMs)),
  taskMs: of(...steps.map((one) => one.taskMs)),
});
export const best = (steps: readonly Step[]): Step => each(steps, Math.min);

async function measure(page: Page, session: CDPSession, input: () => Promise<void>): Promise<Step> {
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    window.recorded = [];
  });
  await slow(SLOWDOWN);
  await input();
  await page.waitForTimeout(SETTLED_MS);
  await slow(1);
  const recorded = await page.evaluate(() => window.recorded);
  const longest = (name: string) =>
    Math.max(0, ...recorded.filter((one) => one.name === name).map((one) => Math.round(one.ms)));
  return { paintMs: longest('event'), taskMs: longest('longtask') };
}
