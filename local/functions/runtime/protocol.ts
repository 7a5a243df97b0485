/** Messages between the host and a function's environment (worker thread or child process). */

/** Settings of the egress guard from the host: pinned addresses, and PEM certificates to trust. */
export interface EgressHost {
  readonly pinned: ReadonlyArray<{ host: string; port: number; address: string; addressPort: number }>;
  readonly ca?: string;
}

/** What an environment is started with. */
export interface EnvironmentStart {
  /** Absolute path of the bundled module. */
  readonly module: string;
  /** Exported name of the handler. */
  readonly handler: string;
  readonly functionName: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  /** Only for functions that reach the internet; see egress/. */
  readonly egress?: EgressHost;
  /** Whether requests to AWS without the SDK use this channel instead of a socket; see loopback.ts. */
  readonly hasTwins?: boolean;
}

/**
 * Plain data that belongs to the handler from then on; or JSON text of it (as bytes where it is large); or the event of an HTTP request
 * with its body apart, as transferred bytes. The environment decodes the body (or encodes it as base64 when `isBase64Encoded`), which
 * spares the host's thread the work. `most`: maximum bytes of the event as JSON; above it the invocation fails as {@link TOO_LARGE}.
 */
export type GivenEvent =
  | { readonly event: unknown }
  | { readonly text: string | Uint8Array }
  | { readonly event: HttpEvent; readonly body: Uint8Array; readonly most?: number };

/** Lambda's name of the error. */
export const TOO_LARGE = 'RequestTooLargeException';

/** The part of an HTTP event that gets its body. */
export interface HttpEvent {
  body?: string;
  readonly isBase64Encoded: boolean;
}

/** Messages of the host. */
export type ToEnvironment =
  | { readonly type: 'start'; readonly start: EnvironmentStart }
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly requestId: string;
      readonly tenantId?: string | undefined;
      readonly given: GivenEvent;
    }
  /** The caller has disconnected: the response stream of a streaming handler is destroyed. */
  | { readonly type: 'gone'; readonly id: number }
  | TwinAnswer;

/** Messages of the environment. */
export type FromEnvironment =
  | { readonly type: 'ready'; readonly streaming: boolean }
  | { readonly type: 'broken'; readonly errorType: string; readonly message: string }
  | { readonly type: 'result'; readonly id: number; readonly payload: string }
  | { readonly type: 'failure'; readonly id: number; readonly errorType: string; readonly message: string }
  /** The next part of a streamed response. What is available at once is one message, as each costs a change of threads. */
  | {
      readonly type: 'output';
      readonly id: number;
      readonly prelude?: Prelude | undefined;
      readonly text?: string | undefined;
      readonly data?: Bytes | undefined;
      readonly ends: boolean;
    }
  | TwinRequest
  /** The handler has cancelled its request. */
  | { readonly type: 'leave'; readonly id: number };

/** Bytes; base64 in a child process, whose channel carries JSON. */
export type Bytes = Uint8Array | string;

/** An AWS operation that handler code requests of a twin. */
export interface TwinRequest {
  readonly type: 'request';
  readonly id: number;
  readonly service: string;
  readonly operation: string;
  /** Plain data; the caller must not use it afterwards. */
  readonly input: object;
  /** Access key of the caller. */
  readonly accessKeyId: string;
}

/** A piece of a twin's streamed response, or its end. */
export interface TwinAnswer {
  readonly type: 'answer';
  readonly id: number;
  readonly text?: string;
  readonly bytes?: Bytes;
  /** The last message of the response. */
  readonly outcome?: Outcome;
}

/** The output of an operation as plain data or as JSON text, or the error that AWS would answer. */
export type Outcome =
  | { readonly output: unknown }
  | { readonly json: string }
  | { readonly refusal: { readonly name: string; readonly status: number; readonly message: string } };

/**
 * Answers asynchronously, and in pieces when the operation streams. The function that it returns is called when the caller cancels the
 * request.
 */
export type TwinChannel = (
  request: Omit<TwinRequest, 'type' | 'id'>,
  answer: (part: Omit<TwinAnswer, 'type' | 'id'>) => void,
) => () => void;

/** Status and headers of a streamed HTTP response. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
