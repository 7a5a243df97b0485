/**
 * The tasks of one connection: what its client may know of them, and their results. A task is found in the row of the token alone, and its result is
 * sealed to the token as a held answer is (aws/heldAnswers.ts), so nobody else finds or opens one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openHeld, storeHeld } from '../../../aws/heldAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { publishCancel } from '../../../aws/services/push.ts';
import { changeTasks, readTasks } from '../../../aws/tables/tasks.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { CallResult } from '../../../core/mcp/call.ts';
import type { Task } from '../../../core/mcp/task.ts';
import { endedTask, shownTask, type TaskEntry, type TaskRow, tasksIn } from '../../../core/mcp/taskRow.ts';
import type { Tasks } from '../../../core/mcp/tasks.ts';
import { type Admission, isStillAdmitted } from '../../shared/admission.ts';
import { failure } from './finished.ts';
import { isMemberOpen } from './openMember.ts';

/** Between two looks while somebody waits: a tenth of the time that they have waited. */
const LOOK_MS = { least: 250, most: 5_000, share: 0.1 };

const find = (row: TaskRow | undefined, taskId: string, now: number): TaskEntry | undefined =>
  tasksIn(row, now).find((entry) => entry.taskId === taskId);

const placeOf = (
  { token, server, secretFor }: Admission,
  { taskId, bundleId }: Pick<TaskEntry, 'taskId' | 'bundleId'>,
) => ({
  serverId: server.serverId,
  tokenId: token.tokenId,
  bundleId,
  handle: taskId,
  secret: secretFor('held'),
});

/** The entry of a task as it stands; undefined for one that is not of this connection. */
export async function entryOf({ token }: Pick<Admission, 'token'>, taskId: string): Promise<TaskEntry | undefined> {
  return find(await readTasks(token.tokenId), taskId, Date.now());
}

/** Stores the result of a task. Throws the errors of KMS and S3. */
export const storeResult = (
  admission: Admission,
  entry: Pick<TaskEntry, 'taskId' | 'bundleId'>,
  result: CallResult,
): Promise<void> => storeHeld(placeOf(admission, entry), Buffer.from(JSON.stringify(result)));

/** The result of a task that has ended; undefined when it is gone. An error in its place while the member of a toolset that was called is offline. */
export async function resultOf(admission: Admission, entry: TaskEntry): Promise<CallResult | undefined> {
  const { member } = entry;
  if (member !== undefined && !(await isMemberOpen(admission, member)))
    return failure('answer_withheld', 'The call was made, and its answer is withheld: its server is not available now.')
      .result;
  const bytes = await openHeld(placeOf(admission, entry));
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as CallResult);
}

/** Waits for the end of a task, at most so long; the task as it is then. Rejects with the signal's reason. */
export async function awaitTask(
  admission: Pick<Admission, 'token'>,
  taskId: string,
  { signal, ms }: { readonly signal: AbortSignal; readonly ms: number },
): Promise<{ readonly entry: TaskEntry; readonly task: Task } | undefined> {
  const began = Date.now();
  for (;;) {
    const entry = await entryOf(admission, taskId);
    const now = Date.now();
    if (!entry) return undefined;
    const task = shownTask(entry, now);
    const left = began + ms - now;
    if (task.status !== 'working' || left <= 0) return { entry, task };
    const { least, most, share } = LOOK_MS;
    await sleep(Math.min(left, most, Math.max(least, (now - began) * share)), undefined, { signal });
  }
}

/** The tasks of an admitted connection. */
export function tasksOf(admission: Admission): Tasks {
  const { token } = admission;
  return {
    async get(taskId) {
      const entry = await entryOf(admission, taskId);
      return entry && shownTask(entry, Date.now());
    },
    async list() {
      const now = Date.now();
      return tasksIn(await readTasks(token.tokenId), now).map((entry) => shownTask(entry, now));
    },
    async result(taskId) {
      const entry = await entryOf(admission, taskId);
      return entry && resultOf(admission, entry);
    },
    async ended(taskId, signal) {
      const found = await awaitTask(admission, taskId, { signal, ms: Number.POSITIVE_INFINITY });
      // It may have taken minutes: nothing is told to a connection that is not valid any more.
      if (found && !(await isStillAdmitted(admission)))
        throw new PortcullisError('answer_withheld', 'The connection was closed.');
      return found?.task;
    },
    async cancel(taskId) {
      const row = await changeTasks(token.tokenId, (now, at) => endedTask(now, taskId, { status: 'cancelled' }, at));
      const entry = find(row ?? (await readTasks(token.tokenId)), taskId, Date.now());
      if (!entry) return undefined;
      // Who runs it looks every half minute as well.
      if (row)
        await publishCancel(token.tokenHash, taskId, taskId).catch((error: unknown) =>
          logFailure('cancel_not_sent', error),
        );
      return { task: shownTask(entry, Date.now()), isCancelled: row !== undefined };
    },
  };
}
