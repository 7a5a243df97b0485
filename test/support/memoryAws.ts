/**
 * S3 and KMS in memory, in place of the SDK clients. KMS binds a ciphertext to its encryption context and a MAC to its key, as the real
 * one does; S3 lists, reads, writes and deletes.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  GenerateDataKeyCommand,
  GenerateMacCommand,
  KMSClient,
  ReEncryptCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { fault } from './directAws.ts';
import { openEnvelope, wrappedKeyOf } from './envelope.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

/** Objects by `bucket/key`. */
export function memoryS3(): Map<string, Buffer> {
  const objects = new Map<string, Buffer>();
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).callsFake(async ({ Bucket, Key, Body }) => {
    objects.set(`${Bucket}/${Key}`, Object.assign(Buffer.from(Body), { storedAt: Date.now() }));
    return {};
  });
  s3.on(GetObjectCommand).callsFake(async ({ Bucket, Key }) => {
    const bytes = objects.get(`${Bucket}/${Key}`);
    if (!bytes) throw named('NoSuchKey');
    return { Body: { transformToByteArray: async () => new Uint8Array(bytes) } };
  });
  s3.on(ListObjectsV2Command).callsFake(async ({ Bucket, Prefix }) => ({
    Contents: [...objects]
      .filter(([key]) => key.startsWith(`${Bucket}/${Prefix}`))
      .map(([key, bytes]) => ({
        Key: key.slice(Bucket.length + 1),
        LastModified: new Date((bytes as { storedAt?: number }).storedAt ?? 0),
      })),
  }));
  s3.on(DeleteObjectCommand).callsFake(async ({ Bucket, Key }) => {
    objects.delete(`${Bucket}/${Key}`);
    return {};
  });
  s3.on(DeleteObjectsCommand).callsFake(async ({ Bucket, Delete }) => {
    for (const { Key } of Delete.Objects) objects.delete(`${Bucket}/${Key}`);
    return {};
  });
  return objects;
}

export interface Sealed {
  /** Decrypt, for {@link directAws}: requests without the SDK. */
  decrypt(input: Record<string, unknown>): object;
  /** The content of a sealed credential, and what it is bound to. */
  get(ciphertext: string): { readonly plaintext: string; readonly context: Record<string, string> } | undefined;
}

/** KMS, with access to what was sealed under its data keys, so that tests can check it. */
export function memoryKms(): Sealed {
  const keys = new Map<string, { key: Buffer; context: Record<string, string> }>();
  const kms = mockClient(KMSClient);
  const mac = (KeyId: string, Message: Uint8Array) => createHmac('sha256', KeyId).update(Message).digest();
  kms.on(GenerateDataKeyCommand).callsFake(async ({ EncryptionContext }) => {
    const key = randomBytes(32);
    const blob = randomBytes(64);
    keys.set(blob.toString('base64'), { key, context: EncryptionContext });
    return { Plaintext: new Uint8Array(key), CiphertextBlob: new Uint8Array(blob) };
  });
  kms.on(ReEncryptCommand).callsFake(async (input) => {
    const { CiphertextBlob, SourceEncryptionContext, DestinationEncryptionContext } = input;
    const found = keys.get(Buffer.from(CiphertextBlob).toString('base64'));
    if (!found || !isDeepStrictEqual(found.context, SourceEncryptionContext)) throw named('InvalidCiphertextException');
    const blob = randomBytes(64);
    keys.set(blob.toString('base64'), { key: found.key, context: DestinationEncryptionContext });
    return { CiphertextBlob: new Uint8Array(blob) };
  });
  kms.on(GenerateMacCommand).callsFake(async ({ KeyId, Message }) => ({ Mac: new Uint8Array(mac(KeyId, Message)) }));
  kms.on(VerifyMacCommand).callsFake(async ({ KeyId, Message, Mac }) => {
    if (!mac(KeyId, Message).equals(Mac)) throw named('KMSInvalidMacException');
    return { MacValid: true };
  });
  return {
    decrypt({ CiphertextBlob, EncryptionContext }) {
      const found = keys.get(String(CiphertextBlob));
      if (!found || !isDeepStrictEqual(found.context, EncryptionContext)) throw fault('InvalidCiphertextException');
      return { Plaintext: found.key.toString('base64') };
    },
    get(ciphertext) {
      const found = keys.get(wrappedKeyOf(ciphertext));
      if (!found) return undefined;
      const { key, context } = found;
      return { plaintext: openEnvelope(context, key, ciphertext), context };
    },
  };
}
