/**
 * Lets tenants' processes give way to the host, and a thread of the host to its others where the system schedules threads one by one: what
 * a client waits for runs first when there is more work than cores. To lower a priority takes no right. None is ever raised: whoever
 * started the host may have lowered the whole of it, and root could.
 */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';

const LOWEST = 19;
/**
 * What runs behind takes milliseconds (management, sealing, reading of documents, what tenants' answers cost); MCP clients, in the host's own
 * thread, count in fractions. Steps of nice(2) hold against every other program, too: with ten, a machine that is busy otherwise leaves next
 * to nothing.
 */
const STEPS_BEHIND = 5;

/** The process that was just started runs behind the host from its first thread on. */
export function startBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(LOWEST, getPriority() + STEPS_BEHIND));
  } catch {
    // It has ended already, or the system does not let it.
  }
}

/** `by`: steps below what the thread has now. Does nothing where a thread has no number of its own (macOS, Windows). */
export function giveWay(by = STEPS_BEHIND): void {
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
