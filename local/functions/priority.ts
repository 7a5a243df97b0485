/**
 * Lets a thread of the host give way to the others where the system schedules threads one by one: what a client waits for runs first
 * when there is more work than cores. A thread may lower its own priority without any right. It never raises it: whoever started the
 * host may have lowered the whole of it, and root could.
 */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';

const LOWEST = 19;

/** `by`: steps of nice(2) below what the thread has now. Does nothing where a thread has no number of its own (macOS, Windows). */
export function giveWay(by: number): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread === undefined) return;
    const id = Number(thread);
    setPriority(id, Math.min(LOWEST, getPriority(id) + by));
  } catch {
    // A container without /proc, or one that forbids it: everything runs as it would have without.
  }
}
