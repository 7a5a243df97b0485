/** What a place is given to start an environment in it, and what it gives back. */
import type { LogSink } from '../log.ts';
import type { EnvironmentStart, FromEnvironment, ToEnvironment, TwinChannel } from '../protocol.ts';

/** The host's own thread for what answers MCP clients, a worker thread for the other functions, a child process for a tenant. */
export type Place = 'here' | 'thread' | 'process';

/** An environment as its place has started it. */
export interface Started {
  post(message: ToEnvironment): void;
  kill(): void;
}

/** Takes what the environment says. */
export type Receive = (message: FromEnvironment) => void;

/** Called once, when the environment is gone. */
export type Die = (errorType: string, message: string) => void;

/** What an environment is started with. */
export interface EnvironmentOptions {
  readonly start: EnvironmentStart;
  readonly variables: Readonly<Record<string, string>>;
  readonly place: Place;
  readonly log: LogSink;
  /** Serves the requests that handler code sends to AWS. */
  readonly twins?: TwinChannel;
}
