/** The sealed form of credentials, written out once more by its description, so that a change of the form is noticed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const boundTo = (serverId: string, what = 'credential') => Buffer.from(`portcullis/${what}/v1:${serverId}`);

export function sealEnvelope(serverId: string, key: Buffer, wrapped: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(serverId));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  return `v1.${wrapped.toString('base64url')}.${sealed.toString('base64url')}`;
}

export function openEnvelope(serverId: string, key: Buffer, ciphertext: string, what?: string): string {
  const sealed = Buffer.from(ciphertext.split('.')[2] ?? '', 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(boundTo(serverId, what))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString();
}

/** The data key of an envelope as KMS knows it, base64. */
export const wrappedKeyOf = (ciphertext: string): string =>
  Buffer.from(ciphertext.split('.')[1] ?? '', 'base64url').toString('base64');
