/** The row of a token's tasks: how many run, which of two ends wins, and when one is lost or gone. */
import { expect, test } from '@jest/globals';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { legacyTask, modernTask, pollMs } from '../../../../core/mcp/task.ts';
import {
  endedTask,
  renewed,
  shownTask,
  TASK_LEASE_MS,
  TASK_RENEWAL_MS,
  type TaskRow,
  taskRowId,
  tasksIn,
  withoutTask,
  withTask,
} from '../../../../core/mcp/taskRow.ts';
import { defined } from '../../../support/defined.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const { running, kept } = LIMITS.longCalls;
const TTL = 960_000;

const begin = (row: TaskRow | undefined, taskId: string, now = NOW) =>
  withTask(row, 'tok_1', { taskId, callId: `call_${taskId}`, bundleId: 'b', ttlMs: TTL }, now);
const rowWith = (...ids: string[]): TaskRow =>
  defined(ids.reduce<TaskRow | undefined>((row, id) => begin(row, id), undefined));
const shown = (row: TaskRow | undefined, taskId: string, now = NOW) =>
  shownTask(defined(tasksIn(row, now).find((entry) => entry.taskId === taskId)), now);

test('as many run as may, whatever has ended', () => {
  const full = rowWith(...Array.from({ length: running }, (_, at) => `t${at}`));

  const more = begin(full, 'more');
  const afterEnd = begin(endedTask(full, 't0', { status: 'completed' }, NOW), 'more');
  const afterLoss = begin(full, 'more', NOW + TASK_LEASE_MS);

  expect(more).toBeUndefined();
  expect(tasksIn(afterEnd, NOW)).toHaveLength(running + 1);
  expect(tasksIn(afterLoss, NOW + TASK_LEASE_MS)).toHaveLength(running + 1);
  expect(full.sessionId).toBe(taskRowId('tok_1'));
});

test('the oldest that have ended make room, and running ones do not', () => {
  let row = rowWith('old', 'runs');
  row = defined(endedTask(row, 'old', { status: 'completed' }, NOW));
  for (let at = 0; at < kept; at++) {
    row = defined(begin(row, `t${at}`));
    row = defined(endedTask(row, `t${at}`, { status: 'completed' }, NOW));
  }

  const ids = tasksIn(row, NOW).map(({ taskId }) => taskId);

  expect(ids).toHaveLength(kept);
  expect(ids).toContain('runs');
  expect(ids).not.toContain('old');
});

test.each([
  ['completed', 'cancelled'],
  ['cancelled', 'completed'],
  ['failed', 'cancelled'],
] as const)('what is %s is not %s any more', (first, then) => {
  const row = endedTask(rowWith('t'), 't', { status: first }, NOW);

  expect(endedTask(row, 't', { status: then }, NOW)).toBeUndefined();
  expect(renewed(row, 't', NOW)).toBeUndefined();
  expect(withoutTask(row, 't', NOW)).toBeUndefined();
  expect(shown(row, 't').status).toBe(first);
});

test('a task whose holder does not renew it is lost, and stays so', () => {
  const late = NOW + TASK_LEASE_MS;
  const row = rowWith('t');
  const alive = renewed(row, 't', NOW + TASK_RENEWAL_MS);

  expect(shown(row, 't', late - 1).status).toBe('working');
  expect(shown(row, 't', late)).toMatchObject({ status: 'failed', updatedAt: late });
  expect(endedTask(row, 't', { status: 'completed' }, late)).toBeUndefined();
  expect(renewed(row, 't', late)).toBeUndefined();
  expect(shown(alive, 't', late).status).toBe('working');
});

test('a task is gone when its time is over, and its row with the last one', () => {
  const row = defined(endedTask(rowWith('t'), 't', { status: 'completed' }, NOW));

  expect(tasksIn(row, NOW + TTL - 1)).toHaveLength(1);
  expect(tasksIn(row, NOW + TTL)).toEqual([]);
  expect(row.expiresAt).toBe((NOW + TTL) / 1_000);
  expect(tasksIn(withoutTask(rowWith('t'), 't', NOW), NOW)).toEqual([]);
});

test('each generation gets its own form, and is told to ask less often the longer it takes', () => {
  const row = defined(endedTask(rowWith('t'), 't', { status: 'completed', isError: true }, NOW));
  const task = shown(row, 't');

  expect(legacyTask(task, NOW)).toMatchObject({ status: 'failed', ttl: TTL, pollInterval: 2_000 });
  expect(modernTask(task, NOW)).toMatchObject({ status: 'completed', ttlMs: TTL, pollIntervalMs: 2_000 });
  expect([0, 20_000, 600_000].map((ms) => pollMs(task, NOW + ms))).toEqual([2_000, 4_000, 15_000]);
});
