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
}

export type ToEnvironment =
  | { readonly type: 'start'; readonly start: EnvironmentStart }
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly event: string;
      readonly requestId: string;
      readonly tenantId?: string;
    }
  /** The caller went away: the response stream of a streaming handler is destroyed. */
  | { readonly type: 'gone'; readonly id: number };

export type FromEnvironment =
  | { readonly type: 'ready'; readonly streaming: boolean }
  | { readonly type: 'broken'; readonly errorType: string; readonly message: string }
  | { readonly type: 'result'; readonly id: number; readonly payload: string }
  | { readonly type: 'failure'; readonly id: number; readonly errorType: string; readonly message: string }
  | { readonly type: 'prelude'; readonly id: number; readonly prelude: Prelude }
  /** Base64, because a child process's channel carries JSON. */
  | { readonly type: 'chunk'; readonly id: number; readonly data: string | Uint8Array }
  | { readonly type: 'end'; readonly id: number };

/** Status and headers of a streamed HTTP answer. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}
