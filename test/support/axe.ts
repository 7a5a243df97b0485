/** Accessibility faults of a page, by axe. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** WCAG 2.2 A and AA. */
const EVERYTHING = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules among them that check colours. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Violations that axe calls serious or critical, with their places. */
export async function seriousIssues(page: Page, runOnly = EVERYTHING): Promise<string[]> {
  // Evaluated directly, because the content security policy refuses script elements.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  // At other scroll positions, sticky elements cover others.
  await page.evaluate(() => {
    scrollTo({ top: 0, left: 0, behavior: 'instant' });
    // Until the sticky ones stand where they belong.
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  // For passed rules only their number is reported, not their places.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const results = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  // An empty page would have no violations either. A rule that is broken, or that cannot be judged everywhere, is not among those that passed.
  const { passes, violations, incomplete } = results;
  expect(passes.length + violations.length + incomplete.length).toBeGreaterThan(runOnly === COLOURS ? 0 : 5);
  return results.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) =>
        `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join('\n   ')}`,
    );
}
