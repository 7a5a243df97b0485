/** The S3 twin through the real client: objects, versions, locks, rights, and what a restart finds. */
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { s3Service } from '../../../../local/twins/s3/service.ts';
import { ObjectStore } from '../../../../local/twins/s3/store.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let twin: TwinAccess;
let client: S3Client;
let plain: ObjectStore;
let archive: ObjectStore;
const plainSettings = { name: 'plain', versioned: false, expirations: [{ prefix: 'staging/', days: 1 }] };
const DAY = 86_400_000;

beforeAll(async () => {
  folder = temporaryFolder();
  plain = new ObjectStore(join(folder.path, 'plain'), plainSettings);
  archive = new ObjectStore(join(folder.path, 'archive'), {
    name: 'archive',
    versioned: true,
    lock: { default: { mode: 'GOVERNANCE', days: 30 } },
    expirations: [],
  });
  twin = await startTwin(
    s3Service(
      new Map([
        ['plain', plain],
        ['archive', archive],
      ]),
    ),
    {
      all: [{ Action: 's3:*', Resource: '*' }],
      writer: [{ Action: 's3:PutObject', Resource: 'arn:aws:s3:::plain/up/*' }],
      reader: [
        { Action: 's3:GetObject', Resource: 'arn:aws:s3:::plain/up/*' },
        { Action: 's3:ListBucket', Resource: 'arn:aws:s3:::plain', Condition: { StringLike: { 's3:prefix': 'up/*' } } },
      ],
      blind: [{ Action: 's3:GetObject', Resource: 'arn:aws:s3:::plain/up/*' }],
      unlocker: [
        { Action: 's3:*', Resource: '*' },
        { Effect: 'Deny', Action: 's3:BypassGovernanceRetention', Resource: '*' },
      ],
    },
  );
  client = s3As('all');
});
afterAll(async () => {
  await twin.close();
  await plain.close();
  await archive.close();
  folder.remove();
});
const s3As = (role: string) => new S3Client({ ...twin.as(role), forcePathStyle: true });
const put = (Bucket: string, Key: string, Body: string | Uint8Array, more = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const text = async (Bucket: string, Key: string, VersionId?: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
const named = (name: string) => expect.objectContaining({ name });

describe('objects', () => {
  test('come back as they were put, with type and metadata, under any key', async () => {
    const keys = ['a', 'a/b', '../../up', 'ä ö & <x>', 'per%cent+plus', 'null', `${'x'.repeat(900)}/deep`];
    for (const key of keys) {
      await put('plain', key, `body of ${key}`, { ContentType: 'text/plain', Metadata: { kind: 'test' } });
      const head = await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: key }));
      expect(head).toMatchObject({ ContentType: 'text/plain', Metadata: { kind: 'test' } });
      expect(await text('plain', key)).toBe(`body of ${key}`);
    }
  });

  test('are replaced as a whole, and found again by another host on the same folder', async () => {
    await put('plain', 'twice', 'one');
    await put('plain', 'twice', 'two');
    const again = new ObjectStore(join(folder.path, 'plain'), plainSettings);
    const version = again.find('twice');

    expect(version && (await again.body(version)).toString()).toBe('two');

    await again.close();
  });

  test('are refused where one is, when only a new one is wanted', async () => {
    await put('plain', 'once', '1', { IfNoneMatch: '*' });

    await expect(put('plain', 'once', '2', { IfNoneMatch: '*' })).rejects.toEqual(named('PreconditionFailed'));
    expect(await text('plain', 'once')).toBe('1');
  });

  test('are put by one of ten who want a new one at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => put('plain', 'race', `writer ${at}`, { IfNoneMatch: '*' })),
    );

    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await text('plain', 'race')).toBe(`writer ${won}`);
  });

  test('are listed by the bytes of their keys, and none of them when none is asked for', async () => {
    const keys = ['order/z', 'order/\u00e9', 'order/\uff5e', 'order/\u{1f600}'];
    for (const key of keys.toReversed()) await put('plain', key, 'x');
    const list = (more: object) =>
      client.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'order/', ...more }));

    expect((await list({})).Contents?.map(({ Key }) => Key)).toEqual(keys);
    expect((await list({ StartAfter: keys[2] })).Contents?.map(({ Key }) => Key)).toEqual([keys[3]]);
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  test('are listed by prefix in pages and deleted many at once', async () => {
    for (let at = 0; at < 25; at++) await put('plain', `many/${String(at).padStart(2, '0')}&`, 'x');
    const first = await client.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'many/', MaxKeys: 20 }));
    expect(first.Contents?.map(({ Key }) => Key)).toHaveLength(20);

    const second = await client.send(
      new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'many/', ContinuationToken: first.NextContinuationToken }),
    );
    expect(second.IsTruncated).toBe(false);
    const all = [...(first.Contents ?? []), ...(second.Contents ?? [])].map(({ Key }) => ({ Key }));
    expect(new Set(all.map(({ Key }) => Key)).size).toBe(25);

    await client.send(new DeleteObjectsCommand({ Bucket: 'plain', Delete: { Objects: all, Quiet: true } }));
    const left = await client.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'many/' }));
    expect(left.KeyCount).toBe(0);
  });

  test('expire as the bucket says', async () => {
    await put('plain', 'staging/x', 'x');
    await put('plain', 'kept/x', 'x');
    await plain.expire(Date.now() + 2 * DAY);

    await expect(text('plain', 'staging/x')).rejects.toEqual(named('NoSuchKey'));
    expect(await text('plain', 'kept/x')).toBe('x');
  });

  test('of a bucket that is not there are refused', async () => {
    await expect(put('nowhere', 'x', 'x')).rejects.toEqual(named('NoSuchBucket'));
  });
});

describe('rights', () => {
  test('hold for each folder and each kind of access', async () => {
    const writer = s3As('writer');
    const reader = s3As('reader');
    await writer.send(new PutObjectCommand({ Bucket: 'plain', Key: 'up/1', Body: 'x' }));
    const denied = [
      () => writer.send(new GetObjectCommand({ Bucket: 'plain', Key: 'up/1' })),
      () => writer.send(new PutObjectCommand({ Bucket: 'plain', Key: 'other/1', Body: 'x' })),
      () => reader.send(new PutObjectCommand({ Bucket: 'plain', Key: 'up/1', Body: 'x' })),
      () => reader.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'up/1' })),
      () => reader.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: '' })),
    ];

    for (const each of denied) await expect(each()).rejects.toEqual(named('AccessDenied'));
  });

  test('decide whether a missing object is missing or denied, as on AWS', async () => {
    const missing = new GetObjectCommand({ Bucket: 'plain', Key: 'up/missing' });
    const denial = (action: string) =>
      expect.objectContaining({ name: 'AccessDenied', message: expect.stringContaining(`to perform: ${action} on`) });

    await expect(s3As('all').send(missing)).rejects.toEqual(named('NoSuchKey'));
    // Its right to list is for one folder, and a read names none.
    await expect(s3As('reader').send(missing)).rejects.toEqual(denial('s3:ListBucket'));
    await expect(s3As('blind').send(missing)).rejects.toEqual(denial('s3:ListBucket'));
    await expect(s3As('writer').send(missing)).rejects.toEqual(denial('s3:GetObject'));
  });
});

describe('a locked bucket', () => {
  test('retains by default, hides behind a marker, and gives nothing up', async () => {
    const { VersionId } = await put('archive', 'batch', 'entries');
    const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket: 'archive', Key: 'batch' }));
    expect(Retention?.Mode).toBe('GOVERNANCE');

    await client.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'batch' }));
    await expect(text('archive', 'batch')).rejects.toEqual(named('NoSuchKey'));
    expect(await text('archive', 'batch', VersionId)).toBe('entries');
    await expect(client.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'batch', VersionId }))).rejects.toEqual(
      named('AccessDenied'),
    );
  });

  test('says of what is deleted that there is a marker, and of a version whether it is there', async () => {
    const Bucket = 'archive';
    const failed = async (command: Promise<unknown>) => {
      const error = await command.catch((each: unknown) => each);
      const { name, $metadata, $response } = error as {
        name: string;
        $metadata: { httpStatusCode: number };
        $response: { headers: Record<string, string> };
      };
      return [name, $metadata.httpStatusCode, $response.headers['x-amz-delete-marker']];
    };
    await put(Bucket, 'marked', 'x');
    const { DeleteMarker, VersionId } = await client.send(new DeleteObjectCommand({ Bucket, Key: 'marked' }));

    expect(DeleteMarker).toBe(true);
    expect(await failed(text(Bucket, 'marked'))).toEqual(['NoSuchKey', 404, 'true']);
    expect(await failed(text(Bucket, 'marked', VersionId))).toEqual(['MethodNotAllowed', 405, 'true']);
    expect(await failed(text(Bucket, 'marked', 'none'))).toEqual(['NoSuchVersion', 404, undefined]);

    const Objects = [{ Key: 'marked', VersionId }];
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));

    expect(Deleted).toMatchObject([{ DeleteMarker: true, DeleteMarkerVersionId: VersionId }]);
    expect(await text(Bucket, 'marked')).toBe('x');
  });

  test('takes one of several writers at the same moment when each wants a new object only', async () => {
    const write = (at: number) =>
      client.send(new PutObjectCommand({ Bucket: 'archive', Key: 'race', Body: `writer ${at}`, IfNoneMatch: '*' }));

    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => write(at)));

    const lost = outcomes.filter((each) => each.status === 'rejected');
    expect(lost.map(({ reason }) => reason.name)).toEqual(Array(7).fill('PreconditionFailed'));
  });

  test('wants a checksum with every object', async () => {
    const request = (Bucket: string) => {
      const plainly = new S3Client({
        ...twin.as('all'),
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
      });
      return plainly.send(new PutObjectCommand({ Bucket, Key: 'unchecked', Body: 'x' }));
    };

    await expect(request('archive')).rejects.toMatchObject({ name: 'InvalidRequest' });
    await request('plain');
  });

  test('lists versions and delete markers in pages, newest first, under a prefix', async () => {
    const write = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket: 'archive', Key, Body }));
    await write('v/a', '1');
    await write('v/a', '2');
    await write('v/b', '1');
    await client.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'v/b' }));
    await write('w', '1');
    const found: string[] = [];
    let marker = {};
    for (let more: boolean | undefined = true; more; ) {
      const page = await client.send(
        new ListObjectVersionsCommand({ Bucket: 'archive', Prefix: 'v/', MaxKeys: 1, ...marker }),
      );
      for (const { Key, IsLatest } of page.Versions ?? []) found.push(`${Key} ${IsLatest}`);
      for (const { Key, IsLatest } of page.DeleteMarkers ?? []) found.push(`${Key} marker ${IsLatest}`);
      marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      more = page.IsTruncated;
    }
    expect(found).toEqual(['v/a true', 'v/a false', 'v/b marker true', 'v/b false']);

    const after = await client.send(
      new ListObjectVersionsCommand({ Bucket: 'archive', Prefix: 'v/', KeyMarker: 'v/a' }),
    );
    expect(after.Versions?.map(({ Key }) => Key)).toEqual(['v/b']);
  });

  test('lets go under GOVERNANCE of whoever may pass it by, and of nobody under COMPLIANCE', async () => {
    const remove = (role: string, Key: string, VersionId?: string) =>
      s3As(role).send(new DeleteObjectCommand({ Bucket: 'archive', Key, VersionId, BypassGovernanceRetention: true }));
    const governed = await put('archive', 'governed', 'x');
    await expect(remove('unlocker', 'governed', governed.VersionId)).rejects.toEqual(named('AccessDenied'));

    await remove('all', 'governed', governed.VersionId);
    const kept = await put('archive', 'kept', 'x', {
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(Date.now() + DAY),
    });
    await expect(remove('all', 'kept', kept.VersionId)).rejects.toEqual(named('AccessDenied'));
    await expect(
      client.send(
        new PutObjectRetentionCommand({
          Bucket: 'archive',
          Key: 'kept',
          Retention: { Mode: 'COMPLIANCE', RetainUntilDate: new Date(Date.now() + 1_000) },
          BypassGovernanceRetention: true,
        }),
      ),
    ).rejects.toEqual(named('AccessDenied'));
  });
});
