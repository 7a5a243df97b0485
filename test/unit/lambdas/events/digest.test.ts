/** The digest of what needs a person, with real tables: told once, when something is new, and at most once in a day. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import { tellDigest } from '../../../../lambdas/events/digest.ts';
import { startTables } from '../../../support/tables.ts';

const TABLES = {
  events: ['part', 'id'] as [string, string],
  tokens: ['tokenHash'] as [string],
  sessions: ['sessionId'] as [string],
  upstreamTokens: ['serverId', 'holder'] as [string, string],
};
const tables = await startTables(TABLES, { tokens: 'serverId' });
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'TEST',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_DYNAMODB: tables.url,
  TABLE_EVENTS: 'events',
  TABLE_TOKENS: 'tokens',
  TABLE_SESSIONS: 'sessions',
  TABLE_UPSTREAM_TOKENS: 'upstreamTokens',
});
afterAll(async () => {
  documents().destroy();
  await tables.close();
});

const HOUR = 3_600_000;
let now = Date.now();
/** Each test begins months after the one before, with servers of its own. */
let turn = 0;
beforeEach(() => {
  turn++;
  now += 2_000 * HOUR;
});

const failing = (at: number): ServerRow =>
  ({
    serverId: `srv_${String(turn).padStart(6, '0')}${String(at).padStart(6, '0')}`,
    name: 'Planted name',
    baseUrl: 'https://api.example.com',
    source: { kind: 'manual' },
    auth: { type: 'none' },
    status: 'failed',
    updatedAt: new Date(now).toISOString(),
  }) as unknown as ServerRow;

interface Told {
  readonly open: number;
  readonly new: number;
  readonly items: { readonly serverId: string }[];
}

async function told(): Promise<Told[]> {
  const { Items = [] } = await documents().send(new ScanCommand({ TableName: 'events' }));
  return Items.filter(({ part }) => part === 'events')
    .map(({ event }) => event as { type: string; data: Told })
    .filter(({ data }) => JSON.stringify(data).includes(`srv_${String(turn).padStart(6, '0')}`))
    .map(({ data }) => data);
}

test('what is new is told once, with no word that a person has typed', async () => {
  await tellDigest([failing(1), failing(2)], now);
  await tellDigest([failing(1), failing(2)], now + 25 * HOUR);

  const digests = await told();
  expect(digests).toEqual([
    {
      open: 2,
      new: 2,
      items: [1, 2].map((at) => ({ serverId: failing(at).serverId, condition: 'not_live', severity: 'critical' })),
    },
  ]);
  expect(JSON.stringify(digests)).not.toContain('Planted');
});

test('what comes on the same day waits for the next digest, which names it alone', async () => {
  await tellDigest([failing(1)], now);
  await tellDigest([failing(1), failing(2)], now + HOUR);
  await tellDigest([failing(1), failing(2)], now + 25 * HOUR);

  const digests = (await told()).sort((one, other) => one.open - other.open);
  expect(digests).toMatchObject([
    { open: 1, new: 1 },
    { open: 2, new: 1, items: [{ serverId: failing(2).serverId }] },
  ]);
});

test('what was over and comes again is new', async () => {
  await tellDigest([failing(1)], now);
  await tellDigest([], now + 25 * HOUR);
  await tellDigest([failing(1)], now + 50 * HOUR);

  expect(await told()).toMatchObject([
    { open: 1, new: 1 },
    { open: 1, new: 1 },
  ]);
});

test('nothing is told where nothing needs anybody', async () => {
  await tellDigest([{ ...failing(1), status: 'live' }], now);

  expect(await told()).toEqual([]);
});

test('of two that look at the same moment one tells', async () => {
  await Promise.all([tellDigest([failing(1)], now), tellDigest([failing(1)], now)]);

  expect(await told()).toHaveLength(1);
});
