/**
 * A page on a machine of a quarter of this one's speed, and what one step of a person costs there: the time from the input to
 * the next picture (Event Timing), and the longest task that kept the page from answering anything else. Steps are real mouse
 * and keyboard events at a place that was looked up before, because looking it up is work of the same thread.
 */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { defined } from '../../test/support/defined.ts';

const SLOWDOWN = 4;
/** Long enough for what a step sets off: answers of the API, deferred drawing, what is drawn after a pause. */
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
  /** Measures what `input` sets off. */
  step(input: () => Promise<void>): Promise<Step>;
  click(target: Locator): Promise<Step>;
  /** The slowest of the keys. */
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
