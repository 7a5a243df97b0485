/** Sends an answer to its client, whole or as a stream. Returns the answer for the audit trail; for a stream only its errors. */

import { errorsOf } from '../../core/mcp/errors.ts';
import type { Answer } from '../../core/mcp/exchange.ts';
import { dataOf } from '../../core/mcp/session.ts';
import type { Reply } from '../shared/functionUrl.ts';

/** Identifies progress and other notifications in an event; inside the text of a result the quotes would be escaped. */
const NOTIFICATION = '"method":"notifications/';

/**
 * @param mayHear asked before each notification of a stream, which is dropped when it says no; what a call answers was decided
 * where it was entered (call/record.ts)
 */
export async function send(
  reply: Reply,
  answer: Answer,
  signal: AbortSignal,
  mayHear: () => Promise<boolean>,
): Promise<Answer> {
  const { status, headers, body } = answer;
  if (typeof body === 'string') {
    reply.send(status, headers, body);
    return answer;
  }
  const stream = reply.open(status, headers);
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  const errors: string[] = [];
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const text = Buffer.from(piece.value).toString();
      if (text.includes(NOTIFICATION) && !(await mayHear())) continue;
      stream.write(piece.value);
      // The SDK makes one piece of each event.
      errors.push(...errorsOf(dataOf(text.split('\n'))));
    }
  } finally {
    stream.end();
  }
  return { status, headers, body: `[${errors.join()}]` };
}
