/**
 * Applies the tools' cache hints, where answers are held. The answer of an `immutable` tool is returned again for the same arguments and
 * token, without calling the API. After a change, the note names the reading tools whose earlier answers may be stale. Answers with
 * `no-store` or no hint are never reused.
 */
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { logFailure } from '../../../aws/lib/log.ts';
import { toBase32 } from '../../../core/lib/base32.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { CallRequest, CallResult } from '../../../core/mcp/call.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import type { Content } from '../../../core/response/content.ts';
import type { AnswerParts } from '../../../core/sandbox/protocol.ts';
import { staleAfter } from '../../../core/tools/stale.ts';
import type { Admission } from '../../shared/admission.ts';
import { NOTHING_SENT } from '../trail/entries.ts';
import type { Finished } from './finished.ts';
import { holdPacked, readPacked } from './held.ts';
import type { RunningCall, Stage } from './stage.ts';
import { startedArguments } from './started.ts';

const pack = promisify(gzip);

/** A reused answer. */
interface Reused {
  readonly result: CallResult;
  readonly parts?: AnswerParts | undefined;
  /** Id of the call that asked the API. */
  readonly continues: string;
}

/** As it is held. */
interface Kept {
  readonly content: readonly Content[];
  readonly parts?: AnswerParts | undefined;
}

/** A handle derived from tool and arguments, which only the holder of the token can know. */
const handleOf = ({ secretFor }: Admission, { toolId }: BundleTool, call: CallRequest): string =>
  toBase32(
    createHmac('sha256', secretFor('reuse'))
      .update(`${toolId}\0${canonicalJson(call.plainArguments)}`)
      .digest()
      .subarray(0, 10),
  );

/** Whether answers of this tool may be reused: answers are held, and the tool is read-only and has the hint `immutable`. */
const isReusable = ({ governance }: Bundle, { cacheHint, annotations }: BundleTool): boolean =>
  governance.holdAnswers === true && cacheHint === 'immutable' && annotations.readOnlyHint;

/** Undefined when there is none or it cannot be read: then the API is called. */
async function reusedAnswer(admission: Admission, tool: BundleTool, call: CallRequest): Promise<Reused | undefined> {
  try {
    const held = await readPacked(admission, handleOf(admission, tool, call));
    if (!held) return undefined;
    const { content, parts } = JSON.parse(held.text) as Kept;
    return { result: { content }, parts, continues: held.callId };
  } catch (error) {
    logFailure('immutable_answer_not_read', error);
    return undefined;
  }
}

/** Never rejects: if the answer cannot be stored, the API is called again next time. */
async function keepForReuse(
  admission: Admission,
  tool: BundleTool,
  call: CallRequest,
  { content, parts }: Kept,
  callId: string,
): Promise<void> {
  const text = JSON.stringify({ content, parts } satisfies Kept);
  const packed = (await pack(text)).toString('base64');
  const whole = { json: true, size: Buffer.byteLength(text), packed };
  await holdPacked(admission, { handle: handleOf(admission, tool, call), whole, callId, maxItems: 1 });
}

/** The note for a call that may change something. */
export function staleNotes(
  { governance }: Bundle,
  tool: BundleTool,
  readable: ReadonlyMap<string, BundleTool> | undefined,
): { readonly notes?: readonly string[] } {
  if (!governance.holdAnswers || tool.annotations.readOnlyHint || !readable) return {};
  const names = staleAfter(tool, readable.values());
  return names.length === 0
    ? {}
    : { notes: [`What these tools answered before may be stale now: ${names.join(', ')}.`] };
}

/** Returns an answer that is held, and holds one that may be returned again. */
export const reuseStage: Stage = {
  name: 'reuse',
  does: 'returns the held answer of an immutable tool instead of asking the API again',
  refuses: [],
  when: 'the owner holds answers, and the tool only reads and is immutable',
  // Another account may have been connected for the token since.
  isUsed: ({ context: { bundle, server }, chosen: { tool } }) =>
    server.credentials !== 'per-token' && isReusable(bundle, tool),
  async run({ context, chosen: { tool }, request, head }, next) {
    const reused = await reusedAnswer(context, tool, request);
    if (reused) return finishedFrom(context, tool, request, reused);
    const finished = await next();
    const { result, parts } = finished;
    if (!result.isError) await keepForReuse(context, tool, request, { content: result.content, parts }, head.callId);
    return finished;
  },
};

async function finishedFrom(
  { bundle }: RunningCall['context'],
  tool: BundleTool,
  { plainArguments }: CallRequest,
  { result, continues, parts }: Reused,
): Promise<Finished> {
  const text = JSON.stringify(result.content);
  const { arguments: shown } = await startedArguments(bundle, tool.redaction, plainArguments, text.length);
  const sizes = { bytesOut: Buffer.byteLength(text), answerDigest: sha256(text) };
  return { result, parts, entry: { ...NOTHING_SENT, ...sizes, outcome: 'ok', continues, arguments: shown } };
}
