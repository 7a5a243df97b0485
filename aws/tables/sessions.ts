/**
 * The sessions table: one row for each HTTP+SSE stream held in this region. Its holder writes the row when the stream opens, renews it
 * while the stream lives and deletes it when it closes. The table also records which 2025 sessions were ended, and which proofs of
 * possession were used. Requests that name a
 * session read its row in the batch that reads their token (tokenReading.ts).
 */
import { endedRow, type SessionRow, sessionRow } from '../../core/mcp/session.ts';
import { deleteRow, putOnce, putWhere } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';

const table = () => requireEnvironment('TABLE_SESSIONS');

async function put(row: SessionRow, condition: string): Promise<void> {
  const isPut = await putWhere(table(), row, { ConditionExpression: condition }, { isRepeatable: true });
  if (!isPut) throw new Error(`The row of a session was refused: not ${condition}.`);
}

/** Creates the row when a stream opens. Rejects when the id exists. */
export async function openSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_not_exists(sessionId)');
}

/** Throws when the row is missing or cannot be written. */
export async function renewSession(sessionId: string, tokenHash: string): Promise<void> {
  await put(sessionRow(sessionId, tokenHash), 'attribute_exists(sessionId)');
}

/** Records that the client ended a 2025 session. */
export const rememberEnded = (tokenHash: string, channel: string): Promise<unknown> =>
  putOnce(table(), 'sessionId', endedRow(tokenHash, channel));

/**
 * Records that a proof was used (core/auth/oauth/dpop.ts). False when it was before.
 * @param expiresAt epoch seconds after which it is refused anyway
 */
export const rememberProof = (id: string, expiresAt: number): Promise<boolean> =>
  putOnce(table(), 'sessionId', { sessionId: `proof.${id}`, expiresAt });

/** Deletes a session's row; a missing one is no error. */
export const closeSession = (sessionId: string): Promise<void> => deleteRow(table(), { sessionId });
