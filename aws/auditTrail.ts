/**
 * Reads the audit table: the trails of one server or of several merged into one, newest first or oldest first. Each server has one partition
 * a day, or several where it has very many calls (core/audit/spread.ts), so they are read day by day and merged by entry id, which sorts by
 * time. One page costs a bounded number of queries and a
 * bounded time; the cursor continues from there.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, serverDay } from '../core/audit/entry.ts';
import { type AuditFilters, type AuditOrder, matches } from '../core/audit/filter.ts';
import { partitionsOf } from '../core/audit/spread.ts';
import { InvalidInput } from '../core/lib/errors.ts';
import { isoNow, timeOfAuditId } from '../core/lib/ids.ts';
import { type IsSpread, spreadDays } from './auditSpread.ts';
import { requireEnvironment } from './lib/environment.ts';
import { documents } from './services/clients.ts';

const DAY = 86_400_000;
/** How far back a query without `from` looks. */
const LOOK_BACK_DAYS = 30;
/**
 * Table queries per page: a filter that rarely matches returns a cursor instead of timing out. Of many trails it is so many beside the first
 * one of each.
 */
const QUERIES = { ofOne: 40, ofMany: 400, atOnce: 16 };
/** Table queries of an export, which its time bounds first. */
const EXPORT_QUERIES = 20_000;
/**
 * Entries of a query. Of many trails most have none of the newest entries, so the first query of each asks for its even share and the next
 * ones for twice as many as the one before. With a filter, which leaves most of them out, the first one asks for more.
 */
const READ_PAGE = { ofOne: 250, filtered: 50, share: 2 };
/** Time limit of a text search, which reads whole entries. */
const READ_MS = 10_000;

/** The entries of a server, and the days that may have entries (YYYY-MM-DD, inclusive). */
export interface Trail {
  readonly serverId: string;
  readonly since?: string;
  readonly until?: string;
}

/** The trails to merge, the filters, and where the previous page ended. */
export interface AuditQuery {
  readonly trails: readonly Trail[];
  readonly filters?: AuditFilters;
  /** `newest` when unset. */
  readonly order?: AuditOrder | undefined;
  /** Cursor of the previous page, in the same order. */
  readonly cursor?: string;
  readonly limit?: number;
  /** Set for an export, which reads on while there is time and room instead of beginning anew with each page. */
  readonly export?: { readonly ms: number; readonly characters: number };
}

/**
 * The entry with this id, or undefined. Ids of one writer only ascend, so an id made at midnight may contain the day after that of its
 * entry.
 */
export async function findEntry(serverId: string, entryId: string): Promise<AuditEntry | undefined> {
  const day = isoNow(timeOfAuditId(entryId)).slice(0, 10);
  const spreadOn = spreadDays();
  for (const each of [day, dayAfter(day, -1)]) {
    const key = serverDay(serverId, each);
    const isSpread = await spreadOn(each);
    const read = partitionsOf(key, isSpread(key)).map((partition) =>
      documents().send(
        new QueryCommand({
          TableName: requireEnvironment('TABLE_AUDIT'),
          KeyConditionExpression: 'serverDay = :day AND entryId = :id',
          ExpressionAttributeValues: { ':day': partition, ':id': entryId },
        }),
      ),
    );
    const [found] = (await Promise.all(read)).flatMap(({ Items = [] }) => Items);
    if (found) return found as AuditEntry;
  }
  return undefined;
}

/** One page of the merged trails. */
export interface AuditPage {
  /** In the order of the query. */
  readonly entries: readonly AuditEntry[];
  /** Absent on the last page. A page that is short or empty may still have one. */
  readonly cursor?: string;
}

/** One page. Throws InvalidInput for a cursor that was not made here. */
export async function queryAudit(query: AuditQuery): Promise<AuditPage> {
  const { trails, filters = {}, order = 'newest', cursor, limit = 100, export: exported } = query;
  const to = filters.to ?? isoNow();
  const from = filters.from ?? lookBackFrom(to);
  const wanted = { ...filters, from, to };
  const queries = exported ? EXPORT_QUERIES : trails.length > 1 ? trails.length + QUERIES.ofMany : QUERIES.ofOne;
  const budget = { queries, until: Date.now() + (exported?.ms ?? READ_MS) };
  let room = exported?.characters ?? Number.POSITIVE_INFINITY;
  const entries: AuditEntry[] = [];
  const last = to.slice(0, 10);
  const first = firstDay(trails, from.slice(0, 10));
  let place: Place = { day: order === 'newest' ? last : first, past: undefined };
  const isWithin = ({ day }: Place) => first <= day && day <= last;
  // The cursor comes from the caller: one outside of the range would read days that were not asked for.
  const start = cursor && readCursor(cursor);
  if (start && isWithin(start)) place = start;
  const step = order === 'newest' ? -1 : 1;
  const spreadOn = spreadDays();
  for (; isWithin(place); place = { day: dayAfter(place.day, step), past: undefined }) {
    if (isSpent(budget)) return { entries, cursor: writeCursor(place) };
    const isSpread = await spreadOn(place.day);
    const day = new MergedDay(trails, place, {
      isSpread,
      order,
      budget,
      wanted: wantedOf(filters, limit - entries.length),
    });
    for (let entry = await day.next(); entry; entry = await day.next()) {
      if (matches(entry, wanted)) {
        // As text in the JSON of a response, where every quote counts twice.
        if (exported) room -= JSON.stringify(JSON.stringify(entry)).length;
        if (room < 0 && entries.length > 0) return { entries, cursor: writeCursor(place) };
        entries.push(entry);
      }
      place = { day: place.day, past: entry.entryId };
      if (entries.length >= limit || (isSpent(budget) && day.isShort())) {
        return { entries, cursor: writeCursor(place) };
      }
    }
  }
  return { entries };
}

/** Start of the range when the query has no `from`. */
export const lookBackFrom = (to: string): string => isoNow(Math.max(0, Date.parse(to) - LOOK_BACK_DAYS * DAY));

/** No earlier than the day on which the oldest trail begins. */
function firstDay(trails: readonly Trail[], from: string): string {
  const begins = trails.map(({ since = '' }) => since).sort()[0] ?? '9999-12-31';
  return begins > from ? begins : from;
}

const dayAfter = (day: string, days: number): string => isoNow(Date.parse(day) + days * DAY).slice(0, 10);

/** How many entries are to be read for `limit` that pass the filters; times do not count, because nothing outside of them is read. */
function wantedOf({ from: _from, to: _to, ...rest }: AuditFilters, limit: number): number {
  return Object.values(rest).some((value) => value !== undefined && value !== '') ? Number.POSITIVE_INFINITY : limit;
}

/** What is left of a page's limits. */
interface Budget {
  queries: number;
  readonly until: number;
}

const isSpent = ({ queries, until }: Budget): boolean => queries <= 0 || Date.now() > until;

/** Entries of one partition that were read and not yet returned. */
interface Head {
  readonly partition: string;
  entries: readonly AuditEntry[];
  at: number;
  more: boolean;
  /** Entries of the next query. */
  size: number;
}

interface DayOptions {
  readonly isSpread: IsSpread;
  readonly order: AuditOrder;
  readonly budget: Budget;
  /** How many entries the caller will take at most. */
  readonly wanted: number;
}

/** The entries of one day over all trails, in the order of the query. */
class MergedDay {
  private readonly heads: readonly Head[];
  private readonly budget: Budget;
  private readonly past: string | undefined;
  private readonly isNewestFirst: boolean;

  constructor(trails: readonly Trail[], { day, past }: Place, { isSpread, order, budget, wanted }: DayOptions) {
    const there = trails.filter(({ since = day, until = day }) => since <= day && day <= until);
    const share = Math.ceil((READ_PAGE.share * wanted) / there.length);
    const size = trails.length === 1 ? READ_PAGE.ofOne : Math.min(READ_PAGE.filtered, Math.max(READ_PAGE.share, share));
    this.heads = there.flatMap(({ serverId }) =>
      partitionsOf(serverDay(serverId, day), isSpread(serverDay(serverId, day))).map((partition) => {
        return { partition, entries: [], at: 0, more: true, size };
      }),
    );
    this.budget = budget;
    this.past = past;
    this.isNewestFirst = order === 'newest';
  }

  async next(): Promise<AuditEntry | undefined> {
    const empty = this.heads.filter(isShort);
    for (let at = 0; at < empty.length; at += QUERIES.atOnce) {
      await Promise.all(empty.slice(at, at + QUERIES.atOnce).map((head) => this.fill(head)));
    }
    let first: Head | undefined;
    for (const head of this.heads) {
      const entry = head.entries[head.at];
      if (!entry) continue;
      const best = first?.entries[first.at];
      // One write may have reached two partitions of a server.
      if (entry.entryId === best?.entryId && entry.serverId === best.serverId) head.at++;
      else if (!best || this.isNewestFirst === entry.entryId > best.entryId) first = head;
    }
    return first?.entries[first.at++];
  }

  /** Whether the next entry requires a query. */
  isShort(): boolean {
    return this.heads.some(isShort);
  }

  private async fill(head: Head): Promise<void> {
    const past = head.entries.at(-1)?.entryId ?? this.past;
    const rest = this.isNewestFirst ? 'entryId < :past' : 'entryId > :past';
    const { Items, LastEvaluatedKey } = await documents().send(
      new QueryCommand({
        TableName: requireEnvironment('TABLE_AUDIT'),
        KeyConditionExpression: past ? `serverDay = :day AND ${rest}` : 'serverDay = :day',
        ExpressionAttributeValues: { ':day': head.partition, ...(past && { ':past': past }) },
        ScanIndexForward: !this.isNewestFirst,
        ConsistentRead: true,
        Limit: head.size,
      }),
    );
    this.budget.queries--;
    head.entries = (Items ?? []) as AuditEntry[];
    head.at = 0;
    head.size = Math.min(READ_PAGE.ofOne, 2 * head.size);
    head.more = LastEvaluatedKey !== undefined && head.entries.length > 0;
  }
}

const isShort = ({ entries, at, more }: Head): boolean => at >= entries.length && more;

interface Place {
  readonly day: string;
  /** The id of the last entry that was taken. */
  readonly past: string | undefined;
}

const writeCursor = ({ day, past }: Place): string => Buffer.from(`${day}/${past ?? ''}`).toString('base64url');

function readCursor(cursor: string): Place {
  const found = /^(\d{4}-\d\d-\d\d)\/([0-9A-HJKMNP-TV-Z]{26})?$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!found || Number.isNaN(Date.parse(found[1] as string)))
    throw new InvalidInput([
      {
        field: 'cursor',
        rule: 'cursor',
        message: 'is not a cursor that an earlier page returned. Start again without a cursor.',
      },
    ]);
  return { day: found[1] as string, past: found[2] };
}
