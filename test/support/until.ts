/** Waits for what another process does, however slow the machine is. What is never done fails the caller's own expectation. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Far beyond what anything takes, so that only something that is never done meets it. */
const LONG_MS = 60_000;

export async function until(fits: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  for (const end = Date.now() + LONG_MS; !(await fits()) && Date.now() < end; ) await sleep(pauseMs);
}
