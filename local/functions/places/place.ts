/** Input and result of starting an environment at a place. */
import type { LogSink } from '../runtime/log.ts';
import type { EnvironmentStart, FromEnvironment, ToEnvironment, TwinChannel } from '../runtime/protocol.ts';

/**
 * 'here': the host's own thread, for functions that serve MCP clients; 'thread': a worker thread, for all other functions; 'process': a
 * child process, for a tenant.
 */
export type Place = 'here' | 'thread' | 'process';

/** A started environment. */
export interface Started {
  post(message: ToEnvironment): void;
  kill(): void;
  /** Memory of its heap in bytes, where it has one of its own in the host's process. */
  heapBytes?(): Promise<number>;
}

/** Receives the environment's messages. */
export type Receive = (message: FromEnvironment) => void;

/** Called once, when the environment has ended. */
export type Die = (errorType: string, message: string) => void;

/** Options of an environment. */
export interface EnvironmentOptions {
  readonly start: EnvironmentStart;
  readonly variables: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly log: LogSink;
  /** Whether a running invocation is told that its caller has disconnected, which Lambda never does. */
  readonly hearsLeaving: boolean;
  /** Serves the requests that handler code sends to AWS. */
  readonly twins?: TwinChannel;
}
