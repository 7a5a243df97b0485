/**
 * The main job on the local stack with moto's S3 and KMS in place of its buckets and keys: bundles, credentials, tokens' MACs and the
 * archive's signatures. The archive in that bucket is sound, and its objects are locked.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openOffline } from '../../local/offline.ts';
import { temporaryFolder } from '../support/twins.ts';
import { stopped, verify } from '../support/verify.ts';
import { doMainJob } from './mainJob.ts';
import { scopeOf, startMoto } from './moto/server.ts';
import type { LoopbackServer } from './support/loopbackServer.ts';
import { describeWith } from './support/parts.ts';

describeWith('python', 'the stack on S3 and KMS of moto', (python) => {
  let moto: LoopbackServer | undefined;
  const folder = temporaryFolder();
  const copy = join(folder.path, 'copy');
  afterAll(async () => {
    await moto?.stop();
    folder.remove();
  });

  const job = doMainJob(async () => {
    moto = await startMoto(python);
    return { preload: join(import.meta.dirname, 'moto', 'stack.ts'), env: { MOTO: moto.url } };
  });

  test('the archive is sound, and its objects are locked', async () => {
    // Prepare
    const { stack, hosted } = job();
    const { items } = await stack.api<{ items: object[] }>('GET', `/v1/servers/${hosted.serverId}/audit`);
    const archive = `${moto?.url}/${openOffline(join(stack.data, 'state')).outputs['AuditArchive']}`;
    const headers = scopeOf('s3');
    const keys = async () =>
      [...(await (await fetch(`${archive}?list-type=2`, { headers })).text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(
        ([, key]) => String(key),
      );

    // Act: a stack that ends cleanly delivers what waits for a batch to fill.
    await stopped(stack);
    const all = await keys();
    for (const key of all) {
      mkdirSync(dirname(join(copy, key)), { recursive: true });
      writeFileSync(join(copy, key), Buffer.from(await (await fetch(`${archive}/${key}`, { headers })).arrayBuffer()));
    }
    const deletions = await Promise.all(
      all.map(async (key) => {
        const version = (await fetch(`${archive}/${key}`, { method: 'HEAD', headers })).headers.get('x-amz-version-id');
        const deleted = await fetch(`${archive}/${key}?versionId=${version}`, { method: 'DELETE', headers });
        return [deleted.status, (await deleted.text()).includes('AccessDenied')];
      }),
    );

    // Assess
    const { code, report } = verify('--data', copy);
    expect({ code, report }).toMatchObject({ code: 0, report: { ok: true, faults: [], repeated: 0 } });
    expect(report.entries).toBeGreaterThanOrEqual(items.length);
    expect(deletions).toEqual(all.map(() => [403, true]));
    expect(all.length).toBeGreaterThan(2);
  }, 240_000);
});
