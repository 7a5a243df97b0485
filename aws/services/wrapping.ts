/**
 * Opens and re-encrypts what KMS encrypted directly under the key of credentials: data keys of envelopes (envelope.ts), and whole
 * credentials of the first version (credentials.ts). Both need the encryption context of the encryption; with any other one KMS answers
 * InvalidCiphertextException.
 */
import { callJson } from '../direct/json.ts';
import { requireEnvironment } from '../lib/environment.ts';

/** KMS's encryption context. */
export type Context = Readonly<Record<string, string>>;

/** The caller wipes the returned bytes after use. */
export async function unwrap(context: Context, wrapped: Uint8Array): Promise<Buffer> {
  const input = {
    KeyId: requireEnvironment('KEY_CREDENTIALS'),
    CiphertextBlob: Buffer.from(wrapped).toString('base64'),
    EncryptionContext: context,
  };
  const { Plaintext } = await callJson<{ Plaintext: string }>('kms', 'Decrypt', input, { isRepeatable: true });
  return Buffer.from(Plaintext, 'base64');
}

/** Re-encrypts under another context. The plaintext never leaves KMS (ReEncrypt). */
export async function wrapAgain(wrapped: Uint8Array, from: Context, to: Context): Promise<Buffer> {
  const KeyId = requireEnvironment('KEY_CREDENTIALS');
  const input = {
    CiphertextBlob: Buffer.from(wrapped).toString('base64'),
    SourceKeyId: KeyId,
    SourceEncryptionContext: from,
    DestinationKeyId: KeyId,
    DestinationEncryptionContext: to,
  };
  const { CiphertextBlob } = await callJson<{ CiphertextBlob: string }>('kms', 'ReEncrypt', input, {
    isRepeatable: true,
  });
  return Buffer.from(CiphertextBlob, 'base64');
}
