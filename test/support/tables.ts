/**
 * Tables for unit tests behind the address of DynamoDB: the twin of the local stack, without the checks of its gateway on who calls. The
 * twin itself is compared with others in test/unit/local/twins and test/oracles.
 *
 * What the SDK's document client is given for it, and what goes without the SDK (directAws.ts), is handed
 * to the twin in this process, as JSON: signing, sending, parsing and checking each request took ten times as long as what it asks for.
 * That way is the one of test/local.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { type AttributeValue, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { AwsError } from '../../local/aws/errors.ts';
import { type Asker, JsonText } from '../../local/aws/gateway.ts';
import { DynamoDbTwin, type LocalTable } from '../../local/twins/dynamodb/service.ts';
import { directAws, isDirect, type Operate, operators } from './directAws.ts';

export interface Tables {
  readonly url: string;
  /**
   * Whether the answer of an operation is lost: then it is carried out, what this returns happens, and it is carried out again, as the SDK
   * repeats it.
   */
  loses: (operation: string) => (() => Promise<unknown>) | undefined;
  /** Deletes every row. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** May do everything. */
const asker: Asker = {
  caller: { functionName: 'test', roleId: 'test', demand: () => {} },
  hear: () => {},
  onLeave: () => {},
};

let started = 0;

/**
 * `tables`: hash key and range key by table name; `indexes`: hash key of the index `byServer`; `isReached`: whether the address is one, for
 * code that speaks to it without the SDK in the name of another region.
 */
export async function startTables(
  tables: Readonly<Record<string, readonly [hash: string, range?: string]>>,
  indexes: Readonly<Record<string, string>>,
  { isReached = false } = {},
): Promise<Tables> {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  const twin = new DynamoDbTwin(
    join(folder, 'tables'),
    Object.entries(tables).map(([name, [hash, range]]) => tableOf(name, hash, range, indexes[name])),
  );
  const operate: Operate = async (operation, input) => {
    const output = await twin.service.operate?.(operation, input as never, asker);
    return output instanceof JsonText ? (JSON.parse(output.text) as object) : (output as object);
  };
  const front = isReached ? await listening(twin) : undefined;
  const url = front?.url ?? `http://tables-${++started}.invalid`;
  operators.set(url, async (operation, input) => {
    // Others go on meanwhile, as with a connection.
    await turn();
    const meanwhile = here.loses(operation);
    if (meanwhile === undefined) return operate(operation, input);
    await operate(operation, input);
    await meanwhile();
    return operate(operation, input);
  });
  if (!isDirect()) directAws();
  if (operators.size === 1) DynamoDBDocumentClient.prototype.send = sendInProcess as typeof overNetwork;
  const here: Tables = {
    url,
    loses: () => undefined,
    async empty() {
      for (const name of Object.keys(tables))
        await twin.store.remove(
          name,
          Array.from(twin.store.all(name), ([key]) => key),
        );
    },
    async close() {
      operators.delete(url);
      if (operators.size === 0) DynamoDBDocumentClient.prototype.send = overNetwork;
      await front?.close();
      await twin.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return here;
}

/** The twin behind HTTP. */
async function listening(twin: DynamoDbTwin) {
  const server = createServer(async (request, response) => {
    const given = { method: 'POST', path: '/', query: new URLSearchParams(), headers: request.headers };
    try {
      await twin.service.serve({ ...given, body: await buffer(request), caller: asker.caller }, response);
    } catch (error) {
      twin.service.refuse(error as AwsError, response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

const overNetwork = DynamoDBDocumentClient.prototype.send;

/** `send` of a document client, for the operations on rows. */
async function sendInProcess(
  this: DynamoDBDocumentClient,
  command: { readonly input: object },
  ...more: unknown[]
): Promise<object> {
  const operate = operators.get(await addressOf(this));
  if (!operate) return (overNetwork as (...all: unknown[]) => Promise<object>).call(this, command, ...more);
  return performed(operate, operationOf(command), command.input);
}

async function addressOf({ config }: DynamoDBDocumentClient): Promise<string> {
  const given = await config.endpoint?.();
  return given
    ? `${given.protocol}//${given.hostname}${given.port ? `:${given.port}` : ''}`
    : (process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
}

/** `GetItem` of a `GetCommand`, as the document client names them. */
function operationOf(command: object): string {
  const name = command.constructor.name.replace(/Command$/, '');
  if (/^(?:Get|Put|Update|Delete)$/.test(name)) return `${name}Item`;
  if (/^Batch/.test(name)) return `${name}Item`;
  return /^Transact/.test(name) ? `${name}Items` : name;
}

async function performed(operate: Operate, operation: string, input: object): Promise<object> {
  try {
    // Copied, as a connection would do.
    const output = await operate(operation, JSON.parse(JSON.stringify(marshalled(input), base64)));
    return { ...unmarshalled(output), $metadata: { httpStatusCode: 200 } };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const { code, status, message, fields } = error;
    const name = code.split('#').at(-1) as string;
    const answer = { name, message, $fault: 'client', $metadata: { httpStatusCode: status } } as const;
    throw Object.assign(new DynamoDBServiceException(answer), fields);
  }
}

/** Members that hold an item or a part of one, and those that hold a list of them. */
const ITEMS = new Set([
  'Item',
  'Key',
  'Attributes',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
]);
const LISTS = new Set(['Items', 'Keys']);

type Convert = (item: never) => object;

/** With each item in it converted. */
function converted(value: unknown, convert: Convert): unknown {
  if (Array.isArray(value)) return value.map((each) => converted(each, convert));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    if (member === undefined) return [name, member];
    if (ITEMS.has(name)) return [name, convert(member as never)];
    if (LISTS.has(name)) return [name, (member as never[]).map(convert)];
    return [name, converted(member, convert)];
  });
  return Object.fromEntries(entries);
}

const marshalled = (input: object) =>
  converted(input, (item) => marshall(item as object, { removeUndefinedValues: true }));

function unmarshalled(output: object): object {
  const { Responses, ...others } = output as { Responses?: unknown };
  const plain = (item: never) => unmarshall(withBytes(item));
  // Of BatchGetItem: lists of items by table.
  const byTable =
    Responses === undefined || Array.isArray(Responses)
      ? converted(Responses, plain)
      : Object.fromEntries(
          Object.entries(Responses as Record<string, never[]>).map(([table, items]) => [table, items.map(plain)]),
        );
  return { ...(converted(others, plain) as object), ...(Responses !== undefined && { Responses: byTable }) };
}

/** Bytes as JSON has them. */
function base64(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

/** Bytes are base64 in JSON. Whoever reads a row gets a copy of it: `unmarshall` makes one. */
const withBytes = (item: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  hasBytes(item)
    ? JSON.parse(JSON.stringify(item), (name, value) =>
        name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
      )
    : item;

function hasBytes(value: object): boolean {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object' && member !== null ? hasBytes(member) : name === 'B') return true;
  }
  return false;
}

function tableOf(TableName: string, hash: string, range?: string, index?: string): LocalTable {
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  return {
    denied: [],
    description: {
      TableName,
      TableStatus: 'ACTIVE',
      TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
      AttributeDefinitions: [hash, range, index]
        .filter((name) => name !== undefined)
        .map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key(hash, 'HASH'), ...(range ? [key(range, 'RANGE')] : [])],
      ...(index && {
        GlobalSecondaryIndexes: [
          { IndexName: 'byServer', KeySchema: [key(index, 'HASH')], Projection: { ProjectionType: 'ALL' } },
        ],
      }),
    },
  };
}
