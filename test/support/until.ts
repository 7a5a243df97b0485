/** Waits for another process, however slow the machine is. If the condition never holds, the caller's own expectation fails. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than anything takes: only a condition that never holds reaches it. */
const LONG_MS = 60_000;

export async function until(fits: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  for (const end = Date.now() + LONG_MS; !(await fits()) && Date.now() < end; ) await sleep(pauseMs);
}
