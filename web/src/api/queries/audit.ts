/** Queries of the audit log, and of the figures that are made of it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Input } from '../operations.ts';
import { operationQuery } from './operation-query.ts';
import { MS_A_SERVER } from './servers.ts';

export type AuditFilter = Omit<NonNullable<Input<'listAudit'>['query']>, 'cursor' | 'limit'>;

export const auditQuery = (id: string, filter: AuditFilter, limit: number, cursor?: string) =>
  operationQuery(['server', id, 'audit', filter, limit, cursor ?? ''], 'listAudit', {
    path: { id },
    query: { ...filter, limit, cursor },
  });

/** Immutable: an entry never changes. Other ids than those of servers stand for what concerns none. */
export const auditEntryQuery = (serverId: string, entryId: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', serverId, entryId],
    queryFn: ({ signal }) =>
      serverId.startsWith('srv_')
        ? call('getAuditEntry', { path: { id: serverId, entryId }, signal })
        : call('getGlobalAuditEntry', { path: { entryId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A trail from its oldest entry on, as a session is read; what comes is read on at the end. */
export const sessionTrailQuery = (id: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['server', id, 'session', filter],
    queryFn: ({ signal, pageParam }) =>
      call('listAudit', {
        path: { id },
        query: { ...filter, order: 'oldest', limit: 50, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });

/** The calls of a server in groups, over the last days (in UTC). */
export const callGroupsQuery = (id: string, { period, ...query }: CallsOf) =>
  queryOptions({
    queryKey: ['server', id, 'calls', period, query],
    queryFn: ({ signal }) => {
      const { bucket, width, buckets } = USE_PERIODS[period];
      const from = new Date((Math.floor(Date.now() / width) - buckets + 1) * width).toISOString();
      return call('getCallGroups', { path: { id }, query: { ...query, from, bucket }, signal });
    },
    refetchInterval: 60_000,
  });

export type AllAuditFilter = Omit<NonNullable<Input<'listAllAudit'>['query']>, 'cursor' | 'limit'>;

export const allAuditQuery = (filter: AllAuditFilter, limit: number, cursor?: string) =>
  operationQuery(['audit', 'all', filter, limit, cursor ?? ''], 'listAllAudit', {
    path: {},
    query: { ...filter, limit, cursor },
  });

/** Entries that belong to no single server; admins only. */
export const globalAuditQuery = () =>
  operationQuery(['audit', 'none'], 'listGlobalAudit', { path: {}, query: { limit: 10 } });

const HOUR = 3_600_000;

/** Periods of statistics: the last hours or days (in UTC), including the current one. */
export const PERIODS = {
  hour: { text: '60 minutes', bucket: '5min', width: HOUR / 12, buckets: 12 },
  day: { text: '24 hours', bucket: 'hour', width: HOUR, buckets: 24 },
  week: { text: '7 days', bucket: 'day', width: 24 * HOUR, buckets: 7 },
} as const;

export type Period = keyof typeof PERIODS;

/** Periods of the calls in groups. */
export const USE_PERIODS = {
  ...PERIODS,
  month: { text: '30 days', bucket: 'day', width: 24 * HOUR, buckets: 30 },
} as const;

export type UsePeriod = keyof typeof USE_PERIODS;

type CallsOf = { readonly period: UsePeriod } & Omit<
  NonNullable<Input<'getCallGroups'>['query']>,
  'from' | 'to' | 'bucket'
>;

/** Scope of statistics: all servers or one server, and there all calls or those of one tool or token. */
interface StatsOf {
  readonly server?: string;
  readonly tool?: string | undefined;
  readonly token?: string | undefined;
}

/** The start of the period moves with the clock while the page is open. @param servers of how many servers the calls are counted */
export const statsQuery = (period: Period = 'day', of: StatsOf = {}, servers = 1) =>
  queryOptions({
    queryKey: ['stats', period, of],
    queryFn: ({ signal }) => {
      const { bucket, width, buckets } = PERIODS[period];
      const from = new Date((Math.floor(Date.now() / width) - buckets + 1) * width).toISOString();
      return call('getStats', { path: {}, query: { ...of, from, bucket }, signal });
    },
    refetchInterval: Math.max(10_000, servers * MS_A_SERVER.counted),
  });
