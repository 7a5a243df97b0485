/** Registrations in a table with the conditions of DynamoDB: how many wait, which make room, and which stay. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documents } from '../../../aws/services/clients.ts';
import { decideRequest, readClient, registerClient, storeRequest } from '../../../aws/tables/signIns.ts';
import type { OAuthClient } from '../../../core/auth/oauth/clients.ts';
import { newClientId, placeAt, placeOf, ringOf } from '../../../core/auth/oauth/registrations.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { startTables, type Tables } from '../../support/tables.ts';

const { rings, perRing, unusedMs, keptMs } = LIMITS.registrations;
const clientOf = (id: string): OAuthClient => ({
  id,
  name: 'Client',
  kind: 'registered',
  redirectUris: ['http://localhost/callback'],
});
const NOW = Date.parse('2026-11-20T12:00:00Z');

let tables: Tables;
beforeAll(async () => {
  tables = await startTables({ signIns: ['id', 'part'] }, {});
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    TABLE_SIGN_INS: 'signIns',
  });
});
afterAll(async () => {
  documents().destroy();
  await tables.close();
});

const countRows = async () => (await documents().send(new ScanCommand({ TableName: 'signIns' }))).Count;

/** A person allows the client. */
async function allow(client: OAuthClient): Promise<void> {
  const asked = {
    client,
    redirectUri: client.redirectUris[0] as string,
    codeChallenge: 'x',
    serverId: 'srv_000000000001',
    expiresAt: new Date(NOW + 60_000).toISOString(),
  };
  await storeRequest({ ...asked, requestId: client.id, asked: 'all' });
  await decideRequest(client.id, {
    ...asked,
    hash: client.id,
    person: { id: 'p', username: 'p', groups: [] },
    granted: 'all',
    approvedAt: new Date(NOW).toISOString(),
  });
}

test('as many as a ring has places wait, whatever comes; the oldest make room, and those of other rings stay', async () => {
  const elsewhere = await registerClient(1, clientOf, NOW);
  const made: OAuthClient[] = [];
  for (let at = 0; at < 3 * perRing; at++) made.push(await registerClient(0, clientOf, NOW));

  // One after the other: so many connections at the same moment are given up on a busy machine.
  const known: boolean[] = [];
  for (const { id } of made) known.push((await readClient(id, NOW)) !== undefined);

  expect(known).toEqual(made.map((_, at) => at >= 2 * perRing));
  expect(await readClient(elsewhere.id, NOW)).toEqual(elsewhere);
  // The places of one ring, one of the other, and two counters.
  expect(await countRows()).toBe(perRing + 3);
});

test('one that a person has allowed stays, for as long as the sessions that it may begin', async () => {
  const used = await registerClient(2, clientOf, NOW);
  const unused = await registerClient(2, clientOf, NOW);
  await allow(used);
  for (let at = 0; at < perRing; at++) await registerClient(2, clientOf, NOW);

  const later = Date.now() + keptMs - 60_000;

  expect([await readClient(used.id, later), await readClient(unused.id, NOW)]).toEqual([used, undefined]);
  expect(await readClient(used.id, Date.now() + keptMs + 60_000)).toBeUndefined();
});

test('one that nobody uses is gone after a day', async () => {
  const { id } = await registerClient(3, clientOf, NOW);

  expect(await readClient(id, NOW + unusedMs - 1_000)).toMatchObject({ id });
  expect(await readClient(id, NOW + unusedMs + 1_000)).toBeUndefined();
});

test('another id of the same place finds nothing', async () => {
  const { id } = await registerClient(4, clientOf, NOW);
  const place = placeOf(id);

  expect(place).toEqual({ ring: 4, slot: 1 });
  expect(await readClient(newClientId(place as NonNullable<typeof place>), NOW)).toBeUndefined();
  expect(await readClient('client_unknown', NOW)).toBeUndefined();
});

describe('the ring of a source', () => {
  test('is one for an IPv4 address, written either way, and for the /64 of an IPv6 address', () => {
    expect(ringOf('::ffff:192.0.2.1')).toBe(ringOf('192.0.2.1'));
    expect(ringOf('2001:db8:1:2::1')).toBe(ringOf('2001:0DB8:1:2:ffff:ffff:ffff:ffff'));
  });

  test('spreads sources over all rings, also those that are no address', () => {
    const addresses = Array.from({ length: 4_000 }, (_, at) => `198.51.${at >> 8}.${at & 255}`);
    const networks = Array.from({ length: 4_000 }, (_, at) => `2001:db8:${at.toString(16)}:1::5`);

    const found = [addresses, networks].map((sources) => new Set(sources.map(ringOf)));

    for (const set of found) {
      expect(set.size).toBeGreaterThan(rings * 0.95);
      expect(Math.max(...set)).toBeLessThan(rings);
    }
    expect([ringOf(''), ringOf('x'.repeat(10_000))].every((ring) => ring >= 0 && ring < rings)).toBe(true);
  });

  test('has places that follow each other and begin again', () => {
    expect([0, 1, perRing - 1, perRing].map((number) => placeAt(7, number).slot)).toEqual([0, 1, perRing - 1, 0]);
  });
});
