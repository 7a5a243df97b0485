/**
 * Governed answers held for 15 minutes, so that the token that got them can read on: sealed in S3, in the region that answered. The key
 * of each is derived from a data key of the server (KMS, encryption context `heldOf`) and from the connection token itself, of which only
 * a hash is stored: once the token is revoked, and so not presented any more, nothing stored can open them. The sealed bytes are bound to
 * server, token, bundle and handle.
 *
 * What a token holds is listed in one row of the region's sessions table, written conditionally. So the limits of count and bytes are
 * exact; the oldest answer is dropped for a new one; an answer that is not listed is not returned, even if its object still exists. The
 * bucket's lifecycle rule deletes the objects within a day.
 */
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { type HeldRow, heldRowId, isListed, withHeld } from '../core/response/continuation/heldRow.ts';
import { putRow, readRows } from './direct/dynamodb.ts';
import { within } from './keptAnswers.ts';
import { requireEnvironment } from './lib/environment.ts';
import { ciphertextInvalid } from './lib/errors.ts';
import { openedKey, sealingKey } from './services/envelope.ts';
import { readBytes, writeBytes } from './services/objects.ts';

/** Milliseconds that a call waits at most for its answer to be stored. */
const PATIENCE_MS = 5_000;
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const MAX_TRIES = 8;

/** What an answer is bound to. */
export interface HeldPlace {
  readonly serverId: string;
  readonly tokenId: string;
  /** Whether the server is a member of the toolset that the token is of. */
  readonly isMembers?: boolean;
  readonly bundleId: string;
  readonly handle: string;
  /** Derived from the token as it was presented (lambdas/shared/admission.ts). */
  readonly secret: Uint8Array;
}

const contextOf = ({ serverId }: HeldPlace) => ({ heldOf: serverId });
const objectKey = ({ serverId, tokenId, handle }: HeldPlace): string => `held/${serverId}/${tokenId}/${handle}`;
const associated = ({ serverId, tokenId, bundleId, handle }: HeldPlace): string =>
  `portcullis/held/v1:${serverId}:${tokenId}:${bundleId}:${handle}`;

const keyOf = (dataKey: KeyObject, place: HeldPlace): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', dataKey, place.secret, associated(place), 32));

/**
 * Stores the answer of a handle. Throws the errors of KMS, S3 and DynamoDB, and when they take too long.
 *
 * @param size counts towards what the token may hold
 */
export async function holdAnswer(place: HeldPlace, bytes: Uint8Array, size: number, now = Date.now()): Promise<void> {
  await storeHeld(place, bytes);
  await list(place, size, now);
}

/** Seals and stores it, without listing it: who stores it so has a list of its own (aws/tables/tasks.ts). Throws as {@link holdAnswer}. */
export async function storeHeld(place: HeldPlace, bytes: Uint8Array): Promise<void> {
  const abortSignal = AbortSignal.timeout(PATIENCE_MS);
  const { key, wrapped } = await within(abortSignal, sealingKey(contextOf(place)));
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(key, place), nonce).setAAD(Buffer.from(associated(place)));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(wrapped.length);
  const sealed = Buffer.concat([head, wrapped, nonce, cipher.getAuthTag(), body]);
  const bucket = requireEnvironment('BUCKET_BUNDLES');
  await writeBytes(bucket, objectKey(place), sealed, 'application/octet-stream', { abortSignal });
}

/** The stored answer, or undefined when it is not held (any more). Throws `ciphertext_invalid` when it was altered. */
export async function readHeldAnswer(place: HeldPlace, now = Date.now()): Promise<Uint8Array | undefined> {
  return isListed(await readList(place), place.handle, place.bundleId, now) ? openHeld(place) : undefined;
}

/** What is stored there, whether it is listed or not. Throws `ciphertext_invalid` when it was altered. */
export async function openHeld(place: HeldPlace): Promise<Uint8Array | undefined> {
  const bytes = await readBytes(requireEnvironment('BUCKET_BUNDLES'), objectKey(place));
  if (!bytes) return undefined;
  const sealed = Buffer.from(bytes);
  const at = 2 + sealed.readUInt16BE(0);
  const dataKey = await openedKey(contextOf(place), sealed.subarray(2, at).toString('base64url'));
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(dataKey, place), sealed.subarray(at, at + NONCE), {
      authTagLength: TAG,
    })
      .setAAD(Buffer.from(associated(place)))
      .setAuthTag(sealed.subarray(at + NONCE, at + NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(at + NONCE + TAG)), decipher.final()]);
  } catch (cause) {
    throw ciphertextInvalid(cause);
  }
}

/** The member of a toolset whose answer the handle is for; undefined for one that is not held (any more). */
export async function memberOfHeld(tokenId: string, handle: string): Promise<string | undefined> {
  return (await readList({ tokenId }))?.held.find((entry) => entry.handle === handle)?.member;
}

async function readList({ tokenId }: Pick<HeldPlace, 'tokenId'>): Promise<HeldRow | undefined> {
  const table = requireEnvironment('TABLE_SESSIONS');
  const rows = await readRows({ [table]: [{ sessionId: heldRowId(tokenId) }] });
  return rows[table]?.[0] as HeldRow | undefined;
}

/** Adds the answer to the list; removes expired ones and those that must make room. */
async function list(place: HeldPlace, size: number, now: number): Promise<void> {
  const table = requireEnvironment('TABLE_SESSIONS');
  for (let tries = 1; ; tries++) {
    const row = await readList(place);
    const { handle, bundleId, serverId, isMembers } = place;
    const answer = { handle, bundleId, size, ...(isMembers && { member: serverId }) };
    const next = withHeld(row, place.tokenId, answer, now);
    if (await putRow(table, 'sessionId', next, row?.revision)) return;
    if (tries === MAX_TRIES) throw new Error('Too many requests write the list of held answers at the same time.');
    await new Promise((done) => setTimeout(done, Math.random() * 20 * tries));
  }
}
