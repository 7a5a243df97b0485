/** The archiver over the twins of S3 (Object Lock) and KMS, with the rights that its role has, and what a verifier finds afterwards. */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { archiveInS3, archiveKey } from '../../../../aws/archiveReader.ts';
import { newArchiver } from '../../../../aws/auditArchive.ts';
import { manifestKey } from '../../../../core/audit/chain.ts';
import { type ChangeKind, changeOf } from '../../../../core/audit/changes.ts';
import { replay } from '../../../../core/audit/replay.ts';
import { fingerprintOf } from '../../../../core/audit/trust.ts';
import { handler } from '../../../../lambdas/audit-archiver/handler.ts';
import { AwsError } from '../../../../local/aws/errors.ts';
import type { AwsRequest, AwsService } from '../../../../local/aws/gateway.ts';
import { kmsService, type LocalKey } from '../../../../local/twins/kms.ts';
import { s3Service } from '../../../../local/twins/s3/service.ts';
import { ObjectStore } from '../../../../local/twins/s3/store.ts';
import { changed } from '../../../support/archives.ts';
import { defined } from '../../../support/defined.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../../support/twins.ts';

const key: LocalKey = {
  id: 'audit'.padEnd(36, '0'),
  arn: 'arn:aws:kms:us-east-1:000000000000:key/audit',
  usage: 'SIGN_VERIFY',
  material: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};
const NEW_ONLY = { Null: { 's3:if-none-match': 'false' } };
const put = (folder: string) => ({
  Action: 's3:PutObject',
  Resource: `arn:aws:s3:::archive/${folder}/*`,
  Condition: NEW_ONLY,
});

let folder: ReturnType<typeof temporaryFolder>;
let twin: TwinAccess;
let bucket: ObjectStore;
let count = 0;
/** Steps in before a request to S3 is served; returning true leaves it unanswered afterwards. */
let meddle: ((request: AwsRequest) => boolean | undefined) | undefined;
let isKmsAway = false;
const requests: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  const buckets = { get: () => bucket } as unknown as ReadonlyMap<string, ObjectStore>;
  const s3 = s3Service(buckets);
  const meddled: AwsService = {
    ...s3,
    async serve(request, response) {
      requests.push(`${request.method} ${request.path}`);
      if (!meddle?.(request)) return s3.serve(request, response);
      await s3.serve(
        request,
        Object.assign(Object.create(response), { writeHead: () => ({ end: () => response.destroy() }) }),
      );
    },
  };
  twin = await startTwin(meddled, {
    archiver: [
      ...['entries', 'manifests', 'keys'].map(put),
      { Action: 's3:GetObject', Resource: 'arn:aws:s3:::archive/manifests/*' },
      {
        Action: 's3:ListBucket',
        Resource: 'arn:aws:s3:::archive',
        Condition: { StringLike: { 's3:prefix': 'manifests/*' } },
      },
      { Action: ['kms:Sign', 'kms:GetPublicKey'], Resource: key.arn },
    ],
    operator: [{ Action: ['s3:*', 'kms:GetPublicKey'], Resource: '*' }],
    blind: [{ Action: ['s3:GetObject', 's3:ListBucket'], Resource: '*' }],
  });
  const kms = kmsService([key]);
  twin.gateway.add({
    ...kms,
    serve: async (request, response) => {
      if (isKmsAway) throw new AwsError(400, 'KMSInvalidStateException', 'away');
      return kms.serve(request, response);
    },
  });
  Object.assign(process.env, {
    ...twin.gateway.endpoints(['S3', 'KMS']),
    AWS_REGION: 'us-east-1',
    BUCKET_AUDIT: 'archive',
    KEY_AUDIT: key.arn,
  });
  become('archiver');
});
afterAll(async () => {
  await twin.close();
  folder.remove();
});
beforeEach(() => {
  bucket = new ObjectStore(join(folder.path, String(count++)), {
    name: 'archive',
    versioned: true,
    lock: { default: { mode: 'GOVERNANCE', days: 365 } },
    expirations: [],
  });
  requests.length = 0;
});
afterEach(async () => {
  meddle = undefined;
  isKmsAway = false;
  jest.restoreAllMocks();
  await bucket.close();
});

function become(role: string): void {
  const { credentials } = twin.as(role);
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
}

/** What somebody with a role of their own finds, by their own clients. */
async function verified(role = 'operator') {
  become(role);
  const reader = archiveInS3('archive');
  const trusted = role === 'operator' ? await archiveKey(key.arn) : undefined;
  const result = await replay(reader, trusted ? { keys: new Map([[fingerprintOf(trusted), trusted]]) } : {});
  become('archiver');
  return {
    ...result,
    seesVersions: reader.seesVersions,
    codes: result.faults.map(({ code, sequence }) => [code, sequence]),
  };
}

const SOURCE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Audit/stream/local';
const batch = (...ids: string[]) => ({
  changes: ids.map((id) => changed(id)),
  source: SOURCE,
  began: '2026-11-22T10:00:00.000Z',
});
const isManifest = ({ method, path }: AwsRequest) => method === 'PUT' && path.includes('/manifests/');

describe('the archiver', () => {
  test('makes one object and one manifest of a batch, in a chain that its operator can verify', async () => {
    const archive = newArchiver();
    expect((await archive(batch('a', 'b'))).sequence).toBe(1);
    expect((await archive(batch('c'))).sequence).toBe(2);
    // Another instance begins where the first one ended.
    expect((await newArchiver()(batch('d'))).sequence).toBe(3);

    const { codes, manifests, lines, spareObjects, seesVersions } = await verified();
    expect({ codes, manifests, lines, spareObjects, seesVersions }).toEqual({
      codes: [],
      manifests: 3,
      lines: 4,
      spareObjects: 0,
      seesVersions: true,
    });
    expect(bucket.find(manifestKey(1))?.retention?.mode).toBe('GOVERNANCE');
  });

  test('takes entries that were given up as the runbook hands them over from the table', async () => {
    const Keys = { serverDay: { S: 'srv_AAAAAAAAAAAA#2026-11-22' }, entryId: { S: 'late' } };
    const NewImage = { ...Keys, at: { S: '2026-11-22T10:00:00.000Z' } };
    const change = changeOf({ eventName: 'INSERT', dynamodb: { Keys, NewImage } });

    await newArchiver()({ changes: [change], source: 'redrive', began: '2026-11-22T10:00:00.000Z' });

    const { codes, lines } = await verified();
    expect({ codes, lines }).toEqual({ codes: [], lines: 1 });
  });

  test('asks for little: two writes a batch once it is warm', async () => {
    const archive = newArchiver();
    await archive(batch('a'));
    requests.length = 0;

    await archive(batch('b'));

    expect(requests.map((each) => each.split('/')[2])).toEqual(['entries', 'manifests']);
  });

  test('keeps one order when several instances work at the same moment, and loses nothing', async () => {
    const instances = [newArchiver(), newArchiver(), newArchiver()];
    const links = await Promise.all(
      Array.from({ length: 18 }, (_, at) => (instances[at % 3] as ReturnType<typeof newArchiver>)(batch(`e${at}`))),
    );
    expect(links.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 18 }, (_, at) => at + 1),
    );

    const { codes, lines, entries } = await verified();
    expect([codes, lines, entries.size]).toEqual([[], 18, 18]);
  });

  test('leaves an object without a manifest when it ends in between, and the repeated batch takes it up', async () => {
    meddle = (request) => {
      if (isManifest(request)) throw new AwsError(403, 'AccessDenied', 'the archiver ends here');
      return false;
    };
    await expect(newArchiver()(batch('a', 'b'))).rejects.toThrow();
    meddle = undefined;
    expect(await verified()).toMatchObject({ manifests: 0, spareObjects: 1, codes: [] });

    await newArchiver()(batch('a', 'b'));

    expect(await verified()).toMatchObject({ manifests: 1, lines: 2, spareObjects: 0, codes: [] });
  });

  test('knows its own manifest when the answer to the write was lost', async () => {
    let lost = 0;
    meddle = (request) => isManifest(request) && lost++ === 0;

    expect((await newArchiver()(batch('a'))).sequence).toBe(1);
    expect(lost).toBe(2);
    expect(await verified()).toMatchObject({ manifests: 1, lines: 1, codes: [] });
  });

  test('does no harm by archiving a batch again', async () => {
    const archive = newArchiver();
    for (const _ of [1, 2]) await archive(batch('a', 'b'));

    const { codes, manifests, lines, entries } = await verified();

    expect({ codes, manifests, lines, entries: entries.size }).toEqual({
      codes: [],
      manifests: 2,
      lines: 4,
      entries: 2,
    });
  });

  test('fails while its key cannot be used, and goes on afterwards', async () => {
    const archive = newArchiver();
    isKmsAway = true;
    await expect(archive(batch('a'))).rejects.toThrow();

    isKmsAway = false;
    await archive(batch('a'));
    expect(await verified()).toMatchObject({ manifests: 1, codes: [] });
  });

  test('finds the end of a long chain in a few steps, whatever lies there', async () => {
    const object = { contentType: 'application/json', metadata: {} };
    const last = 3_210;
    for (let n = 1; n <= last; n++) if (n % 7 !== 0) await bucket.put(manifestKey(n), Buffer.from('?'), object);

    expect((await newArchiver()(batch('a'))).sequence).toBe(last + 1);

    expect(requests.filter((each) => each.startsWith('GET /archive?') || each === 'GET /archive').length).toBeLessThan(
      12,
    );
  });
});

describe('its handler', () => {
  const record = (eventName: ChangeKind, id: string) => ({
    eventName,
    eventSourceARN: SOURCE,
    dynamodb: {
      ApproximateCreationDateTime: Date.parse('2026-11-21T23:59:59Z') / 1_000,
      Keys: { serverDay: { S: 'srv_A#2026-11-21' }, entryId: { S: id } },
      ...(eventName !== 'REMOVE' && {
        NewImage: { serverDay: { S: 'srv_A#2026-11-21' }, entryId: { S: id }, durationMs: { N: '12' } },
      }),
    },
  });

  test('archives overwrites and deletions as what they are, says so at once, and the verifier names them', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const Records = [record('INSERT', 'a'), record('INSERT', 'b'), record('MODIFY', 'a'), record('REMOVE', 'b')];
    await handler({ Records } as DynamoDBStreamEvent);
    await handler({ Records: [] });

    expect(said.mock.calls.map(([line]) => JSON.parse(line as string).entry.change)).toEqual(['MODIFY', 'REMOVE']);
    const { codes } = await verified();
    expect(codes).toEqual([
      ['entry_overwritten', 1],
      ['entry_removed', 1],
    ]);
    expect(bucket.list('entries/', '', 9).versions.map(({ key: name }) => name.slice(0, 18))).toEqual([
      'entries/2026/11/21',
    ]);
  });
});

describe('the locked bucket', () => {
  const attacker = async (command: PutObjectCommand | DeleteObjectCommand) => {
    const client = new S3Client({ ...twin.as('operator'), forcePathStyle: true });
    await client.send(command as PutObjectCommand);
    client.destroy();
  };

  test('shows what was hidden and what was written over, newest manifest included', async () => {
    const archive = newArchiver();
    for (const id of ['a', 'b', 'c']) await archive(batch(id));
    const first = { Bucket: 'archive', Key: manifestKey(1) };
    await attacker(
      new PutObjectCommand({
        ...first,
        Body: bucket.find(first.Key) && (await bucket.body(defined(bucket.find(first.Key)))),
      }),
    );
    await attacker(new DeleteObjectCommand({ Bucket: 'archive', Key: manifestKey(3) }));

    const { codes } = await verified();

    expect(codes).toEqual([
      ['manifest_replaced', 1],
      ['manifest_missing', 3],
    ]);
    // Whoever may not see versions sees neither, and is told so.
    expect(await verified('blind')).toMatchObject({ codes: [], seesVersions: false, manifests: 2 });
  });

  test('takes nothing from the archiver but new objects in its three folders', async () => {
    const client = new S3Client({ ...twin.as('archiver'), forcePathStyle: true });
    const write = (Key: string, IfNoneMatch?: string) =>
      client.send(new PutObjectCommand({ Bucket: 'archive', Key, Body: 'x', ...(IfNoneMatch && { IfNoneMatch }) }));
    await expect(write('manifests/1')).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(write('other/1', '*')).rejects.toMatchObject({ name: 'AccessDenied' });

    await write('manifests/1', '*');
    await expect(write('manifests/1', '*')).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(client.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'manifests/1' }))).rejects.toMatchObject(
      {
        name: 'AccessDenied',
      },
    );

    client.destroy();
  });
});
