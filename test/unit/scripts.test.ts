/** How `npm start` and its relatives run a script: what ends the shell between npm and the script ends the script as well. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { until } from '../support/until.ts';

const ensure = join(resolve(import.meta.dirname, '..', '..'), 'scripts', 'ensure.mjs');

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A shell as npm starts it, which waits for the runner of a script; the process ids of runner and script. */
async function started(environment: Readonly<Record<string, string>>) {
  const script = 'console.log(process.pid, process.ppid); setInterval(() => {}, 1_000)';
  const runner = `import { runOnNode24 } from '${ensure}'; runOnNode24(['-e', '${script}'])`;
  const { npm_lifecycle_event: _, ...own } = process.env;
  const shell = spawn('sh', ['-c', `"${process.execPath}" --input-type=module -e "$0"; true`, runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...own, ...environment },
  });
  const { value } = await createInterface(shell.stdout)[Symbol.asyncIterator]().next();
  const [pid = 0, runnerPid = 0] = String(value).split(' ').map(Number);
  return { shell, pid, runnerPid };
}

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('a script that npm runs ends when the shell between them is ended', async () => {
  const { shell, pid, runnerPid } = await started({ npm_lifecycle_event: 'start' });

  shell.kill('SIGTERM');
  await until(async () => !isAlive(pid) && !isAlive(runnerPid), 100);

  expect([isAlive(pid), isAlive(runnerPid)]).toEqual([false, false]);
});

onUnix('a signal to the runner itself reaches the script, without npm too', async () => {
  const { shell, pid, runnerPid } = await started({});

  process.kill(runnerPid, 'SIGTERM');
  await until(async () => !isAlive(pid) && !isAlive(runnerPid), 100);

  expect([isAlive(pid), isAlive(runnerPid)]).toEqual([false, false]);
  shell.kill('SIGKILL');
});
