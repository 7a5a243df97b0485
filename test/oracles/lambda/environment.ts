/**
 * Environments of the local stack whose functions run under AWS's own runtime client, as on Lambda: a process runs one invocation at a
 * time, further ones at the same moment get processes of their own, and a process is frozen (SIGSTOP) while it has nothing to do. Nobody
 * is told that a caller has left. A time-out ends the process; initialization does not count towards it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment, InvocationOptions, InvocationSink } from '../../../local/functions/environment.ts';
import type { EnvironmentOptions } from '../../../local/functions/places/place.ts';
import type { GivenEvent } from '../../../local/functions/runtime/protocol.ts';
import { eventOf } from '../../../local/functions/runtime/runtime.ts';
import { CLIENT } from './client.ts';
import { type NextInvocation, RuntimeApi } from './runtimeApi.ts';

/** On AWS the process is ended by its host; here by the kernel when the host has ended. */
const SETPRIV = '/usr/bin/setpriv';
/** Share of the function's memory that V8 may use for its heap. */
const HEAP = 0.9;

/** What happens to processes. */
export interface Happened {
  readonly functionName: string;
  readonly what: 'initialized' | 'init failed' | 'frozen' | 'thawed' | 'invoked' | 'ended';
  readonly detail?: string;
}

interface Invocation {
  readonly next: NextInvocation & { readonly timeoutMs: number };
  readonly sink: InvocationSink;
}

/** Starts an environment; `report` hears what happens to its processes. */
export function startLambda(options: EnvironmentOptions, report: (happened: Happened) => void = () => {}): Environment {
  return new LambdaEnvironment(options, report);
}

class LambdaEnvironment implements Environment {
  private readonly options: EnvironmentOptions;
  private readonly report: (happened: Happened) => void;
  private readonly processes = new Set<LambdaProcess>();
  private closed = false;
  lastUsed = Date.now();

  constructor(options: EnvironmentOptions, report: (happened: Happened) => void) {
    this.options = options;
    this.report = report;
    // Started with the environment, as provisioned concurrency is.
    this.start();
  }

  get busy(): number {
    return [...this.processes].filter(({ isBusy }) => isBusy).length;
  }

  get isFit(): boolean {
    return !this.closed;
  }

  async heapBytes(): Promise<number> {
    return 0;
  }

  invoke(given: GivenEvent, sink: InvocationSink, { requestId, tenantId }: InvocationOptions): () => void {
    this.lastUsed = Date.now();
    const { functionName, timeoutMs } = this.options.start;
    let event: string;
    try {
      event = JSON.stringify(eventOf(given));
    } catch (error) {
      sink.failed((error as Error).name, (error as Error).message);
      return () => {};
    }
    const arn = `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`;
    const next = { requestId, arn, tenantId, event, deadline: 0, timeoutMs };
    const free = [...this.processes].find(({ isBusy }) => !isBusy) ?? this.start();
    free.invoke({ next, sink });
    return () => {};
  }

  close(): void {
    this.closed = true;
    for (const each of this.processes) each.end('Runtime.ExitError', 'The environment was closed');
  }

  private start(): LambdaProcess {
    const started = new LambdaProcess(this.options, this.report, () => this.processes.delete(started));
    this.processes.add(started);
    return started;
  }
}

class LambdaProcess {
  private readonly options: EnvironmentOptions;
  private readonly report: (happened: Happened) => void;
  private readonly ended: () => void;
  private readonly api: RuntimeApi;
  private child: ChildProcess | undefined;
  private current: Invocation | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The client has asked for an invocation and got none. */
  private isIdle = false;
  private isInitialized = false;
  private isOver = false;

  constructor(options: EnvironmentOptions, report: (happened: Happened) => void, ended: () => void) {
    this.options = options;
    this.report = report;
    this.ended = ended;
    this.api = new RuntimeApi({
      idle: () => this.idle(),
      prelude: (prelude) => this.current?.sink.prelude?.(prelude),
      chunk: (data) => this.current?.sink.chunk?.(data, false),
      responded: (payload) => this.finish((sink) => sink.done(payload)),
      failed: ({ errorType, errorMessage }) => this.finish((sink) => sink.failed(errorType, errorMessage)),
      initFailed: ({ errorType, errorMessage }) => this.end(errorType, errorMessage),
    });
    void this.launch();
  }

  get isBusy(): boolean {
    return this.current !== undefined || this.isOver;
  }

  invoke(invocation: Invocation): void {
    this.current = invocation;
    if (this.isIdle) this.give();
  }

  end(errorType: string, message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.tell(this.isInitialized ? 'ended' : 'init failed', `${errorType} ${message}`);
    this.finish((sink) => sink.failed(errorType, message));
    this.child?.kill('SIGKILL');
    this.api.close();
    this.ended();
  }

  private tell(what: Happened['what'], detail?: string): void {
    this.report({ functionName: this.options.start.functionName, what, ...(detail !== undefined && { detail }) });
  }

  private async launch(): Promise<void> {
    const { start, variables, log } = this.options;
    const address = await this.api.listen();
    if (this.isOver) return;
    const folder = dirname(start.module);
    const flags = [`--max-old-space-size=${Math.floor(start.memoryMb * HEAP)}`, ...preload(start.egress)];
    const command = [process.execPath, ...flags, CLIENT];
    const [program, ...args] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', ...command] : command;
    const child = spawn(program as string, args, {
      cwd: folder,
      env: {
        ...variables,
        _HANDLER: `${start.module.slice(folder.length + 1).replace(/\.mjs$/, '')}.${start.handler}`,
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(start.memoryMb),
        AWS_LAMBDA_FUNCTION_NAME: start.functionName,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
        AWS_LAMBDA_LOG_FORMAT: 'JSON',
        AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${start.functionName}`,
        AWS_LAMBDA_LOG_STREAM_NAME: '2026/11/26/[$LATEST]0123456789abcdef',
        AWS_LAMBDA_RUNTIME_API: address,
        LAMBDA_RUNTIME_DIR: dirname(CLIENT),
        LAMBDA_TASK_ROOT: folder,
        LANG: 'en_US.UTF-8',
        TZ: ':UTC',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => log.write(chunk));
    child.on('exit', (code, signal) =>
      this.end('Runtime.ExitError', `Runtime exited ${signal ? `by ${signal}` : `with code ${code}`}`),
    );
  }

  private idle(): void {
    if (!this.isInitialized) this.tell('initialized');
    this.isInitialized = true;
    this.isIdle = true;
    if (this.current) this.give();
    else {
      this.child?.kill('SIGSTOP');
      this.tell('frozen');
    }
  }

  private give(): void {
    const { next } = this.current as Invocation;
    this.isIdle = false;
    this.child?.kill('SIGCONT');
    this.tell('invoked');
    // The longest delay of a timer; functions without a limit are those of a stack without a limit for streams.
    const timeoutMs = Math.min(next.timeoutMs, 2 ** 31 - 1);
    this.timer = setTimeout(() => {
      this.end('Sandbox.Timedout', `Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`);
    }, timeoutMs).unref();
    this.api.give({ ...next, deadline: Date.now() + timeoutMs });
  }

  private finish(act: (sink: InvocationSink) => void): void {
    const { current } = this;
    clearTimeout(this.timer);
    this.current = undefined;
    if (current) act(current.sink);
  }
}

/** What the host of the local stack says of upstreams on this machine; on AWS there is no such thing. */
function preload(egress: EnvironmentOptions['start']['egress']): string[] {
  if (!egress) return [];
  const code = `const deep = (v) => { if (typeof v === 'object' && v) { Object.values(v).forEach(deep); Object.freeze(v); } return v; };
    globalThis[Symbol.for('portcullis.egress.host')] = deep(${JSON.stringify(egress)});`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
