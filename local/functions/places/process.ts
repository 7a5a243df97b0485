/**
 * A tenant's child process, locked down by its flags (core/sandbox/flags.ts). The host watches its resident memory, because
 * buffers are outside of the heap that the flags limit.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sandboxNodeFlags } from '../../../core/sandbox/flags.ts';
import type { Die, EnvironmentOptions, Receive, Started } from '../environment.ts';
import type { FromEnvironment, ToEnvironment } from '../protocol.ts';

const FUNCTIONS = dirname(import.meta.dirname);
const WATCH_MS = 1_000;

export function startChild({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const child = fork(join(FUNCTIONS, 'child.ts'), [], {
    env: { ...variables },
    cwd: dirname(start.module),
    execArgv: sandboxNodeFlags({ readable: [dirname(start.module), FUNCTIONS], memoryMb: start.memoryMb }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  });
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => log.write(chunk));
  child.on('message', (message) => receive(message as FromEnvironment));
  child.on('error', () => die('Runtime.ExitError', 'The process could not be started'));
  child.on('exit', (code, signal) =>
    die('Runtime.ExitError', `Runtime exited ${signal ? `by ${signal}` : `with code ${code}`}`),
  );
  child.send({ type: 'start', start } satisfies ToEnvironment);
  const watch = setInterval(() => {
    if (residentMb(child.pid) < mostResidentMb(start.memoryMb)) return;
    die('Runtime.OutOfMemory', 'Runtime exited because it used more memory than the function has');
    child.kill('SIGKILL');
  }, WATCH_MS).unref();
  child.on('exit', () => clearInterval(watch));
  return {
    post: (message) => {
      if (child.connected) child.send(jsonOf(message));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The channel of a child process carries JSON. */
const jsonOf = (message: ToEnvironment): ToEnvironment =>
  message.type === 'answer' && typeof message.bytes === 'object'
    ? { ...message, bytes: Buffer.from(message.bytes).toString('base64') }
    : message;

/** Above what the heap's own limit allows for: buffers are outside of the heap, and Node itself needs some. */
const mostResidentMb = (memoryMb: number): number => memoryMb * 1.5 + 100;

/** Memory that the process really uses; 0 where the system does not tell. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}
