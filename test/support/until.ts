/** Waits for another process, however slow the machine is. If the condition never holds, the caller's own expectation fails. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than anything takes: only a condition that never holds reaches it. */
const LONG_MS = 150_000;

const LONGEST_PAUSE_MS = 200;

/** The pause behind one of this length: what takes long is asked for less often, because a question costs 12 ms of processor time. */
export const longer = (pauseMs: number): number => Math.max(pauseMs, Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS));

/** @param pauseMs the first pause */
export async function until(fits: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  const end = Date.now() + LONG_MS;
  for (let pause = pauseMs; !(await fits()) && Date.now() < end; pause = longer(pause)) await sleep(pause);
}
