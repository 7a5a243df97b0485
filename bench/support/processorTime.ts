/** Processor time of a process with all its threads and of its children, where the system tells it (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc (USER_HZ), on every Linux that Node runs on. */
const TICKS = 100;

/** Milliseconds of user and system time since they started, in steps of ten. Of children that have ended, what the process has collected. */
export function processorMs(pid: number): number {
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  // Fields 14 to 17 of proc(5): own user and system time, and those of ended children; the state is field 3.
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  const own = (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / TICKS;
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
