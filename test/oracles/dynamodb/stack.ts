/**
 * Loaded into the local host before its own code: the tables are those of DynamoDB Local (address in DYNAMODB_LOCAL), and what DynamoDB
 * Streams says of them goes to the functions that the template maps. Rights are not evaluated; DynamoDB Local has none.
 */
import { AwsError } from '../../../local/aws/errors.ts';
import type { Operation } from '../../../local/aws/json.ts';
import { FunctionFailed, invokeBuffered } from '../../../local/functions/pool.ts';
import { DynamoDbTwin, type LocalTable } from '../../../local/twins/dynamodb/service.ts';
import { type StreamMapping, StreamReader } from '../../../local/twins/dynamodb/stream.ts';
import { askLocal } from './local.ts';

const url = process.env['DYNAMODB_LOCAL'] ?? '';
const POLL_MS = 100;
const RETRY_MS = 1_000;
const OPERATIONS = [
  ...['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'BatchGetItem', 'BatchWriteItem'],
  ...['TransactWriteItems', 'TransactGetItems', 'DescribeTable', 'DescribeTimeToLive'],
];

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref());

/** The answer. Throws AwsError as DynamoDB Local refuses. */
async function ask<T = Record<string, unknown>>(
  operation: string,
  input: object,
  api?: 'DynamoDB' | 'DynamoDBStreams',
): Promise<T> {
  const { status, body } = await askLocal(url, operation, input, api);
  if (status === 200) return body as T;
  const { __type, message, Message, ...fields } = body;
  throw new AwsError(status, String(__type), String(message ?? Message ?? ''), fields);
}

let made: Promise<unknown> = Promise.resolve();

async function make({ description, expiresBy }: LocalTable): Promise<void> {
  const { TableName, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = description;
  await ask('CreateTable', {
    TableName,
    AttributeDefinitions,
    KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    ...(GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
        IndexName: index.IndexName,
        KeySchema: index.KeySchema,
        Projection: index.Projection,
      })),
    }),
  });
  if (!expiresBy) return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: expiresBy };
  await ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
}

/** The members of the twin that stand for its tables. */
interface Twin {
  readonly tables: ReadonlyMap<string, LocalTable>;
  operations(): Record<string, Operation>;
}

(DynamoDbTwin.prototype as unknown as Twin).operations = function operations(this: Twin) {
  made = Promise.all([...this.tables.values()].map(make));
  const forward =
    (name: string): Operation =>
    async (input) => {
      await made;
      return ask(name, input);
    };
  return Object.fromEntries(OPERATIONS.map((name) => [name, forward(name)]));
};

interface StreamRecord {
  readonly dynamodb: { readonly SequenceNumber: string };
}

/** Delivers records in their order until the function has taken them all. */
async function deliver({ pool, reportsFailures }: StreamMapping, records: readonly StreamRecord[]): Promise<void> {
  for (let left = records; left.length > 0; ) {
    try {
      const answer = JSON.parse(await invokeBuffered(pool, { Records: left })) as {
        batchItemFailures?: ReadonlyArray<{ itemIdentifier: string }>;
      } | null;
      const [failed] = (reportsFailures && answer?.batchItemFailures) || [];
      if (!failed) return;
      const at = left.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed.itemIdentifier);
      left = left.slice(Math.max(0, at));
    } catch (error) {
      if (!(error instanceof FunctionFailed)) throw error;
    }
    await pause(RETRY_MS);
  }
}

async function follow(mapping: StreamMapping, signal: AbortSignal): Promise<void> {
  await made;
  const { TableName } = mapping.table;
  const { Table } = await ask<{ Table: { LatestStreamArn: string } }>('DescribeTable', { TableName });
  const StreamArn = Table.LatestStreamArn;
  /** By shard; undefined once it is read to its end. */
  const iterators = new Map<string, string | undefined>();
  /** By shard: the record that was delivered last. */
  const last = new Map<string, string>();
  for (; !signal.aborted; await pause(POLL_MS)) {
    const { StreamDescription } = await ask<{ StreamDescription: { Shards: Array<{ ShardId: string }> } }>(
      'DescribeStream',
      { StreamArn },
      'DynamoDBStreams',
    );
    for (const { ShardId } of StreamDescription.Shards) {
      if (!iterators.has(ShardId)) {
        const SequenceNumber = last.get(ShardId);
        const ShardIteratorType = SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
        const from = { StreamArn, ShardId, ShardIteratorType, SequenceNumber };
        const { ShardIterator } = await ask<{ ShardIterator: string }>('GetShardIterator', from, 'DynamoDBStreams');
        iterators.set(ShardId, ShardIterator);
      }
      const ShardIterator = iterators.get(ShardId);
      if (ShardIterator === undefined) continue;
      try {
        const { Records, NextShardIterator } = await ask<{ Records: StreamRecord[]; NextShardIterator?: string }>(
          'GetRecords',
          { ShardIterator, Limit: Math.min(mapping.batchSize, 1_000) },
          'DynamoDBStreams',
        );
        const eventSourceARN = `${mapping.table.TableArn}/stream/local`;
        await deliver(
          mapping,
          Records.map((record) => ({ ...record, eventSourceARN })),
        );
        iterators.set(ShardId, NextShardIterator);
        const newest = Records.at(-1)?.dynamodb.SequenceNumber;
        if (newest !== undefined) last.set(ShardId, newest);
      } catch (error) {
        // DynamoDB Local says so of a stream that is read while its first records come; a reader asks for another iterator.
        if (!(error instanceof AwsError && /TrimmedDataAccess|ExpiredIterator/.test(error.code))) throw error;
        iterators.delete(ShardId);
      }
    }
  }
}

/** The members of a reader that stand for the stream. */
interface Reader {
  readonly mapping: StreamMapping;
  catchUp(): void;
  drain(): Promise<void>;
  close(): void;
}

const closing = new Map<Reader, AbortController>();
const reader = StreamReader.prototype as unknown as Reader;
reader.catchUp = function catchUp(this: Reader) {
  const controller = new AbortController();
  closing.set(this, controller);
  follow(this.mapping, controller.signal).catch((error: unknown) => console.error(error));
};
reader.drain = async () => {};
reader.close = function close(this: Reader) {
  closing.get(this)?.abort();
};
