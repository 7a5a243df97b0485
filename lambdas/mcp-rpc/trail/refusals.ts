/**
 * Records calls that a limit refused. Their number may be large, so that not each has an entry: the trail gets one a minute for each token
 * and code, the metric counts them all, and so does a row of the server's day, which is written at most once a second. A client that goes
 * on calling is answered 429 before anything is read for it (lambdas/shared/flood.ts); the metric counts these, too.
 */
import { writeAudit } from '../../../aws/audit.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { emitThrottle } from '../../../aws/lib/metrics.ts';
import { addRefused } from '../../../aws/tables/counters.ts';
import { type CallHead, entryOfMinute } from '../../../core/audit/entry.ts';
import { BoundedMap } from '../../../core/lib/boundedMap.ts';
import type { Refusal } from '../../../core/limiting/limitSet.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { firstOfMinute } from '../../shared/firstOfMinute.ts';
import { noteRefused } from '../../shared/flood.ts';
import { NOTHING_SENT } from './entries.ts';

const COUNT_EVERY_MS = 1_000;
const REMEMBERED = 2_000;

/** Writes the entry, the metric and the count of a refused call. Never rejects. */
export async function recordRefusal(
  head: CallHead,
  { code, limited }: Refusal,
  { tokenHash }: Pick<TokenRow, 'tokenHash'>,
): Promise<void> {
  const { serverId, tokenId } = head;
  count(serverId, code);
  noteRefused(tokenHash);
  const what = `${tokenId} ${code} ${limited}`;
  const entry = {
    ...head,
    ...NOTHING_SENT,
    kind: 'call',
    outcome: 'error',
    errorCode: code,
    limited,
    durationMs: 0,
  } as const;
  const now = Date.now();
  const written = isFirst(what, now) ? writeAudit(entryOfMinute(entry, what, now)) : undefined;
  await Promise.all([
    written?.catch((error: unknown) => logFailure('refusal_not_entered', error)),
    countRefused(serverId),
  ]);
}

/**
 * Writes how many calls of a server were refused since the last time, if that was a second ago. Called with each call, so that what is left
 * is written with the next one. Never rejects. What an instance has not written when it ends is lost.
 */
export async function countRefused(serverId: string): Promise<void> {
  const counts = uncounted.get(serverId);
  const now = Date.now();
  if (!counts || now - (countedAt.get(serverId) ?? 0) < COUNT_EVERY_MS) return;
  uncounted.delete(serverId);
  countedAt.set(serverId, now);
  await addRefused(serverId, counts).catch((error: unknown) => logFailure('refusals_not_counted', error));
}

/** By token, code and limit. */
const isFirst = firstOfMinute(REMEMBERED);
/** Refused calls by server and code that are not in the row of the day yet. */
const uncounted = new BoundedMap<string, Record<string, number>>(REMEMBERED);
/** When the row of a server was written last. */
const countedAt = new BoundedMap<string, number>(REMEMBERED);

function count(serverId: string, code: string): void {
  emitThrottle(serverId, code);
  const counts = uncounted.get(serverId) ?? {};
  counts[code] = (counts[code] ?? 0) + 1;
  uncounted.set(serverId, counts);
}
