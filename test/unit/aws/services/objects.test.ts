/** What is missing and what is refused, against the S3 twin with roles of narrow rights. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readBytes } from '../../../../aws/services/objects.ts';
import { s3Service } from '../../../../local/twins/s3/service.ts';
import { ObjectStore } from '../../../../local/twins/s3/store.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../../support/twins.ts';

const inFolder = { Action: 's3:GetObject', Resource: 'arn:aws:s3:::bundles/bundles/*' };
const roles = {
  reader: [inFolder],
  lister: [inFolder, { Action: 's3:ListBucket', Resource: 'arn:aws:s3:::bundles' }],
  folderLister: [
    inFolder,
    {
      Action: 's3:ListBucket',
      Resource: 'arn:aws:s3:::bundles',
      Condition: { StringLike: { 's3:prefix': 'bundles/*' } },
    },
  ],
  stripped: [{ Action: 's3:PutObject', Resource: 'arn:aws:s3:::bundles/bundles/*' }],
};
let folder: ReturnType<typeof temporaryFolder>;
let store: ObjectStore;
let twin: TwinAccess;
/** The role of whoever calls; the process has one access key. */
let asking: keyof typeof roles = 'reader';
const before = { ...process.env };

const read = (role: keyof typeof roles, key: string) => {
  asking = role;
  return readBytes('bundles', key);
};

beforeAll(async () => {
  folder = temporaryFolder();
  store = new ObjectStore(join(folder.path, 'bundles'), { name: 'bundles', versioned: false, expirations: [] });
  const service = s3Service(new Map([['bundles', store]]));
  twin = await startTwin(async (callers) => {
    const keys = Object.fromEntries(Object.keys(roles).map((role) => [role, callers.enroll(role, role)]));
    Object.assign(process.env, { AWS_REGION: 'us-east-1', ...keys['reader'] });
    const known = () => callers.known(keys[asking]?.['AWS_ACCESS_KEY_ID'] ?? '');
    return { ...service, serve: (request, response) => service.serve({ ...request, caller: known() }, response) };
  }, roles);
  process.env['AWS_ENDPOINT_URL_S3'] = twin.url;
  await store.put('bundles/here', Buffer.from('x'), { contentType: 'text/plain', metadata: {} });
});
afterAll(async () => {
  process.env = before;
  await twin.close();
  await store.close();
  folder.remove();
});

describe('an object', () => {
  test.each(['reader', 'lister', 'folderLister'] as const)('is told from a missing one by a %s', async (role) => {
    expect(Buffer.from((await read(role, 'bundles/here')) ?? []).toString()).toBe('x');
    expect(await read(role, 'bundles/gone')).toBeUndefined();
  });

  test.each(['bundles/here', 'bundles/gone'])(
    'is not called missing where the right to read it was lost: %s',
    async (key) => {
      await expect(read('stripped', key)).rejects.toMatchObject({
        name: 'AccessDenied',
        message: expect.stringContaining('s3:GetObject'),
      });
    },
  );

  test('is not called missing in a folder that the role may not read', async () => {
    await expect(read('reader', 'answers/x')).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
