/** Messages between the host and a function's environment (worker thread or child process). */

/** What the egress guard gets from the host: pinned addresses, and PEM certificates to trust. */
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
  /** Present only for functions that reach the internet; see egress/. */
  readonly egress?: EgressHost;
  /** What goes to AWS without the SDK reaches the twins over this channel instead of a socket; see loopback.ts. */
  readonly hasTwins?: boolean;
}

/**
 * Plain data, as JSON has it, the handler's own from here on; or its JSON (bytes where it is large); or the event of an HTTP request with its body apart, bytes whose
 * memory is handed over. The environment makes a text of them (base64 when `isBase64Encoded`): they cost the host's thread next to nothing.
 * `most`: bytes that the event may have as JSON; with more it fails as {@link TOO_LARGE}.
 */
export type GivenEvent =
  | { readonly event: unknown }
  | { readonly text: string | Uint8Array }
  | { readonly event: HttpEvent; readonly body: Uint8Array; readonly most?: number };

/** Lambda's own name of the error. */
export const TOO_LARGE = 'RequestTooLargeException';

/** The part of an HTTP event that its body is put into. */
export interface HttpEvent {
  body?: string;
  readonly isBase64Encoded: boolean;
}

/** Messages of the host. */
export type ToEnvironment =
  | { readonly type: 'start'; readonly start: EnvironmentStart }
  | ({
      readonly type: 'invoke';
      readonly id: number;
      readonly requestId: string;
      readonly tenantId?: string;
    } & GivenEvent)
  /** The caller went away: the response stream of a streaming handler is destroyed. */
  | { readonly type: 'gone'; readonly id: number }
  | TwinAnswer;

/** Messages of the environment. */
export type FromEnvironment =
  | { readonly type: 'ready'; readonly streaming: boolean }
  | { readonly type: 'broken'; readonly errorType: string; readonly message: string }
  | { readonly type: 'result'; readonly id: number; readonly payload: string }
  | { readonly type: 'failure'; readonly id: number; readonly errorType: string; readonly message: string }
  /** The next part of a streamed answer. One message for what is there at once: each costs a change of threads. */
  | {
      readonly type: 'output';
      readonly id: number;
      readonly prelude?: Prelude;
      readonly text?: string;
      readonly data?: Bytes;
      readonly ends: boolean;
    }
  | TwinRequest
  /** The handler gave its request up. */
  | { readonly type: 'leave'; readonly id: number };

/** Base64 for a child process, whose channel carries JSON. */
export type Bytes = Uint8Array | string;

/** An operation of AWS that handler code asks for, for the twins. */
export interface TwinRequest {
  readonly type: 'request';
  readonly id: number;
  readonly service: string;
  readonly operation: string;
  /** Plain data, the twin's own from here on. */
  readonly input: object;
  /** Who asks. */
  readonly accessKeyId: string;
}

/** A piece of a twin's streamed answer, or how it ends. */
export interface TwinAnswer {
  readonly type: 'answer';
  readonly id: number;
  readonly text?: string;
  readonly bytes?: Bytes;
  /** Nothing follows. */
  readonly outcome?: Outcome;
}

/** What an operation gives, plain data, or what AWS would refuse it with. */
export type Outcome =
  | { readonly output: unknown }
  | { readonly refusal: { readonly name: string; readonly status: number; readonly message: string } };

/**
 * Answers, never before it has returned, and in pieces when the operation streams; the function it returns is called when the
 * caller gives the request up.
 */
export type TwinChannel = (
  request: Omit<TwinRequest, 'type' | 'id'>,
  answer: (part: Omit<TwinAnswer, 'type' | 'id'>) => void,
) => () => void;

/** Status and headers of a streamed HTTP answer. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
