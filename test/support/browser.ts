/**
 * A Chromium for the browser tests and the screenshots: CHROME_PATH when it is set, else the one that the npm package
 * @sparticuz/chromium carries. Its own flags are not taken over: they switch web security off, which these tests check.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--font-render-hinting=none',
];

/** Longer than unpacking takes: an older lock file is a leftover. */
const LEFT_BEHIND_MS = 120_000;

/** The package is unpacked once into the temporary folder; other processes wait, because they would start an incomplete browser. */
async function unpacked(): Promise<string> {
  const hold = join(tmpdir(), 'chromium.unpacking');
  for (let held = false; !held; ) {
    try {
      mkdirSync(hold);
      held = true;
    } catch {
      const since = statSync(hold, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (since < Date.now() - LEFT_BEHIND_MS) rmSync(hold, { recursive: true, force: true });
      await sleep(50);
    }
  }
  try {
    return await chromium.executablePath();
  } finally {
    rmSync(hold, { recursive: true, force: true });
  }
}

/** The caller closes it. `flags`: additional command line flags. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? (await unpacked());
  return driver.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}
