/**
 * Tables for unit tests: dynalite, whose validation, expressions and errors match DynamoDB's, with the one operation that it lacks:
 * TransactWriteItems, as one write after the other under a lock, undone when a condition fails.
 */
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

const dynalite = createRequire(import.meta.url)('dynalite') as (options: object) => Server;

type Attributes = Record<string, unknown>;
interface Reply {
  readonly status: number;
  readonly text: string;
}

export interface Tables {
  readonly url: string;
  close(): Promise<void>;
}

/** `tables`: hash key and range key by table name; `indexes`: hash key of the index `byServer`. */
export async function startTables(
  tables: Readonly<Record<string, readonly [hash: string, range?: string]>>,
  indexes: Readonly<Record<string, string>>,
): Promise<Tables> {
  const store = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const storePort = await listening(store);
  const send = (operation: string, body: object) => post(storePort, operation, JSON.stringify(body));

  let turn: Promise<unknown> = Promise.resolve();
  const exclusively = (work: () => Promise<Reply>): Promise<Reply> => {
    const result = turn.then(work, work);
    turn = result.catch(() => {});
    return result;
  };

  const transact = async (items: readonly Record<string, Attributes>[]): Promise<Reply> => {
    const undo: Array<() => Promise<Reply>> = [];
    for (const [index, item] of items.entries()) {
      const [kind, input] = Object.entries(item)[0] as [string, Attributes];
      const TableName = input['TableName'] as string;
      const source = (input['Item'] ?? input['Key']) as Attributes;
      const names = tables[TableName]?.filter((name) => name !== undefined) ?? [];
      const Key = Object.fromEntries(names.map((name) => [name, source[name]]));
      const before = JSON.parse((await send('GetItem', { TableName, Key, ConsistentRead: true })).text).Item;
      // dynalite has no condition check: a delete under the same condition, undone at once, is equivalent.
      const reply = await send(kind === 'ConditionCheck' ? 'DeleteItem' : `${kind}Item`, input);
      if (kind === 'ConditionCheck' && reply.status === 200) await send('PutItem', { TableName, Item: before });
      if (reply.status !== 200) {
        for (const step of undo.reverse()) await step();
        if (!reply.text.includes('ConditionalCheckFailed')) return reply;
        const CancellationReasons = items.map((_, at) => ({ Code: at === index ? 'ConditionalCheckFailed' : 'None' }));
        const head = { __type: 'x#TransactionCanceledException', message: 'Transaction cancelled' };
        const text = JSON.stringify({ ...head, CancellationReasons });
        return { status: 400, text };
      }
      if (kind !== 'ConditionCheck')
        undo.push(() =>
          before ? send('PutItem', { TableName, Item: before }) : send('DeleteItem', { TableName, Key }),
        );
    }
    return { status: 200, text: '{}' };
  };

  const front = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    const answer = async () => {
      const body = Buffer.concat(chunks).toString();
      const operation = String(incoming.headers['x-amz-target']).split('.')[1] as string;
      const reply =
        operation === 'TransactWriteItems'
          ? await exclusively(() => transact(JSON.parse(body).TransactItems))
          : /Put|Update|Delete|Write/.test(operation)
            ? await exclusively(() => post(storePort, operation, body))
            : await post(storePort, operation, body);
      response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(reply.text);
    };
    // Requests that are running when the tables close are cut off.
    incoming.on('end', () => void answer().catch(() => response.destroy()));
  });
  const port = await listening(front);
  for (const [TableName, [hash, range]] of Object.entries(tables)) {
    await send('CreateTable', definition(TableName, hash, range, indexes[TableName]));
    while (!(await send('DescribeTable', { TableName })).text.includes('"ACTIVE"')) await new Promise(setImmediate);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const server of [front, store]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function post(port: number, operation: string, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=a, Signature=b',
      'x-amz-date': 'x',
    };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 500, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('error', reject).end(body);
  });
}

function definition(TableName: string, hash: string, range?: string, index?: string) {
  const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [hash, range, index]
      .filter((name) => name !== undefined)
      .map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [key(hash, 'HASH'), ...(range ? [key(range, 'RANGE')] : [])],
    ...(index && {
      GlobalSecondaryIndexes: [
        { IndexName: 'byServer', KeySchema: [key(index, 'HASH')], Projection: { ProjectionType: 'ALL' } },
      ],
    }),
  };
}
