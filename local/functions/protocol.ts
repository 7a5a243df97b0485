/** Messages between the host and a function's environment (worker thread or child process). */

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
  /** Origin of the twins, when requests to it go over this channel instead of a socket; see loopback.ts. */
  readonly twins?: string;
}

export type ToEnvironment =
  | { readonly type: 'start'; readonly start: EnvironmentStart }
  | {
      readonly type: 'invoke';
      readonly id: number;
      /** Plain data, as JSON has it; the handler's own from here on. */
      readonly event: unknown;
      readonly requestId: string;
      readonly tenantId?: string;
    }
  /** The caller went away: the response stream of a streaming handler is destroyed. */
  | { readonly type: 'gone'; readonly id: number }
  | TwinAnswer;

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

/** A request of handler code to AWS, for the twins. */
export interface TwinRequest {
  readonly type: 'request';
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The next part of a twin's answer; status and headers come with the first one. */
export interface TwinAnswer {
  readonly type: 'answer';
  readonly id: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly bytes?: Bytes;
  readonly ends: boolean;
  /** It ends like a broken connection. */
  readonly broken?: true;
}

/** Status and headers of a streamed HTTP answer. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
