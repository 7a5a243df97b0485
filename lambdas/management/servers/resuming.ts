/** Resumes the calls that a server's circuit breaker has stopped, in every region. */
import { auditItem } from '../../../aws/audit.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { readBreaker } from '../../../aws/tables/breakers.ts';
import { hasEvents } from '../../../aws/tables/events.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { isOpen } from '../../../core/limiting/breaker.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { reportClosed } from '../../shared/breakerEvents.ts';
import type { HandlersOf } from '../http/request.ts';
import { changeOwn, checkIdle, knownServer } from '../serverRow/load.ts';

/** Handler of `resumeCalls`. */
export const resuming: HandlersOf<'resumeCalls'> = {
  resumeCalls: async ({ params, actor }) => {
    const { name: serverName } = await knownServer(params.id);
    const resumed = (row: ServerRow): ServerRow => {
      checkIdle(row);
      return { ...row, resumedAt: isoNow(), updatedAt: isoNow() };
    };
    const deed = { serverId: params.id, serverName, actor, action: 'server.resume' };
    const row = await changeOwn(params.id, resumed, () => auditItem(deed));
    if (row?.resumedAt !== undefined) await tellClosed(params.id, Date.parse(row.resumedAt));
  },
};

/**
 * Tells that a breaker was closed by hand: calls were resumed, it was switched off, or its server is deleted. An opening that the row still
 * has, and that is not open any more, was closed by it. That it may have been so before does no harm, because its end is told once. Never
 * rejects: it is closed, whether it can be told or not.
 */
export async function tellClosed(serverId: string, resumedAt: number): Promise<void> {
  if (!hasEvents()) return;
  try {
    const breaker = await readBreaker(serverId);
    if (breaker?.openedAt === undefined || isOpen(breaker, resumedAt)) return;
    await reportClosed(serverId, breaker.openedAt, 'person');
  } catch (error) {
    logError('event_not_reported', { reason: reasonOf(error) });
  }
}
