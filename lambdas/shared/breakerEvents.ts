/**
 * Reports that a circuit breaker has opened or closed. The id of both follows from when it opened, so that each opening is told once, and
 * its end once, whether a call closed it, a person, or both at the same moment.
 */
import { report } from '../../aws/tables/events.ts';
import type { ClosedBy } from '../../core/events/events.ts';
import { isoNow } from '../../core/ids.ts';
import type { OpenReason } from '../../core/limiting/breaker.ts';

/** Times in milliseconds since 1970. Never rejects. */
export const reportOpened = (
  serverId: string,
  { reason, openedAt, until }: { readonly reason: OpenReason; readonly openedAt: number; readonly until: number },
): Promise<void> =>
  report('breaker.opened.v1', { serverId, reason, openedAt: isoNow(openedAt), until: isoNow(until) }, [
    serverId,
    String(openedAt),
  ]);

/** @param openedAt in milliseconds since 1970. Never rejects. */
export const reportClosed = (serverId: string, openedAt: number, by: ClosedBy): Promise<void> =>
  report('breaker.closed.v1', { serverId, openedAt: isoNow(openedAt), by }, [serverId, String(openedAt)]);
