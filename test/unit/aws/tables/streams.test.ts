/** Streams that a token opens at the same moment: all that fit are held, and no more. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { TooManyStreams, takeStreamPlace } from '../../../../aws/tables/streams.ts';
import { defined } from '../../../support/defined.ts';
import { startTables, type Tables } from '../../../support/tables.ts';

const MOST = 4;
let tables: Tables;

beforeAll(async () => {
  tables = await startTables({ tokens: ['tokenHash'] }, {});
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    TABLE_TOKENS: 'tokens',
    STREAMS_PER_TOKEN: String(MOST),
  });
});
afterAll(() => tables.close());

async function newToken(name: string) {
  await documents().send(new PutCommand({ TableName: 'tokens', Item: { tokenHash: name, serverId: 'srv_1' } }));
  return { tokenHash: name, serverId: 'srv_1' };
}

test('the first streams of a token find room although they open at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const token = await newToken(`first${round}`);

    const places = await Promise.all(Array.from({ length: MOST }, () => takeStreamPlace(token)));

    expect(places).toHaveLength(MOST);
  }
});

test('of more than there is room for those that fit are held, and a closed one makes room', async () => {
  const token = await newToken('many');

  const taken = await Promise.allSettled(Array.from({ length: MOST * 2 }, () => takeStreamPlace(token)));
  const held = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = taken.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  await defined(held[0]).close();

  expect(held).toHaveLength(MOST);
  expect(refused.every((reason) => reason instanceof TooManyStreams)).toBe(true);
  await expect(takeStreamPlace(token)).resolves.toBeDefined();
  await expect(takeStreamPlace(token)).rejects.toThrow(TooManyStreams);
});
