/**
 * A call that may take longer than a minute: of a tool that its owner marks as long, or one that the client asks for as a task. It is counted
 * among the running ones of its token, in a row that says how it stands; so it can be asked for again, and cancelled, at any instance. The instance
 * that took the request goes on with it after it has answered, through the same stages as any call, and Lambda runs on as long.
 *
 * How its client follows it: as a task, which is answered at once; by progress, for which the answer is held open; or, if it knows neither, by
 * waiting for what most clients wait, after which the model is told how to ask again.
 */
import { logFailure } from '../../../aws/lib/log.ts';
import { type Subscription, subscribe } from '../../../aws/services/subscribe.ts';
import { changeTasks } from '../../../aws/tables/tasks.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { CallRequest, CallResult } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { endedTask, renewed, shownTask, TASK_RENEWAL_MS, withoutTask, withTask } from '../../../core/mcp/taskRow.ts';
import { cancelTopic, killTopic, tokenTopic } from '../../../core/mcp/topics.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { newHandle } from '../../../core/response/continuation/handle.ts';
import { withNotes } from '../../../core/response/notes.ts';
import { isStructured } from '../../../core/tools/outputSchema.ts';
import { failure } from './finished.ts';
import { isOpen } from './recheck.ts';
import type { CallContext, LongCall, RunningCall, Stage } from './stage.ts';
import { entryOf, storeResult } from './tasks.ts';

type OnProgress = NonNullable<CallRequest['onProgress']>;

/** How the client of a long call learns of its end. */
export type Following = 'task' | 'progress' | 'asking';

/** Undefined for a call that is as any other. */
export function followingOf({ tool: { longMs }, call }: ChosenTool): Following | undefined {
  const wish = call.taskWish?.();
  if (wish === 'asked') return 'task';
  if (longMs === undefined) return undefined;
  if (wish === 'taken') return 'task';
  return call.onProgress ? 'progress' : 'asking';
}

/** After so long the push channel is asked, as for other calls: quick ones cost no connection. */
const LISTEN_AFTER_MS = 1_000;

/** Of a call with this time: it and its result are gone so long after its beginning. */
const lifeOf = ({ tool }: ChosenTool): number => (tool.longMs ?? LIMITS.callMs) + LIMITS.heldAnswers.ms;

/** Counts a long call, and ends it with its token, or when it was cancelled. */
export const taskStage: Stage = {
  name: 'task',
  does: 'counts a long call among the running ones of its token, and ends it with its token or when it is cancelled',
  refuses: ['too_many_tasks'],
  when: 'the tool is marked as long, or the client asks for a task',
  isUsed: ({ context }) => context.long !== undefined,
  async run(call, next) {
    const { context, chosen, head } = call;
    const { toolset, server } = context;
    const { taskId, bundleId } = context.long as LongCall;
    const { tokenId } = context.token;
    const begun = {
      taskId,
      callId: head.callId,
      bundleId,
      ...(toolset && { member: server.serverId }),
      ttlMs: lifeOf(chosen),
    };
    const row = await changeTasks(tokenId, (now, at) => withTask(now, tokenId, begun, at));
    if (!row) {
      const { running } = LIMITS.longCalls;
      return failure(
        'too_many_tasks',
        `The call was not made: ${running} long calls of this connection are running, which is as many as may. Wait for one of them, or cancel it.`,
      );
    }
    const end = watch(call, context.long as LongCall);
    context.long?.begun();
    try {
      return await next();
    } finally {
      end();
    }
  },
};

/** Ends the call when its token, its server, the toolset that it came through or its task does. Returns what ends the watching. */
function watch({ context }: RunningCall, { taskId, stop }: LongCall): () => void {
  const { token, server, toolset } = context;
  const revoked = tokenTopic(token.tokenHash);
  const cancelled = cancelTopic(token.tokenHash, taskId);
  let subscription: Subscription | undefined;
  let isOver = false;
  const look = async () => {
    const row = await changeTasks(token.tokenId, (now, at) => renewed(now, taskId, at));
    if (!isOver && (!row || !(await isOpen(context)))) stop.abort();
  };
  const looking = () => void look().catch((error: unknown) => logFailure('task_not_renewed', error));
  const killed = [server, ...(toolset ? [toolset] : [])].map(({ serverId }) => killTopic(serverId));
  const listen = async () => {
    const opened = await subscribe([revoked, cancelled, ...killed], {
      message: (topic) => {
        if (topic === revoked || topic === cancelled) stop.abort();
        else looking();
      },
      lost: () => {},
    });
    if (isOver) return opened.close();
    subscription = opened;
    // For what came before.
    looking();
  };
  const listening = setTimeout(
    () => void listen().catch((error: unknown) => logFailure('task_not_heard', error)),
    LISTEN_AFTER_MS,
  );
  const renewal = setInterval(looking, TASK_RENEWAL_MS);
  return () => {
    isOver = true;
    clearTimeout(listening);
    clearInterval(renewal);
    subscription?.close();
  };
}

/** What a long call needs of its request. */
export interface LongRequest {
  readonly following: Following;
  /** Makes the call; never rejects because of the upstream. */
  readonly make: (context: CallContext, chosen: ChosenTool) => Promise<CallResult>;
  /** Work that the function waits for after the answer was sent. */
  readonly afterwards: Promise<void>[];
  /** Name of the tool by which a model asks again. */
  readonly readingTool: string | undefined;
}

/** Makes a long call, and answers as its client follows it. */
export async function longCall(context: CallContext, chosen: ChosenTool, request: LongRequest): Promise<CallResult> {
  const { following, make, afterwards, readingTool } = request;
  const began = Date.now();
  const { signal, onProgress } = chosen.call;
  const begun = Promise.withResolvers<void>();
  const long: LongCall = {
    taskId: newHandle(),
    bundleId: context.server.bundle.id,
    stop: new AbortController(),
    isTold: following === 'task',
    begun: begun.resolve,
  };
  const { taskId, stop } = long;
  const stopWithClient = () => {
    if (!long.isTold) stop.abort();
  };
  signal.addEventListener('abort', stopWithClient, { once: true });
  if (signal.aborted) stopWithClient();
  const call: CallRequest = { ...chosen.call, signal: stop.signal };
  const sparse = { ...call, ...(onProgress && { onProgress: nowAndThen(onProgress) }) };
  const result = make({ ...context, long }, { ...chosen, call: sparse });
  // Refused, or a person is asked first: there is no task.
  const early = await Promise.race([result, begun.promise]);
  if (early) return early;
  if (following !== 'task') {
    const left = following === 'progress' ? undefined : began + LIMITS.longCalls.waitMs - Date.now();
    const done = await settledWithin(result, left);
    if (done) {
      await changeOwn(context, (row, now) => withoutTask(row, taskId, now));
      return result;
    }
  }
  long.isTold = true;
  const settled = settle(context, taskId, result);
  afterwards.push(settled);
  if (following !== 'task') return stillRunning(context.bundle, chosen.tool, taskId, readingTool);
  const entry = await entryOf(context, taskId);
  if (!entry) return result;
  return { content: [], task: shownTask(entry, Date.now()) };
}

/** Of signs of life clients are told every few seconds, not each second; of what a server tells of its progress as it comes. */
function nowAndThen(notify: OnProgress): OnProgress {
  let last = 0;
  return (heard) => {
    if (heard === undefined && Date.now() - last < LIMITS.longCalls.progressMs) return;
    last = Date.now();
    notify(heard);
  };
}

/** Whether it settles within the time; at last, where there is none. */
async function settledWithin(promise: Promise<unknown>, ms: number | undefined): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  if (ms === undefined) return settled;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms));
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Change = Parameters<typeof changeTasks>[1];

/** Never rejects: a task that is not changed counts as lost when its lease has passed. */
const changeOwn = ({ token }: CallContext, change: Change): Promise<unknown> =>
  changeTasks(token.tokenId, change).catch((error: unknown) => logFailure('task_not_changed', error));

/** Stores what came of a task, and says so in its row. A task that was cancelled stays so. Never rejects. */
async function settle(context: CallContext, taskId: string, result: Promise<CallResult>): Promise<void> {
  let end: { status: 'completed' | 'failed'; isError?: boolean } = { status: 'failed' };
  try {
    const made = await result;
    await storeResult(context, { taskId, bundleId: context.server.bundle.id }, made);
    end = { status: 'completed', ...(made.isError && { isError: true }) };
  } catch (error) {
    logFailure('task_without_result', error);
  }
  await changeOwn(context, (row, now) => endedTask(row, taskId, end, now));
}

/** Tells a model how to ask for the answer of a call that is still running. */
export function stillRunning(
  { exposition, governance }: Bundle,
  tool: BundleTool | undefined,
  taskId: string,
  readingTool = 'read_more',
): CallResult {
  const line = `The API is still at work on this call, which was made once and goes on. Do not make it again: get its answer with ${readingTool} ${JSON.stringify({ handle: taskId, part: '' })}, which waits up to ${LIMITS.longCalls.waitMs / 1_000} s; if it is not there by then, ask again.`;
  const content = withNotes([], [line]);
  return tool && isStructured(exposition, governance, tool)
    ? { content, structuredContent: { notices: [line] } }
    : { content };
}
