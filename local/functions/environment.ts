/**
 * One execution environment as the host sees it: started once, takes invocations, dies. Where it runs is its place's matter
 * (places/). A crash or a timeout fails the running invocations as Lambda would.
 */
import { Mirror, Pending } from './pending.ts';
import { startHere } from './places/here.ts';
import type { Die, EnvironmentOptions, Place, Receive, Started } from './places/place.ts';
import { startChild } from './places/process.ts';
import { startThread } from './places/thread.ts';
import { type PlaceLimits, Places } from './placing.ts';
import type { FromEnvironment, GivenEvent, Prelude, ToEnvironment, TwinRequest } from './protocol.ts';

/** What one invocation reports, in this order: prelude?, chunks, then result or end or failure. */
export interface InvocationSink {
  prelude?(prelude: Prelude): void;
  /** `isLast`: nothing but `done` follows, at once. */
  chunk?(data: Uint8Array | string, isLast: boolean): void;
  /** JSON text of a buffered handler's answer, or undefined at the end of a stream. */
  done(payload: string | undefined): void;
  failed(errorType: string, message: string): void;
}

/** The error type of an invocation that was not begun because too many are under way: Lambda's own, of its API. */
export const THROTTLED = 'TooManyRequestsException';

/** Of one invocation. */
export interface InvocationOptions {
  readonly requestId: string;
  readonly tenantId?: string;
  /** Whose invocation it is, among those of its tenant. */
  readonly asker?: string;
}

/** An environment. */
export interface Environment {
  readonly busy: number;
  /** Alive, and not about to end because an invocation ran too long. */
  readonly isFit: boolean;
  readonly lastUsed: number;
  /** An event is plain data and nobody else's any more. Returns a function to be called when the caller goes away. */
  invoke(given: GivenEvent, sink: InvocationSink, options: InvocationOptions): () => void;
  close(): void;
}

/**
 * Lambda runs one invocation at a time in an environment; a process that stands for many takes some, the others wait. Sixteen
 * answers of 10 MB still leave most of the sandbox's memory free. A wait that is longer than these helps nobody: its caller asks again.
 */
const SHARED: PlaceLimits = { places: 16, placesEach: 12, waiting: 300, waitingEach: 100, waitMs: 5_000 };

const PLACES: Readonly<Record<Place, (options: EnvironmentOptions, receive: Receive, die: Die) => Started>> = {
  here: startHere,
  thread: startThread,
  process: startChild,
};

/** The number of an invocation that waits for its turn. */
const NOT_BEGUN = 0;

interface Running {
  readonly sink: InvocationSink;
  /** None for what may last. */
  readonly timer: NodeJS.Timeout | undefined;
  readonly asker: string;
}

/** Starts an environment at its place; invocations wait until it is ready. */
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
  /** What waits begins in an environment that has ended, and fails. */
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
          // Lambda ends the whole environment. Here others may run in it: it takes no more and ends with the last of them.
          // In the host's own thread there is nothing to end, so the handler hears what it hears when its caller goes away.
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
        if (running.get(id) && alive) process.post({ type: 'gone', id });
      };
    },
    close() {
      die('Runtime.ExitError', 'The environment was closed');
      process.kill();
    },
  };
}
