/**
 * The environments of one function. A function without tenants has a fixed number (at least two) of threads, used by turns unless another
 * thread has less to do, so that no code can rely on one instance's memory. A function with tenant isolation has one child process per
 * tenant.
 */
import { newRequestId } from '../lib/requestIds.ts';
import { type Environment, type InvocationSink, startEnvironment, THROTTLED } from './environment.ts';
import type { Place } from './places/place.ts';
import type { LogSink } from './runtime/log.ts';
import type { EnvironmentStart, GivenEvent, HttpEvent, TwinChannel } from './runtime/protocol.ts';
import { withBody } from './runtime/runtime.ts';

/** A function of the template. */
export interface FunctionDefinition extends EnvironmentStart {
  readonly logicalId: string;
  readonly arn: string;
  readonly roleId: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly place: Place;
  /** Whether its environments start with the host instead of at the first call. */
  readonly warm: boolean;
  /** Whether a running invocation is told that its caller has disconnected, which Lambda never does. */
  readonly hearsLeaving: boolean;
  /** Its reserved concurrency in the template. */
  readonly reserved?: number | undefined;
}

/** Options of one invocation. */
export interface InvokeOptions {
  readonly tenantId?: string | undefined;
  /** Who makes the invocation, among the callers of its tenant; they are served by turns. */
  readonly asker?: string | undefined;
  /** The body of the HTTP request in the event, which lacks it. The caller must not use it afterwards. */
  readonly body?: Buffer | undefined;
  /** Maximum bytes of the event as JSON. */
  readonly most?: number | undefined;
}

/** Larger bodies are handled in a thread of their own, because parsing one in a thread that serves others would delay them. */
const LARGE_BODY_BYTES = 32 * 1024;

/** Maximum number of tenant processes; beyond it, the one that was idle longest ends. */
const TENANT_PROCESSES = 32;
const TENANT_IDLE_MS = 10 * 60_000;

/** A thread whose heap has grown beyond this is ended once it is idle: V8 gives back little of what one large document has taken. */
const IDLE_HEAP_BYTES = 96 * 1024 * 1024;
const THREAD_IDLE_MS = 10_000;
const SWEEP_MS = 15_000;

/** The environments of one function. */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  private readonly log: LogSink;
  private readonly twins: TwinChannel | undefined;
  private readonly threads: Array<Environment | undefined>;
  private large: Environment | undefined;
  private readonly tenants = new Map<string, Environment>();
  private turn = 0;
  private running = 0;
  private readonly sweep: NodeJS.Timeout;

  constructor(definition: FunctionDefinition, options: { workers: number; log: LogSink; twins?: TwinChannel }) {
    this.definition = definition;
    this.log = options.log;
    this.twins = options.twins;
    this.threads = new Array(Math.max(2, options.workers)).fill(undefined);
    this.sweep = setInterval(() => {
      this.endIdleTenants();
      void this.endGrownThreads();
    }, SWEEP_MS).unref();
  }

  /** Whether it has one environment per tenant. */
  get tenanted(): boolean {
    return this.definition.place === 'process';
  }

  /** Starts every thread now, before the first request. */
  warm(): void {
    if (!this.tenanted) for (let at = 0; at < this.threads.length; at++) this.thread(at);
  }

  /** Starts the next thread. */
  warmOne(): void {
    if (!this.tenanted) this.thread(this.turn % this.threads.length);
  }

  /** Invokes the handler and streams what it reports into the sink; returns a function to call when the caller disconnects. */
  invoke(event: unknown, given: InvocationSink, { tenantId, asker, body, most }: InvokeOptions = {}): () => void {
    const sink = this.definition.reserved === undefined ? given : this.counted(given, this.definition.reserved);
    if (!sink) {
      given.failed(THROTTLED, 'Rate Exceeded.');
      return () => {};
    }
    const environment = this.tenanted
      ? this.tenant(tenantId as string)
      : isLarge(body)
        ? this.largeEvents()
        : this.nextThread();
    return environment.invoke(givenOf(event, body, most), sink, { requestId: newRequestId(), tenantId, asker });
  }

  /** The sink, with its invocation counted until it ends; undefined when the limit is reached. */
  private counted(sink: InvocationSink, most: number): InvocationSink | undefined {
    if (this.running >= most) return undefined;
    this.running++;
    return {
      prelude: (prelude) => sink.prelude?.(prelude),
      chunk: (data, isLast) => sink.chunk?.(data, isLast),
      done: (payload) => {
        this.running--;
        sink.done(payload);
      },
      failed: (errorType, message) => {
        this.running--;
        sink.failed(errorType, message);
      },
    };
  }

  close(): void {
    clearInterval(this.sweep);
    for (const environment of [...this.threads, this.large, ...this.tenants.values()]) environment?.close();
    this.log.close?.();
  }

  /** The next thread by turns, or a worker thread with less to do. */
  private nextThread(): Environment {
    const { length } = this.threads;
    const first = this.turn++;
    let chosen = this.thread(first % length);
    if (this.definition.place !== 'thread') return chosen;
    for (let step = 1; step < length && chosen.busy > 0; step++) {
      const other = this.thread((first + step) % length);
      if (other.busy < chosen.busy) chosen = other;
    }
    return chosen;
  }

  private thread(at: number): Environment {
    let environment = this.threads[at];
    if (!environment?.isFit) {
      environment = this.start();
      this.threads[at] = environment;
    }
    return environment;
  }

  /** The environment for requests with large bodies. */
  private largeEvents(): Environment {
    if (!this.large?.isFit) this.large = this.start('thread');
    return this.large;
  }

  private tenant(tenantId: string): Environment {
    let environment = this.tenants.get(tenantId);
    if (!environment?.isFit) {
      if (this.tenants.size >= TENANT_PROCESSES) this.endIdleTenants(0, 1);
      environment = this.start();
      this.tenants.set(tenantId, environment);
    }
    return environment;
  }

  private start(where?: Place): Environment {
    const {
      variables,
      logicalId: _id,
      arn: _arn,
      roleId: _role,
      place,
      warm: _warm,
      reserved: _reserved,
      hearsLeaving,
      ...start
    } = this.definition;
    return startEnvironment({
      start,
      variables,
      place: where ?? place,
      hearsLeaving,
      log: this.log,
      ...(this.twins && { twins: this.twins }),
    });
  }

  /** Ends threads that are idle for this long and hold much memory; the next invocation starts another one. */
  async endGrownThreads(idleMs = THREAD_IDLE_MS): Promise<void> {
    const isIdle = ({ busy, lastUsed }: Environment) => busy === 0 && performance.now() - lastUsed >= idleMs;
    for (const environment of [...this.threads, this.large]) {
      if (!environment?.isFit || !isIdle(environment)) continue;
      // It may have been given work meanwhile.
      if ((await environment.heapBytes()) > IDLE_HEAP_BYTES && isIdle(environment)) environment.close();
    }
  }

  private endIdleTenants(idleMs = TENANT_IDLE_MS, most = Number.POSITIVE_INFINITY): void {
    let ended = 0;
    const oldestFirst = [...this.tenants].sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    for (const [tenantId, environment] of oldestFirst) {
      const idle = environment.busy === 0 && performance.now() - environment.lastUsed >= idleMs;
      if (ended < most && (idle || !environment.isFit)) {
        this.tenants.delete(tenantId);
        environment.close();
        ended++;
      }
    }
  }
}

function givenOf(event: unknown, body: Buffer | undefined, most: number | undefined): GivenEvent {
  if (event instanceof EventText) return { text: event.text };
  if (body === undefined || body.length === 0) return { event };
  if (!isLarge(body)) return { event: withBody(event as HttpEvent, body) };
  const isAlone = body.byteLength === body.buffer.byteLength;
  return {
    event: event as HttpEvent,
    body: isAlone ? body : Uint8Array.from(body),
    ...(most !== undefined && { most }),
  };
}

const isLarge = (body: Buffer | undefined): boolean => body !== undefined && body.length > LARGE_BODY_BYTES;

/** A large event as JSON text, which the function's own thread parses. */
export class EventText {
  readonly text: string | Uint8Array;
  constructor(text: string | Uint8Array) {
    this.text = text;
  }
}

/** The pool of the function with this ARN. `pools`: by name of the function, the last part of its ARN. */
export const poolOf = (pools: ReadonlyMap<string, FunctionPool>, arn: string): FunctionPool | undefined =>
  pools.get(arn.slice(arn.lastIndexOf(':') + 1));

/** One buffered invocation as a promise. Rejects with FunctionFailed. */
export function invokeBuffered(pool: FunctionPool, event: unknown, options: InvokeOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    pool.invoke(
      event,
      {
        chunk: (data) => chunks.push(typeof data === 'string' ? Buffer.from(data) : data),
        done: (payload) => resolve(payload ?? Buffer.concat(chunks).toString()),
        failed: (errorType, message) => reject(new FunctionFailed(errorType, message)),
      },
      options,
    );
  });
}

/** The handler threw or timed out, or its environment died: a function error in Lambda's terms. */
export class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
