/** The short ways of the DynamoDB twin: what they answer is what dynalite's operations answer, and doubt goes the general way. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '../../../../../local/aws/caller.ts';
import { checkRequest, type Operation, runOperation } from '../../../../../local/twins/dynamodb/dynalite.ts';
import { putWhereNone, rowsByKey, whereNone } from '../../../../../local/twins/dynamodb/lanes.ts';
import { TableStore } from '../../../../../local/twins/dynamodb/store.ts';
import { temporaryFolder } from '../../../../support/twins.ts';

const attribute = (AttributeName: string, AttributeType = 'S') => ({ AttributeName, AttributeType });
const table = (TableName: string, hash: string, range?: string, type = 'S') => ({
  TableName,
  TableStatus: 'ACTIVE' as const,
  TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
  AttributeDefinitions: [attribute(hash, type), ...(range ? [attribute(range)] : [])],
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' as const },
    ...(range ? [{ AttributeName: range, KeyType: 'RANGE' as const }] : []),
  ],
});
const indexed = {
  ...table('Indexed', 'id'),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const TABLES = [
  table('Tokens', 'tokenHash'),
  table('Servers', 'id'),
  table('Audit', 'serverDay', 'at'),
  table('Counted', 'n', undefined, 'N'),
  indexed,
];
const SOUND = new Set(TABLES.map(whereNone));
const anybody: Caller = { functionName: 'any', roleId: 'AnyRole', demand: () => {} };

let folder: ReturnType<typeof temporaryFolder>;
let short: TableStore;
let general: TableStore;
beforeAll(() => {
  folder = temporaryFolder();
  short = new TableStore(join(folder.path, 'short'), TABLES);
  general = new TableStore(join(folder.path, 'general'), TABLES);
});
afterAll(async () => {
  await short.close();
  await general.close();
  folder.remove();
});

/** The general way, with its refusals as answers. */
async function generally(operation: Operation, input: object): Promise<unknown> {
  try {
    const request = checkRequest(operation, structuredClone(input), general);
    const answer = await new Promise((resolve, reject) => {
      runOperation(operation, general, request, (error, value) => (error ? reject(error) : resolve(value)));
    });
    await general.commit();
    return answer;
  } catch (error) {
    general.discard();
    return { refused: (error as Error).message };
  }
}

const S = (text: string) => ({ S: text });
const put = (TableName: string, Item: object, more: object = {}) => ({
  TableName,
  Item,
  ConditionExpression: `attribute_not_exists(${TABLES.find((each) => each.TableName === TableName)?.KeySchema[0]?.AttributeName})`,
  ...more,
});
const entry = (at: string, more: object = {}) => put('Audit', { serverDay: S('srv#1'), at: S(at), ...more });
const everything = {
  text: S('a "quoted" text: ž 漢 \u0000'),
  empty: S(''),
  count: { N: '-120' },
  yes: { BOOL: true },
  none: { NULL: true },
  list: { L: [S('x'), { N: '0' }, { L: [] }] },
  map: { M: { inner: { M: { deep: S('y') } }, other: { BOOL: false } } },
};

describe('a row put where none stands', () => {
  test.each([
    ['of all types', entry('1', everything)],
    ['with one key', put('Tokens', { tokenHash: S('abc'), id: S('tok_1') })],
    ['of another table', put('Servers', { id: S('srv_1'), ttl: { N: '12' } })],
  ])('is put: %s', async (_name, input) => {
    const answer = await putWhereNone(input, short, anybody, SOUND);

    expect(answer).toEqual(await generally('PutItem', input));
    expect([...short.all(input.TableName)]).toEqual([...general.all(input.TableName)]);
  });

  const long = 'x'.repeat(60_000);
  test.each([
    ['the row is there', entry('1', everything)],
    ['no condition', { TableName: 'Audit', Item: entry('2').Item }],
    ['another condition', { ...entry('2'), ConditionExpression: 'attribute_not_exists(at) OR serverDay = at' }],
    ['a condition with values', { ...entry('2'), ExpressionAttributeValues: { ':x': S('y') } }],
    ['the old row is wanted', { ...entry('2'), ReturnValues: 'ALL_OLD' }],
    ['a table that is not there', { ...entry('2'), TableName: 'Nowhere' }],
    ['a table with an index', put('Indexed', { id: S('1') })],
    ['a key that is a number', put('Counted', { n: { N: '1' } })],
    ['half a key', put('Audit', { serverDay: S('1') })],
    ['an empty key', put('Tokens', { tokenHash: S('') })],
    ['a key of another type', put('Tokens', { tokenHash: { N: '1' } })],
    ['a long key', put('Tokens', { tokenHash: S('k'.repeat(300)) })],
    ['a number with a fraction', entry('2', { n: { N: '1.50' } })],
    ['a number that is none', entry('2', { n: { N: 'one' } })],
    ['a number as a number', entry('2', { n: { N: 1 } })],
    ['a set', entry('2', { tags: { SS: ['a', 'a'] } })],
    ['bytes', entry('2', { bytes: { B: 'AAE=' } })],
    ['two types at once', entry('2', { both: { S: 'a', N: '1' } })],
    ['no type', entry('2', { nothing: {} })],
    ['a value without its type', entry('2', { bare: 'a' })],
    ['a wrong NULL', entry('2', { none: { NULL: false } })],
    ['a list that is none', entry('2', { list: { L: S('x') } })],
    ['a large row', entry('2', { a: S(long), b: S(long) })],
    ['no item', { TableName: 'Audit', ConditionExpression: 'attribute_not_exists(serverDay)' }],
  ])('goes the general way when there is %s', (_name, input) => {
    const before = [...short.all('Audit')].length;

    expect(putWhereNone(input as never, short, anybody, SOUND)).toBeUndefined();
    expect([...short.all('Audit')]).toHaveLength(before);
  });

  test('goes the general way while nobody knows whether its condition is sound', () => {
    expect(putWhereNone(entry('2'), short, anybody, new Set())).toBeUndefined();
  });

  test('is not put when the caller may not', () => {
    const nobody: Caller = {
      functionName: 'nobody',
      roleId: 'NobodyRole',
      demand: () => {
        throw new Error('denied');
      },
    };

    expect(() => putWhereNone(entry('3'), short, nobody, SOUND)).toThrow('denied');
    expect(short.find('Audit', [...short.all('Audit')].at(-1)?.[0] as string)?.['at']).not.toEqual(S('3'));
  });
});

/** A batch answers in no order. */
const inOrder = (answer: unknown) => {
  const { Responses = {}, ...rest } = answer as { Responses?: Readonly<Record<string, object[]>> };
  const lists = Object.entries(Responses).map(([table, rows]) => [
    table,
    rows.map((row) => JSON.stringify(row)).sort(),
  ]);
  return { ...rest, Responses: Object.fromEntries(lists) };
};

describe('rows by their keys', () => {
  const LARGE = ['large_1', 'large_2', 'large_3', 'large_4'];
  beforeAll(async () => {
    for (const store of [short, general]) {
      for (const id of ['srv_2', ...LARGE]) {
        const text = id === 'srv_2' ? 'small' : 'x'.repeat(80_000);
        await putWhereNone(put('Servers', { id: S(id), text: S(text) }) as never, store, anybody, SOUND);
      }
    }
  });

  const batch = (RequestItems: object, more: object = {}) => ({ RequestItems, ...more });
  const one = (key: object, more: object = {}) => ({ Keys: [key], ...more });

  test.each([
    [
      'two tables',
      batch({ Tokens: one({ tokenHash: S('abc') }, { ConsistentRead: true }), Servers: one({ id: S('srv_1') }) }),
    ],
    ['a row that is not there', batch({ Tokens: one({ tokenHash: S('none') }), Servers: one({ id: S('srv_1') }) })],
    ['two rows of a table', batch({ Servers: { Keys: [{ id: S('srv_1') }, { id: S('srv_2') }] } })],
    ['two of which one is there', batch({ Servers: { Keys: [{ id: S('none') }, { id: S('srv_1') }] } })],
    ['a key of two parts', batch({ Audit: one({ at: S('1'), serverDay: S('srv#1') }) })],
  ])('are read: %s', async (_name, input) => {
    const answer = rowsByKey(input, short, anybody);
    expect(inOrder(JSON.parse(answer?.text as string))).toEqual(inOrder(await generally('BatchGetItem', input)));
  });

  test.each([
    ['nothing is asked for', batch({})],
    ['a key twice', batch({ Tokens: { Keys: ['a', 'b', 'a'].map((text) => ({ tokenHash: S(text) })) } })],
    ['seven rows', batch({ Tokens: { Keys: Array.from({ length: 7 }, (_, at) => ({ tokenHash: S(`${at}`) })) } })],
    ['no keys', batch({ Tokens: { Keys: [] } })],
    ['a projection', batch({ Tokens: one({ tokenHash: S('abc') }, { ProjectionExpression: 'id' }) })],
    ['capacity is wanted', batch({ Tokens: one({ tokenHash: S('abc') }) }, { ReturnConsumedCapacity: 'TOTAL' })],
    ['a table that is not there', batch({ Nowhere: one({ tokenHash: S('abc') }) })],
    ['half a key', batch({ Audit: one({ serverDay: S('1') }) })],
    ['more than a key', batch({ Tokens: one({ tokenHash: S('abc'), id: S('x') }) })],
    ['an empty key', batch({ Tokens: one({ tokenHash: S('') }) })],
    ['a key of another type', batch({ Tokens: one({ tokenHash: { N: '1' } }) })],
    ['a consistency that is none', batch({ Tokens: one({ tokenHash: S('abc') }, { ConsistentRead: 'yes' }) })],
    ['more than fits a response', batch({ Servers: { Keys: LARGE.map((id) => ({ id: S(id) })) } })],
  ])('go the general way when there is %s', (_name, input) => {
    expect(rowsByKey(input as never, short, anybody)).toBeUndefined();
  });

  describe('asked once more', () => {
    const server = (id: string) => batch({ Servers: one({ id: S(id) }) });

    test('are what they have become since', async () => {
      const before = rowsByKey(server('srv_3'), short, anybody)?.text;
      await putWhereNone(put('Servers', { id: S('srv_3'), text: S('new') }) as never, short, anybody, SOUND);

      expect(before).not.toContain('new');
      expect(rowsByKey(server('srv_3'), short, anybody)?.text).toContain('new');
    });

    test('are told apart whatever their keys hold', () => {
      const pairs = [
        ['a', 'b 7 text_id'],
        ['a 1 b', '7 text_id'],
      ].map(([one, other]) => batch({ Servers: { Keys: [{ id: S(one as string) }, { id: S(other as string) }] } }));
      const texts = ['srv_1', 'srv_2', 'srv_3'].map((id) => rowsByKey(server(id), short, anybody)?.text);

      expect(pairs.map((input) => rowsByKey(input, short, anybody)?.text)).toEqual(
        Array(2).fill('{"Responses":{"Servers":[]},"UnprocessedKeys":{}}'),
      );
      expect(new Set(texts).size).toBe(3);
      expect(rowsByKey(server('srv_1'), short, anybody)?.text).toBe(texts[0]);
    });

    test('are refused to whoever may not read them, also after others have', () => {
      const nobody: Caller = {
        functionName: 'none',
        roleId: 'NobodyRole',
        demand: () => {
          throw new Error('denied');
        },
      };
      rowsByKey(server('srv_1'), short, anybody);

      expect(() => rowsByKey(server('srv_1'), short, nobody)).toThrow('denied');
    });
  });
});
