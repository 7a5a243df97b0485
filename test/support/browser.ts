/**
 * A Chromium for the browser tests and the screenshots: CHROME_PATH when it is set, else the one that the npm package
 * @sparticuz/chromium carries. Its own flags are not taken over: they switch web security off, which these tests check.
 */
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--font-render-hinting=none',
];

/** The caller closes it. `flags` are further command line flags. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? (await chromium.executablePath());
  return driver.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}
