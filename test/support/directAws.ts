/**
 * AWS for code that speaks to it without the SDK (aws/direct): answers by operation, at the place where a host offers a shorter
 * way than a socket. Operations without an answer here go over the network as usual.
 */
import { EventStreamCodec } from '@smithy/core/event-streams';
import { Agent, type Dispatcher } from 'undici';

type Input = Record<string, unknown>;
/** The answer's JSON; for a streaming invocation its pieces, or events by type. Throws what {@link fault} makes. */
export type Answer = (input: Input, headers: Readonly<Record<string, string>>) => unknown;

export interface StreamEvent {
  readonly type: 'PayloadChunk' | 'InvokeComplete';
  readonly body: Uint8Array;
}

export interface DirectAws {
  on(operation: string, answer: Answer): void;
  /** The inputs of an operation so far. */
  calls(operation: string): Input[];
  reset(): void;
}

const STREAMING = 'InvokeWithResponseStream';
const HOST = Symbol.for('portcullis.aws.dispatcher');

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' });

/** What AWS says instead of an answer. */
export const fault = (name: string, status = 400) => Object.assign(new Error(name), { name, status });

export function directAws(): DirectAws {
  const answers = new Map<string, Answer>();
  const calls: Array<{ operation: string; input: Input }> = [];
  const network = new Agent();
  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const headers = options.headers as Record<string, string>;
    const operation = headers['x-amz-target']?.split('.').at(-1) ?? STREAMING;
    const answer = answers.get(operation);
    if (!answer) return network.dispatch(options, handler);
    const input = JSON.parse(String(options.body)) as Input;
    calls.push({ operation, input });
    void respond(operation, () => answer(input, headers), handler);
    return true;
  };
  Object.defineProperty(globalThis, HOST, { value: { dispatch }, configurable: true });
  return {
    on: (operation, answer) => void answers.set(operation, answer),
    calls: (operation) => calls.filter((each) => each.operation === operation).map(({ input }) => input),
    reset() {
      answers.clear();
      calls.length = 0;
    },
  };
}

async function respond(operation: string, run: () => unknown, handler: Dispatcher.DispatchHandler): Promise<void> {
  let aborted = false;
  const controller = {
    abort(reason: Error) {
      aborted = true;
      handler.onResponseError?.(controller as never, reason);
    },
  } as Dispatcher.DispatchController;
  const send = (piece: Uint8Array) => {
    if (!aborted) handler.onResponseData?.(controller, Buffer.from(piece));
  };
  handler.onRequestStart?.(controller, {});
  try {
    const answer = await run();
    if (aborted) return;
    handler.onResponseStart?.(controller, 200, {}, 'OK');
    if (operation === STREAMING) for await (const event of answer as AsyncIterable<StreamEvent>) send(encode(event));
    else send(Buffer.from(JSON.stringify(answer)));
  } catch (error) {
    if (aborted) return;
    const { name, message, status } = error as ReturnType<typeof fault>;
    if (status === undefined) return handler.onResponseError?.(controller, error as Error);
    handler.onResponseStart?.(controller, status, {}, '');
    send(Buffer.from(JSON.stringify({ __type: `com.amazonaws#${name}`, message })));
  }
  if (!aborted) handler.onResponseEnd?.(controller, {});
}

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString()),
  (input) => Buffer.from(input),
);

function encode({ type, body }: StreamEvent): Uint8Array {
  return codec.encode({ headers: { ':event-type': { type: 'string', value: type } }, body });
}

/** A streamed answer of the bytes, in pieces of `size`; `details` makes it end as a failed function does. */
export async function* streamed(bytes: Uint8Array, size = bytes.length, details?: string): AsyncGenerator<StreamEvent> {
  for (let at = 0; at < bytes.length; at += size) {
    yield { type: 'PayloadChunk', body: bytes.subarray(at, at + size) };
  }
  const end = details === undefined ? {} : { ErrorCode: 'Unhandled', ErrorDetails: details };
  yield { type: 'InvokeComplete', body: Buffer.from(JSON.stringify(end)) };
}
