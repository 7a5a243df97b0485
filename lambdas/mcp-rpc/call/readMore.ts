/**
 * Returns a piece of a held answer, without calling the sandbox or the API. As with every call, the token is read again before the piece
 * is sent, and the piece is recorded under the call whose answer it belongs to; if that fails, it is not sent.
 */
import { logFailure } from '../../../aws/lib/log.ts';
import { newEntry } from '../../../core/audit/entry.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { visible } from '../../../core/lib/visible.ts';
import type { CallRequest, CallResult } from '../../../core/mcp/call.ts';
import type { TaskEntry } from '../../../core/mcp/taskRow.ts';
import { withoutResult } from '../../../core/mcp/tasks.ts';
import { fieldsOf, nodeAt } from '../../../core/model/fieldPaths.ts';
import type { Content } from '../../../core/response/content.ts';
import { ownersNotes } from '../../../core/response/content.ts';
import { readHandle } from '../../../core/response/continuation/handle.ts';
import { pieceLines } from '../../../core/response/continuation/notice.ts';
import { PART_RULE, parsePart } from '../../../core/response/continuation/part.ts';
import { pieceOf } from '../../../core/response/continuation/piece.ts';
import { withNotes } from '../../../core/response/notes.ts';
import { pathFaults } from '../../../core/response/projection/argument.ts';
import { missingLines } from '../../../core/response/projection/notice.ts';
import { shaped } from '../../../core/response/projection/shaped.ts';
import { READ_MORE } from '../../../core/tools/readingTool.ts';
import { headOfCall, NOTHING_SENT } from '../trail/entries.ts';
import { recordRefusal } from '../trail/refusals.ts';
import { traceOfMessage } from '../trail/requestTrace.ts';
import { headAtToolset, writeTrails } from '../trail/toolsets.ts';
import { readPacked } from './held.ts';
import { FREE, placeForCall } from './limits.ts';
import { stillRunning } from './long.ts';
import { atHeldMember } from './member.ts';
import { isOpen } from './recheck.ts';
import type { CallContext } from './stage.ts';
import { startedArguments } from './started.ts';
import { awaitTask, entryOf, resultOf } from './tasks.ts';

interface Read {
  readonly content: readonly Content[];
  readonly errorCode?: string;
  /** The answer is that of a call that failed. */
  readonly isError?: boolean;
  /** Id of the call whose answer it is. */
  readonly continues?: string;
}

/** Answers a call of the tool that reads held answers. Refusals are results with `isError`. */
export async function readMore(asked: CallContext, call: CallRequest): Promise<CallResult> {
  const { token, described } = asked;
  const began = Date.now();
  const trace = traceOfMessage(described, asked.arrival);
  const task = asked.hasLong ? await namedTask(asked, call) : undefined;
  const context = (!task && asked.bundle.toolset && (await ofMember(asked, call))) || asked;
  const { bundle } = context;
  const tool = {
    name: call.name,
    ...(context.toolset && { member: { serverId: context.server.serverId, name: READ_MORE } }),
  };
  const head = headOfCall(context, described, call.name);
  // Who waits for a running call makes none.
  const place = task ? FREE : await placeForCall(context);
  if ('code' in place) {
    context.onRetryLater?.(place.retryAfter);
    await recordRefusal(headAtToolset(context, head, tool) ?? head, place, token);
    const { content } = refused(place.code, place.message);
    return { content, isError: true };
  }
  let read = task ? await readTask(context, call, task.taskId) : await readPiece(context, call);
  if (!(await isOpen(context))) read = refused('answer_withheld', 'The piece is withheld: the connection was closed.');
  const { content, errorCode, continues } = read;
  const isError = errorCode !== undefined || read.isError === true;
  const text = JSON.stringify(content);
  const { arguments: shown } = await startedArguments(bundle, undefined, call.plainArguments, text.length);
  const bytesOut = isError ? 0 : Buffer.byteLength(text);
  await place.end(bytesOut);
  const traced = { method: 'tools/call', tool: call.name, serverId: context.server.serverId } as const;
  try {
    const entry = newEntry({
      ...NOTHING_SENT,
      ...head,
      kind: 'call',
      outcome: isError ? 'error' : 'ok',
      errorCode,
      continues,
      arguments: shown,
      answerDigest: sha256(text),
      bytesOut,
      durationMs: Date.now() - began,
      ...(trace && { traceId: trace.traceId, stages: trace.stages() }),
    });
    const write = () => writeTrails(context, entry, tool);
    await (trace ? trace.audited(write) : write());
    trace?.finish({ ...traced, error: errorCode });
  } catch (error) {
    logFailure('audit_of_piece_failed', error);
    trace?.finish({ ...traced, error: 'audit_unavailable' });
    return {
      content: refused('audit_unavailable', 'The piece is withheld: it could not be recorded in the audit log.')
        .content,
      isError: true,
    };
  }
  return isError ? { content, isError } : { content };
}

/** Where the answer of a toolset's member is read on; undefined where the handle names none, which is refused as a handle that is not held. */
async function ofMember(context: CallContext, { plainArguments }: CallRequest): Promise<CallContext | undefined> {
  const handle = handleIn(plainArguments);
  if (handle === undefined) return undefined;
  return atHeldMember(context, handle).catch((error: unknown) => void logFailure('member_of_answer_not_read', error));
}

const handleIn = ({ handle }: CallRequest['plainArguments']): string | undefined =>
  typeof handle === 'string' ? readHandle(handle) : undefined;

/** The running or ended call that the handle names, if it is that of one. */
async function namedTask(context: CallContext, { plainArguments }: CallRequest): Promise<TaskEntry | undefined> {
  const known = handleIn(plainArguments);
  return known === undefined ? undefined : entryOf(context, known);
}

/** Waits for the answer of a long call as long as most clients do. */
async function readTask(context: CallContext, { name, signal }: CallRequest, taskId: string): Promise<Read> {
  const waiting = { signal, ms: LIMITS.longCalls.waitMs };
  const found = await awaitTask(context, taskId, waiting).catch(() => undefined);
  if (!found) return refused('continuation_gone', 'The call could not be looked for. Ask again.');
  const { entry, task } = found;
  const continues = entry.callId;
  if (task.status === 'working') return { ...stillRunning(context.bundle, undefined, taskId, name), continues };
  if (task.status !== 'completed') return { ...withoutResult(task), continues };
  const result = await resultOf(context, entry).catch((error: unknown) => logFailure('result_of_task_not_read', error));
  if (result) return { content: result.content, ...(result.isError && { isError: true }), continues };
  return {
    ...refused(
      'continuation_gone',
      'The call was made, and its answer is not held any more. Check before it is made again.',
    ),
    continues,
  };
}

async function readPiece(context: CallContext, { name, plainArguments }: CallRequest): Promise<Read> {
  const { chooseFields, dropNulls, tables, maxBytes, systemRules } = context.bundle.governance;
  const { handle, part, fields, ...rest } = plainArguments;
  const others = chooseFields || fields === undefined ? rest : { fields, ...rest };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return wrong(name, unknown, 'is no argument; give handle and part.');
  const known = handleIn(plainArguments);
  if (known === undefined) return wrong(name, 'handle', 'must be a handle as it stands in the note of an answer.');
  const wanted = typeof part === 'string' ? parsePart(part) : undefined;
  if (wanted === undefined) return wrong(name, 'part', `${PART_RULE}.`);
  if (fields !== undefined && !isPaths(fields)) return wrong(name, 'fields', 'must be a list of texts.');
  const [bad] = pathFaults(fields ?? [], 'fields');
  if (bad) return wrong(name, bad.field.slice(1), `${bad.message}.`);
  let whole: Awaited<ReturnType<typeof readPacked>>;
  try {
    whole = await readPacked(context, known);
  } catch (error) {
    logFailure('held_answer_not_read', error);
    return refused('continuation_gone', 'The answer could not be read. Make the call again that gave it.');
  }
  if (!whole) {
    return refused(
      'continuation_gone',
      'This answer is not held any more, or never was for this connection. Make the call again that gave it.',
    );
  }
  const piece = pieceOf(whole, wanted, { maxItems: whole.maxItems, maxBytes });
  if (!piece) return wrong(name, 'part', `names no place in this answer; it ${PART_RULE}.`);
  // Paths are those of the whole answer; a place that none of them leads to is asked for by itself, and shown whole.
  const node = fields && nodeAt(fieldsOf(fields), wanted.segments);
  const { text, missing } =
    piece.json && !wanted.lists ? shaped(piece.text, { wanted: node, dropNulls, tables }) : { ...piece, missing: [] };
  const notes = [
    ...pieceLines(piece, { tool: name, handle: known, ...(fields && { fields }) }),
    ...missingLines(missing),
    ...ownersNotes(systemRules),
  ];
  // What was an escape in the whole answer may be a character again.
  const shown = visible(text, { isJson: piece.json });
  const content = withNotes([{ type: 'text', text: shown }], notes, piece.json ? {} : { openFrom: 0 });
  return { content, continues: whole.callId };
}

const isPaths = (fields: JsonValue): fields is string[] =>
  Array.isArray(fields) && fields.every((path) => typeof path === 'string');

const wrong = (tool: string, argument: string, message: string): Read =>
  refused('argument_invalid', `The arguments of ${tool} do not fit.\n- /${argument}: ${message}`);

const refused = (errorCode: string, message: string): Read => ({
  content: [{ type: 'text', text: visible(`${message} (${errorCode})`, { isJson: true }) }],
  errorCode,
});
