/**
 * What KMS itself has encrypted under the credentials' key: data keys of envelopes (envelope.ts), and whole credentials of the first
 * version (credentials.ts). It opens, or goes to another encryption context, only with the one that it was made with: KMS refuses
 * everything else with InvalidCiphertextException, whoever asks.
 */
import { ReEncryptCommand } from '@aws-sdk/client-kms';
import { kms } from './clients.ts';
import { callJson } from './direct/json.ts';
import { requireEnvironment } from './environment.ts';

/** KMS's encryption context. */
export type Context = Readonly<Record<string, string>>;

/** The caller wipes the returned bytes after use. */
export async function unwrap(context: Context, wrapped: Uint8Array): Promise<Buffer> {
  const input = {
    KeyId: requireEnvironment('KEY_CREDENTIALS'),
    CiphertextBlob: Buffer.from(wrapped).toString('base64'),
    EncryptionContext: context,
  };
  const { Plaintext } = await callJson<{ Plaintext: string }>('kms', 'Decrypt', input, true);
  return Buffer.from(Plaintext, 'base64');
}

/** The same under another context. Nobody sees what is wrapped: KMS does it within itself (ReEncrypt). */
export async function wrapAgain(wrapped: Uint8Array, from: Context, to: Context): Promise<Buffer> {
  const KeyId = requireEnvironment('KEY_CREDENTIALS');
  const { CiphertextBlob } = await kms().send(
    new ReEncryptCommand({
      CiphertextBlob: wrapped,
      SourceKeyId: KeyId,
      SourceEncryptionContext: from,
      DestinationKeyId: KeyId,
      DestinationEncryptionContext: to,
    }),
  );
  return Buffer.from(CiphertextBlob as Uint8Array);
}
