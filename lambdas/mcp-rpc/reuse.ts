/**
 * Answers by their tools' cache hints, where answers are held: an `immutable` one is given again for the same arguments of the same
 * token, without asking the API; after a change the note names the reading tools whose earlier answers may be stale. `no-store` and
 * no hint at all are never held for this.
 */
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { logFailure } from '../../aws/log.ts';
import { toBase32 } from '../../core/base32.ts';
import type { Bundle, BundleTool } from '../../core/bundle/model.ts';
import { canonicalJson } from '../../core/json/canonical.ts';
import type { CallRequest, CallResult } from '../../core/mcp/call.ts';
import type { Content } from '../../core/request/call.ts';
import { staleAfter } from '../../core/tools/stale.ts';
import type { Admission } from '../shared/admission.ts';
import { holdPacked, readPacked } from './held.ts';

const pack = promisify(gzip);

/** An answer that is given again. */
export interface Reused {
  readonly result: CallResult;
  /** The call that asked the API. */
  readonly continues: string;
}

/** A handle that follows from tool and arguments, which nobody but who holds the token can know. */
const handleOf = ({ secretFor }: Admission, { toolId }: BundleTool, call: CallRequest): string =>
  toBase32(
    createHmac('sha256', secretFor('reuse'))
      .update(`${toolId}\0${canonicalJson(call.plainArguments)}`)
      .digest()
      .subarray(0, 10),
  );

/**
 * Whether answers of this tool may be given again: answers are held, and the tool is hinted `immutable` and
 * changes nothing.
 */
export const isReusable = ({ governance }: Bundle, { cacheHint, annotations }: BundleTool): boolean =>
  governance.holdAnswers === true && cacheHint === 'immutable' && annotations.readOnlyHint;

/** Undefined where there is none, or it cannot be read: then the API is asked. */
export async function reusedAnswer(
  admission: Admission,
  tool: BundleTool,
  call: CallRequest,
): Promise<Reused | undefined> {
  try {
    const held = await readPacked(admission, handleOf(admission, tool, call));
    if (!held) return undefined;
    return { result: { content: JSON.parse(held.text) as Content[] }, continues: held.callId };
  } catch (error) {
    logFailure('immutable_answer_not_read', error);
    return undefined;
  }
}

/** Never rejects: an answer that cannot be stored is asked for again. */
export async function keepForReuse(
  admission: Admission,
  tool: BundleTool,
  call: CallRequest,
  content: readonly Content[],
  callId: string,
): Promise<void> {
  const text = JSON.stringify(content);
  const packed = (await pack(text)).toString('base64');
  const whole = { json: true, size: Buffer.byteLength(text), packed };
  await holdPacked(admission, { handle: handleOf(admission, tool, call), whole, callId, maxItems: 1 });
}

/** For the request of a call that may change something. */
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
