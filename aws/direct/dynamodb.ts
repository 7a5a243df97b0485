/** The DynamoDB operations of MCP requests: strongly consistent reads, conditional puts and updates, and deletions. */
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { isConditionFailure } from '../lib/errors.ts';
import { type Item, itemOf, rowOf } from './attributes.ts';
import { callForText, callJson } from './json.ts';

type Key = Readonly<Record<string, string>>;
interface Wanted {
  readonly [table: string]: { readonly Keys: readonly Item[]; readonly ConsistentRead: true };
}

const MAX_ROUNDS = 5;

/** Rows by table, in no order; those that are missing are left out. */
export type RowsByTable = Readonly<Record<string, readonly unknown[]>>;

/** Rows that exist, strongly consistent, in one request. */
export const readRows = (keys: Readonly<Record<string, readonly Key[]>>): Promise<RowsByTable> =>
  gathered(wantedOf(keys));

/** What requests were answered with, by what they asked for. The same text means the same rows, which need not be parsed again. */
const answered = new BoundedMap<string, { readonly text: string; readonly rows: RowsByTable }>(200);
const REMEMBERED_CHARACTERS = 32_768;

/**
 * As {@link readRows}, for what every request reads: as long as DynamoDB answers the same, the result is the same object. It is frozen,
 * because callers share it.
 */
export async function readKnownRows(keys: Readonly<Record<string, readonly Key[]>>): Promise<RowsByTable> {
  const wanted = wantedOf(keys);
  const asked = nameOf(keys);
  const text = await callForText('dynamodb', 'BatchGetItem', { RequestItems: wanted }, { isRepeatable: true });
  const last = answered.get(asked);
  if (last?.text === text) return last.rows;
  const first = JSON.parse(text) as Answer;
  const rows = frozen(await gathered(wanted, first));
  if (text.length <= REMEMBERED_CHARACTERS && !leftOf(first)) answered.set(asked, { text, rows });
  return rows;
}

function nameOf(keys: Readonly<Record<string, readonly Key[]>>): string {
  let name = '';
  for (const table in keys) {
    name += `${table}:`;
    for (const key of keys[table] ?? []) for (const attribute in key) name += `${key[attribute]} `;
  }
  return name;
}

interface Answer {
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
  readonly UnprocessedKeys?: Wanted;
}

function wantedOf(keys: Readonly<Record<string, readonly Key[]>>): Wanted {
  const wanted: Record<string, Wanted[string]> = {};
  for (const table in keys) wanted[table] = { Keys: (keys[table] ?? []).map(itemOf), ConsistentRead: true };
  return wanted;
}

/** The keys that DynamoDB has left for another request. */
const leftOf = ({ UnprocessedKeys }: Answer): Wanted | undefined =>
  Object.keys(UnprocessedKeys ?? {}).length > 0 ? UnprocessedKeys : undefined;

/** @param first the answer to the first request, if it was made already */
async function gathered(all: Wanted, first?: Answer): Promise<RowsByTable> {
  const rows: Record<string, unknown[]> = {};
  let wanted: Wanted | undefined = all;
  for (let round = 1; wanted; round++) {
    const input = { RequestItems: wanted };
    const answer: Answer =
      round === 1 && first ? first : await callJson('dynamodb', 'BatchGetItem', input, { isRepeatable: true });
    for (const [table, items] of Object.entries(answer.Responses ?? {})) {
      for (const item of items) {
        rows[table] ??= [];
        rows[table].push(rowOf(item));
      }
    }
    wanted = leftOf(answer);
    if (wanted && round === MAX_ROUNDS) throw new Error(`DynamoDB left keys unprocessed after ${MAX_ROUNDS} attempts.`);
  }
  return rows;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

/**
 * One row, strongly consistent; undefined when there is none.
 * @param region another one than the function's
 */
export async function readRow(table: string, key: Key, region?: string): Promise<unknown> {
  const input = { TableName: table, Key: itemOf(key), ConsistentRead: true };
  const { Item }: { Item?: Item } = await callJson('dynamodb', 'GetItem', input, { isRepeatable: true, region });
  return Item && rowOf(Item);
}

/** A missing row is no error. */
export async function deleteRow(table: string, key: Key): Promise<void> {
  await callJson('dynamodb', 'DeleteItem', { TableName: table, Key: itemOf(key) }, { isRepeatable: true });
}

/** Puts a row if its key is free. An existing row stays unchanged, which is no error: false. */
export const putOnce = (table: string, keyName: string, row: object): Promise<boolean> =>
  putWhere(table, row, { ConditionExpression: `attribute_not_exists(${keyName})` }, { isRepeatable: true });

/**
 * Replaces the row with this `revision`, or creates it when `revision` is undefined. False when the stored row is another one. Not
 * retried when the connection breaks: the retry could find what the first attempt has written.
 */
export function putRow(
  table: string,
  keyName: string,
  row: { readonly revision: number },
  revision: number | undefined,
): Promise<boolean> {
  const condition =
    revision === undefined
      ? { ConditionExpression: `attribute_not_exists(${keyName})` }
      : {
          ConditionExpression: '#revision = :revision',
          ExpressionAttributeNames: { '#revision': 'revision' },
          ExpressionAttributeValues: itemOf({ ':revision': revision }),
        };
  return putWhere(table, row, condition, { isRepeatable: false });
}

/** The condition of a put, as DynamoDB takes it. */
interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

/**
 * Puts a row; false when the condition does not hold.
 * @param region another one than the function's
 */
export async function putWhere(
  table: string,
  row: object,
  condition: Condition,
  { isRepeatable, region }: { readonly isRepeatable: boolean; readonly region?: string | undefined },
): Promise<boolean> {
  const item = itemOf(row);
  try {
    const input = { TableName: table, Item: item, ...condition };
    await callJson('dynamodb', 'PutItem', input, { isRepeatable, region });
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

/** A conditional update (UpdateItem); values are plain. */
export interface RowUpdate {
  readonly update: string;
  /** Unset where any order of the writes has the same outcome. */
  readonly condition?: string;
  /** By placeholder, such as `#window`. */
  readonly names?: Readonly<Record<string, string>>;
  /** By placeholder, such as `:now`. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Whether the row is returned as it is now. */
  readonly isWanted?: boolean;
}

/**
 * Updates a row, which is created where the condition allows it. Undefined when the condition does not hold; else the row as it is now, if
 * it is wanted. If the connection breaks, the request is repeated, so the update may be carried out twice.
 */
export async function updateRow(
  table: string,
  key: Key,
  { update, condition, names, values, isWanted = false }: RowUpdate,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const input = {
    TableName: table,
    Key: itemOf(key),
    UpdateExpression: update,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: itemOf(values) }),
    ...(isWanted && { ReturnValues: 'ALL_NEW' }),
  };
  try {
    const answer: { Attributes?: Item } = await callJson('dynamodb', 'UpdateItem', input, { isRepeatable: true });
    return rowOf(answer.Attributes ?? {});
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return undefined;
  }
}
