/**
 * Rows with an optimistic lock: a write succeeds only if the row still has the version that was read, so no writer overwrites another's
 * change. Reads are strongly consistent.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  GetCommand,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type StoredKind, upgraded } from '../../core/model/migrations.ts';
import { isConditionFailure, isNamed, writeConflict } from '../lib/errors.ts';
import { untilWritten } from '../lib/untilWritten.ts';
import { documents } from '../services/clients.ts';

type Key = Readonly<Record<string, string>>;

/** One write of a DynamoDB transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** What is written in the same transaction. */
type Beside = TransactItem | readonly TransactItem[];

interface Versioned {
  readonly version: number;
}

/**
 * Reads a row, strongly consistent; undefined when there is none.
 * @param kind where its form has a number; the row is then brought to the present form
 * @throws PortcullisError `schema_newer`
 */
export async function readRow<Row>(table: string, key: Key, kind?: StoredKind): Promise<Row | undefined> {
  const { Item } = await documents().send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return (Item && kind ? upgraded<Row>(kind, Item) : Item) as Row | undefined;
}

/** Parameters of a put that only creates, for `PutCommand` and transactions. */
export const creation = (table: string, keyName: string, row: object) => ({
  TableName: table,
  Item: row as Record<string, unknown>,
  ConditionExpression: 'attribute_not_exists(#key)',
  ExpressionAttributeNames: { '#key': keyName },
});

/** The condition that the stored row is still at the version that was read. */
export const ifVersion = (version: number) => ({
  ConditionExpression: '#version = :read',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':read': version },
});

/** Parameters of a put that replaces the version that `row` was read at; writes version + 1. */
export const replacement = (table: string, row: Versioned) => ({
  TableName: table,
  Item: { ...row, version: row.version + 1 } as Record<string, unknown>,
  ...ifVersion(row.version),
});

/** Deletes the version of a row that was read, in a transaction. */
export const removal = (table: string, key: Key, version: number): TransactItem => ({
  Delete: { TableName: table, Key: key, ...ifVersion(version) },
});

/** Puts the row; `beside` is written in the same transaction. */
async function put(input: PutCommandInput, beside: Beside | undefined): Promise<void> {
  if (!beside) await documents().send(new PutCommand(input));
  else
    await documents().send(
      new TransactWriteCommand({ TransactItems: [{ Put: input }, beside].flat() as TransactItem[] }),
    );
}

/** Whether a conditional write was made; false when its condition did not hold. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

/** Writes all or nothing; false when the transaction was refused for any reason. The SDK repeats it under the same token. */
export async function writtenTogether(TransactItems: TransactItem[]): Promise<boolean> {
  try {
    await documents().send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (!isNamed(error, 'TransactionCanceledException')) throw error;
    return false;
  }
}

/** Includes a transaction that met another one: the row has to be read again in any case. */
const isRefused = (error: unknown): boolean =>
  isConditionFailure(error) || isNamed(error, 'TransactionCanceledException');

/**
 * Throws `write_conflict` when the row exists. `beside` is written in the same transaction.
 * @param key of the row, whole
 */
export async function createRow(
  table: string,
  key: Key,
  row: object,
  what: string,
  beside?: TransactItem,
): Promise<void> {
  const written = { ...row, ...key };
  try {
    await put(creation(table, Object.keys(key)[0] as string, written), beside);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (!(await stands(table, key, written))) throw writeConflict(what);
  }
}

/** Replaces the version that was read; returns the row as stored. Throws `write_conflict` when the row has changed. */
export async function replaceRow<Row extends Versioned>(
  table: string,
  key: Key,
  row: Row,
  what: string,
  beside?: Beside,
): Promise<Row> {
  const written = { ...row, version: row.version + 1 };
  try {
    await put(replacement(table, row), beside);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (!(await stands(table, key, written))) throw writeConflict(what);
  }
  return written;
}

/**
 * Whether the stored row is the one that was to be written. If a response is lost, the SDK repeats the put, which then fails on the
 * condition because the first one succeeded; that must not count as another writer's change. Rows contain the time of their change, so
 * equal rows are the same write.
 */
export async function stands(table: string, key: Key, row: object): Promise<boolean> {
  const found = await readRow<object>(table, key);
  return found !== undefined && isDeepStrictEqual(found, JSON.parse(JSON.stringify(row)));
}

/**
 * Reads, changes and replaces a row, and starts again when another writer came between (at most 10 times). `change` returns undefined to
 * leave the row unchanged. What it reads of other rows, it reads after this one: a writer who changes both is seen, or has come between. Resolves
 * to the stored row, or undefined when there is none.
 */
export async function changeRow<Row extends Versioned>(
  table: string,
  key: Key,
  kind: StoredKind,
  what: string,
  change: (row: Row) => Row | undefined | Promise<Row | undefined>,
  beside?: () => Beside,
): Promise<Row | undefined> {
  return untilWritten(async () => {
    const row = await readRow<Row>(table, key, kind);
    if (!row) return undefined;
    const changed = await change(row);
    if (!changed) return row;
    return replaceRow(table, key, { ...changed, version: row.version }, what, beside?.());
  });
}
