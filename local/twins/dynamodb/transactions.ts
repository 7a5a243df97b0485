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
  type TableDescription,
} from './dynalite.ts';
import { demandItem } from './rights.ts';
import type { TableStore } from './store.ts';

const MOST = 100;
/** Of all items and values together. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_TOKEN_CHARACTERS = 36;
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
    const parts = partsOf<Record<string, Record<string, unknown>>>(input);
    const token = input['ClientRequestToken'] as string | undefined;
    if (token !== undefined && token.length > MOST_TOKEN_CHARACTERS) {
      throw db.validationError(
        `Value '${token}' at 'clientRequestToken' failed to satisfy constraint: ` +
          `Member must have length less than or equal to ${MOST_TOKEN_CHARACTERS}`,
      );
    }
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    if (token && this.isRepeated(token, digest)) return {};

    const prepared = parts.map((part, at) => this.prepare(part, at, caller));
    refuseRepeated(prepared.flatMap(({ request, key }) => (key === undefined ? [] : [`${request.TableName}/${key}`])));
    const size = prepared.reduce((sum, { request }) => sum + payloadOf(request), 0);
    if (size > MOST_BYTES) {
      throw db.validationError(`Transaction payload size cannot exceed 4MB. Payload Size: ${size}`);
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
    const parts = partsOf<{ Get?: Record<string, unknown> }>(input);
    const prepared = parts.map(({ Get }) => {
      const request = checkRequest('GetItem', { ...Get }, this.store);
      const table = this.tableOf(request);
      demandItem(caller, 'GetItem', table, request);
      return { request, key: keyOf(request, table) };
    });
    refuseRepeated(prepared.map(({ request, key }) => `${request.TableName}/${key}`));
    return { Responses: prepared.map(({ request }) => runNow('GetItem', this.store, request)) };
  }

  private prepare(part: Record<string, Record<string, unknown>>, at: number, caller: Caller) {
    const [name = '', ...more] = Object.keys(part);
    const kind = PARTS[name];
    if (!kind || more.length > 0) {
      throw db.validationError('TransactItems can only contain one of Check, Put, Update or Delete');
    }
    const given = part[name] as Record<string, unknown>;
    if (name === 'ConditionCheck' && given['ConditionExpression'] === undefined) {
      throw db.validationError(
        `Value null at 'transactItems.${at + 1}.member.conditionCheck.conditionExpression' failed to satisfy constraint: ` +
          'Member must not be null',
      );
    }
    const request = checkRequest(kind.operation, { ...given }, this.store);
    const table = this.tableOf(request);
    demandItem(caller, kind.action, table, request);
    return { kind, request, key: keyOf(request, table), wantsItem: wantsItem(given) };
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
      if (!isServiceError(error) || isOfRequest(error)) {
        this.store.discard();
        throw error;
      }
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

function partsOf<Part>({ TransactItems = [] }: Readonly<Record<string, unknown>>): readonly Part[] {
  if (!Array.isArray(TransactItems)) {
    throw new AwsError(400, 'SerializationException', 'Start of structure or map found where not expected.');
  }
  if (TransactItems.length < 1 || TransactItems.length > MOST) {
    throw db.validationError(`TransactItems must have between 1 and ${MOST} members`);
  }
  return TransactItems as Part[];
}

function refuseRepeated(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length)
    throw db.validationError('Transaction request cannot include multiple operations on one item');
}

/**
 * The key of a part; undefined when an attribute of it has the wrong type, which cancels the transaction. Throws a ServiceError when one is
 * missing, and for a key of other attributes.
 */
function keyOf(request: Request, table: TableDescription): string | undefined {
  const { Key, Item: item } = request as { Key?: Item; Item?: Item };
  const flaw = item ? db.validateItem(item, table) : db.validateKey(Key as Item, table);
  const keyed = (item ?? Key) as Item;
  if (!flaw) return db.createKey(keyed, table);
  if (!item || isOfRequest(flaw) || table.KeySchema.some(({ AttributeName }) => !keyed[AttributeName])) throw flaw;
  return undefined;
}

/** An empty value of a key is an error of the whole request, not a reason among others. */
const isOfRequest = (error: ServiceError): boolean =>
  error.message.startsWith('One or more parameter values are not valid.');

/** Bytes of a part that count towards the limit of the transaction. */
const payloadOf = (request: Request): number =>
  [request['Key'], request['Item'], request['ExpressionAttributeValues']].reduce<number>(
    (sum, each) => sum + (each ? db.itemSize(each as Item) : 0),
    0,
  );

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
