/**
 * Records what came of a call in the audit trail before its answer is sent. An answer that cannot be recorded is withheld. Where the owner
 * keeps answers, the answer is kept before the entry, which says where.
 */
import { keepAnswer } from '../../../aws/keptAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { emit, emitCall } from '../../../aws/lib/metrics.ts';
import { type AuditEntry, type CallEntry, newEntry } from '../../../core/audit/entry.ts';
import type { CallResult } from '../../../core/mcp/call.ts';
import type { Bundle } from '../../../core/model/bundle.ts';
import { noteChanged } from '../trail/changedTools.ts';
import { countRefused } from '../trail/refusals.ts';
import { writeTrails } from '../trail/toolsets.ts';
import { type Finished, failure } from './finished.ts';
import type { RunningCall, Stage } from './stage.ts';

/** Writes the entry of a call that has ended. */
export const recordStage: Stage = {
  name: 'record',
  does: 'records what came of the call, and withholds the answer if that fails',
  refuses: ['audit_unavailable'],
  spans: ['audit'],
  async run(call, next) {
    try {
      const finished = await next();
      return finished.isEntered ? finished : await enter(call, finished);
    } finally {
      await countRefused(call.context.server.serverId);
    }
  },
};

async function enter(call: RunningCall, finished: Finished): Promise<Finished> {
  const { context, began, head, repairs, wouldDeny, approvedBy, tracing } = call;
  const { trace } = tracing;
  const entry = newEntry({
    ...head,
    ...finished.entry,
    ...(repairs && { repairs }),
    ...(wouldDeny && { wouldDeny }),
    ...(approvedBy && { approvedBy }),
    ...(context.long?.isTold && { task: context.long.taskId }),
    kind: 'call',
    durationMs: Date.now() - began,
    ...(trace && { traceId: trace.traceId, stages: trace.stages() }),
  }) as CallEntry;
  emitCall(entry);
  if (entry.errorCode === 'tool_changed') await noteChanged(context.server.bundle.id);
  try {
    const kept = await keptOf(context.bundle, entry, finished.result);
    await writeEntry(call, { ...entry, ...kept });
    trace?.end(entry);
    return finished;
  } catch (error) {
    logFailure('finished_call_not_entered', error);
    emit({ Errors: 1 }, [{}, { Code: 'audit_unavailable' }]);
    trace?.end({ ...entry, outcome: 'error', errorCode: 'audit_unavailable' });
    const message = 'The call was made, but its answer is withheld: it could not be recorded in the audit log.';
    return { ...failure('audit_unavailable', message), isEntered: true };
  }
}

/** Writes an entry of the call: through a toolset into the trails of both. */
export function writeEntry(call: RunningCall, entry: AuditEntry): Promise<void> {
  const { trace } = call.tracing;
  const write = () => writeTrails(call.context, entry, call.chosen.tool);
  return trace ? trace.audited(write) : write();
}

/** Keeps the answer as the client gets it, if the owner keeps answers. The entry has its digest in any case. */
async function keptOf({ governance }: Bundle, entry: CallEntry, { content }: CallResult): Promise<Partial<CallEntry>> {
  const { answerDays = 0 } = governance;
  if (answerDays === 0 || entry.status === undefined || entry.errorCode === 'answer_withheld') return {};
  try {
    return { keptAnswer: await keepAnswer(entry, answerDays, content) };
  } catch (error) {
    logFailure('answer_not_kept', error);
    return { keptAnswer: 'failed' };
  }
}
