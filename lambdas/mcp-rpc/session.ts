/**
 * Posts to a session of the HTTP+SSE transport: the message is served like any other, and its answers travel over the push
 * channel to whichever instance holds the stream. Large answers lie in S3 for the moment of the hand-over.
 */
import { requireEnvironment } from '../../aws/environment.ts';
import { tokenHashKey } from '../../aws/keys.ts';
import { writeBytes } from '../../aws/objects.ts';
import { publishToSession } from '../../aws/push.ts';
import { newAuditId } from '../../core/ids.ts';
import { type Answer, type Exchange, type Hosted, serveMcp } from '../../core/mcp/endpoint.ts';
import { errorsOf } from '../../core/mcp/errors.ts';
import { isSessionOpen, messagesOf, pinVersion } from '../../core/mcp/session.ts';
import { sessionOwner } from '../shared/sessions.ts';

/** The push channel takes 128 KB a message. */
const DIRECT_BYTES = 100 * 1024;

export const isSessionOf = async (tokenHash: string, sessionId: string): Promise<boolean> =>
  isSessionOpen(await tokenHashKey(), sessionOwner(tokenHash), sessionId);

/** Serves the message and sends what it yields down the session's stream; resolves to the answer for the audit trail. */
export async function serveSessionPost(
  sessionId: string,
  exchange: Exchange,
  parsed: unknown,
  hosted: Hosted,
): Promise<Answer> {
  const pinned = pinVersion(parsed);
  const { 'mcp-protocol-version': _, ...headers } = exchange.headers;
  const body = pinned === parsed ? exchange.body : JSON.stringify(pinned);
  const answer = await serveMcp({ ...exchange, headers, body }, pinned, hosted);
  const errors: string[] = [];
  for await (const message of messagesOf(answer.body)) {
    errors.push(...errorsOf([message]));
    await sendDown(sessionId, message);
  }
  return typeof answer.body === 'string' ? answer : { ...answer, body: `[${errors.join()}]` };
}

async function sendDown(sessionId: string, message: string): Promise<void> {
  const bytes = Buffer.from(message);
  if (bytes.byteLength <= DIRECT_BYTES) return publishToSession(sessionId, message);
  const key = `sessions/${sessionId}/${newAuditId()}`;
  await writeBytes(requireEnvironment('BUCKET_BUNDLES'), key, bytes, 'application/json');
  return publishToSession(sessionId, `@${key}`);
}
