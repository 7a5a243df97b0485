/** What the endpoint asks its host about tasks, and what results become of the answers. */
import type { CallResult } from './call.ts';
import type { Json } from './protocol.ts';
import { LOST, messageOf, type Task } from './task.ts';

/** Key in `_meta` of a result of 2025-11-25 that names its task. */
const RELATED = 'io.modelcontextprotocol/related-task';

/** What becomes of the tasks of a connection; the host's side. `undefined` for a task that there is not, or that is not of this connection. */
export interface Tasks {
  get(taskId: string): Promise<Task | undefined>;
  list(): Promise<readonly Task[]>;
  /** The result of a completed task. */
  result(taskId: string): Promise<CallResult | undefined>;
  /** Waits until it has ended. Rejects when the signal is aborted or the connection is not valid any more. */
  ended(taskId: string, signal: AbortSignal): Promise<Task | undefined>;
  /** Ends it if it works; the task as it is then, with whether this has ended it. */
  cancel(taskId: string): Promise<{ readonly task: Task; readonly isCancelled: boolean } | undefined>;
}

/** What `tasks/result` of 2025-11-25 answers. */
export const resultOfTask = ({ _meta, ...result }: CallResult, taskId: string): Json => ({
  ...result,
  _meta: { ..._meta, [RELATED]: { taskId } },
});

/** In place of the result of a task that has none. */
export const withoutResult = (task: Task): CallResult => ({
  content: [{ type: 'text', text: messageOf(task) ?? LOST }],
  isError: true,
});
