/**
 * Reports that a circuit breaker has opened or closed, or stopped a token. The id of an opening and of its end follows from when it opened,
 * so that each is told once, whether a call closed it, a person, or both at the same moment. A breaker that had stopped a single caller is
 * told again when it stops all.
 */
import { report } from '../../aws/tables/events.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { OpenReason, Pause } from '../../core/limiting/breaker.ts';
import type { ClosedBy } from '../../core/telemetry/events/events.ts';

/**
 * Times in milliseconds since 1970; `tokenId` while the calls of this token's caller alone are stopped. Never rejects.
 */
export const reportOpened = (
  serverId: string,
  {
    reason,
    openedAt,
    until,
    tokenId,
  }: {
    readonly reason: OpenReason;
    readonly openedAt: number;
    readonly until: number;
    readonly tokenId?: string;
  },
): Promise<void> =>
  report(
    'breaker.opened.v1',
    { serverId, reason, openedAt: isoNow(openedAt), until: isoNow(until), ...(tokenId !== undefined && { tokenId }) },
    [serverId, String(openedAt), ...(tokenId === undefined ? [] : ['sole'])],
  );

/** @param openedAt in milliseconds since 1970. Never rejects. */
export const reportClosed = (serverId: string, openedAt: number, by: ClosedBy): Promise<void> =>
  report('breaker.closed.v1', { serverId, openedAt: isoNow(openedAt), by }, [serverId, String(openedAt)]);

/** A token's calls are stopped for a while. Never rejects. */
export const reportPaused = (serverId: string, tokenId: string, { at, until, reason }: Pause): Promise<void> =>
  report('token.paused.v1', { serverId, tokenId, reason, until: isoNow(until) }, [serverId, tokenId, String(at)]);
