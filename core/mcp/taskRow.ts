/**
 * The row that lists the tasks of a token: which there are, and how each stands. Every write is conditional on the revision that was read, so of
 * two that end a task one wins: what has been cancelled stays so, and what has ended cannot be cancelled. The holder of a running call renews
 * its lease; a task whose lease has passed is lost, because its holder is gone, and stays so. Pure.
 */
import { LIMITS } from '../lib/limits.ts';
import type { Task, TaskStatus } from './task.ts';

/** How long a running task counts without renewal, and how often it is renewed. */
export const TASK_LEASE_MS = 90_000;
export const TASK_RENEWAL_MS = 30_000;

/** A task as it is stored. Times in milliseconds since 1970. */
export interface TaskEntry {
  readonly taskId: string;
  /** Id of its call in the trail. */
  readonly callId: string;
  /** The version of the server that it is made with, to which its result is sealed. */
  readonly bundleId: string;
  /** Of a call through a toolset: the server that was called. While it is offline, the result is not given. */
  readonly member?: string;
  readonly status: TaskStatus;
  readonly isError?: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly ttlMs: number;
  /** While it works: when it counts as lost. */
  readonly leaseUntil: number;
}

/** All tasks of one token, as stored. */
export interface TaskRow {
  /** Key of the sessions table. */
  readonly sessionId: string;
  readonly revision: number;
  readonly tasks: readonly TaskEntry[];
  /** When the last of them is gone, in epoch seconds, for the table's TTL. */
  readonly expiresAt: number;
}

/** Key of a token's row in the sessions table. */
export const taskRowId = (tokenId: string): string => `tasks.${tokenId}`;

const goneAt = ({ createdAt, ttlMs }: TaskEntry): number => createdAt + ttlMs;
const isRunning = ({ status, leaseUntil }: TaskEntry, now: number): boolean => status === 'working' && leaseUntil > now;

/** The entries that there are still, the oldest first. */
export const tasksIn = (row: TaskRow | undefined, now: number): readonly TaskEntry[] =>
  (row?.tasks ?? []).filter((entry) => goneAt(entry) > now);

/** As its client sees it. */
export function shownTask(entry: TaskEntry, now: number): Task {
  const { taskId, status, isError, createdAt, updatedAt, ttlMs, leaseUntil } = entry;
  const isLost = status === 'working' && leaseUntil <= now;
  return {
    taskId,
    status: isLost ? 'failed' : status,
    ...(isError && { isError }),
    createdAt,
    updatedAt: isLost ? leaseUntil : updatedAt,
    ttlMs,
  };
}

function rowOf(row: TaskRow | undefined, sessionId: string, tasks: readonly TaskEntry[]): TaskRow {
  const expiresAt = Math.ceil(Math.max(0, ...tasks.map(goneAt)) / 1_000);
  return { sessionId, revision: (row?.revision ?? 0) + 1, tasks, expiresAt };
}

/** With one more; undefined where as many are running as may. The oldest that have ended make room. */
export function withTask(
  row: TaskRow | undefined,
  tokenId: string,
  begun: Pick<TaskEntry, 'taskId' | 'callId' | 'bundleId' | 'member' | 'ttlMs'>,
  now: number,
): TaskRow | undefined {
  const { running, kept } = LIMITS.longCalls;
  const tasks = [...tasksIn(row, now)];
  if (tasks.filter((entry) => isRunning(entry, now)).length >= running) return undefined;
  while (tasks.length >= kept) {
    const at = tasks.findIndex((entry) => !isRunning(entry, now));
    tasks.splice(at, 1);
  }
  const lease = { createdAt: now, updatedAt: now, leaseUntil: now + TASK_LEASE_MS };
  return rowOf(row, taskRowId(tokenId), [...tasks, { ...begun, status: 'working', ...lease }]);
}

/** With a running one changed; undefined where it does not run any more. */
function changed(
  row: TaskRow | undefined,
  taskId: string,
  now: number,
  change: (entry: TaskEntry) => readonly TaskEntry[],
): TaskRow | undefined {
  const entry = tasksIn(row, now).find((each) => each.taskId === taskId);
  if (!row || !entry || !isRunning(entry, now)) return undefined;
  return rowOf(
    row,
    row.sessionId,
    tasksIn(row, now).flatMap((each) => (each === entry ? change(entry) : [each])),
  );
}

/** Its holder is there. */
export const renewed = (row: TaskRow | undefined, taskId: string, now: number): TaskRow | undefined =>
  changed(row, taskId, now, (entry) => [{ ...entry, leaseUntil: now + TASK_LEASE_MS }]);

/** It has ended. */
export const endedTask = (
  row: TaskRow | undefined,
  taskId: string,
  end: { readonly status: Exclude<TaskStatus, 'working'>; readonly isError?: boolean },
  now: number,
): TaskRow | undefined => changed(row, taskId, now, (entry) => [{ ...entry, ...end, updatedAt: now }]);

/** Its client has had its answer: there is nothing to ask for. */
export const withoutTask = (row: TaskRow | undefined, taskId: string, now: number): TaskRow | undefined =>
  changed(row, taskId, now, () => []);
