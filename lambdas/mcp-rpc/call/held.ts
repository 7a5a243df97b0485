/** Stores whole answers for reading on, and reads them: what is stored beside the text, and what it is bound to. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type HeldPlace, holdAnswer, readHeldAnswer } from '../../../aws/heldAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import type { Whole } from '../../../core/response/continuation/piece.ts';
import type { PackedAnswer } from '../../../core/sandbox/protocol.ts';
import type { Admission } from '../../shared/admission.ts';

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

/** Stored before the text. */
interface Head {
  readonly json: boolean;
  readonly callId: string;
  readonly maxItems: number;
}

const unpack = promisify(gunzip);

/** Without truncation only the limit of bytes cuts answers. */
export const itemsKept = ({ governance }: Bundle, { maxItems }: Pick<BundleTool, 'maxItems'>): number =>
  governance.truncation ? (maxItems ?? governance.maxItems) : Number.MAX_SAFE_INTEGER;

const placeOf = ({ token, server, secretFor }: Admission, handle: string): HeldPlace => ({
  serverId: server.serverId,
  tokenId: token.tokenId,
  bundleId: server.bundle.id,
  handle,
  secret: secretFor('held'),
});

/** False when it could not be stored; the reason is logged. */
export async function holdPacked(
  admission: Admission,
  { handle, whole: { json, size, packed }, callId, maxItems }: HeldPart,
): Promise<boolean> {
  const head = Buffer.from(JSON.stringify({ json, callId, maxItems } satisfies Head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  try {
    await holdAnswer(placeOf(admission, handle), Buffer.concat([length, head, Buffer.from(packed, 'base64')]), size);
    return true;
  } catch (error) {
    logFailure('answer_not_held', error);
    return false;
  }
}

/** Undefined when it is not held (any more). Throws `ciphertext_invalid`. */
export async function readPacked(
  admission: Admission,
  handle: string,
): Promise<(Whole & Omit<Head, 'json'>) | undefined> {
  const stored = await readHeldAnswer(placeOf(admission, handle));
  if (!stored) return undefined;
  const bytes = Buffer.from(stored);
  const start = 4 + bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as Head;
  const text = await unpack(bytes.subarray(start), { maxOutputLength: LIMITS.heldAnswers.each });
  return { ...head, text: text.toString() };
}
