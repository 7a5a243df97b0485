/** The table of upstream tokens over dynalite, whose conditions are DynamoDB's: this region's, home's, and copies of home's rows. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  copyUpstreamTokens,
  homeUpstreamTokens,
  listAccountRows,
  removeUpstreamTokens,
  upstreamTokens,
} from '../../../../aws/tables/upstreamTokens.ts';
import type { UpstreamTokensRow } from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { defined } from '../../../support/defined.ts';
import { startTables, type Tables } from '../../../support/tables.ts';

let here: Tables;
let there: Tables;
beforeAll(async () => {
  here = await startTables({ own: ['serverId', 'holder'] }, {});
  there = await startTables({ homes: ['serverId', 'holder'] }, {}, { isReached: true });
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: here.url,
    AWS_ENDPOINT_URL_DYNAMODB_US_EAST_1: there.url,
    TABLE_UPSTREAM_TOKENS: 'own',
    HOME_UPSTREAM_TOKENS: JSON.stringify({ region: 'us-east-1', table: 'homes' }),
  });
});
afterAll(async () => {
  await here?.close();
  await there?.close();
});

const rowOf = (holder: string, more: Partial<UpstreamTokensRow> = {}): UpstreamTokensRow => ({
  serverId: 'srv_a',
  holder,
  credential: 'c1',
  generation: 0,
  version: 0,
  ...more,
});

test('one of several writers has written, and the others are told', async () => {
  const first = await Promise.allSettled(
    ['one', 'two', 'three'].map((id) => upstreamTokens.write(rowOf('server', { lease: { id, until: 5 } }))),
  );
  const stored = defined(await upstreamTokens.read('srv_a', 'server'));
  const second = await Promise.allSettled(
    ['four', 'five'].map((id) => upstreamTokens.write({ ...stored, lease: { id, until: 5 } })),
  );

  for (const writers of [first, second]) {
    expect(writers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const writer of writers) if (writer.status === 'rejected') expect(writer.reason.code).toBe('write_conflict');
  }
  expect((await upstreamTokens.read('srv_a', 'server'))?.version).toBe(2);
});

test('the same write again is the one that was made, as when its answer was lost', async () => {
  const row = rowOf('https://files.example.com', { lease: { id: 'mine', until: 5 } });
  const once = await upstreamTokens.write(row);

  expect(await upstreamTokens.write(row)).toEqual(once);
});

test('what is home’s is written there, and its copy here is never replaced by an older one', async () => {
  const home = defined(homeUpstreamTokens());
  const older = await home.write(rowOf('server', { sealed: 't1.a' }));
  const newer = await home.write({ ...older, sealed: 't1.b', generation: 1 });
  const holder = 'https://copied.example.com';

  await copyUpstreamTokens({ ...newer, holder });
  await copyUpstreamTokens({ ...older, holder });

  expect(await home.read('srv_a', 'server')).toEqual(newer);
  expect(await upstreamTokens.read('srv_a', holder)).toMatchObject({ sealed: 't1.b', version: 2 });
});

test('an account is removed with its tokens for other hosts, and no other account', async () => {
  const holders = ['token:tok_1', 'token:tok_1 https://a.example', 'token:tok_11', 'person:token:tok_1', 'server'];
  const consent = { id: 'c', at: '2026-01-01T00:00:00.000Z', by: 'ann' };
  for (const holder of holders)
    await upstreamTokens.write({ ...rowOf(holder), serverId: 'srv_c', sealed: 't1.x', consent });

  await removeUpstreamTokens('srv_c', 'token:tok_1');

  const left = await Promise.all(holders.map((holder) => upstreamTokens.read('srv_c', holder)));
  expect(left.map((row) => row !== undefined)).toEqual([false, false, true, true, true]);
  expect(await listAccountRows('srv_c')).toEqual(
    ['person:token:tok_1', 'token:tok_11'].map((holder) => ({ serverId: 'srv_c', holder, credential: 'c1', consent })),
  );
});

test('a server with more rows than one page of a query loses them all', async () => {
  const holders = Array.from({ length: 9 }, (_, at) => `person:${at}`);
  const sealed = 'x'.repeat(150_000);
  for (const holder of holders) await upstreamTokens.write({ ...rowOf(holder), serverId: 'srv_d', sealed });

  await removeUpstreamTokens('srv_d');

  const left = await Promise.all(holders.map((holder) => upstreamTokens.read('srv_d', holder)));
  expect(left).toEqual(holders.map(() => undefined));
});

test('a server takes all of its own along', async () => {
  const other = await upstreamTokens.write({ ...rowOf('server'), serverId: 'srv_b' });
  await removeUpstreamTokens('srv_a');

  expect(await upstreamTokens.read('srv_a', 'server')).toBeUndefined();
  expect(await upstreamTokens.read('srv_a', 'https://files.example.com')).toBeUndefined();
  expect(await upstreamTokens.read('srv_b', 'server')).toEqual(other);
});
