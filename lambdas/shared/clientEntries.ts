/**
 * Audit entries of events that a client can repeat without limit: refused requests with a known token, and opened streams. At most one
 * entry a minute for each token and kind, over all instances, since the entry's id is derived from the minute. Written after the client
 * has its response; a failure is logged.
 */
import { writeAudit } from '../../aws/audit.ts';
import { logFailure } from '../../aws/lib/log.ts';
import { bearerOf } from '../../core/audit/bearer.ts';
import { entryOfMinute } from '../../core/audit/entry.ts';
import type { RefusalReason } from '../../core/auth/tokens/check.ts';
import type { Described } from '../../core/mcp/protocol.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { firstOfMinute } from './firstOfMinute.ts';

/** Records that a request with a known token was refused. */
export const recordRefusal = (token: TokenRow, described: Described, because: RefusalReason): Promise<void> =>
  record(token, described, because);

/** Records that a stream was opened: that of HTTP+SSE, or the standalone one of 2025. */
export const recordStream = (token: TokenRow, described: Omit<Described, 'method'>): Promise<void> =>
  record(token, { ...described, method: 'GET text/event-stream' });

/** By token and kind. */
const isFirst = firstOfMinute(1_000);

async function record(token: TokenRow, { method, era, client }: Described, errorCode?: RefusalReason): Promise<void> {
  const now = Date.now();
  const key = `${errorCode === undefined ? 'stream' : 'refused'} ${token.tokenId}`;
  if (!isFirst(key, now)) return;
  const entry = entryOfMinute(
    {
      kind: 'request',
      serverId: token.serverId,
      ...bearerOf(token),
      era,
      client,
      method,
      outcome: errorCode === undefined ? 'ok' : 'error',
      errorCode,
      durationMs: 0,
    },
    key,
    now,
  );
  try {
    await writeAudit(entry);
  } catch (error) {
    logFailure('request_not_entered', error);
  }
}
