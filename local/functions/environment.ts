/**
 * One execution environment from the host's side: it is started once, takes invocations and ends. Its place (places/) decides where it
 * runs. A crash or timeout fails the running invocations as Lambda would.
 */
import { Mirror, Pending } from './pending.ts';
import { startHere } from './places/here.ts';
import type { Die, EnvironmentOptions, Place, Receive, Started } from './places/place.ts';
import { startChild } from './places/process.ts';
import { startThread } from './places/thread.ts';
import { type PlaceLimits, Places } from './placing.ts';
import type { FromEnvironment, GivenEvent, Prelude, ToEnvironment, TwinRequest } from './protocol.ts';

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
  readonly tenantId?: string;
  /** Who makes the invocation, among the callers of the tenant. */
  readonly asker?: string;
}

/** An environment. */
export interface Environment {
  readonly busy: number;
  /** Alive, and not about to end because an invocation timed out. */
  readonly isFit: boolean;
  readonly lastUsed: number;
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

interface Running {
  readonly sink: InvocationSink;
  /** Unset for an invocation without a time limit. */
  readonly timer: NodeJS.Timeout | undefined;
  readonly asker: string;
}

/** Starts an environment; invocations wait until it is ready. */
export function startEnvironment(options: EnvironmentOptions): Environment {
  const { start } = options;
  const running = new Pending<Running>();
  const waiting: ToEnvironment[] = [];
  const places = options.place === 'process' ? new Places(SHARED) : undefined;
  let ready = false;
  let alive = true;
  let retired = false;
  const asked = new Mirror<() => void>();
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
      turnAway();
    } else if (alive) places?.free(entry.asker);
  };
  /** Invocations that wait begin in an environment that has ended, and so fail. */
  const turnAway = () => {
    for (const { begin } of places?.drain() ?? []) begin();
  };
  const die = (errorType: string, message: string) => {
    if (!alive) return;
    alive = false;
    for (const id of running.present()) finish(id, (sink) => sink.failed(errorType, message));
    turnAway();
    for (const leave of asked.present()) leave();
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
  const answerRequest = ({ type: _, id, ...request }: TwinRequest) => {
    const leave = options.twins?.(request, (answer) => {
      if (answer.outcome) asked.delete(id);
      if (alive) process.post({ type: 'answer', id, ...answer });
    });
    if (leave) asked.set(id, leave);
  };
  const process = PLACES[options.place](options, receive, die);

  return {
    get busy() {
      return places?.busy ?? running.size;
    },
    get isFit() {
      return alive && !retired;
    },
    get lastUsed() {
      return lastUsed;
    },
    invoke(given, sink, { requestId, tenantId, asker = '' }) {
      let id = NOT_BEGUN;
      lastUsed = Date.now();
      const begin = () => {
        if (!alive) return sink.failed('Runtime.ExitError', 'The environment ended before the invocation began');
        const expire = () => {
          // Lambda ends the whole environment after a timeout. Here other invocations may run in it: it takes no new ones and ends with
          // the last of them. The host's own thread cannot be ended, so the handler is told that its caller has disconnected.
          if (options.place === 'here') process.post({ type: 'gone', id });
          else retired = true;
          finish(id, (each) => {
            each.failed('Sandbox.Timedout', `Task timed out after ${(start.timeoutMs / 1_000).toFixed(2)} seconds`);
          });
        };
        const timer = Number.isFinite(start.timeoutMs) ? setTimeout(expire, start.timeoutMs).unref() : undefined;
        id = running.add({ sink, timer, asker });
        const message: ToEnvironment = { type: 'invoke', id, ...given, requestId, ...(tenantId ? { tenantId } : {}) };
        if (ready) process.post(message);
        else waiting.push(message);
      };
      const refuse = () => sink.failed(THROTTLED, 'Rate Exceeded.');
      const giveUp = places?.enter({ asker, begin, refuse });
      if (!places) begin();
      return () => {
        lastUsed = Date.now();
        giveUp?.();
        if (options.hearsLeaving && running.get(id) && alive) process.post({ type: 'gone', id });
      };
    },
    close() {
      die('Runtime.ExitError', 'The environment was closed');
      process.kill();
    },
  };
}
