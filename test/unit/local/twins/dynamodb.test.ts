/** The DynamoDB twin through the real client: compared with all of dynalite, and what dynalite does not do. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TableDescription } from '../../../../local/twins/dynamodb/dynalite.ts';
import { DynamoDbTwin, type LocalTable } from '../../../../local/twins/dynamodb/service.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../../../support/twins.ts';

const arn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const description: TableDescription = {
  TableName: 'Things',
  TableStatus: 'ACTIVE',
  TableArn: arn('Things'),
  AttributeDefinitions: [text('owner'), text('thing'), text('colour')],
  KeySchema: [
    { AttributeName: 'owner', KeyType: 'HASH' },
    { AttributeName: 'thing', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byColour',
      KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const things: LocalTable = { description, denied: [] };
const trail: LocalTable = {
  description: {
    TableName: 'Trail',
    TableStatus: 'ACTIVE',
    TableArn: arn('Trail'),
    AttributeDefinitions: [text('id')],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
  expiresBy: 'ttl',
  denied: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
};

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let table: DynamoDbTwin;
let twin: TwinAccess;
let ours: DynamoDBDocumentClient;
let reference: Server;
let theirs: DynamoDBDocumentClient;

beforeAll(async () => {
  folder = temporaryFolder();
  file = join(folder.path, 'tables');
  table = new DynamoDbTwin(file, [things, trail], ['Trail']);
  twin = await startTwin(table.service, {
    all: [{ Action: 'dynamodb:*', Resource: '*' }],
    stamper: [
      {
        Action: 'dynamodb:UpdateItem',
        Resource: arn('Things'),
        Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['owner', 'thing', 'usedAt'] } },
      },
    ],
    reader: [
      { Action: 'dynamodb:GetItem', Resource: arn('Things') },
      { Action: 'dynamodb:BatchGetItem', Resource: arn('Things') },
    ],
    indexReader: [{ Action: 'dynamodb:Query', Resource: `${arn('Things')}/index/*` }],
  });
  ours = as('all');
  // Modules of its own: those that the twin uses are changed in some points.
  const require = createRequire(import.meta.url);
  for (const path of Object.keys(require.cache)) if (path.includes(`${sep}dynalite${sep}`)) delete require.cache[path];
  const dynalite = require('dynalite') as (options: object) => Server;
  reference = dynalite({ createTableMs: 0 });
  await new Promise<void>((done) => reference.listen(0, '127.0.0.1', done));
  const { port } = reference.address() as AddressInfo;
  const options = { ...twin.as('all'), endpoint: `http://127.0.0.1:${port}` };
  const client = new DynamoDBClient(options);
  const { CreateTableCommand, DescribeTableCommand } = await import('@aws-sdk/client-dynamodb');
  const { TableStatus: _s, TableArn: _a, ...definition } = description;
  await client.send(new CreateTableCommand({ ...definition, BillingMode: 'PAY_PER_REQUEST' } as never));
  for (let status = ''; status !== 'ACTIVE'; ) {
    status = (await client.send(new DescribeTableCommand({ TableName: 'Things' }))).Table?.TableStatus ?? '';
  }
  theirs = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  await new Promise((done) => reference.close(done));
  await twin.close();
  await table.close();
  folder.remove();
});
const as = (role: string) => DynamoDBDocumentClient.from(new DynamoDBClient(twin.as(role)));
const named = (name: string) => expect.objectContaining({ name });
const TableName = 'Things';

type Step = object;
const outcome = async (client: DynamoDBDocumentClient, step: Step) => {
  try {
    const { $metadata, ...answer } = (await client.send(step as never)) as unknown as Record<string, unknown>;
    return answer;
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
};

describe('every request gets the answer that dynalite gives', () => {
  const key = (owner: string, thing: string) => ({ owner, thing });
  const update = (UpdateExpression: string, more: object = {}, Key = key('ada', 'lamp')) =>
    new UpdateCommand({ TableName, Key, UpdateExpression, ReturnValues: 'ALL_NEW', ...more });
  const values = (given: object) => ({ ExpressionAttributeValues: given });
  const steps: Array<readonly [string, Step]> = [
    [
      'put',
      new PutCommand({
        TableName,
        Item: { ...key('ada', 'lamp'), colour: 'red', n: 1, list: [1], deep: { a: { b: 2 } } },
      }),
    ],
    [
      'put again, old returned',
      new PutCommand({
        TableName,
        Item: { ...key('ada', 'lamp'), colour: 'red', n: 1, list: [1], deep: { a: { b: 2 } } },
        ReturnValues: 'ALL_OLD',
      }),
    ],
    ['get', new GetCommand({ TableName, Key: key('ada', 'lamp') })],
    [
      'get, projected',
      new GetCommand({
        TableName,
        Key: key('ada', 'lamp'),
        ProjectionExpression: 'n, deep.a.b, #list[0]',
        ExpressionAttributeNames: { '#list': 'list' },
      }),
    ],
    ['get of nothing', new GetCommand({ TableName, Key: key('ada', 'none') })],
    ['get with half a key', new GetCommand({ TableName, Key: { owner: 'ada' } })],
    [
      'condition fails',
      new PutCommand({ TableName, Item: key('ada', 'lamp'), ConditionExpression: 'attribute_not_exists(thing)' }),
    ],
    [
      'set, add, if_not_exists',
      update(
        'SET n = n + :one, fresh = if_not_exists(fresh, :one), deep.a.c = :one ADD hits :one',
        values({ ':one': 1 }),
      ),
    ],
    [
      'list_append',
      update('SET #list = list_append(#list, :more)', {
        ...values({ ':more': [2, 3] }),
        ExpressionAttributeNames: { '#list': 'list' },
      }),
    ],
    ['remove', update('REMOVE #list[1], deep.a.b', { ExpressionAttributeNames: { '#list': 'list' } })],
    ['sets', update('ADD tags :tags', values({ ':tags': new Set(['x', 'y']) }))],
    ['delete from set', update('DELETE tags :tags', values({ ':tags': new Set(['x']) }))],
    ['reserved word', update('SET status = :one', values({ ':one': 1 }))],
    ['unused value', update('SET n = :one', values({ ':one': 1, ':two': 2 }))],
    ['change of a key', update('SET thing = :one', values({ ':one': 'x' }))],
    ['bad syntax', update('SET n == :one', values({ ':one': 1 }))],
    ['missing path', update('SET nowhere.x = :one', values({ ':one': 1 }))],
    ['update makes an item', update('SET colour = :colour', values({ ':colour': 'blue' }), key('ada', 'chair'))],
    [
      'conditional update',
      update('SET n = :n', {
        ConditionExpression: 'n BETWEEN :low AND :high AND contains(tags, :y)',
        ...values({ ':n': 9, ':low': 1, ':high': 5, ':y': 'y' }),
      }),
    ],
    [
      'batch write',
      new BatchWriteCommand({
        RequestItems: {
          Things: ['a', 'b', 'c', 'd', 'e'].map((thing) => ({
            PutRequest: {
              Item: { ...key('bob', thing), colour: thing < 'c' ? 'red' : 'blue', n: thing.charCodeAt(0) },
            },
          })),
        },
      }),
    ],
    [
      'batch write of one item twice',
      new BatchWriteCommand({
        RequestItems: { Things: [1, 2].map((n) => ({ PutRequest: { Item: { ...key('bob', 'a'), n } } })) },
      }),
    ],
    [
      'query',
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#owner = :o',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ...values({ ':o': 'bob' }),
      }),
    ],
    [
      'query backwards, limited',
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#owner = :o',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ...values({ ':o': 'bob' }),
        ScanIndexForward: false,
        Limit: 2,
      }),
    ],
    [
      'query from a key',
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#owner = :o',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ...values({ ':o': 'bob' }),
        ExclusiveStartKey: key('bob', 'b'),
      }),
    ],
    ...(['thing < :t', 'thing <= :t', 'thing > :t', 'thing >= :t', 'begins_with(thing, :t)', 'thing = :t'].map(
      (range) => [
        `query ${range}`,
        new QueryCommand({
          TableName,
          KeyConditionExpression: `#owner = :o AND ${range}`,
          ExpressionAttributeNames: { '#owner': 'owner' },
          ...values({ ':o': 'bob', ':t': 'c' }),
        }),
      ],
    ) as Array<[string, Step]>),
    [
      'query with filter',
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#owner = :o',
        FilterExpression: 'n > :n',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ...values({ ':o': 'bob', ':n': 99 }),
      }),
    ],
    [
      'query of an index',
      new QueryCommand({
        TableName,
        IndexName: 'byColour',
        KeyConditionExpression: 'colour = :c',
        ...values({ ':c': 'blue' }),
      }),
    ],
    [
      'query of no index',
      new QueryCommand({
        TableName,
        IndexName: 'byShape',
        KeyConditionExpression: 'colour = :c',
        ...values({ ':c': 'blue' }),
      }),
    ],
    [
      'query without its key',
      new QueryCommand({ TableName, KeyConditionExpression: 'thing = :c', ...values({ ':c': 'blue' }) }),
    ],
    ['scan', new ScanCommand({ TableName })],
    [
      'scan counted',
      new ScanCommand({ TableName, Select: 'COUNT', FilterExpression: 'colour = :c', ...values({ ':c': 'red' }) }),
    ],
    ['delete', new DeleteCommand({ TableName, Key: key('bob', 'a'), ReturnValues: 'ALL_OLD' })],
    ['delete of nothing', new DeleteCommand({ TableName, Key: key('bob', 'a') })],
    [
      'index after the delete',
      new QueryCommand({
        TableName,
        IndexName: 'byColour',
        KeyConditionExpression: 'colour = :c',
        ...values({ ':c': 'red' }),
      }),
    ],
    ['an item over 400 KB', new PutCommand({ TableName, Item: { ...key('big', 'x'), body: 'x'.repeat(410_000) } })],
    ['an empty key', new PutCommand({ TableName, Item: key('', 'x') })],
    ['no such table', new GetCommand({ TableName: 'Nowhere', Key: { id: 'x' } })],
  ];

  test.each(steps)('%s', async (_name, step) => {
    expect(await outcome(ours, step)).toEqual(await outcome(theirs, step));
  });

  test('refuse values of more than 32 levels, and empty keys of an index, as dynalite alone does not', async () => {
    const nested = (levels: number): unknown =>
      levels === 1 ? 'x' : levels % 2 ? { a: nested(levels - 1) } : [nested(levels - 1)];
    const Item = { owner: 'deep', thing: 'a' };
    const update = (name: string, value: unknown) =>
      ours.send(
        new UpdateCommand({
          TableName,
          Key: Item,
          UpdateExpression: `SET ${name} = :v`,
          ExpressionAttributeValues: { ':v': value },
        }),
      );

    await ours.send(new PutCommand({ TableName, Item: { ...Item, v: nested(32) } }));
    await expect(ours.send(new PutCommand({ TableName, Item: { ...Item, v: nested(33) } }))).rejects.toThrow(
      'Nesting Levels',
    );
    await expect(
      ours.send(
        new BatchWriteCommand({
          RequestItems: { [TableName]: [{ PutRequest: { Item: { ...Item, v: nested(33) } } }] },
        }),
      ),
    ).rejects.toThrow('Nesting Levels');
    await expect(update('v', nested(33))).rejects.toThrow('for key :v');
    await expect(ours.send(new PutCommand({ TableName, Item: { ...Item, colour: '' } }))).rejects.toThrow(
      'IndexKey: colour',
    );
    await expect(update('colour', '')).rejects.toThrow('cannot contain an empty string value');
    await update('shape', '');
  });

  test('count an item in bytes of UTF-8, as dynalite alone does not', async () => {
    const put = ours.send(new PutCommand({ TableName, Item: { ...key('big', 'x'), body: '漢'.repeat(140_000) } }));

    await expect(put).rejects.toThrow('Item size has exceeded');
  });

  test('queries of more rows than are read at once: all, the first, the last, and as many as one answer holds', async () => {
    const body = 'x'.repeat(10_000);
    const items = Array.from({ length: 150 }, (_, n) => ({ owner: 'many', thing: String(1_000 + n), body }));
    for (const client of [ours, theirs]) {
      for (let at = 0; at < items.length; at += 25) {
        const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
        await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
      }
    }
    const query = {
      TableName,
      KeyConditionExpression: '#owner = :o',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ...values({ ':o': 'many' }),
    };
    const read = async (client: DynamoDBDocumentClient, more: object) => {
      const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ ...query, ...more }));
      return [Items.map(({ thing }) => thing), LastEvaluatedKey] as const;
    };

    for (const more of [{}, { Limit: 70 }, { Limit: 70, ScanIndexForward: false }, { ScanIndexForward: false }]) {
      const found = await read(ours, more);
      expect(found).toEqual(await read(theirs, more));
      expect(found[0].length).toBeGreaterThan(60);
    }
  });

  test('batch get, whose order is of no account', async () => {
    const step = new BatchGetCommand({
      RequestItems: { Things: { Keys: ['b', 'c', 'none'].map((thing) => key('bob', thing)) } },
    });
    const read = async (client: DynamoDBDocumentClient) =>
      ((await client.send(step)).Responses?.['Things'] ?? []).map(({ thing }) => thing).sort();

    expect(await read(ours)).toEqual(await read(theirs));
    expect(await read(ours)).toEqual(['b', 'c']);
  });
});

describe('transactions', () => {
  const put = (thing: string, more: object = {}) => ({ Put: { TableName, Item: { owner: 'tx', thing }, ...more } });
  const onlyNew = { ConditionExpression: 'attribute_not_exists(thing)' };
  const stored = async (thing: string) =>
    (await ours.send(new GetCommand({ TableName, Key: { owner: 'tx', thing } }))).Item;

  test('write everything, or nothing with the reason of each', async () => {
    await ours.send(new TransactWriteCommand({ TransactItems: [put('a', onlyNew), put('b', onlyNew)] }));
    expect(await stored('b')).toEqual({ owner: 'tx', thing: 'b' });

    const failing = ours.send(
      new TransactWriteCommand({
        TransactItems: [
          put('c', onlyNew),
          put('a', { ...onlyNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
          { Delete: { TableName, Key: { owner: 'tx', thing: 'b' } } },
        ],
      }),
    );
    await expect(failing).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { owner: { S: 'tx' }, thing: { S: 'a' } } },
        { Code: 'None' },
      ],
    });
    expect(await stored('c')).toBeUndefined();
    expect(await stored('b')).toBeDefined();
  });

  test('check conditions of items they do not write, and update', async () => {
    const check = (thing: string) => ({
      ConditionCheck: { TableName, Key: { owner: 'tx', thing }, ConditionExpression: 'attribute_exists(thing)' },
    });
    const count = {
      Update: {
        TableName,
        Key: { owner: 'tx', thing: 'counter' },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    };
    await ours.send(new TransactWriteCommand({ TransactItems: [check('a'), count] }));

    await expect(ours.send(new TransactWriteCommand({ TransactItems: [check('missing'), count] }))).rejects.toEqual(
      named('TransactionCanceledException'),
    );
    expect(await stored('counter')).toMatchObject({ n: 1 });
  });

  test('run once for one client token, and refuse the token for another transaction', async () => {
    const add = (n: number) =>
      ours.send(
        new TransactWriteCommand({
          ClientRequestToken: 'same-token',
          TransactItems: [
            {
              Update: {
                TableName,
                Key: { owner: 'tx', thing: 'once' },
                UpdateExpression: 'ADD n :n',
                ExpressionAttributeValues: { ':n': n },
              },
            },
          ],
        }),
      );
    await add(1);
    await add(1);

    expect(await stored('once')).toMatchObject({ n: 1 });
    await expect(add(2)).rejects.toEqual(named('IdempotentParameterMismatchException'));
  });

  test('refuse one item twice, too many items and unknown members', async () => {
    const write = (TransactItems: object[]) =>
      ours.send(new TransactWriteCommand({ TransactItems: TransactItems as never }));

    await expect(write([put('a'), put('a')])).rejects.toEqual(named('ValidationException'));
    await expect(write(Array.from({ length: 101 }, (_, at) => put(`n${at}`)))).rejects.toEqual(
      named('ValidationException'),
    );
    await expect(write([])).rejects.toEqual(named('ValidationException'));
  });

  test('refuse what DynamoDB refuses beside that, with its words', async () => {
    const write = (input: object) => ours.send(new TransactWriteCommand(input as never));
    const large = (at: number) => ({
      Put: { TableName, Item: { owner: 'tx', thing: `l${at}`, v: 'x'.repeat(380_000) } },
    });
    const get = { Get: { TableName, Key: { owner: 'tx', thing: 'a' } } };
    const refusals: ReadonlyArray<readonly [Promise<unknown>, RegExp]> = [
      [
        write({ TransactItems: Array.from({ length: 12 }, (_, at) => large(at)) }),
        /cannot exceed 4MB. Payload Size: 4\d{6}/,
      ],
      [
        write({ TransactItems: [put('z'), { ConditionCheck: { TableName, Key: { owner: 'tx', thing: 'a' } } }] }),
        /'transactItems.2.member.conditionCheck.conditionExpression'/,
      ],
      [write({ TransactItems: [put('a')], ClientRequestToken: 'x'.repeat(37) }), /length less than or equal to 36/],
      [write({ TransactItems: [{ Put: { TableName, Item: { owner: 'tx' } } }] }), /Missing the key thing/],
      [write({ TransactItems: [{ Delete: { TableName, Key: { owner: 'tx' } } }] }), /does not match the schema/],
      [
        write({ TransactItems: [put('w'), { Put: { TableName, Item: { owner: 'tx', thing: 'e', colour: '' } } }] }),
        /IndexName: byColour, IndexKey: colour/,
      ],
      [ours.send(new TransactGetCommand({ TransactItems: [get, get] })), /multiple operations on one item/],
    ];

    for (const [refused, message] of refusals)
      await expect(refused).rejects.toMatchObject({
        name: 'ValidationException',
        message: expect.stringMatching(message),
      });
    expect(await stored('w')).toBeUndefined();
    await write({ TransactItems: Array.from({ length: 11 }, (_, at) => large(at)) });
    await expect(
      write({ TransactItems: [{ Put: { TableName, Item: { owner: 'tx', thing: 1 } } }] }),
    ).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ValidationError' }],
    });
  });

  test('read several items at once', async () => {
    const Get = (thing: string) => ({ Get: { TableName, Key: { owner: 'tx', thing } } });

    const { Responses } = await ours.send(new TransactGetCommand({ TransactItems: [Get('a'), Get('missing')] }));

    expect(Responses?.map(({ Item }) => Item?.['thing'])).toEqual(['a', undefined]);
  });

  test('are all or nothing wherever a crash cuts the journal', async () => {
    await ours.send(new TransactWriteCommand({ TransactItems: [put('cut1'), put('cut2'), put('cut3')] }));
    const whole = readFileSync(file);
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;

    for (let cut = lastLine; cut <= whole.length; cut += 7) {
      const copy = join(folder.path, `cut-${cut}`);
      copyFileSync(file, copy);
      writeFileSync(copy, whole.subarray(0, cut));
      const reopened = new DynamoDbTwin(copy, [things, trail]);
      const found = [...reopened.store.all('Things')].filter(([, { thing }]) => String(thing?.['S']).startsWith('cut'));
      expect([0, 3]).toContain(found.length);
      await reopened.close();
    }
  });
});

describe('a table', () => {
  test('is there again after a restart, with its indexes', async () => {
    const reopened = new DynamoDbTwin(file, [things, trail]);
    const again = await startTwin(reopened.service);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(again.as('all')));
    const query = new QueryCommand({
      TableName,
      IndexName: 'byColour',
      KeyConditionExpression: 'colour = :c',
      ExpressionAttributeValues: { ':c': 'blue' },
    });
    const names = async (from: DynamoDBDocumentClient) => (await from.send(query)).Items?.map(({ thing }) => thing);

    expect(await names(client)).toEqual(await names(ours));
    expect((await names(ours))?.length).toBeGreaterThan(2);

    await again.close();
    await reopened.close();
  });

  test('has every row in an index, also those that dynalite takes for one', async () => {
    // The first six digits of what dynalite makes of these keys are the same, ad955e.
    const twins = ['2868', '3881'].map((thing) => ({ owner: 'row', thing, colour: 'mauve' }));
    for (const Item of twins) await ours.send(new PutCommand({ TableName, Item }));
    const query = {
      TableName,
      IndexName: 'byColour',
      KeyConditionExpression: 'colour = :colour',
      ExpressionAttributeValues: { ':colour': 'mauve' },
    };

    const { Items, Count } = await ours.send(new QueryCommand(query));
    const first = await ours.send(new QueryCommand({ ...query, Limit: 1 }));
    const second = await ours.send(new QueryCommand({ ...query, ExclusiveStartKey: first.LastEvaluatedKey }));
    await ours.send(new DeleteCommand({ TableName, Key: { owner: 'row', thing: '2868' } }));
    const left = await ours.send(new QueryCommand(query));

    expect(Count).toBe(2);
    expect(Items).toEqual(expect.arrayContaining(twins));
    expect([...(first.Items ?? []), ...(second.Items ?? [])]).toEqual(Items);
    expect(left.Items).toEqual([twins[1]]);
    await ours.send(new DeleteCommand({ TableName, Key: { owner: 'row', thing: '3881' } }));
  });

  test('gives the item with a failed condition when asked', async () => {
    const put = ours.send(
      new PutCommand({
        TableName,
        Item: { owner: 'bob', thing: 'b' },
        ConditionExpression: 'attribute_not_exists(thing)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    await expect(put).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { owner: { S: 'bob' }, thing: { S: 'b' } },
    });
  });

  test('keeps writers apart: of a hundred at once on one version, one wins', async () => {
    await ours.send(new PutCommand({ TableName, Item: { owner: 'race', thing: 'x', version: 1 } }));

    const attempts = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) =>
        ours.send(
          new UpdateCommand({
            TableName,
            Key: { owner: 'race', thing: 'x' },
            UpdateExpression: 'SET version = :next, winner = :at',
            ConditionExpression: 'version = :read',
            ExpressionAttributeValues: { ':read': 1, ':next': 2, ':at': at },
          }),
        ),
      ),
    );

    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('loses what has expired', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    await ours.send(new PutCommand({ TableName: 'Trail', Item: { id: 'old', ttl: seconds - 10 } }));
    await ours.send(new PutCommand({ TableName: 'Trail', Item: { id: 'new', ttl: seconds + 1_000 } }));
    await table.expire();

    const { Items } = await ours.send(new ScanCommand({ TableName: 'Trail' }));

    expect(Items?.map(({ id }) => id)).toEqual(['new']);
  });
});

describe('a stream', () => {
  test('holds each change until it is dealt with, also after a restart', async () => {
    const copy = join(folder.path, 'streamed');
    const first = new DynamoDbTwin(copy, [things, trail], ['Trail']);
    const access = await startTwin(first.service);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(access.as('all')));
    for (const id of ['a', 'b', 'c']) await client.send(new PutCommand({ TableName: 'Trail', Item: { id } }));
    expect(
      first.store.unread('Trail').map(({ sequence, after }) => [sequence, JSON.parse(after ?? '{}').id.S]),
    ).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);

    await first.store.acknowledge('Trail', 2);
    await access.close();
    await first.close();
    const second = new DynamoDbTwin(copy, [things, trail], ['Trail']);
    expect(second.store.unread('Trail').map(({ sequence }) => sequence)).toEqual([3]);

    await second.close();
  });
});

describe('rights', () => {
  test('hold for each table, index and action', async () => {
    const Key = { owner: 'bob', thing: 'b' };
    const query = { KeyConditionExpression: 'colour = :c', ExpressionAttributeValues: { ':c': 'blue' } };
    expect((await as('reader').send(new GetCommand({ TableName, Key }))).Item).toBeDefined();
    expect(
      (await as('indexReader').send(new QueryCommand({ TableName, IndexName: 'byColour', ...query }))).Count,
    ).toBeGreaterThan(0);

    const denied: Array<() => Promise<unknown>> = [
      () => as('reader').send(new PutCommand({ TableName, Item: Key })),
      () => as('reader').send(new QueryCommand({ TableName, IndexName: 'byColour', ...query })),
      () => as('reader').send(new BatchGetCommand({ RequestItems: { Trail: { Keys: [{ id: 'x' }] } } })),
      () => as('reader').send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: Key } }] })),
      () => as('indexReader').send(new ScanCommand({ TableName })),
    ];
    for (const each of denied) await expect(each()).rejects.toEqual(named('AccessDeniedException'));
  });

  test('hold for single attributes', async () => {
    const stamper = as('stamper');
    const update = (UpdateExpression: string) =>
      stamper.send(
        new UpdateCommand({
          TableName,
          Key: { owner: 'bob', thing: 'b' },
          UpdateExpression,
          ConditionExpression: 'attribute_exists(thing)',
          ExpressionAttributeValues: { ':at': 'now' },
        }),
      );
    await update('SET usedAt = :at');

    await expect(update('SET colour = :at')).rejects.toEqual(named('AccessDeniedException'));
    await expect(update('SET usedAt = :at, colour = :at')).rejects.toEqual(named('AccessDeniedException'));
  });

  test("yield to the table's own policy", async () => {
    await expect(ours.send(new DeleteCommand({ TableName: 'Trail', Key: { id: 'new' } }))).rejects.toEqual(
      named('AccessDeniedException'),
    );
    await expect(
      ours.send(new TransactWriteCommand({ TransactItems: [{ Delete: { TableName: 'Trail', Key: { id: 'new' } } }] })),
    ).rejects.toEqual(named('AccessDeniedException'));
  });
});
