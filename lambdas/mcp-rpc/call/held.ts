/** Stores whole answers for reading on, and reads them: what is stored beside the text, and what it is bound to. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type HeldPlace, holdAnswer, readHeldAnswer } from '../../../aws/heldAnswers.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import type { Whole } from '../../../core/response/continuation/piece.ts';
import { withNotes } from '../../../core/response/notes.ts';
import type { Admission } from '../../shared/admission.ts';
import type { Finished, HeldPart } from './finished.ts';
import type { Stage } from './stage.ts';

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
  isMembers: token.serverId !== server.serverId,
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

/** Stores the whole of an answer that was cut. */
export const holdStage: Stage = {
  name: 'hold',
  does: 'stores the whole of an answer that was cut, for the tool that reads on',
  refuses: [],
  when: 'the owner holds answers',
  isUsed: ({ context }) => context.readingTool !== undefined,
  async run({ context }, next) {
    const finished = await next();
    return finished.held ? withHeldAnswer(context, finished, finished.held) : finished;
  },
};

/** Stores the whole answer for reading on. If that fails, a further note says that the handle does not work. */
async function withHeldAnswer(context: Admission, finished: Finished, held: HeldPart): Promise<Finished> {
  if (await holdPacked(context, held)) return finished;
  const note = `The rest of this answer could not be stored, so the handle ${held.handle} leads nowhere. Call again to have one.`;
  const content = withNotes(finished.result.content, [note]);
  const parts = finished.parts && { ...finished.parts, notices: [...finished.parts.notices, note] };
  const answerDigest = sha256(JSON.stringify(content));
  return { ...finished, parts, result: { ...finished.result, content }, entry: { ...finished.entry, answerDigest } };
}
