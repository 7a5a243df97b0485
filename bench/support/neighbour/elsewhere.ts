/**
 * The noisy party's client and its upstream stand for other machines: what they cost shall not take the processor from the stack or
 * from the client that is measured. On Linux they run in the scheduling class SCHED_IDLE (sched(7)): whatever else wants a core has it
 * at once, where a process of the lowest priority would still run to the end of its slice. Elsewhere they have the lowest priority.
 */
import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';

/** For the calling process, with all of its threads. */
export function runAsIfElsewhere(): void {
  setPriority(19);
  if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
}
