/**
 * Automation keys: rows of the table of sign-ins, all under one id, which is read whole. A row that is deleted ends its key. DynamoDB deletes
 * those that have expired.
 */
import type { KeyRole } from '../../core/auth/automationKeys.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { itemsUnder } from './query.ts';
import { createRow, readRow, type TransactItem, writtenTogether } from './versioned.ts';

/** A key. */
export interface AutomationKeyRow {
  readonly keyId: string;
  /** HMAC of its value. */
  readonly keyHash: string;
  readonly label: string;
  readonly role: KeyRole;
  /** The only project that it has the role in; absent: as a group of this role. */
  readonly project?: string;
  readonly hint: string;
  /** ISO 8601 UTC, as `expiresAt`. */
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly expiresAt: string;
}

const ID = 'automation-keys';
const table = () => requireEnvironment('TABLE_SIGN_INS');
const keyOf = (keyId: string) => ({ id: ID, part: keyId });

/** Stores a new key together with another write. */
export const putAutomationKey = (row: AutomationKeyRow, beside: TransactItem): Promise<void> =>
  createRow(
    table(),
    keyOf(row.keyId),
    { ...row, goneAt: Math.ceil(Date.parse(row.expiresAt) / 1_000) },
    'The key',
    beside,
  );

/** Reads a key, strongly consistent. It may have expired. */
export const readAutomationKey = (keyId: string) => readRow<AutomationKeyRow>(table(), keyOf(keyId));

/** All keys; some may have expired. */
export const listAutomationKeys = (): Promise<AutomationKeyRow[]> => itemsUnder(table(), { id: ID });

/** Deletes a key, together with another write. False when there is none. */
export const takeAutomationKey = (keyId: string, beside: TransactItem): Promise<boolean> =>
  writtenTogether([
    {
      Delete: {
        TableName: table(),
        Key: keyOf(keyId),
        ConditionExpression: 'attribute_exists(#key)',
        ExpressionAttributeNames: { '#key': 'id' },
      },
    },
    beside,
  ]);
