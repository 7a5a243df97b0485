/**
 * Reads the audit archive and the audit table for `audit verify` (cli/audit.ts), from outside the stack and with the rights of the person
 * who runs it. It lists object versions, because the only tampering that Object Lock leaves possible is a delete marker or a second
 * version. Without the right `s3:ListBucketVersions` it lists objects only, and `seesVersions` is false.
 */
import type { KeyObject } from 'node:crypto';
import { DynamoDBClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand, ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import type { Image } from '../core/audit/changes.ts';
import { type TableEntry, tableEntryOf } from '../core/audit/compare.ts';
import type { ArchiveFile, ArchiveReader } from '../core/audit/reader.ts';
import { pagesOf } from '../core/lib/pages.ts';
import { publicKeyFromKms } from './auditArchive.ts';
import { isNamed } from './lib/errors.ts';

/** The objects of the archive in S3 and the signed chain of manifests. */
export interface S3Archive extends ArchiveReader {
  /** Whether deletions and overwrites can be detected. Valid only after something was listed. */
  readonly seesVersions: boolean;
}

/** `region`: if unset, that of the shell. */
export function archiveInS3(bucket: string, region?: string): S3Archive {
  const client = new S3Client({ forcePathStyle: true, ...(region && { region }) });
  let seesVersions = true;
  return {
    get seesVersions() {
      return seesVersions;
    },
    async *list(folder, after) {
      try {
        yield* versionsIn(client, bucket, folder, after);
      } catch (error) {
        if (!isNamed(error, 'AccessDenied')) throw error;
        seesVersions = false;
        yield* objectsIn(client, bucket, folder, after);
      }
    },
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (isNamed(error, 'NoSuchKey')) return undefined;
        throw error;
      }
    },
  };
}

async function* objectsIn(
  client: S3Client,
  bucket: string,
  folder: string,
  after?: string,
): AsyncGenerator<ArchiveFile> {
  const read = (token: string | undefined) =>
    client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, StartAfter: after, ContinuationToken: token }),
    );
  for await (const { Contents = [] } of pagesOf(read, ({ NextContinuationToken }) => NextContinuationToken)) {
    for (const { Key = '' } of Contents) yield { key: Key };
  }
}

async function* versionsIn(
  client: S3Client,
  bucket: string,
  folder: string,
  after?: string,
): AsyncGenerator<ArchiveFile> {
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = { KeyMarker: after };
  /** The versions of this key may continue on the next page. */
  let open: { key: string; versions: number; isHidden?: true } | undefined;
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: folder, ...marker }));
    const listed = [
      ...(page.Versions ?? []).map(({ Key = '' }) => ({ key: Key, versions: 1, isHidden: false })),
      ...(page.DeleteMarkers ?? []).map(({ Key = '', IsLatest = false }) => ({
        key: Key,
        versions: 0,
        isHidden: IsLatest,
      })),
    ];
    for (const { key, versions, isHidden } of listed.sort((one, other) =>
      one.key < other.key ? -1 : Number(one.key > other.key),
    )) {
      if (open?.key !== key) {
        if (open) yield open;
        open = { key, versions: 0 };
      }
      open.versions += versions;
      if (isHidden) open.isHidden = true;
    }
    if (!page.IsTruncated) break;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  if (open) yield open;
}

/** Every row of the audit table, read with strong consistency. */
export async function* rowsOfTable(table: string, region?: string): AsyncGenerator<TableEntry> {
  const client = new DynamoDBClient(region ? { region } : {});
  const read = (start: ScanCommandInput['ExclusiveStartKey']) =>
    client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    );
  for await (const { Items = [] } of pagesOf(read, ({ LastEvaluatedKey }) => LastEvaluatedKey)) {
    for (const item of Items as unknown as Image[]) yield tableEntryOf(item);
  }
}

/** The public part of the archive's signing key, read from KMS. */
export const archiveKey = (keyId: string, region?: string): Promise<KeyObject> =>
  publicKeyFromKms(keyId, new KMSClient(region ? { region } : {}));
