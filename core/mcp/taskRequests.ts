/**
 * The requests of tasks, as handlers of the SDK's server, which has none of its own since version 2. Of 2025-11-25: get, result, list and cancel;
 * of the extension: get, update and cancel. Nothing is told of a task that is not of the connection.
 */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { visibleText } from '../lib/visible.ts';
import { FAILED, legacyTask, modernTask, type Task } from './task.ts';
import { resultOfTask, type Tasks, withoutResult } from './tasks.ts';

const params = z.looseObject({ taskId: z.string().max(200) });

const unknown = (taskId: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task ${visibleText(JSON.stringify(taskId))}, or it is gone. Make its call again, once it is clear that it does no harm.`,
  );

const known = (task: Task | undefined, taskId: string): Task => {
  if (!task) throw unknown(taskId);
  return task;
};

/** The capabilities that say so. */
export const LEGACY_TASKS = { list: {}, cancel: {}, requests: { tools: { call: {} } } } as const;

/** Has a server answer the requests of its era. */
export function answerTasks(server: Server, tasks: Tasks, isModern: boolean): void {
  if (isModern) answerModern(server, tasks);
  else answerLegacy(server, tasks);
}

function answerLegacy(server: Server, tasks: Tasks): void {
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }) =>
    legacyTask(known(await tasks.get(taskId), taskId)),
  );
  server.setRequestHandler('tasks/list', { params: z.looseObject({}) }, async () => ({
    tasks: (await tasks.list()).map((task) => legacyTask(task)),
  }));
  server.setRequestHandler('tasks/result', { params }, async ({ taskId }, { mcpReq }) => {
    const task = known(await tasks.ended(taskId, mcpReq.signal), taskId);
    const result = task.status === 'completed' ? await tasks.result(taskId) : withoutResult(task);
    if (!result) throw unknown(taskId);
    return resultOfTask(result, taskId);
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    const cancelled = await tasks.cancel(taskId);
    const task = known(cancelled?.task, taskId);
    if (cancelled?.isCancelled) return legacyTask(task);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task has ended: it is ${task.status}.`);
  });
}

function answerModern(server: Server, tasks: Tasks): void {
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }) => {
    const task = known(await tasks.get(taskId), taskId);
    if (task.status === 'failed') return { ...modernTask(task), error: FAILED };
    if (task.status !== 'completed') return modernTask(task);
    const result = await tasks.result(taskId);
    if (!result) throw unknown(taskId);
    return { ...modernTask(task), result: { ...result, resultType: 'complete' } };
  });
  // It never asks for anything while it works.
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }) => {
    known(await tasks.get(taskId), taskId);
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    known((await tasks.cancel(taskId))?.task, taskId);
    return {};
  });
}
