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
/** What one answer of an export holds at most; the rest follows its cursor. */
const EXPORT = { entries: 10_000, atOnce: 250, characters: 4_000_000 };

export const audit: HandlersOf<'listAudit' | 'listGlobalAudit' | 'exportAudit'> = {
  listAudit: async ({ params, query }) => {
    await everKnown(params.id);
    return page(params.id, query);
  },

  listGlobalAudit: async ({ query }) => page(NO_SERVER, query),

  exportAudit: async ({ params, query }) => {
    await everKnown(params.id);
    const format = query.format ?? 'ndjson';
    const { entries, cursor } = await collected(params.id, query);
    const text = format === 'csv' ? csvOf(entries) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    return new FileAnswer(type, text, {
      'content-disposition': `attachment; filename="audit-${params.id}.${format}"`,
      ...(cursor && { 'x-next-cursor': cursor }),
    });
  },
};

/** The trail outlives its server, and so do the tokens that it names; every server had one. Throws NotFound. */
async function everKnown(serverId: string): Promise<void> {
  if (await readServer(serverId)) return;
  if ((await listTokens(serverId)).length === 0) throw new NotFound('server');
}

/** As much as one answer holds; a page that would not fit any more is asked for again in smaller parts. */
async function collected(serverId: string, query: QueryOf<'exportAudit'>) {
  const entries: ReturnType<typeof shownEntry>[] = [];
  let { cursor } = query;
  let limit = EXPORT.atOnce;
  for (let room = EXPORT.characters; ; ) {
    const next = await queryAudit({ serverId, filters: filtersOf(query), cursor, limit });
    const size = JSON.stringify(JSON.stringify(next.entries)).length;
    if (size > room && limit > 1 && next.entries.length > 1) {
      limit = Math.ceil(limit / 8);
      continue;
    }
    entries.push(...next.entries.map(shownEntry));
    room -= size;
    cursor = next.cursor;
    if (!cursor || room < EXPORT.characters / 10 || entries.length >= EXPORT.entries) return { entries, cursor };
  }
}

async function page(serverId: string, query: QueryOf<'listAudit'>) {
  const { cursor, limit = PAGE } = query;
  const { entries, cursor: next } = await queryAudit({ serverId, filters: filtersOf(query), cursor, limit });
  return { items: entries.map(shownEntry), ...(next && { cursor: next }) };
}

/** Entries carry UTC times, so that texts compare. */
function filtersOf({ tool, token, status, class: kind, from, to }: QueryOf<'listAudit'>) {
  const utc = (time: string | undefined) => time && isoNow(Date.parse(time));
  return { tool, token, status, class: kind, from: utc(from), to: utc(to) };
}

/** Without the partition key, which only the table knows. */
function shownEntry({ serverDay: _, ...entry }: AuditEntry) {
  return entry;
}
