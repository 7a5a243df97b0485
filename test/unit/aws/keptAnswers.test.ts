/** Kept answers before S3 and KMS of the test's own: what is stored, what opens it, and how often KMS is asked. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { keepAnswer, readKeptAnswer } from '../../../aws/keptAnswers.ts';
import { directAws } from '../../support/directAws.ts';
import { memoryKms, memoryS3 } from '../../support/memoryAws.ts';

Object.assign(process.env, { AWS_REGION: 'eu-central-1', BUCKET_BUNDLES: 'bundles', KEY_CREDENTIALS: 'key' });
const objects = memoryS3();
const aws = directAws();
memoryKms();
const at = new Date().toISOString();
const entry = (serverId: string, entryId: string) => ({ serverId, entryId, at });
const CONTENT = [{ type: 'text', text: 'a governed answer '.repeat(1_000) }];

beforeEach(() => {
  objects.clear();
  aws.reset();
});

describe('a kept answer', () => {
  test('lies compressed and sealed in the folder of its days, bound to its server and entry', async () => {
    const kept = await keepAnswer(entry('srv_a', 'one'), 30, CONTENT);

    const [[name, bytes]] = [...objects] as [[string, Buffer]];
    expect(kept).toEqual({ days: 30, region: 'eu-central-1' });
    expect(name).toBe('bundles/answers/30/srv_a/one');
    expect(bytes.toString()).not.toContain('governed');
    expect(bytes.length).toBeLessThan(2_000);
    expect(await readKeptAnswer(entry('srv_a', 'one'), kept)).toEqual(CONTENT);
    expect(aws.calls('Decrypt')).toMatchObject([{ EncryptionContext: { answersOf: 'srv_a' } }]);
  });

  test('of another entry does not open in its place', async () => {
    const kept = await keepAnswer(entry('srv_a', 'one'), 30, CONTENT);
    const bytes = objects.get('bundles/answers/30/srv_a/one') as Buffer;
    objects.set('bundles/answers/30/srv_a/two', bytes);
    objects.set('bundles/answers/30/srv_b/one', bytes);

    await expect(readKeptAnswer(entry('srv_a', 'two'), kept)).rejects.toThrow();
    await expect(readKeptAnswer(entry('srv_b', 'one'), kept)).rejects.toThrow();
  });
});
