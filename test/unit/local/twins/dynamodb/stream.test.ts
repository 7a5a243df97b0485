/** An event source mapping over a real function: order, batches, repetition, and what a restart does. */
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FunctionPool } from '../../../../../local/functions/pool.ts';
import type { TableDescription } from '../../../../../local/twins/dynamodb/dynalite.ts';
import { DynamoDbTwin } from '../../../../../local/twins/dynamodb/service.ts';
import { type StreamMapping, StreamReader } from '../../../../../local/twins/dynamodb/stream.ts';
import { type Functions, startFunctions } from '../../../../support/environments.ts';
import { startTwin, temporaryFolder } from '../../../../support/twins.ts';
import { until } from '../../../../support/until.ts';

const table: TableDescription = {
  TableName: 'Trail',
  TableStatus: 'ACTIVE',
  TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Trail',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
let folder: ReturnType<typeof temporaryFolder>;
let functions: Functions;
let count = 0;
beforeAll(() => {
  folder = temporaryFolder();
  functions = startFunctions();
});
afterAll(() => {
  functions.close();
  folder.remove();
});

/** Prints what it takes; fails on the ids named in `failing` the first time it sees them (per instance: twice at most). */
const archiver = (failing = '') =>
  functions.make(
    `archiver${count++}`,
    `const failed = new Set();
     export const handler = async ({ Records }) => {
       for (const { dynamodb, eventName } of Records) {
         const id = dynamodb.Keys.id.S;
         if (${JSON.stringify(failing)}.includes(id) && !failed.has(id)) { failed.add(id); throw new Error('archive is away'); }
       }
       console.log('batch ' + process.env.NAME + ' ' + Records.map(({ dynamodb, eventName }) => eventName[0] + dynamodb.NewImage.id.S).join(' '));
     };`,
  );
interface Handling extends Pick<Partial<StreamMapping>, 'bisects' | 'givenUp'> {
  readonly say?: (line: string) => void;
}
const open = async (
  file: string,
  pool: FunctionPool,
  batchSize = 100,
  windowMs = 0,
  { bisects = false, say = (_line: string) => {}, givenUp }: Handling = {},
) => {
  const twin = new DynamoDbTwin(file, [{ description: table, denied: [] }], ['Trail']);
  const mapping = {
    table,
    view: 'NEW_IMAGE' as const,
    pool,
    batchSize,
    windowMs,
    reportsFailures: false,
    bisects,
    ...(givenUp && { givenUp }),
  };
  const reader = new StreamReader(twin.store, mapping, say);
  twin.store.onChange = () => reader.poke();
  const access = await startTwin(twin.service);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(access.as('all')));
  reader.poke();
  return {
    twin,
    put: (id: string) => client.send(new PutCommand({ TableName: 'Trail', Item: { id } })),
    touch: (id: string) =>
      client.send(
        new UpdateCommand({
          TableName: 'Trail',
          Key: { id },
          UpdateExpression: 'SET x = :x',
          ExpressionAttributeValues: { ':x': 1 },
        }),
      ),
    drain: (ms: number) => reader.drain(ms),
    /** The stream is read up to so many changes. Output of a thread arrives a little after its answer. */
    drained: (changes: number, left = 0) =>
      until(() => twin.store.unread('Trail').length === left && batches(pool).flat().length >= changes),
    async close() {
      reader.close();
      await access.close();
      await twin.close();
    },
  };
};
const batches = (pool: FunctionPool): string[][] =>
  [...functions.output().matchAll(new RegExp(`^batch ${pool.definition.functionName} (.*)$`, 'gm'))].map(([, ids]) =>
    (ids ?? '').split(' '),
  );

describe('an event source mapping', () => {
  test('hands changes over in order, in batches of the given size, told apart by kind', async () => {
    const pool = archiver();
    const stream = await open(join(folder.path, 'order'), pool, 4, 50);
    for (const id of ['1', '2', '3', '4', '5']) await stream.put(id);
    await stream.touch('1');

    await stream.drained(6);

    expect(batches(pool).flat()).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'M1']);
    expect(Math.max(...batches(pool).map(({ length }) => length))).toBeLessThanOrEqual(4);

    await stream.close();
  });

  test('hands a batch over again until the function takes it, and nothing before it', async () => {
    const pool = archiver('a');
    const stream = await open(join(folder.path, 'again'), pool);
    await stream.put('a');
    await stream.put('b');

    await stream.drained(2);

    expect(batches(pool).flat()).toEqual(['Ia', 'Ib']);

    await stream.close();
  });

  test('gives up what stays refused for too long, names its place, and goes on with what is behind it', async () => {
    const pool = functions.make(
      `archiver${count++}`,
      `export const handler = async ({ Records }) => {
         const ids = Records.map(({ dynamodb }) => dynamodb.Keys.id.S);
         if (ids.includes('poison')) throw new Error('never');
         console.log('batch ' + process.env.NAME + ' ' + ids.map((id) => 'I' + id).join(' '));
       };`,
    );
    const messages: object[] = [];
    // Everything is older than that.
    const givenUp = { ms: -1_000, send: (body: object) => void messages.push(body) };
    const stream = await open(join(folder.path, 'poison'), pool, 1, 50, { givenUp });
    for (const id of ['1', 'poison', '2']) await stream.put(id);

    await stream.drained(2);

    expect(batches(pool).flat()).toEqual(['I1', 'I2']);
    expect(messages).toEqual([
      expect.objectContaining({
        requestContext: expect.objectContaining({
          functionArn: `${pool.definition.arn}:$LATEST`,
          condition: 'RecordAgeExceeded',
        }),
        DDBStreamBatchInfo: expect.objectContaining({
          batchSize: 1,
          startSequenceNumber: expect.stringMatching(/^\d{24}$/),
          streamArn: `${table.TableArn}/stream/local`,
        }),
      }),
    ]);
    expect(JSON.stringify(messages)).not.toContain('poison');

    await stream.close();
  });

  test('gives nothing up before its time', async () => {
    const pool = archiver('a');
    const messages: object[] = [];
    const givenUp = { ms: 3_600_000, send: (body: object) => void messages.push(body) };
    const stream = await open(join(folder.path, 'young'), pool, 100, 0, { givenUp });
    await stream.put('a');

    await stream.drained(1);

    expect([batches(pool).flat(), messages]).toEqual([['Ia'], []]);

    await stream.close();
  });

  test('leaves out what changes nothing, as DynamoDB does', async () => {
    const pool = archiver();
    const stream = await open(join(folder.path, 'same'), pool);
    await stream.put('a');
    await stream.put('a');
    await stream.put('b');

    await stream.drained(2);

    expect(batches(pool).flat()).toEqual(['Ia', 'Ib']);

    await stream.close();
  });

  test('halves a batch that fails, so that the records beside a bad one are taken before it', async () => {
    // It fails for good on one record.
    const pool = functions.make(
      `halves${count++}`,
      `export const handler = async ({ Records }) => {
         const ids = Records.map(({ dynamodb }) => dynamodb.Keys.id.S);
         if (ids.includes('bad')) throw new Error('no');
         console.log('batch ' + process.env.NAME + ' ' + ids.join(' '));
       };`,
    );
    const stream = await open(join(folder.path, 'halves'), pool, 100, 300, { bisects: true });
    for (const id of ['a', 'b', 'c', 'bad']) await stream.put(id);

    await stream.drained(3, 1);

    expect(batches(pool).flat()).toEqual(['a', 'b', 'c']);
    expect(stream.twin.store.unread('Trail').map(({ keys }) => keys['id'])).toEqual([{ S: 'bad' }]);

    await stream.close();
  });

  test('hands over what waits when its host ends, and gives up in time when it is not taken', async () => {
    const pool = archiver();
    const stream = await open(join(folder.path, 'drained'), pool, 2, 60_000);
    await stream.put('a');
    await stream.drain(5_000);
    expect(stream.twin.store.unread('Trail')).toEqual([]);
    await stream.close();

    const never = functions.make(`never${count++}`, 'export const handler = () => new Promise(() => {});');
    const stuck = await open(join(folder.path, 'stuck'), never, 100, 60_000);
    await stuck.put('a');
    await stuck.drain(200);
    expect(stuck.twin.store.unread('Trail')).toHaveLength(1);
    await stuck.close();
  });

  test('goes on after a restart with what was not taken', async () => {
    const file = join(folder.path, 'restart');
    const pool = archiver();
    const waiting = await open(file, pool, 100, 60_000);
    await waiting.put('kept');
    await waiting.close();
    expect(batches(pool)).toEqual([]);

    const next = await open(file, pool);
    await next.drained(1);
    expect(batches(pool)).toEqual([['Ikept']]);

    await next.close();
    const last = await open(file, pool);
    await last.put('new');
    await last.drained(2);
    expect(batches(pool)).toEqual([['Ikept'], ['Inew']]);

    await last.close();
  });
});
