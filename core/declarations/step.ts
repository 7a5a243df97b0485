/** What is done to a server to bring it to its declaration, and what is known of the server when that is decided. */
import type { ServerView } from '../api/serverViews.ts';
import type { TokenView } from '../api/tokens.ts';
import type { ToolSummary, ToolView } from '../tools/schemas/tools.ts';

/** A tool as it was observed: whole where a declaration compares what lists leave out. */
export type ObservedTool = ToolSummary & Partial<ToolView>;

/** A server as the management API tells it. */
export interface Observed {
  readonly server: ServerView;
  /** Where the declaration names tools. */
  readonly tools?: readonly ObservedTool[];
  /** Where it has tokens. */
  readonly tokens?: readonly TokenView[];
  /** When the last import that went live began (ISO 8601); looked for where the source was changed since the server was made. */
  readonly importedAt?: string;
}

/** Kinds of steps, in their order. */
export type StepKind =
  | 'wait'
  | 'create'
  | 'adopt'
  | 'change'
  | 'credential'
  | 'deploy'
  | 'tool'
  | 'access'
  | 'token'
  | 'delete';

/** One request that changes something, or a deployment that is waited for. */
export interface Step {
  readonly kind: StepKind;
  /** What it does, for people: verb and object. */
  readonly says: string;
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET';
  /** Below /v1/servers/{id}; for `create` below /v1/servers. */
  readonly path: string;
  /** May have references in place of values. */
  readonly body?: object;
  /** What comes after it is decided anew, on what is there then. */
  readonly pauses?: true;
}

/** The steps for a server, and why some of its declaration cannot be done. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
}
