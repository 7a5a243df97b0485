/**
 * Lets the noisy party's client and upstream, which represent other machines, take no processor time from the stack or
 * the measured client. On Linux they run in the scheduling class SCHED_IDLE (sched(7)), where any other process gets a
 * core at once; a process of the lowest priority would still run to the end of its time slice. On other systems they
 * have the lowest priority.
 */
import { spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';

/** Applies to the calling process with all of its threads. */
export function runAsIfElsewhere(): void {
  setPriority(19);
  if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
}
