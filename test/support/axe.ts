/** What axe finds wrong on a page for people who use it by keyboard, by ear, or with weak eyes. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** WCAG 2.2 A and AA. */
const EVERYTHING = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules of these that look at colours. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Violations that axe calls serious or critical, each with where. */
export async function seriousIssues(page: Page, runOnly = EVERYTHING): Promise<string[]> {
  // Runs in the page's own world without a script element, which the content security policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  // What sticks to the window covers a part of something at any other place.
  await page.evaluate(() => scrollTo(0, 0));
  // Of what passes only that it does is told, not where.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const results = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  // An empty page has no violations either.
  expect(results.passes.length).toBeGreaterThan(runOnly === COLOURS ? 0 : 5);
  return results.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) =>
        `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join('\n   ')}`,
    );
}
