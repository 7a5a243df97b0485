/**
 * The sessions table: one row for each HTTP+SSE stream held in this region. Its holder writes the row when the stream opens, renews it
 * while the stream lives and deletes it when it closes. The table also records which 2025 sessions were ended. Requests that name a
 * session read its row in the batch that reads their token (tokens.ts).
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { endedRow, type SessionRow, sessionRow } from '../../core/mcp/session.ts';
import { documents } from '../clients.ts';
import { putOnce } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../environment.ts';

const table = () => requireEnvironment('TABLE_SESSIONS');

const put = (row: SessionRow, condition: string) =>
  documents().send(new PutCommand({ TableName: table(), Item: row, ConditionExpression: condition }));

/** Creates the row when a stream opens. Rejects when the id exists. */
export async function openSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_not_exists(sessionId)');
}

/** Throws when the row is missing or cannot be written. */
export async function renewSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_exists(sessionId)');
}

/** Records that the client ended a 2025 session. */
export const rememberEnded = (tokenHash: string, channel: string): Promise<void> =>
  putOnce(table(), 'sessionId', endedRow(tokenHash, channel));

/** Deletes a session's row; a missing one is no error. */
export async function closeSession(sessionId: string): Promise<void> {
  await documents().send(new DeleteCommand({ TableName: table(), Key: { sessionId } }));
}
