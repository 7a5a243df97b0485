/**
 * One execution environment from the host's side: it is started once, takes invocations and ends. Its place (places/) decides where it
 * runs. A crash or timeout fails the running invocations as Lambda would.
 */
import { startHere } from './places/here.ts';
import type { Die, EnvironmentOptions, Place, Receive, Started } from './places/place.ts';
import { startChild } from './places/process.ts';
import { startThread } from './places/thread.ts';
import { type PlaceLimits, Places } from './placing.ts';
import { Mirror, Pending } from './runtime/pending.ts';
import type { FromEnvironment, GivenEvent, Prelude, ToEnvironment, TwinRequest } from './runtime/protocol.ts';

/** What an invocation reports, in this order: prelude (optional), chunks, then result, end or failure. */
export interface InvocationSink {
  prelude?(prelude: Prelude): void;
  /** `isLast`: only `done` follows, at once. */
  chunk?(data: Uint8Array | string, isLast: boolean): void;
  /** JSON text of a buffered handler's response, or undefined at the end of a stream. */
  done(payload: string | undefined): void;
  failed(errorType: string, message: string): void;
}

/** Error type of an invocation that was refused because too many are running; the name in Lambda's API. */
export const THROTTLED = 'TooManyRequestsException';

/** Options of one invocation. */
export interface InvocationOptions {
  readonly requestId: string;
  readonly tenantId?: string | undefined;
  /** Who makes the invocation, among the callers of the tenant. */
  readonly asker?: string | undefined;
}

/** An environment. */
export interface Environment {
  readonly busy: number;
  /** Alive, and not about to end because an invocation timed out. */
  readonly isFit: boolean;
  /** Milliseconds of the monotonic clock. */
  readonly lastUsed: number;
  /** Memory of its heap in bytes; 0 where it has none of its own in the host's process, or has ended. */
  heapBytes(): Promise<number>;
  /**
   * The event is plain data that the caller must not use afterwards. Returns a function to call when the caller disconnects:
   * an invocation that waits for a place is given up, one that runs goes on (except where `hearsLeaving`).
   */
  invoke(given: GivenEvent, sink: InvocationSink, options: InvocationOptions): () => void;
  close(): void;
}

/**
 * Lambda runs one invocation at a time in an environment; a local process stands for many environments, so it runs several and the others
 * wait. Sixteen responses of 10 MB leave most of the sandbox's memory free. A longer wait would be useless, as the caller retries.
 */
const SHARED: PlaceLimits = { places: 16, placesEach: 12, waiting: 300, waitingEach: 100, waitMs: 5_000 };

const PLACES: Readonly<Record<Place, (options: EnvironmentOptions, receive: Receive, die: Die) => Started>> = {
  here: startHere,
  thread: startThread,
  process: startChild,
};

/** Number of an invocation that has not begun. */
const NOT_BEGUN = 0;

/** Lambda lets a function initialize for ten seconds, and then once more in the time of the invocation. */
const INITIALIZATION_MS = 10_000;

type Invoke = Extract<ToEnvironment, { type: 'invoke' }>;
type Gone = Extract<ToEnvironment, { type: 'gone' }>;

interface Running {
  readonly sink: InvocationSink;
  /** When it times out (milliseconds of the monotonic clock: what sets the clock of the machine must not end what runs). */
  until: number;
  readonly asker: string;
}

/** How much later than its time limit an invocation may be ended, as a part of the limit, and at most (milliseconds). */
const LATE = { part: 0.02, most: 1_000 };

/** Starts an environment; invocations wait until it is ready. */
export const startEnvironment = (options: EnvironmentOptions): Environment => new StartedEnvironment(options);

class StartedEnvironment implements Environment {
  private readonly options: EnvironmentOptions;
  private readonly process: Started;
  private readonly running = new Pending<Running>();
  /** What is sent once the environment is ready. */
  private readonly waiting: (Invoke | Gone)[] = [];
  private readonly places: Places | undefined;
  /** Requests to twins that are not answered yet, with what cancels each. */
  private readonly asked = new Mirror<() => void>();
  private ready = false;
  private alive = true;
  private retired = false;
  /** Looks for invocations that have timed out, while any runs: a timer for each would cost more than the rest of beginning it. */
  private watch: NodeJS.Timeout | undefined;
  lastUsed = performance.now();

  constructor(options: EnvironmentOptions) {
    this.options = options;
    this.places = options.place === 'process' ? new Places(SHARED) : undefined;
    this.process = PLACES[options.place](
      options,
      (message) => this.receive(message),
      (errorType, message) => this.die(errorType, message),
    );
  }

  get busy(): number {
    return this.places?.busy ?? this.running.size;
  }

  get isFit(): boolean {
    return this.alive && !this.retired;
  }

  invoke(given: GivenEvent, sink: InvocationSink, options: InvocationOptions): () => void {
    const { asker = '' } = options;
    let id = NOT_BEGUN;
    this.lastUsed = performance.now();
    const begin = () => {
      id = this.begin(given, sink, options);
    };
    const refuse = () => sink.failed(THROTTLED, 'Rate Exceeded.');
    const giveUp = this.places?.enter({ asker, begin, refuse });
    if (!this.places) begin();
    return () => {
      this.lastUsed = performance.now();
      giveUp?.();
      if (this.options.hearsLeaving && this.running.get(id) && this.alive) this.send({ type: 'gone', id });
    };
  }

  async heapBytes(): Promise<number> {
    // It rejects for a thread that has ended meanwhile.
    return (await this.process.heapBytes?.().catch(() => 0)) ?? 0;
  }

  close(): void {
    this.die('Runtime.ExitError', 'The environment was closed');
    this.process.kill();
  }

  /** Returns the number of the invocation. */
  private begin(
    given: GivenEvent,
    sink: InvocationSink,
    { requestId, tenantId, asker = '' }: InvocationOptions,
  ): number {
    if (!this.alive) {
      sink.failed('Runtime.ExitError', 'The environment ended before the invocation began');
      return NOT_BEGUN;
    }
    const id = this.running.add({ sink, until: Number.POSITIVE_INFINITY, asker });
    const message: Invoke = { type: 'invoke', id, requestId, tenantId, given };
    this.limit(id);
    this.send(message);
    return id;
  }

  private send(message: Invoke | Gone): void {
    if (this.ready) this.process.post(message);
    else this.waiting.push(message);
  }

  /** Sets the time-out of an invocation, to which initialization does not count. */
  private limit(id: number): void {
    const { timeoutMs } = this.options.start;
    const entry = this.running.get(id);
    if (!entry || !Number.isFinite(timeoutMs)) return;
    entry.until = performance.now() + timeoutMs + (this.ready ? 0 : INITIALIZATION_MS);
    this.watch ??= setInterval(() => this.expireLate(), Math.min(LATE.most, Math.ceil(timeoutMs * LATE.part))).unref();
  }

  private expireLate(): void {
    const now = performance.now();
    for (const id of this.running.present()) if ((this.running.get(id)?.until ?? now) < now) this.expire(id);
    if (this.running.size > 0) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }

  /**
   * Lambda ends the whole environment after a timeout. Here other invocations may run in it: it takes no new ones and ends with the last
   * of them. The host's own thread cannot be ended, so the handler is told that its caller has disconnected.
   */
  private expire(id: number): void {
    const { place, start } = this.options;
    if (place === 'here') this.send({ type: 'gone', id });
    else this.retired = true;
    this.finish(id, (sink) => {
      sink.failed('Sandbox.Timedout', `Task timed out after ${(start.timeoutMs / 1_000).toFixed(2)} seconds`);
    });
  }

  private finish(id: number, act: (sink: InvocationSink) => void): void {
    const entry = this.running.get(id);
    if (!entry) return;
    this.running.delete(id);
    act(entry.sink);
    if (this.retired && this.running.size === 0) {
      this.alive = false;
      this.process.kill();
      this.turnAway();
    } else if (this.alive) this.places?.free(entry.asker);
  }

  /** Invocations that wait begin in an environment that has ended, and so fail. */
  private turnAway(): void {
    for (const { begin } of this.places?.drain() ?? []) begin();
  }

  private die(errorType: string, message: string): void {
    if (!this.alive) return;
    this.alive = false;
    for (const id of this.running.present()) this.finish(id, (sink) => sink.failed(errorType, message));
    this.turnAway();
    for (const leave of this.asked.present()) leave();
  }

  private receive(message: FromEnvironment): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        for (const each of this.waiting.splice(0)) {
          if (each.type === 'invoke') this.limit(each.id);
          this.process.post(each);
        }
        return;
      case 'broken':
        this.die(message.errorType, message.message);
        this.process.kill();
        return;
      case 'result':
        this.finish(message.id, (sink) => sink.done(message.payload));
        return;
      case 'failure':
        this.finish(message.id, (sink) => sink.failed(message.errorType, message.message));
        return;
      case 'output': {
        const { id, prelude, text, data, ends } = message;
        const sink = this.running.get(id)?.sink;
        if (prelude) sink?.prelude?.(prelude);
        const piece = text ?? (typeof data === 'string' ? Buffer.from(data, 'base64') : data);
        if (piece !== undefined) sink?.chunk?.(piece, ends);
        if (ends) this.finish(id, (each) => each.done(undefined));
        return;
      }
      case 'request':
        this.answerRequest(message);
        return;
      case 'leave':
        this.asked.get(message.id)?.();
        this.asked.delete(message.id);
        return;
    }
  }

  private answerRequest({ type: _, id, ...request }: TwinRequest): void {
    const leave = this.options.twins?.(request, (answer) => {
      if (answer.outcome) this.asked.delete(id);
      if (this.alive) this.process.post({ type: 'answer', id, ...answer });
    });
    if (leave) this.asked.set(id, leave);
  }
}
