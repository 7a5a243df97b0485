/** The tasks of a token: one row of the region's sessions table, written by condition (core/mcp/taskRow.ts). */
import { type TaskRow, taskRowId } from '../../core/mcp/taskRow.ts';
import { putRow, readRows } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';

const MAX_TRIES = 10;

/** Strongly consistent. */
export async function readTasks(tokenId: string): Promise<TaskRow | undefined> {
  const table = requireEnvironment('TABLE_SESSIONS');
  const rows = await readRows({ [table]: [{ sessionId: taskRowId(tokenId) }] });
  return rows[table]?.[0] as TaskRow | undefined;
}

/** Writes what `change` makes of the row as it stands; undefined, without a write, where it makes nothing of it. */
export async function changeTasks(
  tokenId: string,
  change: (row: TaskRow | undefined, now: number) => TaskRow | undefined,
): Promise<TaskRow | undefined> {
  const table = requireEnvironment('TABLE_SESSIONS');
  for (let tries = 1; ; tries++) {
    const row = await readTasks(tokenId);
    const next = change(row, Date.now());
    if (!next) return undefined;
    if (await putRow(table, 'sessionId', next, row?.revision)) return next;
    if (tries === MAX_TRIES) throw new Error('Too many requests write the list of tasks at the same time.');
    await new Promise((done) => setTimeout(done, Math.random() * 20 * tries));
  }
}
