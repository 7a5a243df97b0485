/** Replication between the stores of regions: what arrives, which of two writes stays, and what a kill leaves. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TableDescription } from '../../../../../local/twins/dynamodb/dynalite.ts';
import { Replication } from '../../../../../local/twins/dynamodb/replication.ts';
import { TableStore } from '../../../../../local/twins/dynamodb/store.ts';
import { temporaryFolder } from '../../../../support/twins.ts';
import { until } from '../../../../support/until.ts';

const REGIONS = ['us-east-1', 'eu-west-1', 'ap-southeast-2'] as const;
const table = (TableName: string): TableDescription =>
  ({
    TableName,
    TableStatus: 'ACTIVE',
    TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  }) as TableDescription;
const row = (id: string, value: string) => ({ id: { S: id }, value: { S: value } });

let folder: ReturnType<typeof temporaryFolder>;
let stores: Map<string, TableStore>;
let replication: Replication | undefined;
const storeOf = (region: (typeof REGIONS)[number]) => stores.get(region) as TableStore;
const found = (key: string, name = 'tokens') =>
  REGIONS.map((region) => storeOf(region).find(name, key)?.['value']?.['S']);

function open(lagMs: number, regions: readonly string[] = REGIONS) {
  const tables = ['tokens', 'gates'].map(table);
  stores = new Map(regions.map((region) => [region, new TableStore(join(folder.path, region), tables)]));
  replication = new Replication(join(folder.path, 'replication'), stores, { tables: ['tokens'], lagMs });
}

async function close() {
  await replication?.close();
  await Promise.all([...stores.values()].map((store) => store.close()));
}

/** Longer than the test runs: nothing arrives. */
const NEVER = 3_600_000;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await close();
  folder.remove();
});

describe('a row of a replicated table', () => {
  test('reaches every other region, and so does its deletion; a row of another table does not', async () => {
    open(1);

    await storeOf('eu-west-1').put('gates', 'a', row('a', 'own'));
    await storeOf('eu-west-1').put('tokens', 'a', row('a', 'one'));
    await until(() => found('a').every((value) => value === 'one'));
    const before = found('a');
    await storeOf('us-east-1').remove('tokens', ['a']);
    await until(() => found('a').every((value) => value === undefined));

    expect(before).toEqual(['one', 'one', 'one']);
    expect(found('a')).toEqual([undefined, undefined, undefined]);
    expect(found('a', 'gates')).toEqual([undefined, 'own', undefined]);
  });

  test('that two regions write is that of the later write, everywhere', async () => {
    open(20);

    await storeOf('us-east-1').put('tokens', 'a', row('a', 'earlier'));
    await storeOf('eu-west-1').put('tokens', 'a', row('a', 'later'));
    await storeOf('us-east-1').put('tokens', 'end', row('end', 'of all'));
    await until(() => found('end').every((value) => value === 'of all'));

    expect(found('a')).toEqual(['later', 'later', 'later']);
  });

  test('that was on its way when the process ended arrives when the next one begins', async () => {
    open(NEVER);
    await storeOf('us-east-1').put('tokens', 'a', row('a', 'one'));
    const before = found('a');
    await close();

    open(NEVER);
    const after = found('a');
    await close();
    open(NEVER);

    expect([before, after, found('a')]).toEqual([
      ['one', undefined, undefined],
      ['one', 'one', 'one'],
      ['one', 'one', 'one'],
    ]);
  });
});

test('a region that is new gets the rows that are there', async () => {
  open(NEVER, ['us-east-1']);
  await storeOf('us-east-1').put('tokens', 'a', row('a', 'one'));
  await close();
  open(NEVER, ['us-east-1', 'eu-west-1']);

  await replication?.fill('eu-west-1', 'us-east-1');

  expect(storeOf('eu-west-1').find('tokens', 'a')).toEqual(row('a', 'one'));
});
