/** The audit trail: pages and exports of one server's entries, newest first. Entries hold no secret and are shown as they are. */
import { queryAudit } from '../../aws/audit.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { listTokens } from '../../aws/tables/tokens.ts';
import type { QueryOf } from '../../core/api/routes.ts';
import { type AuditEntry, NO_SERVER } from '../../core/audit/entry.ts';
import { csvOf } from '../../core/audit/export.ts';
import { isoNow } from '../../core/ids.ts';
import { NotFound } from './errors.ts';
import { FileAnswer, type HandlersOf } from './request.ts';

const PAGE = 25;
/** What one answer of an export holds and takes at most; the rest follows its cursor. */
const EXPORT = { entries: 10_000, atOnce: 250, characters: 4_000_000, ms: 15_000 };

export const audit: HandlersOf<'listAudit' | 'listGlobalAudit' | 'exportAudit'> = {
  listAudit: async ({ params, query }) => page(params.id, query, await birthOf(params.id)),

  listGlobalAudit: async ({ query }) => page(NO_SERVER, query),

  exportAudit: async ({ params, query }) => {
    const since = await birthOf(params.id);
    const format = query.format ?? 'ndjson';
    const { entries, cursor } = await collected(params.id, query, since);
    // The parts of one export are put together: only the first one names the columns.
    const text =
      format === 'csv'
        ? csvOf(entries, { isFirst: query.cursor === undefined })
        : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    return new FileAnswer(type, text, {
      'content-disposition': `attachment; filename="audit-${params.id}.${format}"`,
      ...(cursor && { 'x-next-cursor': cursor }),
    });
  },
};

/**
 * The day of a server's first entry. The trail outlives its server, and so do the tokens that it names;
 * every server had one. Throws NotFound.
 */
async function birthOf(serverId: string): Promise<string> {
  const server = await readServer(serverId);
  if (server) return server.createdAt.slice(0, 10);
  const [first] = (await listTokens(serverId)).map(({ createdAt }) => createdAt.slice(0, 10)).sort();
  if (first === undefined) throw new NotFound('server');
  return first;
}

/** As much as one answer holds; a page that would not fit any more is asked for again in smaller parts. */
async function collected(serverId: string, query: QueryOf<'exportAudit'>, since: string) {
  const entries: ReturnType<typeof shownEntry>[] = [];
  let { cursor } = query;
  let limit = EXPORT.atOnce;
  const filters = filtersOf(query, since);
  const until = Date.now() + EXPORT.ms;
  for (let room = EXPORT.characters; ; ) {
    const next = await queryAudit({ serverId, filters, cursor, limit });
    const size = JSON.stringify(JSON.stringify(next.entries)).length;
    if (size > room && limit > 1 && next.entries.length > 1) {
      limit = Math.ceil(limit / 8);
      continue;
    }
    entries.push(...next.entries.map(shownEntry));
    room -= size;
    cursor = next.cursor;
    const isFull = room < EXPORT.characters / 10 || entries.length >= EXPORT.entries;
    if (!cursor || isFull || Date.now() > until) return { entries, cursor };
  }
}

async function page(serverId: string, query: QueryOf<'listAudit'>, since?: string) {
  const { cursor, limit = PAGE } = query;
  const { entries, cursor: next } = await queryAudit({ serverId, filters: filtersOf(query, since), cursor, limit });
  return { items: entries.map(shownEntry), ...(next && { cursor: next }) };
}

/** Entries carry UTC times, so that texts compare. Days before `since` and times to come hold none. */
function filtersOf(query: QueryOf<'listAudit'>, since?: string) {
  const { tool, token, status, class: kind } = query;
  const utc = (time: string | undefined) => time && isoNow(Date.parse(time));
  const [from, to, now] = [utc(query.from), utc(query.to), isoNow()];
  return {
    tool,
    token,
    status,
    class: kind,
    from: from && since && from < since ? since : from,
    to: to && to < now ? to : now,
  };
}

/** Without the partition key, which only the table knows. */
function shownEntry({ serverDay: _, ...entry }: AuditEntry) {
  return entry;
}
