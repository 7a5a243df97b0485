/**
 * S3 and KMS in memory, at the SDK clients' boundary. KMS binds a ciphertext to its encryption context and a MAC to its
 * key, as the real one does; S3 lists, reads, writes and deletes.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { EncryptCommand, GenerateMacCommand, KMSClient, VerifyMacCommand } from '@aws-sdk/client-kms';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

const named = (name: string) => Object.assign(new Error(name), { name });

/** Objects by `bucket/key`. */
export function memoryS3(): Map<string, Buffer> {
  const objects = new Map<string, Buffer>();
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).callsFake(async ({ Bucket, Key, Body }) => {
    objects.set(`${Bucket}/${Key}`, Buffer.from(Body));
    return {};
  });
  s3.on(GetObjectCommand).callsFake(async ({ Bucket, Key }) => {
    const bytes = objects.get(`${Bucket}/${Key}`);
    if (!bytes) throw named('NoSuchKey');
    return { Body: { transformToByteArray: async () => new Uint8Array(bytes) } };
  });
  s3.on(ListObjectsV2Command).callsFake(async ({ Bucket, Prefix }) => ({
    Contents: [...objects.keys()]
      .filter((key) => key.startsWith(`${Bucket}/${Prefix}`))
      .map((key) => ({ Key: key.slice(Bucket.length + 1) })),
  }));
  s3.on(DeleteObjectsCommand).callsFake(async ({ Bucket, Delete }) => {
    for (const { Key } of Delete.Objects) objects.delete(`${Bucket}/${Key}`);
    return {};
  });
  return objects;
}

/** What was encrypted, by the base64 of its ciphertext: for tests that look whether the right thing was. */
export function memoryKms(): Map<string, { plaintext: string; context: Record<string, string> }> {
  const sealed = new Map<string, { plaintext: string; context: Record<string, string> }>();
  const kms = mockClient(KMSClient);
  const mac = (KeyId: string, Message: Uint8Array) => createHmac('sha256', KeyId).update(Message).digest();
  kms.on(EncryptCommand).callsFake(async ({ Plaintext, EncryptionContext }) => {
    if (Plaintext.byteLength > 4_096) throw named('ValidationException');
    const blob = randomBytes(64);
    sealed.set(blob.toString('base64'), { plaintext: Buffer.from(Plaintext).toString(), context: EncryptionContext });
    return { CiphertextBlob: new Uint8Array(blob) };
  });
  kms.on(GenerateMacCommand).callsFake(async ({ KeyId, Message }) => ({ Mac: new Uint8Array(mac(KeyId, Message)) }));
  kms.on(VerifyMacCommand).callsFake(async ({ KeyId, Message, Mac }) => {
    if (!mac(KeyId, Message).equals(Mac)) throw named('KMSInvalidMacException');
    return { MacValid: true };
  });
  return sealed;
}
