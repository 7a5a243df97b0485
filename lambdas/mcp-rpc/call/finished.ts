/** What comes of one tool call: the result for the client, and its members of the audit entry. */
import type { CallCommon, CallEntry } from '../../../core/audit/entry.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import type { CallResult } from '../../../core/mcp/call.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import { MAX_RULES } from '../../../core/model/governance/report.ts';
import { withRetryAdvice } from '../../../core/response/retryAdvice.ts';
import type { AnswerParts, CallOutcome, PackedAnswer } from '../../../core/sandbox/protocol.ts';
import { NOTHING_SENT } from '../trail/entries.ts';

/** Maximum characters of arguments in an entry; DynamoDB takes 400 KB in all. */
const KEPT_ARGUMENTS = 64 * 1024;
const KEPT_PLACES = 100;
const KEPT_POINTER = 300;

/** The whole of a cut answer. */
export interface HeldPart {
  /** The handle in the answer's note. */
  readonly handle: string;
  readonly whole: PackedAnswer;
  /** Id of the call that it answers. */
  readonly callId: string;
  /** Items of a list per piece. */
  readonly maxItems: number;
}

/** What came of a call. */
export interface Finished {
  readonly result: CallResult;
  /** The whole answer, if it was cut, and the handle in its note. */
  readonly held?: HeldPart;
  /** The trail gets no entry of it: it has one, or cannot have one. */
  readonly isEntered?: true;
  /** By a limit or the circuit breaker: the call costs nobody anything. */
  readonly isRefused?: true;
  /** What the content of a success consists of. */
  readonly parts?: AnswerParts | undefined;
  readonly entry: Omit<CallEntry, 'kind' | 'durationMs' | keyof CallCommon>;
}

const CLOSED =
  'the connection was closed meanwhile (its token was revoked or has expired, its server went offline, or its stream ended).';

/** In place of the outcome: contains nothing of the upstream's answer, and says whether the call was made. */
export function withheld({ entry }: Finished): Finished {
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

/** The outcome of a call that the sandbox made. */
export function success(outcome: CallOutcome): Finished {
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
      ...(redactions.rules && { redactedBy: redactions.rules.slice(0, MAX_RULES) }),
      ...(redactions.wouldRedact && { wouldRedact: redactions.wouldRedact }),
      truncations: truncations.slice(0, KEPT_PLACES).map((cut) => ({ ...cut, pointer: cutPointer(cut.pointer) })),
      arguments: keptArguments(outcome.auditArguments),
      answerDigest: outcome.digest,
      restored: outcome.restored,
      findings: outcome.findings,
    },
  };
}

/** The outcome of a call that was not made, or of which there is no answer. */
export function failure(errorCode: string, message: string): Finished {
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

/** The outcome of a call that the sandbox did not finish. */
export const sandboxFailure = (code: string, message: string, { annotations }: BundleTool): Finished =>
  failure(code, withRetryAdvice(message, annotations, code in UNSURE, UNSURE[code] ?? ''));

/** Cut between characters: half of a surrogate pair is not valid UTF-8. */
const cutPointer = (pointer: string): string =>
  (pointer.length > KEPT_POINTER ? `${pointer.slice(0, KEPT_POINTER)}…` : pointer).toWellFormed();

/** Stored as text, because DynamoDB refuses numbers beyond 38 digits and documents deeper than 32 levels. */
function keptArguments(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= KEPT_ARGUMENTS ? text : JSON.stringify({ tooLong: text.length, sha256: sha256(text) });
}
