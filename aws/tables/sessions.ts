/**
 * The sessions table: one row for each HTTP+SSE stream that is held in this region, written by its holder when it opens, moved on
 * while it lives and deleted when it closes. Beside them what is remembered of 2025 sessions that were ended. Requests that name a
 * session read its row in the batch of their token (tokens.ts).
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { endedRow, type SessionRow, sessionRow } from '../../core/mcp/session.ts';
import { documents } from '../clients.ts';
import { putOnce } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../environment.ts';

const table = () => requireEnvironment('TABLE_SESSIONS');

const put = (row: SessionRow, condition: string) =>
  documents().send(new PutCommand({ TableName: table(), Item: row, ConditionExpression: condition }));

/** Enters a session when its stream opens. Rejects when the id is taken. */
export async function openSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_not_exists(sessionId)');
}

/** Throws when the row is gone, or cannot be written. */
export async function renewSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_exists(sessionId)');
}

/** Remembers that a 2025 session was ended by its client. */
export const rememberEnded = (tokenHash: string, channel: string): Promise<void> =>
  putOnce(table(), 'sessionId', endedRow(tokenHash, channel));

/** Deletes a session's row; one that is gone is no error. */
export async function closeSession(sessionId: string): Promise<void> {
  await documents().send(new DeleteCommand({ TableName: table(), Key: { sessionId } }));
}
