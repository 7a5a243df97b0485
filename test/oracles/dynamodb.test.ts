/**
 * Seeded random requests to the DynamoDB twin and to DynamoDB Local, which AWS wrote. Status, kind of error and answers must be equal, but
 * for the differences in differences.ts. `ORACLE_SEED` and `ORACLE_REQUESTS` choose other requests and more of them.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TableDescription } from '../../local/twins/dynamodb/dynalite.ts';
import { DynamoDbTwin } from '../../local/twins/dynamodb/service.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../support/twins.ts';
import type { Answer } from './answer.ts';
import { differenceOf } from './differences.ts';
import { askLocal, startDynamoDbLocal } from './dynamodb/local.ts';
import { randomRequests, TABLE } from './requests.ts';
import type { LoopbackServer } from './support/loopbackServer.ts';
import { describeWith } from './support/parts.ts';

const SEED = Number(process.env['ORACLE_SEED'] ?? 1);
const COUNT = Number(process.env['ORACLE_REQUESTS'] ?? 3_000);

async function send(url: string, key: string, operation: string, input: object): Promise<Answer> {
  const { status, body: answered } = await askLocal(url, operation, input, 'DynamoDB', key);
  const { __type = '', message, Message, ...body } = answered;
  return {
    status,
    error: String(__type).split('#').at(-1) ?? '',
    message: String(message ?? Message ?? ''),
    body: ordered(withoutWords(body)) as Record<string, unknown>,
  };
}

/** Reasons of a cancellation without their texts. */
function withoutWords(body: Record<string, unknown>): Record<string, unknown> {
  const reasons = body['CancellationReasons'] as ReadonlyArray<Record<string, unknown>> | undefined;
  if (!reasons) return body;
  return { ...body, CancellationReasons: reasons.map(({ Message: _, ...reason }) => reason) };
}

/** Sets, unordered lists of items and members of objects in one order. */
function ordered(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const all = value.map((each) => ordered(each));
    return ['SS', 'NS', 'BS', 'Items', TABLE].includes(name)
      ? all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, ordered(each, key)]),
  );
}

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const SCHEMA = {
  AttributeDefinitions: [text('pk'), text('sk'), text('shade')],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byShade',
      KeySchema: [{ AttributeName: 'shade', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};

describeWith('dynamodbLocal', 'the DynamoDB twin', (folder) => {
  let local: LoopbackServer | undefined;
  let theirs: (operation: string, input: object) => Promise<Answer>;
  let ours: typeof theirs;
  let table: DynamoDbTwin;
  let twin: TwinAccess;
  const data = temporaryFolder();

  beforeAll(async () => {
    local = await startDynamoDbLocal(folder);
    const { url } = local;
    theirs = (operation, input) => send(url, 'AKIDLOCAL', operation, input);
    const made = await theirs('CreateTable', { TableName: TABLE, BillingMode: 'PAY_PER_REQUEST', ...SCHEMA });
    if (made.status !== 200) throw new Error(`DynamoDB Local made no table: ${JSON.stringify(made)}`);
    const description: TableDescription = {
      TableName: TABLE,
      TableStatus: 'ACTIVE',
      TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TABLE}`,
      ...(SCHEMA as Pick<TableDescription, 'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes'>),
    };
    table = new DynamoDbTwin(join(data.path, 'tables'), [{ description, denied: [] }]);
    twin = await startTwin(table.service);
    const { accessKeyId } = twin.as('all').credentials;
    ours = (operation, input) => send(`${twin.url}/`, accessKeyId, operation, input);
  });
  afterAll(async () => {
    await local?.stop();
    await twin?.close();
    await table?.close();
    data.remove();
  });

  test(`answers ${COUNT} requests of seed ${SEED} as DynamoDB Local does`, async () => {
    const counts = { same: 0, words: 0, known: 0 };
    const unexplained: string[] = [];
    for (const { operation, input } of randomRequests(SEED, COUNT)) {
      const [us, them] = [await ours(operation, input), await theirs(operation, input)];
      const isSame =
        us.status === them.status && us.error === them.error && JSON.stringify(us.body) === JSON.stringify(them.body);
      if (isSame && us.message === them.message) counts.same++;
      else if (isSame) counts.words++;
      else if (differenceOf(operation, input, us, them)) counts.known++;
      else unexplained.push(JSON.stringify({ operation, input, us, them }));
    }

    console.log(
      `DynamoDB, seed ${SEED}: ${counts.same} equal, ${counts.words} differ in words, ${counts.known} as explained`,
    );
    expect(unexplained.slice(0, 5)).toEqual([]);
    expect(counts.same).toBeGreaterThan(COUNT / 2);
  }, 600_000);
});
