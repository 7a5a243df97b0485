/**
 * Tasks: calls that go on after their request was answered, and that the client asks for again. Two generations of the protocol have them in
 * other forms: 2025-11-25 (basic/utilities/tasks, where the client asks for a task and fetches its result by itself) and the extension
 * `io.modelcontextprotocol/tasks` of 2026-07-28 (SEP-2663, where the server decides and the result is part of the task). Pure.
 */
import { isObject } from '../lib/json/value.ts';
import { type Json, META, MODERN } from './protocol.ts';

/** Name of the extension. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

export type TaskStatus = 'working' | 'completed' | 'failed' | 'cancelled';

/** A task as its client sees it. Times in milliseconds since 1970. */
export interface Task {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** The result is one with `isError`. */
  readonly isError?: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** From its creation to the time when it and its result are gone. */
  readonly ttlMs: number;
}

/** `asked`: the call is to be a task (2025-11-25); `taken`: its client follows one, if the server makes one of it (the extension). */
export type TaskWish = 'asked' | 'taken';

/** What a message wishes; as sent. */
export function taskWishOf(message: unknown): TaskWish | undefined {
  const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  if (meta[META.protocolVersion] !== MODERN) return isObject(params['task']) ? 'asked' : undefined;
  const capabilities = meta[META.clientCapabilities];
  const extensions = isObject(capabilities) ? capabilities['extensions'] : undefined;
  return isObject(extensions) && isObject(extensions[TASKS_EXTENSION]) ? 'taken' : undefined;
}

const FIRST_POLL_MS = 2_000;
const MOST_POLL_MS = 15_000;
/** Of the time that it has run: an answer is noticed a tenth of that later, at most. */
const POLL_SHARE = 0.2;

/** How long a client should wait before it asks again. */
export const pollMs = ({ createdAt }: Pick<Task, 'createdAt'>, now: number): number =>
  Math.round(Math.min(MOST_POLL_MS, Math.max(FIRST_POLL_MS, (now - createdAt) * POLL_SHARE)));

const LOST_CODE = 'task_lost';
/** Of a task whose holder is gone. */
export const LOST = `What became of the call is not known. Check before it is made again. (${LOST_CODE})`;

/** What its client may show or tell the model. */
export const messageOf = ({ status }: Task): string | undefined =>
  ({
    working: 'The API is still at work.',
    cancelled: 'The call was cancelled. The API may have carried out a part of it.',
    failed: LOST,
    completed: undefined,
  })[status];

const times = ({ createdAt, updatedAt }: Task) => ({
  createdAt: new Date(createdAt).toISOString(),
  lastUpdatedAt: new Date(updatedAt).toISOString(),
});

/** As 2025-11-25 has it: a result with `isError` is a task that failed. */
export function legacyTask(task: Task, now = Date.now()) {
  const status = task.status === 'completed' && task.isError ? 'failed' : task.status;
  const statusMessage = messageOf(task);
  return {
    taskId: task.taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    ...times(task),
    ttl: task.ttlMs,
    pollInterval: pollMs(task, now),
  } as const;
}

/** As the extension has it. */
export function modernTask(task: Task, now = Date.now()) {
  const statusMessage = messageOf(task);
  return {
    taskId: task.taskId,
    status: task.status,
    ...(statusMessage !== undefined && { statusMessage }),
    ...times(task),
    ttlMs: task.ttlMs,
    pollIntervalMs: pollMs(task, now),
  } as const;
}

/** The result that a call is answered with when it became a task. */
export const createdTask = (task: Task, isModern: boolean): Json =>
  isModern ? { resultType: 'task', ...modernTask(task) } : { content: [], task: legacyTask(task) };

/** The JSON-RPC error of a task that failed, for the extension. */
export const FAILED = { code: -32603, message: LOST } as const;
