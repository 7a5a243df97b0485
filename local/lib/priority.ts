/**
 * Lowers the priority of tenants' processes, and of threads of the host where the system schedules threads one by one, so that what
 * clients wait for runs first when there is more work than cores. Lowering needs no right. A priority is never raised: the person who
 * started the host may have lowered it on purpose.
 */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';

const LOWEST = 19;
/**
 * Work at lower priority takes milliseconds (management, sealing, parsing of documents, tenants' processes); MCP requests, in the host's
 * own thread, take fractions. Steps of nice(2) also count against other programs: with ten, a busy machine would leave almost nothing.
 */
const STEPS_BEHIND = 5;

/** Lowers the priority of a process that was just started. */
export function startBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(LOWEST, getPriority() + STEPS_BEHIND));
  } catch {
    // It has ended already, or the system forbids it.
  }
}

/** `by`: steps below the thread's present priority. Does nothing where threads have no id of their own (macOS, Windows). */
export function giveWay(by = STEPS_BEHIND): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread === undefined) return;
    const id = Number(thread);
    setPriority(id, Math.min(LOWEST, getPriority(id) + by));
  } catch {
    // A container without /proc, or one that forbids it: the priority stays.
  }
}
