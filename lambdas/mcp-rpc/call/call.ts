/**
 * One tool call: the arguments are checked; a call that may change something is recorded in the audit trail before the upstream is
 * reached; the sandbox runs it; the token is read again; the outcome is recorded; only then is the answer sent. If the token was revoked
 * or its connection closed meanwhile, the answer is withheld, and client and trail say that the call was made. Every failure is a result
 * with `isError`, which a model can read, with a code of the sandbox or of the product.
 */

import { writeAudit, writeAuditOnce } from '../../../aws/audit.ts';
import { keepAnswer } from '../../../aws/keptAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { emit, emitCall } from '../../../aws/lib/metrics.ts';
import { BUSY_RETRY_SECONDS, SandboxError } from '../../../aws/services/sandbox.ts';
import { type AuditEntry, type CallEntry, entryOnce, newEntry } from '../../../core/audit/entry.ts';
import { hasCode } from '../../../core/lib/errors.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { CallRequest, CallResult } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { CACHE_META } from '../../../core/mcp/listedTools.ts';
import type { Described } from '../../../core/mcp/protocol.ts';
import { structuredOf } from '../../../core/mcp/structured.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { isTokenRefused } from '../../../core/request/errors.ts';
import { newHandle } from '../../../core/response/continuation/handle.ts';
import { withNotes } from '../../../core/response/notes.ts';
import { isStructured } from '../../../core/tools/outputSchema.ts';
import type { Admission } from '../../shared/admission.ts';
import { headOfCall, NOTHING_SENT } from '../trail/entries.ts';
import type { Arrival } from '../trail/requestTrace.ts';
import { checkedArguments, withoutChoice } from './checkedArguments.ts';
import { type Confirmation, type Consented, consented, usedUp } from './elicit.ts';
import { type Finished, failure, sandboxFailure, success, withheld } from './finished.ts';
import { type HeldPart, holdPacked, itemsKept } from './held.ts';
import { isReusable, keepForReuse, reusedAnswer, staleNotes } from './reuse.ts';
import { sandboxCall } from './sandboxCall.ts';
import { startedArguments } from './started.ts';
import { type Tracing, traceOf } from './tracing.ts';

/** What a call is made with. */
export interface CallContext extends Admission {
  readonly bundle: Bundle;
  readonly described: Described;
  /** When its POST came in, for traces. */
  readonly arrival?: Arrival | undefined;
  /** Name of the tool that reads held answers, where answers are held. */
  readonly readingTool?: string | undefined;
  /** The tools in the token's scope. */
  readonly readable?: ReadonlyMap<string, BundleTool>;
  /** Reads the token again, strongly consistent: whether an answer may still be sent. */
  isStillOpen(): Promise<boolean>;
  /** Called when the call was not made, with the seconds after which to try again. */
  readonly onRetryLater?: (seconds: number) => void;
  /** Asked once the arguments are checked and before anything is recorded or sent; a result refuses the call. */
  readonly beforeCall?: () => Promise<CallResult | undefined>;
  /** Called with what the trail says of the call, once it is recorded. */
  readonly onEnd?: (entry: Finished['entry']) => void;
}

type TracedContext = CallContext & { readonly tracing: Tracing };

/** Makes one call. Never rejects because of the upstream, the sandbox or an argument. */
export async function callTool(context: CallContext, chosen: ChosenTool): Promise<CallResult> {
  const { server } = context;
  const { tool, call } = chosen;
  const began = Date.now();
  const tracing = traceOf(context, tool);
  const { trace } = tracing;
  const record = (entry: AuditEntry) => (trace ? trace.audited(() => writeAudit(entry)) : writeAudit(entry));
  const head = headOfCall(context, context.described, tool);
  const text = JSON.stringify(call.arguments);
  const { elicitation } = context.bundle;
  const checked: Consented = elicitation
    ? consented(context, chosen, elicitation)
    : checkedArguments(chosen, text, context.bundle);
  let finished: Finished;
  if ('result' in checked) {
    finished = checked;
  } else {
    const refused = await context.beforeCall?.();
    if (refused) return refused;
    if (!tool.annotations.readOnlyHint) {
      try {
        const begun = await startedArguments(context.bundle, tool.redaction?.mode, checked.plainArguments, text.length);
        const entry = { ...head, ...begun, kind: 'call-started' } as const;
        if (!checked.confirmation) await record(newEntry(entry));
        else if (!(await recordOnce(entry, checked.confirmation))) return usedUp(tool.name).result;
      } catch (error) {
        logFailure('starting_call_not_entered', error);
        emit({ Calls: 1, Errors: 1 }, [{}, { Code: 'audit_unavailable' }]);
        trace?.end({ serverId: server.serverId, outcome: 'error', errorCode: 'audit_unavailable' });
        return failure(
          'audit_unavailable',
          'The call was not made: it could not be recorded in the audit log. Try again.',
        ).result;
      }
    }
    finished = await answered({ ...context, tracing }, tool, checked, head.callId);
    // Read once the answer is there: nothing is sent after a revocation, however quick the call was.
    if (!(await isOpen(context))) finished = withheld(finished);
    else {
      if (finished.held) finished = await withHeldAnswer(context, finished, finished.held);
      if (finished.isReusable) {
        const { result, parts } = finished;
        await keepForReuse(context, tool, checked, { content: result.content, parts }, head.callId);
      }
    }
  }
  const entry = newEntry({
    ...head,
    ...finished.entry,
    ...('result' in checked || !checked.repairs ? {} : { repairs: checked.repairs }),
    kind: 'call',
    durationMs: Date.now() - began,
    ...(trace && { traceId: trace.traceId, stages: trace.stages() }),
  }) as CallEntry;
  emitCall(entry);
  try {
    const kept = await keptOf(context.bundle, entry, finished.result);
    await record({ ...entry, ...kept });
    trace?.end(entry);
    context.onEnd?.(finished.entry);
  } catch (error) {
    logFailure('finished_call_not_entered', error);
    emit({ Errors: 1 }, [{}, { Code: 'audit_unavailable' }]);
    trace?.end({ ...entry, outcome: 'error', errorCode: 'audit_unavailable' });
    return failure(
      'audit_unavailable',
      'The call was made, but its answer is withheld: it could not be recorded in the audit log.',
    ).result;
  }
  const result = structured(context.bundle, tool, finished);
  return tool.cacheHint === 'none' ? result : { ...result, _meta: { [CACHE_META]: tool.cacheHint } };
}

/** Writes the entry of a confirmed call that begins; false when the confirmation has begun one before. */
const recordOnce = (entry: Parameters<typeof entryOnce>[0], { at, id }: Confirmation): Promise<boolean> =>
  writeAuditOnce(entryOnce(entry, at, id));

/** With its second form where the tool's `outputSchema` is listed. An error has none: clients would hold it against the schema. */
function structured({ exposition, governance }: Bundle, tool: BundleTool, { result, parts }: Finished): CallResult {
  if (result.isError || !isStructured(exposition, governance, tool)) return result;
  return { ...result, structuredContent: structuredOf(tool, result.content, parts) };
}

/** The answer of the API, or a stored one if the tool's cache hint is `immutable`. */
async function answered(
  context: TracedContext,
  tool: BundleTool,
  call: CallRequest,
  callId: string,
): Promise<Finished> {
  // Another account may have been connected for the token since.
  const isShared = context.server.credentials !== 'per-token';
  if (!isShared || !isReusable(context.bundle, tool)) return runInSandbox(context, tool, call, callId);
  const reused = await reusedAnswer(context, tool, call);
  if (reused) {
    const { result, continues, parts } = reused;
    const text = JSON.stringify(result.content);
    const { arguments: shown } = await startedArguments(
      context.bundle,
      tool.redaction?.mode,
      call.plainArguments,
      text.length,
    );
    const sizes = { bytesOut: Buffer.byteLength(text), answerDigest: sha256(text) };
    return { result, parts, entry: { ...NOTHING_SENT, ...sizes, outcome: 'ok', continues, arguments: shown } };
  }
  const finished = await runInSandbox(context, tool, call, callId);
  return finished.result.isError ? finished : { ...finished, isReusable: true };
}

async function runInSandbox(
  context: TracedContext,
  tool: BundleTool,
  call: CallRequest,
  callId: string,
): Promise<Finished> {
  const { trace } = context.tracing;
  if (!trace) return (await sandboxed(context, tool, call, callId)).finished;
  const from = performance.now();
  const { finished, timing } = await sandboxed(context, tool, call, callId);
  trace.sandbox(from, timing, finished.entry);
  return finished;
}

async function sandboxed(
  context: TracedContext,
  tool: BundleTool,
  call: CallRequest,
  callId: string,
): Promise<{ readonly finished: Finished; readonly timing?: unknown }> {
  const { bundle, readingTool, readable, secretFor, tracing } = context;
  const { sent, fields } = withoutChoice(bundle, tool, call);
  const continuation =
    readingTool === undefined ? undefined : { tool: readingTool, handle: newHandle(), ...(fields && { fields }) };
  try {
    const answer = await sandboxCall(context, tool, sent, {
      callId,
      ...(fields && { fields }),
      ...(continuation && { continuation }),
      ...(bundle.governance.placeholders?.length && {
        tokenSecret: Buffer.from(secretFor('placeholders')).toString('base64'),
      }),
      ...staleNotes(bundle, tool, readable),
      ...(tracing.headers && { traceHeaders: tracing.headers }),
      ...(tracing.trace && { isTimed: true }),
    });
    if (answer.frame === 'result') {
      const { whole, timing } = answer.outcome;
      const finished = success(answer.outcome);
      if (!whole || !continuation) return { finished, timing };
      const held = { handle: continuation.handle, whole, callId, maxItems: itemsKept(bundle, tool) };
      return { finished: { ...finished, held }, timing };
    }
    return { finished: sandboxFailure('sandbox_failed', 'The sandbox answered something else than a result.', tool) };
  } catch (error) {
    return { finished: failedCall(context, tool, error) };
  }
}

/** The outcome of a call that ended with an error. Throws those that are no outcome. */
function failedCall(context: CallContext, tool: BundleTool, error: unknown): Finished {
  if (isTokenRefused(error) || hasCode(error, 'credential_replaced')) return failure(error.code, error.message);
  if (!(error instanceof SandboxError)) throw error;
  if (error.code === 'server_busy') {
    context.onRetryLater?.(BUSY_RETRY_SECONDS);
    return failure(error.code, error.message);
  }
  if (error.cause !== undefined && error.code !== 'sandbox_aborted') logFailure('sandbox_call_failed', error.cause);
  return sandboxFailure(error.code, error.message, tool);
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

async function isOpen(context: CallContext): Promise<boolean> {
  try {
    return await context.isStillOpen();
  } catch (error) {
    logFailure('recheck_failed_answer_withheld', error);
    return false;
  }
}

/** Stores the whole answer for reading on. If that fails, a further note says that the handle does not work. */
async function withHeldAnswer(context: CallContext, finished: Finished, held: HeldPart): Promise<Finished> {
  if (await holdPacked(context, held)) return finished;
  const note = `The rest of this answer could not be stored, so the handle ${held.handle} leads nowhere. Call again to have one.`;
  const content = withNotes(finished.result.content, [note]);
  const parts = finished.parts && { ...finished.parts, notices: [...finished.parts.notices, note] };
  const answerDigest = sha256(JSON.stringify(content));
  return { ...finished, parts, result: { ...finished.result, content }, entry: { ...finished.entry, answerDigest } };
}
