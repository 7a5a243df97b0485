/**
 * POSTs to a session of the HTTP+SSE transport: the message is answered like any other, and the answers are sent over the push channel to
 * the instance that holds the stream. Large answers are stored in S3, encrypted, until that instance collects them.
 */
import { leaveMessage } from '../../aws/handOver.ts';
import { publishToSession } from '../../aws/services/push.ts';
import { serveMcp } from '../../core/mcp/endpoint.ts';
import { errorsOf } from '../../core/mcp/errors.ts';
import type { Answer, Exchange, Hosted } from '../../core/mcp/exchange.ts';
import { messagesOf, pinVersion } from '../../core/mcp/session.ts';

/** The push channel allows 128 KB per message. */
const DIRECT_BYTES = 100 * 1024;

/** Answers the message over the session's stream; resolves to the answer for the audit trail. */
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
  return publishToSession(sessionId, await leaveMessage(sessionId, bytes));
}
