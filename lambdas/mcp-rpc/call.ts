/**
 * One tool call: the arguments are checked; a call that may change something is recorded in the audit trail before the upstream is
 * reached; the sandbox runs it; the token is read again; the outcome is recorded; only then is the answer sent. If the token was revoked
 * or its connection closed meanwhile, the answer is withheld, and client and trail say that the call was made. Every failure is a result
 * with `isError`, which a model can read, with a code of the sandbox or of the product. Over 300 lines, because the order of these steps
 * is the guarantee, and is read in one place.
 */

import { writeAudit } from '../../aws/audit.ts';
import { keepAnswer } from '../../aws/keptAnswers.ts';
import { logFailure } from '../../aws/log.ts';
import { SandboxError } from '../../aws/sandbox.ts';
import { type Bearer, bearerOf } from '../../core/audit/bearer.ts';
import { type CallEntry, newEntry } from '../../core/audit/entry.ts';
import type { Bundle, BundleTool } from '../../core/bundle/model.ts';
import { newHandle } from '../../core/continuation/handle.ts';
import type { FieldFault } from '../../core/errors.ts';
import { newAuditId } from '../../core/ids.ts';
import { sha256 } from '../../core/json/canonical.ts';
import type { JsonValue } from '../../core/json/value.ts';
import { argumentFaults } from '../../core/mcp/arguments.ts';
import type { CallRequest, CallResult } from '../../core/mcp/call.ts';
import type { ChosenTool } from '../../core/mcp/chosen.ts';
import { type Arguments, withIntegers } from '../../core/mcp/integerStrings.ts';
import { CACHE_META } from '../../core/mcp/listing.ts';
import type { Described } from '../../core/mcp/protocol.ts';
import { redactedArguments } from '../../core/mcp/redactedArguments.ts';
import { structuredOf } from '../../core/mcp/structured.ts';
import { ArgumentTooComplex } from '../../core/mcp/validationBudget.ts';
import { withoutFormFaults } from '../../core/placeholders/faults.ts';
import { fieldsArgument, pathFaults } from '../../core/projection/argument.ts';
import type { AnswerParts, CallOutcome } from '../../core/request/call.ts';
import { CredentialReplaced, TokenRefused } from '../../core/request/errors.ts';
import { withNotes } from '../../core/response/notes.ts';
import { withRetryAdvice } from '../../core/response/retryAdvice.ts';
import { callClassOf } from '../../core/tools/annotations.ts';
import { isStructured } from '../../core/tools/outputSchema.ts';
import type { Admission } from '../shared/admission.ts';
import { NOTHING_SENT } from './entries.ts';
import { type HeldPart, holdPacked, itemsKept } from './held.ts';
import { isReusable, keepForReuse, reusedAnswer, staleNotes } from './reuse.ts';
import { sandboxCall } from './sandboxCall.ts';
import { startedArguments } from './started.ts';

/** Maximum characters of arguments in an entry; DynamoDB takes 400 KB in all. */
const KEPT_ARGUMENTS = 64 * 1024;
const KEPT_PLACES = 100;
const KEPT_POINTER = 300;

/** What a call is made with. */
export interface CallContext extends Admission {
  readonly bundle: Bundle;
  readonly described: Described;
  /** Name of the tool that reads held answers, where answers are held. */
  readonly readingTool?: string | undefined;
  /** The tools in the token's scope. */
  readonly readable?: ReadonlyMap<string, BundleTool>;
  /** Reads the token again, strongly consistent: whether an answer may still be sent. */
  isStillOpen(): Promise<boolean>;
  /** Called when the call was not made, because too many are running. */
  readonly onBusy?: () => void;
}

interface Finished {
  readonly result: CallResult;
  /** The whole answer, if it was cut, and the handle in its note. */
  readonly held?: HeldPart;
  /** Whether the answer may be returned again for the same arguments. */
  readonly isReusable?: true;
  /** What the content of a success consists of. */
  readonly parts?: AnswerParts | undefined;
  readonly entry: Omit<CallEntry, 'kind' | 'durationMs' | keyof EntryHead>;
}

type EntryHead = Pick<
  CallEntry,
  | 'serverDay'
  | 'entryId'
  | 'serverId'
  | 'at'
  | keyof Bearer
  | 'era'
  | 'client'
  | 'method'
  | 'callId'
  | 'tool'
  | 'class'
  | 'bundleId'
>;

/** Makes one call. Never rejects because of the upstream, the sandbox or an argument. */
export async function callTool(context: CallContext, chosen: ChosenTool): Promise<CallResult> {
  const { server, token, described } = context;
  const { tool, call } = chosen;
  const began = Date.now();
  const head = {
    serverId: server.serverId,
    ...bearerOf(token),
    era: described.era,
    client: described.client,
    method: 'tools/call',
    callId: newAuditId(),
    tool: tool.name,
    class: callClassOf(tool.program.verb, tool.annotations),
    bundleId: server.bundle.id,
  };
  const text = JSON.stringify(call.arguments);
  const checked = checkedArguments(chosen, text, context.bundle.governance);
  let finished: Finished;
  if ('result' in checked) {
    finished = checked;
  } else {
    if (!tool.annotations.readOnlyHint) {
      try {
        const begun = await startedArguments(context.bundle, call.plainArguments, text.length);
        await writeAudit(newEntry({ ...head, ...begun, kind: 'call-started' }));
      } catch (error) {
        logFailure('starting_call_not_entered', error);
        return failure(
          'audit_unavailable',
          'The call was not made: it could not be recorded in the audit log. Try again.',
        ).result;
      }
    }
    finished = await answered(context, tool, { ...call, ...checked }, head.callId);
    // Read once the answer is there: nothing is sent after a revocation, however quick the call was.
    if (!(await isOpen(context))) finished = withheld(finished);
    else {
      if (finished.held) finished = await withHeldAnswer(context, finished, finished.held);
      if (finished.isReusable)
        await keepForReuse(
          context,
          tool,
          { ...call, ...checked },
          { ...finished.result, parts: finished.parts },
          head.callId,
        );
    }
  }
  const entry = newEntry({ ...head, ...finished.entry, kind: 'call', durationMs: Date.now() - began }) as CallEntry;
  try {
    await writeAudit({ ...entry, ...(await keptOf(context.bundle, entry, finished.result)) });
  } catch (error) {
    logFailure('finished_call_not_entered', error);
    return failure(
      'audit_unavailable',
      'The call was made, but its answer is withheld: it could not be recorded in the audit log.',
    ).result;
  }
  const result = structured(context.bundle, tool, finished);
  return tool.cacheHint === 'none' ? result : { ...result, _meta: { [CACHE_META]: tool.cacheHint } };
}

/** With its second form where the tool's `outputSchema` is listed. An error has none: clients would hold it against the schema. */
function structured({ exposition, governance }: Bundle, tool: BundleTool, { result, parts }: Finished): CallResult {
  if (result.isError || !isStructured(exposition, governance, tool)) return result;
  return { ...result, structuredContent: structuredOf(tool, result.content, parts) };
}

/** The answer of the API, or a stored one if the tool's cache hint is `immutable`. */
async function answered(context: CallContext, tool: BundleTool, call: CallRequest, callId: string): Promise<Finished> {
  if (!isReusable(context.bundle, tool)) return runInSandbox(context, tool, call, callId);
  const reused = await reusedAnswer(context, tool, call);
  if (reused) {
    const { result, continues, parts } = reused;
    const text = JSON.stringify(result.content);
    const { arguments: shown } = await startedArguments(context.bundle, call.plainArguments, text.length);
    const sizes = { bytesOut: Buffer.byteLength(text), answerDigest: sha256(text) };
    return { result, parts, entry: { ...NOTHING_SENT, ...sizes, outcome: 'ok', continues, arguments: shown } };
  }
  const finished = await runInSandbox(context, tool, call, callId);
  return finished.result.isError ? finished : { ...finished, isReusable: true };
}

/** The arguments as they are sent, or the outcome of a call whose arguments are invalid or would take too long to check. */
function checkedArguments(
  { tool, call, faults: wrapping, usage }: ChosenTool,
  text: string,
  { placeholders = [], chooseFields }: Bundle['governance'],
): Arguments | Finished {
  const redacted = redactedArguments(call.plainArguments, text);
  if (redacted.length > 0)
    return failure('argument_redacted', `Nothing was sent to ${tool.name}.\n${linesOf(redacted)}`);
  try {
    const sent = wrapping.length > 0 ? call : withIntegers(tool.inputSchema, call, text);
    const all = wrapping.length > 0 ? wrapping : argumentFaults(tool, sent.plainArguments, text.length);
    const own = placeholders.length > 0 ? withoutFormFaults(all, sent.plainArguments) : all;
    const faults = chooseFields && own.length === 0 ? choiceFaults(tool, sent) : own;
    return faults.length > 0 ? failure('argument_invalid', faultText(tool.name, faults, usage)) : sent;
  } catch (error) {
    if (!(error instanceof ArgumentTooComplex)) throw error;
    return failure(error.code, `The arguments of ${tool.name} cannot be checked; nothing was sent. ${error.message}`);
  }
}

/** What is wrong with the fields that a call wants. */
function choiceFaults(tool: BundleTool, { plainArguments }: Arguments): FieldFault[] {
  const name = fieldsArgument(tool);
  return pathFaults((plainArguments[name] ?? []) as string[], name);
}

/** The call as the API's tool knows it, and the fields of the answer that are wanted. */
function withoutChoice(
  { governance }: Bundle,
  tool: BundleTool,
  call: CallRequest,
): { readonly sent: CallRequest; readonly fields?: readonly string[] } {
  const name = fieldsArgument(tool);
  if (!governance.chooseFields || !Object.hasOwn(call.plainArguments, name)) return { sent: call };
  const { [name]: fields, ...plainArguments } = call.plainArguments;
  const { [name]: _, ...exact } = call.arguments;
  const isExact = call.arguments !== call.plainArguments;
  const sent = { ...call, plainArguments, arguments: isExact ? exact : plainArguments };
  return { sent, ...((fields as string[]).length > 0 && { fields: fields as string[] }) };
}

async function runInSandbox(
  context: CallContext,
  tool: BundleTool,
  call: CallRequest,
  callId: string,
): Promise<Finished> {
  const { bundle, readingTool, readable, secretFor } = context;
  const { sent, fields } = withoutChoice(bundle, tool, call);
  const continuation =
    readingTool === undefined ? undefined : { tool: readingTool, handle: newHandle(), ...(fields && { fields }) };
  try {
    const answer = await sandboxCall(context, tool, sent, {
      ...(fields && { fields }),
      ...(continuation && { continuation }),
      ...(bundle.governance.placeholders?.length && {
        tokenSecret: Buffer.from(secretFor('placeholders')).toString('base64'),
      }),
      ...staleNotes(bundle, tool, readable),
    });
    if (answer.frame === 'result') {
      const { whole } = answer.outcome;
      const finished = success(answer.outcome);
      if (!whole || !continuation) return finished;
      return { ...finished, held: { handle: continuation.handle, whole, callId, maxItems: itemsKept(bundle, tool) } };
    }
    return sandboxFailure('sandbox_failed', 'The sandbox answered something else than a result.', tool);
  } catch (error) {
    if (error instanceof TokenRefused || error instanceof CredentialReplaced) return failure(error.code, error.message);
    if (!(error instanceof SandboxError)) throw error;
    if (error.code === 'server_busy') {
      context.onBusy?.();
      return failure(error.code, error.message);
    }
    if (error.cause !== undefined && error.code !== 'sandbox_aborted') logFailure('sandbox_call_failed', error.cause);
    return sandboxFailure(error.code, error.message, tool);
  }
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

const CLOSED =
  'the connection was closed meanwhile (its token was revoked or has expired, its server went offline, or its stream ended).';

/** Contains nothing of the upstream's answer, and says whether the call was made. */
function withheld({ entry }: Finished): Finished {
  const isMade = entry.status !== undefined;
  const text = isMade
    ? `The call was made, but its answer is withheld: ${CLOSED} (answer_withheld)`
    : `The call was begun, and what came of it is withheld: ${CLOSED} (answer_withheld)`;
  return {
    result: { content: [{ type: 'text', text }], isError: true },
    // The code of a failure before there was an answer contains no data of the upstream.
    entry: { ...entry, outcome: 'error', ...(isMade && { errorCode: 'answer_withheld' }), bytesOut: 0 },
  };
}

function success(outcome: CallOutcome): Finished {
  const { content, isError, redactions, truncations } = outcome;
  return {
    result: isError ? { content, isError } : { content },
    parts: outcome.parts,
    entry: {
      outcome: isError ? 'error' : 'ok',
      errorCode: outcome.errorCode,
      status: outcome.status,
      upstreamMs: outcome.upstreamMs,
      bytesIn: outcome.bytesIn,
      bytesOut: outcome.bytesOut,
      redactedFields: redactions.count,
      redactedPointers: redactions.pointers.slice(0, KEPT_PLACES).map(cutPointer),
      truncations: truncations.slice(0, KEPT_PLACES).map((cut) => ({ ...cut, pointer: cutPointer(cut.pointer) })),
      arguments: keptArguments(outcome.auditArguments),
      answerDigest: outcome.digest,
      restored: outcome.restored,
    },
  };
}

function failure(errorCode: string, message: string): Finished {
  return {
    result: { content: [{ type: 'text', text: `${message} (${errorCode})` }], isError: true },
    entry: { ...NOTHING_SENT, outcome: 'error', errorCode },
  };
}

/** After these codes it is unknown whether the upstream carried the call out; with the advice for a call that may be repeated safely. */
const UNSURE: Readonly<Record<string, string>> = {
  sandbox_failed: 'Try again.',
  sandbox_timeout: '',
  sandbox_aborted: '',
};

const sandboxFailure = (code: string, message: string, { annotations }: BundleTool): Finished =>
  failure(code, withRetryAdvice(message, annotations, code in UNSURE, UNSURE[code] ?? ''));

/** Cut between characters: half of a surrogate pair is not valid UTF-8. */
const cutPointer = (pointer: string): string =>
  (pointer.length > KEPT_POINTER ? `${pointer.slice(0, KEPT_POINTER)}…` : pointer).toWellFormed();

/** Stored as text, because DynamoDB refuses numbers beyond 38 digits and documents deeper than 32 levels. */
function keptArguments(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= KEPT_ARGUMENTS ? text : JSON.stringify({ tooLong: text.length, sha256: sha256(text) });
}

function linesOf(faults: readonly FieldFault[]): string {
  return faults.map(({ field, message }) => `- ${field}: ${message}`).join('\n');
}

function faultText(tool: string, faults: readonly FieldFault[], usage?: string): string {
  return [
    `The arguments of ${tool} do not fit its schema; nothing was sent. Correct them and call again.`,
    linesOf(faults),
    ...(usage === undefined ? [] : [usage]),
  ].join('\n');
}
