/** `portcullis audit verify`: its command line, and an archive on S3 with its table and key, behind the twins. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newArchiver } from '../../../aws/auditArchive.ts';
import { auditCommand } from '../../../cli/audit.ts';
import { UsageError } from '../../../cli/errors.ts';
import { main } from '../../../cli/main.ts';
import { DynamoDbTwin } from '../../../local/twins/dynamodb/service.ts';
import { kmsService, type LocalKey } from '../../../local/twins/kms.ts';
import { s3Service } from '../../../local/twins/s3/service.ts';
import { ObjectStore } from '../../../local/twins/s3/store.ts';
import { changed, MemoryArchive } from '../../support/archives.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../support/twins.ts';

const key = (name: string): LocalKey => ({
  id: name.padEnd(36, '0'),
  arn: `arn:aws:kms:us-east-1:000000000000:key/${name}`,
  usage: 'SIGN_VERIFY',
  material: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
});
const [ours, theirs] = [key('ours'), key('theirs')];
let folder: ReturnType<typeof temporaryFolder>;
let bucket: ObjectStore;
let tables: DynamoDbTwin;
let twin: TwinAccess;

beforeAll(async () => {
  folder = temporaryFolder();
  bucket = new ObjectStore(join(folder.path, 'bucket'), {
    name: 'archive',
    versioned: true,
    lock: {},
    expirations: [],
  });
  const names = ['serverDay', 'entryId'];
  tables = new DynamoDbTwin(join(folder.path, 'tables'), [
    {
      description: {
        TableName: 'Audit',
        TableStatus: 'ACTIVE',
        TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Audit',
        AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
        KeySchema: names.map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
      },
      denied: [],
    },
  ]);
  twin = await startTwin(s3Service(new Map([['archive', bucket]])));
  twin.gateway.add(kmsService([ours, theirs]));
  twin.gateway.add(tables.service);
  const { credentials } = twin.as('all');
  Object.assign(process.env, {
    ...twin.gateway.endpoints(['S3', 'KMS', 'DYNAMODB']),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: 'us-east-1',
    BUCKET_AUDIT: 'archive',
    KEY_AUDIT: ours.arn,
  });
  const archive = newArchiver();
  for (const id of ['a', 'b']) {
    await archive({ changes: [changed(id)], source: 'arn:stream', began: '2026-11-22T10:00:00.000Z' });
    await row(id);
  }
});
afterAll(async () => {
  await twin.close();
  await tables.close();
  await bucket.close();
  folder.remove();
});

async function row(id: string, at = '2026-11-22T10:00:00.000Z'): Promise<void> {
  const { serverDay, entryId } = changed(id);
  const endpoint = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const client = new DynamoDBClient({ ...twin.as('all'), endpoint });
  const Item = { serverDay: { S: serverDay }, entryId: { S: entryId }, at: { S: at } };
  await client.send(new PutItemCommand({ TableName: 'Audit', Item }));
  client.destroy();
}

async function run(...args: string[]) {
  let text = '';
  const out = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { code: await auditCommand(['verify', ...args], out), text };
}

const ON_AWS = ['--bucket', 'archive', '--region', 'us-east-1'];

describe('portcullis audit verify', () => {
  test('checks a bucket with the key as KMS tells it, and its table', async () => {
    const { code, text } = await run(...ON_AWS, '--key-id', ours.arn, '--table', 'Audit');

    expect(text).toMatch(
      /^✓ s3:\/\/archive: 2 manifests, 2 entries, sound\n {2}signed with the key of KMS\n {2}compared with 2 rows of the table, 0 of them too young to be archived\n {2}ends with --head 2:[0-9a-f]{64} of \S+\n$/,
    );
    expect(code).toBe(0);
  });

  test('says what it could not check: whose key it is, and what never came to the archive', async () => {
    const { code, text } = await run(...ON_AWS);
    expect(code).toBe(0);
    expect(text).toContain('  ! The signatures were checked with the key stored in the archive');
    expect(text).toContain('  ! The table was not compared');

    const { text: json } = await run(...ON_AWS, '--json');
    expect(JSON.parse(json)).toMatchObject({
      ok: true,
      trust: 'archive',
      notes: [expect.any(String), expect.any(String)],
    });
  });

  test('ends with 1 at the first manifest when the key is another one', async () => {
    const { code, text } = await run(...ON_AWS, '--key-id', theirs.arn);

    expect(code).toBe(1);
    expect(text).toContain('first broken link: manifest 1: key_unknown: ');
  });

  test('holds an archive to the end of an earlier run', async () => {
    const { text } = await run(...ON_AWS, '--json');
    const { head } = JSON.parse(text) as { head: { sequence: number; sha256: string } };
    expect((await run(...ON_AWS, '--head', `${head.sequence}:${head.sha256}`)).code).toBe(0);

    const forged = await run(...ON_AWS, '--head', `${head.sequence}:${'0'.repeat(64)}`);
    expect([forged.code, forged.text]).toEqual([1, expect.stringContaining('head_changed')]);

    const later = await run(...ON_AWS, '--head', `${head.sequence + 3}:${head.sha256}`);
    expect([later.code, later.text]).toEqual([1, expect.stringContaining('Manifests 3 to 5 are missing.')]);
  });

  test('reads a part, and then compares no table', async () => {
    const { code, text } = await run(...ON_AWS, '--from', '2', '--table', 'Audit', '--json');

    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      manifests: 1,
      notes: [expect.any(String), expect.stringContaining('not compared')],
    });
  });

  test('names a row that never reached the archive', async () => {
    // Of today: the archive was just made, and what is a day older than it need not be in it.
    await row('later', new Date(Date.now() - 2 * 60 * 60_000).toISOString());

    const { code, text } = await run(...ON_AWS, '--key-id', ours.arn, '--table', 'Audit');

    expect(code).toBe(1);
    expect(text).toContain(
      'first broken link: entry_unarchived: Entry later of srv_AAAAAAAAAAAA#2026-11-22 is in the table',
    );
  });

  test.each([
    ['a bucket that is not there', ['--bucket', 'nowhere', '--region', 'us-east-1'], 'NoSuchBucket'],
    ['a key that is not there', [...ON_AWS, '--key-id', 'none'], 'NotFoundException'],
    ['a table that is not there', [...ON_AWS, '--table', 'None'], 'ResourceNotFoundException'],
  ])('ends with 2 for %s', async (_name, args, code) => {
    const result = await run(...args, '--json');

    expect(result.code).toBe(2);
    expect(JSON.parse(result.text)).toMatchObject({ ok: false, error: { code } });
  });

  test('reads a copy in a folder, where a hostile name makes no line and no escape of its own', async () => {
    const archive = new MemoryArchive();
    archive.append([changed('e\u001b[31m\n✓ sound', {}, 'MODIFY')]);
    const copy = join(folder.path, 'copy');
    for (const [name, bytes] of archive.files) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      writeFileSync(join(copy, name), bytes);
    }
    writeFileSync(join(copy, 'manifests', '.DS_Store'), '');

    const { code, text } = await run('--data', copy);

    expect(code).toBe(1);
    expect(text).toContain('entry_overwritten');
    expect(text).not.toContain('\u001b');
    expect(text.split('\n').filter((line) => line.startsWith('✓'))).toEqual([]);
  });

  test.each([
    [['--data', 'x', '--bucket', 'y'], 'either --data or --bucket'],
    [['--data', '/nowhere'], 'contains neither'],
    [['--from', '0'], '--from must be'],
    [['--to', 'x'], '--to must be'],
    [['--from', '3', '--to', '2'], '--from is after --to'],
    [['--head', '3'], '--head must be'],
    [[...ON_AWS, '--key', '/nowhere.pem'], 'contains no public key'],
    [[...ON_AWS, '--key', 'x', '--key-id', 'y'], 'either --key or --key-id'],
    [['more'], 'verify or tail'],
    [['--bogus'], '--bogus'],
  ])('refuses %j as a wrong command line', async (args, message) => {
    const refused = run(...args);

    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });

  test('is named in the help', async () => {
    const texts: string[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        texts.push(String(chunk));
        done();
      },
    });

    expect(await main(['--help'], sink, sink)).toBe(0);
    expect(texts.join('')).toContain('audit verify');
    expect(await main(['audit', 'verify', '--help'], sink, sink)).toBe(0);
    expect(texts.join('')).toContain('1 a link is broken');
  });
});
