/** The optimistic lock when the answer of a write is lost and the SDK repeats the write by itself. Real conditions of real tables. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { changeRow, createRow, readRow } from '../../../../aws/tables/versioned.ts';
import { startTables, type Tables } from '../../../support/tables.ts';

interface Row {
  readonly id: string;
  readonly value: number;
  readonly version: number;
}

let tables: Tables;
beforeAll(async () => {
  tables = await startTables({ things: ['id'], parts: ['id', 'part'] }, {});
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
  });
});
afterEach(() => {
  tables.loses = () => undefined;
});
afterAll(async () => {
  documents().destroy();
  await tables.close();
});

/** The answer of the next put is lost. */
function losePut(meanwhile: () => Promise<unknown> = async () => {}): void {
  let isLost = false;
  tables.loses = (operation) => {
    if (isLost || operation !== 'PutItem') return undefined;
    isLost = true;
    return meanwhile;
  };
}
const read = (id: string) => readRow<Row>('things', { id });

test('a change whose answer was lost is made once and known as its own', async () => {
  await createRow('things', { id: 'a' }, { id: 'a', value: 1, version: 1 }, 'The thing');
  const seen: number[] = [];
  losePut();

  const row = await changeRow<Row>('things', { id: 'a' }, 'settings', 'The thing', (now) => {
    seen.push(now.value);
    return { ...now, value: now.value + 1 };
  });

  expect(seen).toEqual([1]);
  expect(row).toEqual({ id: 'a', value: 2, version: 2 });
  expect(await read('a')).toEqual(row);
});

test('a change whose answer was lost and which somebody has changed since is decided anew', async () => {
  await createRow('things', { id: 'b' }, { id: 'b', value: 1, version: 1 }, 'The thing');
  losePut(() =>
    changeRow<Row>('things', { id: 'b' }, 'settings', 'The thing', (now) => ({ ...now, value: now.value * 10 })),
  );

  await changeRow<Row>('things', { id: 'b' }, 'settings', 'The thing', (now) => ({ ...now, value: now.value + 1 }));

  expect(await read('b')).toEqual({ id: 'b', value: 21, version: 4 });
});

test('a new row whose answer was lost is made, and another one under its key is refused', async () => {
  losePut();

  await createRow('things', { id: 'c' }, { id: 'c', value: 1, version: 1 }, 'The thing');

  const other = createRow('things', { id: 'c' }, { id: 'c', value: 2, version: 1 }, 'The thing');
  await expect(other).rejects.toMatchObject({ code: 'write_conflict' });
  expect(await read('c')).toMatchObject({ value: 1 });
});

test('so is a new row of a table whose key has two parts', async () => {
  const key = { id: 'd', part: 'one' };
  losePut();

  await createRow('parts', key, { value: 1, version: 1 }, 'The thing');

  await expect(createRow('parts', key, { value: 2, version: 1 }, 'The thing')).rejects.toMatchObject({
    code: 'write_conflict',
  });
  expect(await readRow('parts', key)).toEqual({ ...key, value: 1, version: 1 });
});
