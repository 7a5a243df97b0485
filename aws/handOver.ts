/**
 * Hands a message from one function to another when it is too long for the push channel: it lies in S3, sealed with a key of its own
 * that travels in the pointer alone, until it is collected, and then it is gone. What nobody collects cannot be read by anybody
 * and goes by the bucket's lifecycle.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { newAuditId } from '../core/ids.ts';
import { requireEnvironment } from './environment.ts';
import { readVersion, removeVersion, writeBytes } from './objects.ts';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** A key seals one message, so its nonce need not vary. */
const NONCE = Buffer.alloc(12);
const POINTER = /^@(sessions\/[\w-]+\/\w+) ([\w-]{43})$/;

/** The pointer to publish; no JSON begins as it does. */
export async function leaveMessage(sessionId: string, message: Uint8Array): Promise<string> {
  const key = randomBytes(32);
  const cipher = createCipheriv(CIPHER, key, NONCE);
  const sealed = Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()]);
  const name = `sessions/${sessionId}/${newAuditId()}`;
  await writeBytes(requireEnvironment('BUCKET_BUNDLES'), name, sealed, 'application/octet-stream');
  return `@${name} ${key.toString('base64url')}`;
}

/** Whether a message of the push channel points to an object in S3 instead of being the message itself. */
export const isPointer = (payload: string): boolean => payload.startsWith('@');

/** The message, which is then deleted. Throws when it is not there, is not what was left, or cannot be deleted. */
export async function collectMessage(pointer: string): Promise<Buffer> {
  const [, name, key] = POINTER.exec(pointer) ?? [];
  if (!name || !key) throw new Error('The pointer to a message is none.');
  const bucket = requireEnvironment('BUCKET_BUNDLES');
  const found = await readVersion(bucket, name);
  if (!found) throw new Error('The message is not there.');
  const { bytes, versionId } = found;
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), NONCE);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const message = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  await removeVersion(bucket, name, versionId);
  return message;
}
