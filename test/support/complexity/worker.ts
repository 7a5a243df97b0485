/** The worker thread of a probe: if it hangs, it is terminated from outside. */
import { parentPort } from 'node:worker_threads';
import { TARGETS } from './targets.ts';

export interface Task {
  readonly kind: string;
  readonly text: string;
  readonly repeats: number;
}

parentPort?.on('message', async ({ kind, text, repeats }: Task) => {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats; repeat++) least = Math.min(least, await workOf(kind, text));
  parentPort?.postMessage(least);
});

/** This thread's CPU time in milliseconds; for little work that clock is too coarse, and wall time is used. */
async function workOf(kind: string, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  const began = performance.now();
  try {
    await TARGETS[kind]?.(text);
  } catch {
    // The input was refused, which counts as well.
  }
  const wall = performance.now() - began;
  const { user, system } = process.threadCpuUsage(before);
  const busy = (user + system) / 1_000;
  return busy > 10 ? Math.min(busy, wall) : wall;
}
