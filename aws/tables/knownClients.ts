/**
 * OAuth clients that admins have registered: items of the table of sign-ins under one partition key, so that one query lists them. Secrets
 * are stored as HMACs only.
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ClientAuth } from '../../core/auth/oauth/clientAuth.ts';
import type { OAuthClient } from '../../core/auth/oauth/clients.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder } from './query.ts';
import { creation, isWritten, readRow, stands, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SIGN_INS');
const KEY = 'known-clients';

/** A client, with the time of its registration (ISO 8601) and the admin. */
export interface KnownClientRow {
  readonly client: OAuthClient;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  /** Who has replaced its secret last, and so knows it. */
  readonly secretBy?: string;
}

/** The client with this id; undefined when it is unknown or was deleted. */
export const readKnownClient = (clientId: string) => readRow<KnownClientRow>(table(), { id: KEY, part: clientId });

/** All registered clients, oldest first; their number is limited (`LIMITS.knownClients`). */
export async function listKnownClients(): Promise<KnownClientRow[]> {
  const rows = await itemsUnder<KnownClientRow>(table(), { id: KEY });
  return rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Stores a new client. */
export async function createKnownClient(row: KnownClientRow): Promise<void> {
  await documents().send(new PutCommand(creation(table(), 'id', { id: KEY, part: row.client.id, ...row })));
}

/** Replaces the secret of a client; false when it was replaced or deleted meanwhile. @param before the hash that was read */
export async function replaceSecret({ client, ...row }: KnownClientRow, before: string, auth: ClientAuth) {
  const written = { id: KEY, part: client.id, ...row, client: { ...client, auth } };
  const put = new PutCommand({
    TableName: table(),
    Item: written,
    ConditionExpression: '#client.#auth.#hash = :before',
    ExpressionAttributeNames: { '#client': 'client', '#auth': 'auth', '#hash': 'hash' },
    ExpressionAttributeValues: { ':before': before },
  });
  // After a lost answer the SDK repeats a put that had been made.
  return (await isWritten(documents().send(put))) || stands(table(), { id: KEY, part: client.id }, written);
}

/** Deletes a client, which then gets no further session. False when it is unknown. */
export function deleteKnownClient(clientId: string): Promise<boolean> {
  const Key = { id: KEY, part: clientId };
  const deletion = new DeleteCommand({ TableName: table(), Key, ConditionExpression: 'attribute_exists(id)' });
  return isWritten(documents().send(deletion));
}

/** Condition for a transaction: the client still exists. */
export const stillKnown = (clientId: string): TransactItem => ({
  ConditionCheck: {
    TableName: table(),
    Key: { id: KEY, part: clientId },
    ConditionExpression: 'attribute_exists(id)',
  },
});
