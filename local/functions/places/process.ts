/**
 * A tenant's child process, locked down by its flags (core/sandbox/flags.ts). The host watches its resident memory, because
 * buffers are outside of the heap that the flags limit.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import process from 'node:process';
import { sandboxNodeFlags } from '../../../core/sandbox/flags.ts';
import { startBehind } from '../../lib/priority.ts';
import { entryFolder, entryOf } from '../runtime/entries.ts';
import { lineWriter, readLines } from '../runtime/lines.ts';
import type { FromEnvironment, ToEnvironment } from '../runtime/protocol.ts';
import type { Die, EnvironmentOptions, Receive, Started } from './place.ts';

const WATCH_MS = 1_000;
/** Calls after which V8 optimizes a function, instead of 3,000: a tenant's process does one thing, often for one client only. */
const COMPILE_EARLY = '--invocation-count-for-turbofan=500';

/**
 * On Linux the kernel ends a child with its host, however the host ends and whatever the child does (prctl(2), PR_SET_PDEATHSIG). On
 * other systems the child ends when its channel is closed.
 */
const SETPRIV = '/usr/bin/setpriv';
const MORTAL: readonly [string, ...string[]] =
  process.platform === 'linux' && existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'KILL', process.execPath]
    : [process.execPath];

/** Starts an environment in a child process. */
export function startChild({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const flags = sandboxNodeFlags({ readable: [dirname(start.module), entryFolder()], memoryMb: start.memoryMb });
  const [command, ...before] = MORTAL;
  const child = spawn(command, [...before, COMPILE_EARLY, ...flags, entryOf('child')], {
    env: { ...variables },
    cwd: dirname(start.module),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  startBehind(child.pid);
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => log.write(chunk));
  const pipe = child.stdio[3] as Socket;
  const kill = () => void child.kill('SIGKILL');
  readLines(pipe, (message) => receive(message as FromEnvironment), kill);
  // The exit of the process reports the end.
  pipe.on('error', () => {});
  const post = lineWriter(pipe);
  child.on('error', () => die('Runtime.ExitError', 'The process could not be started'));
  child.on('exit', (code, signal) =>
    die('Runtime.ExitError', `Runtime exited ${signal ? `by ${signal}` : `with code ${code}`}`),
  );
  post({ type: 'start', start } satisfies ToEnvironment);
  const watch = setInterval(() => {
    if (residentMb(child.pid) < mostResidentMb(start.memoryMb)) return;
    die('Runtime.OutOfMemory', 'Runtime exited because it used more memory than the function has');
    child.kill('SIGKILL');
  }, WATCH_MS).unref();
  child.on('exit', () => clearInterval(watch));
  return { post: (message) => post(jsonOf(message)), kill };
}

/** Bytes in a form that JSON can carry. */
const jsonOf = (message: ToEnvironment): ToEnvironment =>
  message.type === 'answer' && typeof message.bytes === 'object'
    ? { ...message, bytes: Buffer.from(message.bytes).toString('base64') }
    : message;

/** Above the heap limit: buffers are outside of the heap, and Node itself needs some memory. */
const mostResidentMb = (memoryMb: number): number => memoryMb * 1.5 + 100;

/** Resident memory of the process; 0 where the system does not tell. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}
