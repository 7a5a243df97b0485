/**
 * Audit entries of what is no message to the protocol: refused requests with a known token, and opened streams. A client may repeat a
 * refused request without limit, so at most one entry a minute for each token tells of them, over all instances, since the entry's id is
 * derived from the minute. A stream has an entry each time, as a request has. Written after the client has its response; a failure is
 * logged.
 */
import { writeAudit } from '../../aws/audit.ts';
import { logFailure } from '../../aws/lib/log.ts';
import { bearerOf } from '../../core/audit/bearer.ts';
import { type AuditEntry, entryOfMinute, newEntry } from '../../core/audit/entry.ts';
import type { RefusalReason } from '../../core/auth/tokens/check.ts';
import type { Described } from '../../core/mcp/protocol.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { firstOfMinute } from './firstOfMinute.ts';

/** By token. */
const isFirst = firstOfMinute(1_000);

/** Records that a request with a known token was refused. */
export async function recordRefusal(token: TokenRow, described: Described, because: RefusalReason): Promise<void> {
  const now = Date.now();
  const key = `refused ${token.tokenId}`;
  if (!isFirst(key, now)) return;
  const entry = { ...requestOf(token, described), outcome: 'error', errorCode: because } as const;
  await write(entryOfMinute(entry, key, now));
}

/** Records that a stream was opened: that of HTTP+SSE, or the standalone one of 2025. */
export async function recordStream(token: TokenRow, described: Omit<Described, 'method'>): Promise<void> {
  await write(newEntry({ ...requestOf(token, { ...described, method: 'GET text/event-stream' }), outcome: 'ok' }));
}

const requestOf = (token: TokenRow, { method, era, client, session }: Described) => ({
  kind: 'request' as const,
  serverId: token.serverId,
  ...bearerOf(token),
  era,
  client,
  session,
  method,
  durationMs: 0,
});

const write = (entry: AuditEntry): Promise<void> =>
  writeAudit(entry).catch((error: unknown) => logFailure('request_not_entered', error));
