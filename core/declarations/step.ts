/** What is done to bring a server to its declaration, what is known of the server when that is decided, and how both are asked for. */
import type { Selection } from '../api/selection.ts';
import type { ServerView } from '../api/serverViews.ts';
import type { TokenView } from '../api/tokens.ts';
import { PortcullisError } from '../lib/errors.ts';
import type { ToolSummary, ToolView } from '../tools/schemas/tools.ts';

/** An error of the management API. */
export interface Fault {
  readonly code: string;
  readonly message: string;
}

/** Sends a request to the management API, or has it done by the handler of its route. Errors are returned, not thrown. */
export type Send = <T>(method: string, path: string, body?: object) => Promise<{ body: T } | { error: Fault }>;

/**
 * The body of a response.
 * @throws PortcullisError with the error of the API
 */
export function answered<T>(answer: { body: T } | { error: Fault }): T {
  if ('error' in answer) throw new PortcullisError(answer.error.code, answer.error.message);
  return answer.body;
}

/** What a declaration is compared with is still being made: the next request has it. */
export class NotYetMade extends PortcullisError {
  override readonly name = 'NotYetMade';
  constructor() {
    super('reading_unfinished', 'What the declaration is compared with is still being made. Ask again.');
  }
}

/** A tool as it was observed: whole where a declaration compares what lists leave out. */
export type ObservedTool = ToolSummary & Partial<ToolView>;

/** A server as the management API tells it. */
export interface Observed {
  readonly server: ServerView;
  /** Where the declaration names tools. */
  readonly tools?: readonly ObservedTool[];
  /** Where it has tokens. */
  readonly tokens?: readonly TokenView[];
  /** Where it has sentences of the selection check. */
  readonly selection?: Selection['items'];
  /** When the last import that went live began (ISO 8601); looked for where the source was changed since the server was made. */
  readonly importedAt?: string;
}

/** Kinds of steps. */
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
  | 'status'
  | 'delete'
  | 'setting'
  | 'webhook';

/** One request that changes something, or a deployment that is waited for. */
export interface Step {
  readonly kind: StepKind;
  /** What it does, for people: verb and object. */
  readonly says: string;
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET';
  /** In the management API. */
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

/** Path of a server in the API. */
export const serverPath = (id: string): string => `/v1/servers/${encodeURIComponent(id)}`;
