/**
 * The DynamoDB twin: dynalite's operations over a crash-safe store, with transactions, expiry (TTL), the item in a failed condition,
 * resource policies and the caller's rights. Refuses operations that the product does not use.
 */
import { AwsError } from '../../aws/errors.ts';
import type { AwsRequest, AwsService, Input } from '../../aws/gateway.ts';
import { type Operation as JsonOperation, jsonService } from '../../aws/json.ts';
import {
  checkRequest,
  isServiceError,
  OPERATIONS,
  type Operation,
  type Request,
  runOperation,
  type ServiceError,
  serviceError,
  type TableDescription,
} from './dynalite.ts';
import { putWhereNone, rowsByKey, whereNone } from './lanes.ts';
import { demandItem } from './rights.ts';
import { type StoreOptions, TableStore } from './store.ts';
import { existingItem, runNow, Transactions, wantsItem } from './transactions.ts';

/** A table and its settings beside the schema. */
export interface LocalTable {
  readonly description: TableDescription;
  /** Attribute with the expiry time in seconds, if the table has one. */
  readonly expiresBy?: string;
  /** Actions that the table's resource policy denies to everybody. */
  readonly denied: readonly string[];
}

const SWEEP_MS = 30_000;

/** The DynamoDB twin. */
export class DynamoDbTwin {
  readonly service: AwsService;
  readonly store: TableStore;
  private readonly transactions: Transactions;
  private readonly tables: ReadonlyMap<string, LocalTable>;
  private readonly denying: readonly LocalTable[];
  /** Conditions that were found valid. */
  private readonly sound = new Set<unknown>();
  private readonly guardedCallers = new WeakMap<AwsRequest['caller'], AwsRequest['caller']>();
  private readonly sweep: NodeJS.Timeout;

  /** `streamed`: tables with a stream reader. Throws PortcullisError `data_corrupt`. */
  constructor(
    path: string,
    tables: readonly LocalTable[],
    streamed: readonly string[] = [],
    options: StoreOptions = {},
  ) {
    this.tables = new Map(tables.map((table) => [table.description.TableName, table]));
    this.denying = tables.filter(({ denied }) => denied.length > 0);
    this.store = new TableStore(
      path,
      tables.map(({ description }) => description),
      streamed,
      options,
    );
    this.transactions = new Transactions(this.store);
    this.service = jsonService('DYNAMODB', this.operations());
    this.sweep = setInterval(() => void this.expire(), SWEEP_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    await this.store.close();
  }

  /** Deletes expired rows. AWS may take days for it, so no code may rely on the time. */
  async expire(now = Date.now()): Promise<void> {
    for (const [name, { expiresBy }] of this.tables) {
      if (!expiresBy) continue;
      const gone = [...this.store.all(name)].filter(([, item]) => Number(item[expiresBy]?.['N']) * 1_000 < now);
      if (gone.length > 0)
        await this.store.remove(
          name,
          gone.map(([key]) => key),
        );
    }
  }

  private operations(): Record<string, JsonOperation> {
    const single = OPERATIONS.map((name) => [
      name,
      (input: Input, request: AwsRequest) => this.run(name, input, request),
    ]);
    return {
      ...Object.fromEntries(single),
      TransactWriteItems: (input, { caller }) => speaking(() => this.transactions.write(input, this.guarded(caller))),
      TransactGetItems: (input, { caller }) =>
        speaking(async () => this.transactions.read(input, this.guarded(caller))),
      DescribeTable: (input, { caller }) => {
        const { description } = this.tableOf(String(input['TableName']));
        caller.demand('dynamodb:DescribeTable', description.TableArn);
        return { Table: description };
      },
      DescribeTimeToLive: (input, { caller }) => {
        const { description, expiresBy } = this.tableOf(String(input['TableName']));
        caller.demand('dynamodb:DescribeTimeToLive', description.TableArn);
        return {
          TimeToLiveDescription: expiresBy
            ? { TimeToLiveStatus: 'ENABLED', AttributeName: expiresBy }
            : { TimeToLiveStatus: 'DISABLED' },
        };
      },
    };
  }

  private async run(operation: Operation, input: Input, { caller }: AwsRequest): Promise<object> {
    const guarded = this.guarded(caller);
    if (operation === 'BatchGetItem') {
      const answer = rowsByKey(input, this.store, guarded);
      if (answer) return answer;
    }
    if (operation === 'PutItem') {
      const answer = putWhereNone(input, this.store, guarded, this.sound);
      if (answer) return answer;
    }
    return speaking(async () => {
      const request = checkRequest(operation, { ...input }, this.store);
      if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
        for (const [name, parts] of Object.entries(request['RequestItems'] as object)) {
          const { description } = this.tableOf(name);
          for (const part of batchParts(parts)) demandItem(guarded, operation, description, part);
        }
      } else {
        const { description } = this.tableOf(String(request.TableName));
        demandItem(guarded, operation, description, request);
        if (input['ConditionExpression'] === whereNone(description)) this.sound.add(whereNone(description));
      }
      if (operation === 'Query' || operation === 'Scan') return this.wait(operation, request);
      try {
        const answer = runNow(operation, this.store, request);
        await this.store.commit();
        return answer;
      } catch (error) {
        this.store.discard();
        if (isServiceError(error) && isConditionFailure(error) && wantsItem(input)) {
          const Item = existingItem(this.store, request);
          if (Item) error.body['Item'] = Item;
        }
        throw error;
      }
    });
  }

  private wait(operation: Operation, request: Request): Promise<object> {
    return new Promise((resolve, reject) => {
      runOperation(operation, this.store, request, (error, value) =>
        error ? reject(error) : resolve(value as object),
      );
    });
  }

  private tableOf(name: string): LocalTable {
    const table = this.tables.get(name);
    if (!table) throw serviceError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  }

  /** The table's resource policy is checked before the role. */
  private guarded(caller: AwsRequest['caller']): AwsRequest['caller'] {
    const known = this.guardedCallers.get(caller);
    if (known) return known;
    const { functionName, roleId } = caller;
    const guarded: AwsRequest['caller'] = {
      functionName,
      roleId,
      demand: (action, resource, context) => {
        for (const { description, denied } of this.denying) {
          if (resource.startsWith(description.TableArn) && denied.includes(action)) {
            throw new AwsError(
              403,
              'AccessDeniedException',
              `User: ${functionName} is not authorized to perform: ${action} on resource: ${resource} with an explicit deny in a resource-based policy`,
            );
          }
        }
        caller.demand(action, resource, context);
      },
    };
    this.guardedCallers.set(caller, guarded);
    return guarded;
  }
}

function batchParts(parts: unknown): Request[] {
  if (Array.isArray(parts)) {
    return (parts as Array<Record<string, { Item?: object; Key?: object }>>).map((part) => ({
      ...(part['PutRequest']?.Item ? { Item: part['PutRequest'].Item } : {}),
      ...(part['DeleteRequest']?.Key ? { Key: part['DeleteRequest'].Key } : {}),
    }));
  }
  const { Keys, ...rest } = parts as { Keys: object[] };
  return Keys.map((Key) => ({ ...rest, Key }));
}

const isConditionFailure = (error: ServiceError) => error.body.__type.endsWith('#ConditionalCheckFailedException');

/** Converts dynalite's errors to the gateway's. */
async function speaking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { __type, message, ...fields } = error.body;
    throw new AwsError(error.statusCode, __type, message ?? error.message, fields);
  }
}
