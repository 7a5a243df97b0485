/**
 * The audit table: entries are put, never changed (the roles of the writers hold PutItem only, and the table's own policy
 * denies every other write). Reading walks the day partitions of a server backwards, newest first.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, entryOnce, NO_SERVER, newEntry, serverDay } from '../core/audit/entry.ts';
import { type AuditFilters, matches } from '../core/audit/filter.ts';
import { InvalidInput } from '../core/errors.ts';
import { isoNow } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import type { Person } from '../core/person.ts';
import { documents } from './clients.ts';
import { putOnce } from './direct/dynamodb.ts';
import { requireEnvironment } from './environment.ts';
import { creation, type TransactItem } from './tables/versioned.ts';

const DAY = 86_400_000;
/** Without `from`, a reader looks back this far. */
const LOOK_BACK_DAYS = 30;
/** Table queries behind one page, so that a rare filter over a long time answers with a cursor instead of a timeout. */
const QUERIES_PER_PAGE = 40;
const READ_PAGE = 250;

/** Appends one entry. An entry that is there already (a repeated write of the same one) is left as it is. */
export const writeAudit = (entry: AuditEntry): Promise<void> =>
  putOnce(requireEnvironment('TABLE_AUDIT'), 'serverDay', entry);

export interface ManagementAction {
  /** Left out for what concerns no single server. */
  readonly serverId?: string;
  /** As the server is called now; '' while it has no name yet. */
  readonly serverName?: string;
  readonly actor: Person;
  readonly action: string;
  /** Names and ids only, no secret. */
  readonly detail?: JsonObject;
  /** It happens once, at this moment to the thing with this id (ending in a ULID): tried again, it is no second entry. */
  readonly once?: { readonly at: string; readonly id: string };
}

export const recordManagementAction = (action: ManagementAction): Promise<void> => writeAudit(entryOf(action));

/** The same as a part of the transaction that does it, so that neither is without the other. */
export const entered = (action: ManagementAction): TransactItem => ({
  Put: creation(requireEnvironment('TABLE_AUDIT'), 'serverDay', entryOf(action)),
});

/** What was entered and then refused by what had to follow, so that it was taken back. */
export const undone = (action: ManagementAction): ManagementAction => ({
  ...action,
  action: `${action.action}.undone`,
});

function entryOf({ serverId, serverName, actor, action, detail, once }: ManagementAction): AuditEntry {
  const entry = {
    kind: 'management',
    serverId: serverId ?? NO_SERVER,
    ...(serverName && { serverName }),
    actor: actor.id,
    ...(actor.name !== undefined && { actorName: actor.name }),
    action,
    detail: detail ?? {},
  } as const;
  return once ? entryOnce(entry, once.at, once.id) : newEntry(entry);
}

export interface AuditQuery {
  readonly serverId: string;
  readonly filters?: AuditFilters;
  /** From an earlier page. */
  readonly cursor?: string;
  readonly limit?: number;
}

export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /** Absent on the last page. A page may be short, or empty, and still have one. */
  readonly cursor?: string;
}

/** One page of a server's trail. Throws InvalidInput for a cursor that this function did not make. */
export async function queryAudit({ serverId, filters = {}, cursor, limit = 100 }: AuditQuery): Promise<AuditPage> {
  const to = filters.to ?? isoNow();
  const from = filters.from ?? isoNow(Math.max(0, Date.parse(to) - LOOK_BACK_DAYS * DAY));
  const entries: AuditEntry[] = [];
  let place: Place = { day: to.slice(0, 10), before: undefined };
  // A cursor is the caller's word: one from after the end would walk through days that are not wanted.
  const start = cursor && readCursor(cursor);
  if (start && start.day <= place.day) place = start;
  for (let queries = 0; place.day >= from.slice(0, 10); queries++) {
    if (entries.length >= limit || queries >= QUERIES_PER_PAGE) return { entries, cursor: writeCursor(place) };
    const read = await readDay(serverId, place.day, place.before);
    for (const entry of read.entries) {
      if (matches(entry, { ...filters, from, to })) entries.push(entry);
      if (entries.length >= limit) return { entries, cursor: writeCursor({ day: place.day, before: entry.entryId }) };
    }
    const last = read.entries.at(-1);
    place =
      read.more && last
        ? { day: place.day, before: last.entryId }
        : { day: isoNow(Date.parse(place.day) - DAY).slice(0, 10), before: undefined };
  }
  return { entries };
}

async function readDay(serverId: string, day: string, before: string | undefined) {
  const page = await documents().send(
    new QueryCommand({
      TableName: requireEnvironment('TABLE_AUDIT'),
      KeyConditionExpression: before ? 'serverDay = :day AND entryId < :before' : 'serverDay = :day',
      ExpressionAttributeValues: { ':day': serverDay(serverId, day), ...(before && { ':before': before }) },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: READ_PAGE,
    }),
  );
  return { entries: (page.Items ?? []) as AuditEntry[], more: page.LastEvaluatedKey !== undefined };
}

interface Place {
  readonly day: string;
  readonly before: string | undefined;
}

const writeCursor = ({ day, before }: Place): string => Buffer.from(`${day}/${before ?? ''}`).toString('base64url');

function readCursor(cursor: string): Place {
  const found = /^(\d{4}-\d\d-\d\d)\/([0-9A-HJKMNP-TV-Z]{26})?$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found || Number.isNaN(Date.parse(found[1] as string)))
    throw new InvalidInput([
      { field: 'cursor', rule: 'cursor', message: 'is not one that an earlier page returned. Start without a cursor.' },
    ]);
  return { day: found[1] as string, before: found[2] };
}
