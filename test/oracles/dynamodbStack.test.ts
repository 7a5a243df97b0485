/**
 * The main job on the local stack with DynamoDB Local in place of its tables. Streams are DynamoDB Local's as well: what the calls entered
 * into the trail reaches the archive by them, and the archive is sound.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/twins.ts';
import { until } from '../support/until.ts';
import { archiveCopied, verify } from '../support/verify.ts';
import { startDynamoDbLocal } from './dynamodb/local.ts';
import { doMainJob } from './mainJob.ts';
import type { LoopbackServer } from './support/loopbackServer.ts';
import { describeWith } from './support/parts.ts';

describeWith('dynamodbLocal', 'the stack on DynamoDB Local', (jars) => {
  let local: LoopbackServer | undefined;
  const folder = temporaryFolder();
  const copy = join(folder.path, 'copy');
  afterAll(async () => {
    await local?.stop();
    folder.remove();
  });

  const job = doMainJob(async () => {
    local = await startDynamoDbLocal(jars);
    return { preload: join(import.meta.dirname, 'dynamodb', 'stack.ts'), env: { DYNAMODB_LOCAL: local.url } };
  });

  test('the trail reaches the archive by DynamoDB Streams', async () => {
    const { stack, hosted } = job();
    const { items } = await stack.api<{ items: object[] }>('GET', `/v1/servers/${hosted.serverId}/audit`);
    const archived = () => {
      rmSync(copy, { recursive: true, force: true });
      archiveCopied(join(stack.data, 'state'), copy);
      return verify('--data', copy);
    };
    const holdsAll = () => {
      try {
        return archived().report.entries >= items.length;
      } catch {
        // Before the first batch there is nothing to verify.
        return false;
      }
    };

    await until(holdsAll, 1_000);

    expect(archived()).toMatchObject({ code: 0, report: { ok: true, faults: [], repeated: 0 } });
    expect(archived().report.entries).toBeGreaterThanOrEqual(items.length);
    expect(items.length).toBeGreaterThan(10);
  }, 180_000);
});
