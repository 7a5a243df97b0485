/**
 * Which servers were deleted, from the copies of their deletion entries in the trail that belongs to no server (`NO_SERVER`). Sign-ins and
 * settings are in that trail too, so what an instance has read of it is not read again: entries never change.
 */
import { queryAudit } from '../../../aws/auditTrail.ts';
import { NO_SERVER } from '../../../core/audit/entry.ts';
import { isoNow } from '../../../core/lib/ids.ts';

/** A server that was deleted. */
export interface DeletedServer {
  readonly serverId: string;
  readonly name: string;
  /** Absent for `default`. */
  readonly project?: string;
  /** ISO 8601. */
  readonly deletedAt: string;
}

/** How far back is looked, in days, and how many are found at most. */
const DAYS = 400;
const MOST = 1_000;
/** An entry gets its time before it is written, and other regions are late. */
const SETTLED_AFTER_MS = 120_000;

/** What this instance has read: all entries from `from` to `to`, both ISO 8601. */
const read = { from: '', to: '', found: new Map<string, DeletedServer>() };

/** Servers deleted at that time (ISO 8601) or later, up to a limit: a server deleted before it has no later entry. */
export async function deletedSince(time: string): Promise<DeletedServer[]> {
  const earliest = isoNow(Date.now() - DAYS * 86_400_000);
  const from = time > earliest ? time : earliest;
  const now = Date.now();
  if (read.from === '' || from < read.from) {
    const found = new Map<string, DeletedServer>();
    if (await collect(from, found)) Object.assign(read, { from, to: isoNow(now - SETTLED_AFTER_MS), found });
    return [...found.values()];
  }
  const isWhole = await collect(read.to, read.found);
  if (isWhole) read.to = isoNow(now - SETTLED_AFTER_MS);
  return [...read.found.values()]
    .filter(({ deletedAt }) => deletedAt >= from)
    .sort((one, other) => other.deletedAt.localeCompare(one.deletedAt))
    .slice(0, MOST);
}

/** Adds what was deleted since `from`. False when it stopped at the limit. */
async function collect(from: string, found: Map<string, DeletedServer>): Promise<boolean> {
  let cursor: string | undefined;
  let added = 0;
  do {
    const filters = { class: 'management', from };
    const page = await queryAudit({ trails: [{ serverId: NO_SERVER }], filters, limit: 250, cursor });
    for (const entry of page.entries) {
      if (entry.kind !== 'management' || entry.action !== 'server.delete') continue;
      const { serverId, name, project } = entry.detail;
      if (typeof serverId !== 'string') continue;
      found.set(serverId, {
        serverId,
        name: typeof name === 'string' ? name : '',
        ...(typeof project === 'string' && { project }),
        deletedAt: entry.at,
      });
      added++;
    }
    cursor = page.cursor;
  } while (cursor && added < MOST);
  return cursor === undefined;
}
