/**
 * The main job on the local stack with every function under AWS's runtime client, its processes frozen whenever they have nothing to do.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/twins.ts';
import { until } from '../support/until.ts';
import type { Happened } from './lambda/environment.ts';
import { doMainJob } from './mainJob.ts';
import { describeWith } from './support/parts.ts';

/** Without CDK's own helpers, and without the function of an identity provider's groups. */
const FUNCTIONS = 18;
const SETTINGS = ['events=true', 'traces=xray', 'traceSampling=1'];

describeWith('lambdaClient', 'the stack under the runtime client', () => {
  const folder = temporaryFolder();
  const report = join(folder.path, 'report');
  afterAll(() => folder.remove());
  const happened = (): Happened[] =>
    readFileSync(report, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Happened);
  const ofKind = (kind: Happened['what']) => happened().filter(({ what }) => what === kind);
  const functions = () => new Set(ofKind('initialized').map(({ functionName }) => functionName));

  const job = doMainJob(async () => ({
    preload: join(import.meta.dirname, 'lambda', 'stack.ts'),
    // All functions begin, also those that nothing here calls.
    warm: true,
    env: { LAMBDA_REPORT: report },
    context: SETTINGS,
  }));

  test.each([
    ['spans of calls, as lines of a log that another function reads', 'traces.ndjson', 'resourceSpans'],
    ['events of revoked tokens, by way of a table and a state machine', 'events.ndjson', 'revoked'],
  ])('the stack sends %s', async (_what, file, text) => {
    const path = join(job().stack.data, 'state', file);
    const isThere = () => existsSync(path) && readFileSync(path, 'utf8').includes(text);

    await until(isThere);

    expect(isThere()).toBe(true);
  });

  test('every function initializes, is frozen and thawed, and no process ends by itself', async () => {
    await until(() => functions().size >= FUNCTIONS);

    const counts = ['initialized', 'invoked', 'frozen'].map(
      (kind) => `${ofKind(kind as Happened['what']).length} ${kind}`,
    );
    console.log(`Under the runtime client: ${functions().size} functions, processes ${counts.join(', ')}`);
    expect(functions().size).toBeGreaterThanOrEqual(FUNCTIONS);
    expect([...ofKind('init failed'), ...ofKind('ended')]).toEqual([]);
    expect(ofKind('frozen').length).toBeGreaterThan(ofKind('initialized').length);
  }, 180_000);
});
