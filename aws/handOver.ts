/**
 * Passes a message that is too long for the push channel from one function to another: it is stored in S3, encrypted with a key of its
 * own that exists only in the published pointer, and deleted when it is collected. A message that nobody collects cannot be read by
 * anyone and is removed by the bucket's lifecycle rule.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { newAuditId } from '../core/lib/ids.ts';
import { requireEnvironment } from './lib/environment.ts';
import { readVersion, removeVersion, writeBytes } from './services/objects.ts';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** A key encrypts one message only, so the nonce may be constant. */
const NONCE = Buffer.alloc(12);
const POINTER = /^@(sessions\/[\w-]+\/\w+) ([\w-]{43})$/;

/** Stores the message and returns the pointer to publish, which begins as no JSON text does. */
export async function leaveMessage(sessionId: string, message: Uint8Array): Promise<string> {
  const key = randomBytes(32);
  const cipher = createCipheriv(CIPHER, key, NONCE);
  const sealed = Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()]);
  const name = `sessions/${sessionId}/${newAuditId()}`;
  await writeBytes(requireEnvironment('BUCKET_BUNDLES'), name, sealed, 'application/octet-stream');
  return `@${name} ${key.toString('base64url')}`;
}

/** Whether a message of the push channel is a pointer to an object in S3. */
export const isPointer = (payload: string): boolean => payload.startsWith('@');

/** Returns the message and deletes it. Throws when it is missing, was altered, or cannot be deleted. */
export async function collectMessage(pointer: string): Promise<Buffer> {
  const [, name, key] = POINTER.exec(pointer) ?? [];
  if (!name || !key) throw new Error('The pointer to the message is invalid.');
  const bucket = requireEnvironment('BUCKET_BUNDLES');
  const found = await readVersion(bucket, name);
  if (!found) throw new Error('The message does not exist.');
  const { bytes, versionId } = found;
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), NONCE);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const message = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  await removeVersion(bucket, name, versionId);
  return message;
}
