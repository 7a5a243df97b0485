/**
 * Records calls that a limit refused. Their number may be large, so that not each has an entry: the trail gets one a minute for each token
 * and code, the metric counts them all, and so does a row of the server's day, which is written at most once a second. A client that goes
 * on calling is answered 429 before its message is read.
 */
import { writeAudit } from '../../aws/audit.ts';
import { logFailure } from '../../aws/log.ts';
import { emitThrottle } from '../../aws/metrics.ts';
import { addRefused } from '../../aws/tables/counters.ts';
import { type CallEntry, entryOfMinute } from '../../core/audit/entry.ts';
import type { Refusal } from '../../core/limiting/limitSet.ts';
import type { Admission } from '../shared/admission.ts';
import { NOTHING_SENT } from './entries.ts';

/** What is known of a call before it is made. */
export type CallHead = Pick<
  CallEntry,
  | 'serverId'
  | 'tokenId'
  | 'tokenLabel'
  | 'person'
  | 'personName'
  | 'clientId'
  | 'era'
  | 'client'
  | 'method'
  | 'callId'
  | 'tool'
  | 'class'
  | 'bundleId'
>;

const COUNT_EVERY_MS = 1_000;
/** Refused calls of a token in a second, at one instance, after which the next requests are not read. */
const FLOOD = 100;
const REMEMBERED = 2_000;

/** Writes the entry, the metric and the count of a refused call. Never rejects. */
export async function recordRefusal(head: CallHead, { code, limited }: Refusal): Promise<void> {
  const { serverId, tokenId } = head;
  note(serverId, tokenId, code);
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
  const entered = isFirstOfMinute(what) ? writeAudit(entryOfMinute(entry, what)) : undefined;
  await Promise.all([
    entered?.catch((error: unknown) => logFailure('refusal_not_entered', error)),
    countRefused(serverId),
  ]);
}

/** Whether so many calls of the token were refused in this second that its next request need not be read; counts that one, too. */
export function isFlooding({ token, server }: Pick<Admission, 'token' | 'server'>): boolean {
  const { second, count } = refusals.get(token.tokenId) ?? { second: 0, count: 0 };
  if (second !== secondOf() || count < FLOOD) return false;
  note(server.serverId, token.tokenId, 'rate_limited');
  return true;
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
  keep(countedAt, serverId, now);
  await addRefused(serverId, counts).catch((error: unknown) => logFailure('refusals_not_counted', error));
}

const secondOf = (): number => Math.floor(Date.now() / 1_000);
/** Refused calls of the present second by token. */
const refusals = new Map<string, { second: number; count: number }>();
/** Minutes in which an entry was written, by what it says. */
const entered = new Map<string, number>();
/** Refused calls by server and code that are not in the row of the day yet. */
const uncounted = new Map<string, Record<string, number>>();
/** When the row of a server was written last. */
const countedAt = new Map<string, number>();

function isFirstOfMinute(what: string): boolean {
  const minute = Math.floor(Date.now() / 60_000);
  if (entered.get(what) === minute) return false;
  keep(entered, what, minute);
  return true;
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= REMEMBERED) map.delete(map.keys().next().value as string);
  map.set(key, value);
}

function note(serverId: string, tokenId: string, code: string): void {
  emitThrottle(serverId, code);
  const known = refusals.get(tokenId);
  if (known?.second === secondOf()) known.count++;
  else keep(refusals, tokenId, { second: secondOf(), count: 1 });
  const counts = uncounted.get(serverId) ?? {};
  counts[code] = (counts[code] ?? 0) + 1;
  keep(uncounted, serverId, counts);
}
