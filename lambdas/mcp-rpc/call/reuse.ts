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
import { canonicalJson } from '../../../core/lib/json/canonical.ts';
import type { CallRequest, CallResult } from '../../../core/mcp/call.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import type { Content } from '../../../core/response/content.ts';
import type { AnswerParts } from '../../../core/sandbox/protocol.ts';
import { staleAfter } from '../../../core/tools/stale.ts';
import type { Admission } from '../../shared/admission.ts';
import { holdPacked, readPacked } from './held.ts';

const pack = promisify(gzip);

/** A reused answer. */
export interface Reused {
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
export const isReusable = ({ governance }: Bundle, { cacheHint, annotations }: BundleTool): boolean =>
  governance.holdAnswers === true && cacheHint === 'immutable' && annotations.readOnlyHint;

/** Undefined when there is none or it cannot be read: then the API is called. */
export async function reusedAnswer(
  admission: Admission,
  tool: BundleTool,
  call: CallRequest,
): Promise<Reused | undefined> {
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
export async function keepForReuse(
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
