/**
 * Seeded random requests to the DynamoDB twin and to DynamoDB Local, which AWS wrote. Status, kind of error and answers must be equal, but
 * for the differences in differences.ts. `ORACLE_SEED` and `ORACLE_REQUESTS` choose other requests and more of them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TableDescription } from '../../local/twins/dynamodb/dynalite.ts';
import { DynamoDbTwin } from '../../local/twins/dynamodb/service.ts';
import { freePort } from '../support/freePort.ts';
import { startTwin, type TwinAccess, temporaryFolder } from '../support/twins.ts';
import type { Answer } from './answer.ts';
import { differenceOf } from './differences.ts';
import { describeWith } from './parts.ts';
import { randomRequests, TABLE } from './requests.ts';

const SEED = Number(process.env['ORACLE_SEED'] ?? 1);
const COUNT = Number(process.env['ORACLE_REQUESTS'] ?? 3_000);

async function send(url: string, key: string, operation: string, input: object): Promise<Answer> {
  const request = httpRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20261126T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261126/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    },
  });
  request.end(JSON.stringify(input));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const { __type = '', message, Message, ...body } = JSON.parse(text || '{}') as Record<string, unknown>;
  return {
    status: response.statusCode,
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
  let local: ChildProcess;
  let theirs: (operation: string, input: object) => Promise<Answer>;
  let ours: typeof theirs;
  let table: DynamoDbTwin;
  let twin: TwinAccess;
  const data = temporaryFolder();

  beforeAll(async () => {
    const port = await freePort();
    const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
    local = spawn(
      'java',
      [
        '-Xmx256m',
        `-Djava.library.path=${folder}`,
        '-cp',
        join(folder, '*'),
        'com.amazonaws.services.dynamodbv2.local.main.ServerRunner',
        ...options,
      ],
      { stdio: 'ignore' },
    );
    theirs = (operation, input) => send(`http://127.0.0.1:${port}/`, 'AKIDLOCAL', operation, input);
    const create = { TableName: TABLE, BillingMode: 'PAY_PER_REQUEST', ...SCHEMA };
    for (const until = Date.now() + 60_000; ; ) {
      const made = await theirs('CreateTable', create).catch(() => undefined);
      if (made?.status === 200) break;
      if (Date.now() > until) throw new Error(`DynamoDB Local did not start: ${JSON.stringify(made)}`);
      await new Promise((done) => setTimeout(done, 100));
    }
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
    local?.kill('SIGKILL');
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
