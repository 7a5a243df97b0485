/** A server that others wrote, started on loopback for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 60_000;

/** A running server. */
export interface LoopbackServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `program`, which shall answer at `url` (`ask` rejects until then). Throws when it does not within `patienceMs`, a minute. */
export async function startServer(
  url: string,
  program: string,
  args: readonly string[],
  ask: () => Promise<unknown> = () => fetch(url),
  patienceMs = START_MS,
): Promise<LoopbackServer> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit').catch(() => {});
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const answers = () =>
    ask().then(
      () => true,
      () => false,
    );
  for (const until = Date.now() + patienceMs; !(await answers()); await sleep(100)) {
    const isGone = child.pid === undefined || child.exitCode !== null;
    if (!isGone && Date.now() < until) continue;
    if (!isGone) await stop();
    throw new Error(`${program} did not start${child.exitCode === null ? '' : `: exit code ${child.exitCode}`}.`);
  }
  return { url, stop };
}
