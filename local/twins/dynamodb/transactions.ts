/**
 * TransactWriteItems and TransactGetItems, which dynalite lacks. Its single operations run one after the other over the store's
 * uncommitted writes; if one is refused, the whole transaction is cancelled, with a reason for each item in order.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '../../aws/caller.ts';
import { AwsError } from '../../aws/errors.ts';
import {
  checkRequest,
  db,
  type Item,
  isServiceError,
  type Operation,
  type Request,
  runOperation,
  type ServiceError,
  serviceError,
} from './dynalite.ts';
import { demandItem } from './rights.ts';
import type { TableStore } from './store.ts';

const MOST = 100;
const TOKEN_LIFE_MS = 10 * 60_000;

/** Member of a transaction → the operation that implements it; a condition check is an operation that writes nothing. */
const PARTS: Record<string, { operation: Operation; action: string; writes: boolean }> = {
  Put: { operation: 'PutItem', action: 'PutItem', writes: true },
  Update: { operation: 'UpdateItem', action: 'UpdateItem', writes: true },
  Delete: { operation: 'DeleteItem', action: 'DeleteItem', writes: true },
  ConditionCheck: { operation: 'DeleteItem', action: 'ConditionCheckItem', writes: false },
};

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

/** Runs transactions. */
export class Transactions {
  private readonly store: TableStore;
  /** By client request token: a transaction that is repeated because its response was lost must not run twice. */
  private readonly done = new Map<string, { digest: string; at: number }>();

  constructor(store: TableStore) {
    this.store = store;
  }

  async write(input: Readonly<Record<string, unknown>>, caller: Caller): Promise<object> {
    const parts = (input['TransactItems'] ?? []) as ReadonlyArray<Record<string, Record<string, unknown>>>;
    if (parts.length < 1 || parts.length > MOST) {
      throw db.validationError(`TransactItems must have between 1 and ${MOST} members`);
    }
    const token = input['ClientRequestToken'] as string | undefined;
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    if (token && this.isRepeated(token, digest)) return {};

    const prepared = parts.map((part) => this.prepare(part, caller));
    const keys = prepared.map(({ request, key }) => `${request.TableName}/${key}`);
    if (new Set(keys).size < keys.length) {
      throw db.validationError('Transaction request cannot include multiple operations on one item');
    }
    const reasons = prepared.map((part) => this.apply(part));
    if (reasons.some(({ Code }) => Code !== 'None')) {
      this.store.discard();
      const codes = reasons.map(({ Code }) => Code).join(', ');
      throw serviceError(
        'TransactionCanceledException',
        `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
        { CancellationReasons: reasons },
      );
    }
    await this.store.commit();
    if (token) this.done.set(token, { digest, at: Date.now() });
    return {};
  }

  read(input: Readonly<Record<string, unknown>>, caller: Caller): object {
    const parts = (input['TransactItems'] ?? []) as ReadonlyArray<{ Get?: Record<string, unknown> }>;
    if (parts.length < 1 || parts.length > MOST) {
      throw db.validationError(`TransactItems must have between 1 and ${MOST} members`);
    }
    const Responses = parts.map(({ Get }) => {
      const request = checkRequest('GetItem', { ...Get }, this.store);
      demandItem(caller, 'GetItem', this.tableOf(request), request);
      return runNow('GetItem', this.store, request);
    });
    return { Responses };
  }

  private prepare(part: Record<string, Record<string, unknown>>, caller: Caller) {
    const [name = '', ...more] = Object.keys(part);
    const kind = PARTS[name];
    if (!kind || more.length > 0) {
      throw db.validationError('TransactItems can only contain one of Check, Put, Update or Delete');
    }
    const given = part[name] as Record<string, unknown>;
    const request = checkRequest(kind.operation, { ...given }, this.store);
    const table = this.tableOf(request);
    demandItem(caller, kind.action, table, request);
    const keyed = (request['Key'] ?? request['Item']) as Item;
    return { kind, request, key: db.createKey(keyed, table), wantsItem: wantsItem(given) };
  }

  private apply({ kind, request, wantsItem }: ReturnType<Transactions['prepare']>): Reason {
    try {
      if (kind.writes) runNow(kind.operation, this.store, request);
      else {
        const { Item } = runNow('GetItem', this.store, { TableName: request.TableName, Key: request['Key'] }) as {
          Item?: Item;
        };
        const refusal = db.checkConditional(request, Item);
        if (refusal) throw refusal;
      }
      return { Code: 'None' };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return reasonOf(error, wantsItem ? this.existing(request) : undefined);
    }
  }

  private existing(request: Request): Item | undefined {
    return existingItem(this.store, request);
  }

  private tableOf(request: Request) {
    const table = this.store.table(String(request.TableName));
    if (!table) throw serviceError('ResourceNotFoundException', 'Requested resource not found');
    return table;
  }

  private isRepeated(token: string, digest: string): boolean {
    const now = Date.now();
    for (const [known, { at }] of this.done) {
      if (now - at < TOKEN_LIFE_MS) break;
      this.done.delete(known);
    }
    const earlier = this.done.get(token);
    if (earlier && earlier.digest !== digest) {
      throw new AwsError(400, 'IdempotentParameterMismatchException', 'The token was used with other parameters.');
    }
    return earlier !== undefined;
  }
}

/** Runs an operation that finishes before it returns, as all point operations over the store do. */
export function runNow(operation: Operation, store: TableStore, request: Request): object {
  let outcome: { error: Error | null; value?: object } | undefined;
  runOperation(operation, store, request, (error, value) => {
    outcome = { error, value: value as object };
  });
  if (!outcome) throw new Error(`${operation} did not finish at once`);
  if (outcome.error) throw outcome.error;
  return outcome.value as object;
}

/** Whether a failed condition is answered with the item. */
export const wantsItem = (given: Readonly<Record<string, unknown>>): boolean =>
  given['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD';

/** The stored item that a request addresses; undefined when there is none. */
export function existingItem(store: TableStore, request: Request): Item | undefined {
  const table = store.table(String(request.TableName));
  const keyed = (request['Key'] ?? request['Item']) as Item;
  if (!table || !keyed) return undefined;
  const Key = Object.fromEntries(table.KeySchema.map(({ AttributeName }) => [AttributeName, keyed[AttributeName]]));
  return (runNow('GetItem', store, { TableName: table.TableName, Key }) as { Item?: Item }).Item;
}

function reasonOf(error: ServiceError, Item: Item | undefined): Reason {
  const code = error.body.__type.split('#')[1] ?? '';
  if (code === 'ConditionalCheckFailedException') {
    return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...(Item ? { Item } : {}) };
  }
  return { Code: code.replace(/Exception$/, 'Error'), Message: error.message };
}
