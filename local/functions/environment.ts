/**
 * One execution environment as the host sees it: started once, takes invocations, dies. A worker thread for ordinary
 * functions, a locked-down child process for a tenant. A crash or a timeout fails the running invocations as Lambda would.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sandboxNodeFlags } from '../../core/sandbox/flags.ts';
import type { LogSink } from './log.ts';
import type { EnvironmentStart, FromEnvironment, Prelude, ToEnvironment, TwinAnswer, TwinRequest } from './protocol.ts';

/** What one invocation reports, in this order: prelude?, chunks, then result or end or failure. */
export interface InvocationSink {
  prelude?(prelude: Prelude): void;
  /** `isLast`: nothing but `done` follows, at once. */
  chunk?(data: Uint8Array | string, isLast: boolean): void;
  /** JSON text of a buffered handler's answer, or undefined at the end of a stream. */
  done(payload: string | undefined): void;
  failed(errorType: string, message: string): void;
}

export interface Environment {
  readonly busy: number;
  /** Alive, and not about to end because an invocation ran too long. */
  readonly isFit: boolean;
  readonly lastUsed: number;
  /** Returns a function to be called when the caller goes away. */
  invoke(event: string, sink: InvocationSink, options: { requestId: string; tenantId?: string }): () => void;
  close(): void;
}

/** Answers in parts; the function it returns is called when the caller gives the request up. */
export type TwinChannel = (request: TwinRequest, answer: (part: TwinAnswer) => void) => () => void;

/** Lambda runs one invocation at a time in an environment; a process that stands for many takes a few, the others wait. */
const MOST_AT_ONCE = 8;
const WATCH_MS = 1_000;

interface Process {
  post(message: ToEnvironment): void;
  kill(): void;
}

interface Running {
  readonly sink: InvocationSink;
  readonly timer: NodeJS.Timeout;
}

export interface EnvironmentOptions {
  readonly start: EnvironmentStart;
  readonly variables: Readonly<Record<string, string>>;
  /** A child process of its own instead of a thread. */
  readonly isolated: boolean;
  readonly log: LogSink;
  /** Serves the requests that handler code sends to AWS. */
  readonly twins?: TwinChannel;
}

export function startEnvironment(options: EnvironmentOptions): Environment {
  const { start } = options;
  const running = new Map<number, Running>();
  const waiting: ToEnvironment[] = [];
  const queue: Array<() => void> = [];
  let ready = false;
  let alive = true;
  let retired = false;
  const asked = new Map<number, () => void>();
  let counter = 0;
  let lastUsed = Date.now();

  const finish = (id: number, act: (sink: InvocationSink) => void) => {
    const entry = running.get(id);
    if (!entry) return;
    running.delete(id);
    clearTimeout(entry.timer);
    act(entry.sink);
    if (retired && running.size === 0) {
      alive = false;
      process.kill();
      for (const begin of queue.splice(0)) begin();
    } else if (alive) queue.shift()?.();
  };
  const die = (errorType: string, message: string) => {
    if (!alive) return;
    alive = false;
    for (const id of [...running.keys()]) finish(id, (sink) => sink.failed(errorType, message));
    for (const begin of queue.splice(0)) begin();
    for (const leave of asked.values()) leave();
  };
  const receive = (message: FromEnvironment) => {
    switch (message.type) {
      case 'ready':
        ready = true;
        for (const each of waiting.splice(0)) process.post(each);
        return;
      case 'broken':
        die(message.errorType, message.message);
        process.kill();
        return;
      case 'result':
        return finish(message.id, (sink) => sink.done(message.payload));
      case 'failure':
        return finish(message.id, (sink) => sink.failed(message.errorType, message.message));
      case 'output': {
        const { id, prelude, text, data, ends } = message;
        const sink = running.get(id)?.sink;
        if (prelude) sink?.prelude?.(prelude);
        const piece = text ?? (typeof data === 'string' ? Buffer.from(data, 'base64') : data);
        if (piece !== undefined) sink?.chunk?.(piece, ends);
        if (ends) finish(id, (each) => each.done(undefined));
        return;
      }
      case 'request':
        return answerRequest(message);
      case 'leave':
        asked.get(message.id)?.();
        asked.delete(message.id);
        return;
    }
  };
  const answerRequest = (request: TwinRequest) => {
    const leave = options.twins?.(request, (answer) => {
      if (answer.ends) asked.delete(request.id);
      if (alive) process.post(answer);
    });
    if (leave) asked.set(request.id, leave);
  };
  const process = options.isolated ? startChild(options, receive, die) : startThread(options, receive, die);

  return {
    get busy() {
      return running.size + queue.length;
    },
    get isFit() {
      return alive && !retired;
    },
    get lastUsed() {
      return lastUsed;
    },
    invoke(event, sink, { requestId, tenantId }) {
      const id = ++counter;
      let gone = false;
      lastUsed = Date.now();
      const begin = () => {
        if (gone) return void queue.shift()?.();
        if (!alive) return sink.failed('Runtime.ExitError', 'The environment ended before the invocation began');
        const timer = setTimeout(() => {
          // Lambda ends the whole environment. Here others may run in it: it takes no more and ends with the last of them.
          retired = true;
          finish(id, (each) => {
            each.failed('Sandbox.Timedout', `Task timed out after ${(start.timeoutMs / 1_000).toFixed(2)} seconds`);
          });
        }, start.timeoutMs);
        timer.unref();
        running.set(id, { sink, timer });
        const message: ToEnvironment = { type: 'invoke', id, event, requestId, ...(tenantId ? { tenantId } : {}) };
        if (ready) process.post(message);
        else waiting.push(message);
      };
      if (options.isolated && running.size >= MOST_AT_ONCE) queue.push(begin);
      else begin();
      return () => {
        lastUsed = Date.now();
        gone = true;
        if (running.has(id) && alive) process.post({ type: 'gone', id });
      };
    },
    close() {
      die('Runtime.ExitError', 'The environment was closed');
      process.kill();
    },
  };
}

type Receive = (message: FromEnvironment) => void;
type Die = (errorType: string, message: string) => void;

function startThread({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Process {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    env: { ...variables },
    stdout: true,
    stderr: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: Math.max(128, start.memoryMb) },
  });
  for (const output of [worker.stdout, worker.stderr]) output.on('data', (chunk: Buffer) => log.write(chunk));
  worker.on('message', receive);
  worker.on('error', (error) => die('Runtime.ExitError', `RequestId: worker failed: ${(error as Error).name}`));
  worker.on('exit', (code) => die('Runtime.ExitError', `Runtime exited with code ${code}`));
  worker.postMessage({ type: 'start', start } satisfies ToEnvironment);
  return { post: (message) => worker.postMessage(message), kill: () => void worker.terminate() };
}

function startChild({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Process {
  const child = fork(join(import.meta.dirname, 'child.ts'), [], {
    env: { ...variables },
    cwd: dirname(start.module),
    execArgv: sandboxNodeFlags({ readable: [dirname(start.module), import.meta.dirname], memoryMb: start.memoryMb }),
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
