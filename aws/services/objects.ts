/**
 * S3 objects, and gzip JSON in them. The callers make the keys. Reading and writing single objects goes without the SDK (direct/s3.ts),
 * because the data plane does that.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { pagesOf } from '../../core/lib/pages.ts';
import { deleteObject, getObject, putObject, type Range, type StoredObject } from '../direct/s3.ts';
import { isNamed } from '../lib/errors.ts';
import { s3 } from './clients.ts';

/**
 * Without the right to list a bucket, S3 answers 403 for a missing object instead of 404; our reading roles have no such right. The
 * message names the missing action (Amazon S3 user guide, access denied errors): listing means that the object is missing. Any other
 * denial means that the role lost a right, and is thrown.
 */
const isMissing = (error: unknown): boolean =>
  isNamed(error, 'NoSuchKey') ||
  (isNamed(error, 'AccessDenied') && /not authorized to perform: s3:ListBucket\b/.test((error as Error).message));

const CONFLICTS = 5;
const CONFLICT_WAIT_MS = 50;

/** The object's bytes, or undefined when it is missing. Throws S3's AccessDenied when the role may not read it. */
export const readBytes = async (bucket: string, key: string): Promise<Uint8Array | undefined> =>
  (await readVersion(bucket, key))?.bytes;

/** Some of an object's bytes. Throws as {@link readBytes} does, and AwsRefusal `InvalidRange` where the object ends before the range. */
export const readRange = async (bucket: string, key: string, range: Range): Promise<Uint8Array | undefined> =>
  (await unlessMissing(() => getObject(bucket, key, range)))?.bytes;

/** The same with the object's version, in a versioned bucket. */
export const readVersion = (bucket: string, key: string): Promise<StoredObject | undefined> =>
  unlessMissing(() => getObject(bucket, key));

/** As {@link readBytes}, by the SDK's client of another region. */
export const readBytesBy = (client: S3Client, bucket: string, key: string): Promise<Uint8Array | undefined> =>
  unlessMissing(async () => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Body?.transformToByteArray();
  });

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes an object, replacing what is stored under the key. */
export async function writeBytes(
  bucket: string,
  key: string,
  bytes: Uint8Array,
  contentType: string,
  { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
): Promise<void> {
  await putObject(bucket, key, bytes, contentType, abortSignal);
}

/** Creates an object; false when the key exists, whose object then stays unchanged. A bucket with Object Lock requires the checksum. */
export async function writeNew(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await s3().send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: contentType,
          IfNoneMatch: '*',
          ChecksumAlgorithm: 'SHA256',
        }),
      );
      return true;
    } catch (error) {
      if (isNamed(error, 'PreconditionFailed')) return false;
      // Another write of the same key is in progress, and its outcome is not known yet.
      if (!isNamed(error, 'ConditionalRequestConflict') || attempt === CONFLICTS) throw error;
      await new Promise((done) => setTimeout(done, attempt * CONFLICT_WAIT_MS));
    }
  }
}

/** Reads an object of gzip JSON; undefined when it is missing. Throws when it unpacks to more than 512 MiB. */
export async function readJson<T>(bucket: string, key: string): Promise<T | undefined> {
  const bytes = await readBytes(bucket, key);
  return bytes && (JSON.parse(gunzipSync(bytes, { maxOutputLength: 512 * 1024 * 1024 }).toString()) as T);
}

/** Writes a value as gzip JSON, replacing what is stored. */
export const writeJson = (bucket: string, key: string, value: unknown) =>
  writeBytes(bucket, key, gzipSync(JSON.stringify(value)), 'application/gzip');

/** An object of a listing. */
export interface Listed {
  readonly key: string;
  /** When it was stored, epoch milliseconds. */
  readonly at: number;
}

/** Pages of the objects in a folder (its prefix ends in a slash). */
async function* listed(bucket: string, prefix: string, client: S3Client): AsyncGenerator<Listed[]> {
  if (!prefix.endsWith('/')) throw new Error('A folder prefix ends in a slash.');
  const read = (token: string | undefined) =>
    client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }));
  for await (const { Contents = [] } of pagesOf(read, ({ NextContinuationToken }) => NextContinuationToken)) {
    yield Contents.map(({ Key = '', LastModified }) => ({ key: Key, at: LastModified?.getTime() ?? 0 }));
  }
}

/** Every object below a prefix, ordered by key. */
export async function listFolder(bucket: string, prefix: string, client: S3Client = s3()): Promise<Listed[]> {
  const all: Listed[] = [];
  for await (const page of listed(bucket, prefix, client)) all.push(...page);
  return all;
}

/** Maximum of DeleteObjects. */
const REMOVED_AT_ONCE = 1_000;

/** Deletes objects; missing ones are no error. */
export async function removeObjects(bucket: string, keys: readonly string[], client: S3Client = s3()): Promise<void> {
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
    const Objects = keys.slice(at, at + REMOVED_AT_ONCE).map((Key) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
  }
}

/** Deletes one version permanently, where deleting the object would only hide it. */
export const removeVersion = (bucket: string, key: string, versionId: string | undefined): Promise<void> =>
  deleteObject(bucket, key, versionId);

/** Deletes every object whose key starts with `prefix` (a whole folder, ending in a slash). */
export async function removeFolder(bucket: string, prefix: string, client: S3Client = s3()): Promise<void> {
  for await (const page of listed(bucket, prefix, client)) {
    await removeObjects(
      bucket,
      page.map(({ key }) => key),
      client,
    );
  }
}
