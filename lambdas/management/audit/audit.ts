/**
 * The audit trail: pages and exports of the entries of one server or of all, newest first. Entries contain no secret. The trail of a
 * server outlives it; a deleted server is found by the copy of its deletion entry in the trail that belongs to no server (`NO_SERVER`).
 */
import { findEntry, lookBackFrom, queryAudit, type Trail } from '../../../aws/auditTrail.ts';
import { listServerNames, readServer } from '../../../aws/tables/servers.ts';
import { listTokens } from '../../../aws/tables/tokens.ts';
import type { QueryOf } from '../../../core/api/routes/index.ts';
import { type AuditEntry, NO_SERVER } from '../../../core/audit/entry.ts';
import { csvOf } from '../../../core/audit/export.ts';
import type { AuditOrder } from '../../../core/audit/filter.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { visible } from '../../../core/lib/visible.ts';
import { notFound } from '../http/errors.ts';
import { FileAnswer, type HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { maySeeTrail, mayUse } from '../http/standing.ts';
import { deletedSince } from './deletedServers.ts';

const PAGE = 25;
/** Limits of one export response; the rest follows with its cursor. */
const EXPORT = { entries: 10_000, characters: 4_000_000, ms: 15_000 };

type Routes =
  | 'listAudit'
  | 'getAuditEntry'
  | 'getGlobalAuditEntry'
  | 'listGlobalAudit'
  | 'exportAudit'
  | 'listAllAudit'
  | 'exportAllAudit';

/** Handlers of the audit routes. */
export const audit: HandlersOf<Routes> = {
  listAudit: async ({ params, query }) => page([await trailOf(params.id)], query),

  // A server whose trail has the entry is known, also when it was deleted.
  getAuditEntry: async ({ params }) => knownEntry(params.id, params.entryId),

  getGlobalAuditEntry: async ({ params }) => knownEntry(NO_SERVER, params.entryId),

  listGlobalAudit: async ({ query }) => page([{ serverId: NO_SERVER }], query),

  listAllAudit: async ({ query, actor }) => {
    const named = await namedTrails(query, actor);
    const { items, ...rest } = await page(named, query);
    const serverIds = new Set(items.map(({ serverId }) => serverId));
    const servers = named
      .filter(({ serverId }) => serverId !== NO_SERVER && serverIds.has(serverId))
      .map(({ serverId, name, deleted }) => ({ serverId, name, deleted }));
    return { items, servers, ...rest };
  },

  exportAudit: async ({ params, query }) => exported([await trailOf(params.id)], query, `audit-${params.id}`),

  exportAllAudit: async ({ query, actor }) => exported(await namedTrails(query, actor), query, 'audit'),
};

/** Throws `entry_not_found`. */
async function knownEntry(serverId: string, entryId: string) {
  const entry = await findEntry(serverId, entryId);
  if (!entry) throw notFound('entry');
  const { serverDay: _, ...shown } = entry;
  return shown;
}

/** The trail of an existing or deleted server. Throws `…_not_found`. */
async function trailOf(serverId: string): Promise<Trail> {
  return { serverId, since: dayBefore(await birthOf(serverId)) };
}

interface NamedTrail extends Trail {
  readonly name: string;
  readonly deleted: boolean;
}

/** The trails that a query over all servers covers. Entries that belong to no server are for admins only. */
async function namedTrails(query: QueryOf<'listAllAudit'>, { standing }: Actor): Promise<NamedTrail[]> {
  const { from, to } = filtersOf(query);
  const [rows, gone] = await Promise.all([listServerNames(), deletedSince(from ?? lookBackFrom(to))]);
  const presentServers = rows.filter(mayUse).map(({ serverId, name, createdAt }) => ({
    serverId,
    name,
    deleted: false,
    since: dayBefore(createdAt),
  }));
  const known = new Set(rows.map(({ serverId }) => serverId));
  const deletedServers = gone
    .filter((server) => !known.has(server.serverId) && mayUse(server))
    .map(({ serverId, name, deletedAt }) => ({ serverId, name, deleted: true, until: deletedAt.slice(0, 10) }));
  const trails: NamedTrail[] = [...presentServers, ...deletedServers];
  if (query.server !== undefined) {
    const found = trails.find(({ serverId }) => serverId === query.server);
    return [found ?? { ...(await trailOf(query.server)), name: '', deleted: true }];
  }
  return standing.installation !== undefined ? [...trails, { serverId: NO_SERVER, name: '', deleted: false }] : trails;
}

/** The clocks of regions differ, so the previous day is included. */
const dayBefore = (time: string): string => isoNow(Date.parse(time) - 86_400_000).slice(0, 10);

/**
 * When a server was created. The trail outlives the server, and so do the rows of its tokens; a deleted server is dated by its oldest
 * token. Throws `…_not_found`.
 */
async function birthOf(serverId: string): Promise<string> {
  if (!(await maySeeTrail(serverId))) throw notFound('server');
  const server = await readServer(serverId);
  if (server) return server.createdAt;
  const [first] = (await listTokens(serverId)).map(({ createdAt }) => createdAt).sort();
  if (first === undefined) throw notFound('server');
  return first;
}

async function exported(trails: readonly Trail[], query: QueryOf<'exportAudit' | 'exportAllAudit'>, name: string) {
  const format = query.format ?? 'ndjson';
  const { entries, cursor } = await collected(trails, query);
  // The parts of an export are concatenated: only the first one has the header line.
  const text =
    format === 'csv'
      ? csvOf(entries, { isFirst: query.cursor === undefined })
      : visible(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { isJson: true });
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  return new FileAnswer(type, text, {
    'content-disposition': `attachment; filename="${name}.${format}"`,
    ...(cursor && { 'x-next-cursor': cursor }),
  });
}

/** As many entries as one response holds. */
async function collected(trails: readonly Trail[], query: Filters) {
  const { entries: limit, ...bounds } = EXPORT;
  const read = await queryAudit({ trails, filters: filtersOf(query), cursor: query.cursor, limit, export: bounds });
  return { entries: visibleEntries(read.entries, trails), cursor: read.cursor };
}

type Filters = QueryOf<'listAudit'>;

async function page(trails: readonly Trail[], query: Filters & { readonly order?: AuditOrder | undefined }) {
  const { order, cursor, limit = PAGE } = query;
  const { entries, cursor: next } = await queryAudit({ trails, filters: filtersOf(query), order, cursor, limit });
  // An entry that is written once a minute has the place of the minute's beginning.
  const sign = order === 'oldest' ? -1 : 1;
  const items = visibleEntries(entries, trails).sort((one, other) => sign * other.at.localeCompare(one.at));
  return { items, ...(next && { cursor: next }) };
}

/** Entries have UTC times, so their text can be compared. Times in the future match nothing. */
function filtersOf({ tool, token, client, session, person, status, class: kind, text, ...query }: Filters) {
  const utc = (time: string | undefined) => time && isoNow(Date.parse(time));
  const [from, to, now] = [utc(query.from), utc(query.to), isoNow()];
  return {
    tool,
    token,
    client,
    session,
    person,
    status,
    class: kind,
    text: text?.trim(),
    from,
    to: to && to < now ? to : now,
  };
}

/** Removes the partition key. When the server's own trail is shown, the copy of its deletion entry (`NO_SERVER`) is left out. */
function visibleEntries(entries: readonly AuditEntry[], trails: readonly Trail[]) {
  const isCopy = (entry: AuditEntry) =>
    trails.length > 1 &&
    entry.serverId === NO_SERVER &&
    entry.kind === 'management' &&
    entry.action === 'server.delete';
  return entries.filter((entry) => !isCopy(entry)).map(({ serverDay: _, ...entry }) => entry);
}
