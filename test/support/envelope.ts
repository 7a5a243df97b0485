/** The sealed form of credentials, implemented again from its description, so that a change of the form is noticed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

type Context = Readonly<Record<string, string>>;

/** The associated data of the sealed bytes, by version and by the encryption context of the data key. */
function associated(version: string, { serverId, origin, descriptionOf }: Context): Buffer {
  if (descriptionOf !== undefined) return Buffer.from(`portcullis/descriptionOf/v1:${descriptionOf}`);
  return Buffer.from(`portcullis/credential/${version === 'v2' ? `v2:${serverId}:${origin}` : `v1:${serverId}`}`);
}

/** A credential for one origin. */
export function sealEnvelope(context: Context, key: Buffer, wrapped: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated('v2', context));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  return `v2.${wrapped.toString('base64url')}.${sealed.toString('base64url')}`;
}

export function openEnvelope(context: Context, key: Buffer, ciphertext: string): string {
  const [version = '', , text = ''] = ciphertext.split('.');
  const sealed = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(associated(version, context))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString();
}

/** The encrypted data key of an envelope, base64. */
export const wrappedKeyOf = (ciphertext: string): string =>
  Buffer.from(ciphertext.split('.')[1] ?? '', 'base64url').toString('base64');
