/**
 * Tables for unit tests behind the address of DynamoDB: the twin of the local stack, without the checks of its gateway on who calls. The
 * twin itself is compared with others in test/unit/local/twins and test/oracles.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsError } from '../../local/aws/errors.ts';
import type { AwsRequest } from '../../local/aws/gateway.ts';
import { DynamoDbTwin, type LocalTable } from '../../local/twins/dynamodb/service.ts';

export interface Tables {
  readonly url: string;
  /** Deletes every row. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** May do everything. */
const caller: AwsRequest['caller'] = { functionName: 'test', roleId: 'test', demand: () => {} };

/** `tables`: hash key and range key by table name; `indexes`: hash key of the index `byServer`. */
export async function startTables(
  tables: Readonly<Record<string, readonly [hash: string, range?: string]>>,
  indexes: Readonly<Record<string, string>>,
): Promise<Tables> {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  const twin = new DynamoDbTwin(
    join(folder, 'tables'),
    Object.entries(tables).map(([name, [hash, range]]) => tableOf(name, hash, range, indexes[name])),
  );
  const front = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    try {
      await twin.service.serve(
        {
          method: 'POST',
          path: '/',
          query: new URLSearchParams(),
          headers: request.headers,
          body: await buffer(request),
          caller,
        },
        response,
      );
    } catch (error) {
      // A request that is running when the tables close is cut off.
      if (error instanceof AwsError) twin.service.refuse(error, response);
      else response.destroy();
    }
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async empty() {
      for (const name of Object.keys(tables))
        await twin.store.remove(
          name,
          Array.from(twin.store.all(name), ([key]) => key),
        );
    },
    async close() {
      front.closeAllConnections();
      await new Promise((done) => front.close(done));
      await twin.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
