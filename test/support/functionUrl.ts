/** Calls a streaming function URL handler in this process, as the Lambda runtime does. Import it before the handler's module. */
import { Writable } from 'node:stream';
import { originSecret } from './originSecret.ts';

interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}
type StreamingHandler = (event: unknown, stream: Writable) => Promise<void>;

/** Lambda's runtime sends status and headers with the first `write`: an `end` with a text is sent without them. */
const pending = new WeakMap<Writable, Prelude>();
const preludes = new WeakMap<Writable, Prelude>();
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: StreamingHandler) => handler,
    HttpResponseStream: {
      from(stream: Writable, prelude: Prelude) {
        pending.set(stream, prelude);
        return stream;
      },
    },
  },
});

export interface Called {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The text written so far. */
  readonly text: string;
  /** Resolves when the handler has finished. */
  readonly done: Promise<void>;
  /** The client disconnects. */
  hangUp(): void;
}

export interface CallEvent {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function callHandler(
  handler: unknown,
  { method = 'POST', path, query = '', headers = {}, body }: CallEvent,
): Called {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, written) {
      text += chunk.toString();
      written();
    },
  });
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (...given: unknown[]) => {
    const prelude = pending.get(stream);
    if (prelude && !preludes.has(stream)) preludes.set(stream, prelude);
    return write(...given);
  };
  const event = {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: { 'content-type': 'application/json', 'x-origin-verify': originSecret(), ...headers },
    requestContext: { http: { method, path } },
    body,
    isBase64Encoded: false,
  };
  const done = (handler as StreamingHandler)(event, stream);
  return {
    get status() {
      return preludes.get(stream)?.statusCode;
    },
    get headers() {
      return preludes.get(stream)?.headers ?? {};
    },
    get text() {
      return text;
    },
    done,
    hangUp: () => stream.destroy(),
  };
}
