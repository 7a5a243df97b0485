/**
 * The queries of the pages, as query options: one key and one request each. Responses with a connection token are not among them: they
 * are requested directly and kept in the component that shows them, never in a cache.
 */

import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import { ATTENTION_SEVERITIES } from '../../../core/attention/severity.ts';
import { joinedPages } from '../../../core/tools/toolPages.ts';
import type { ApiDescription } from './api-description.ts';
import { call } from './client.ts';
import type { Input } from './operations.ts';
import type { Attention, CheckFinding, ComparableTool, ReadingProgress, Role, Server, ToolList } from './types.ts';

/**
 * Pause for each server before what is read of every one of them is asked for again, the list and the figures over all: the service's work for
 * an open page stays the same, however many there are.
 */
const MS_A_SERVER = { listed: 20, counted: 100 };

/** What the policies of a server can compare, page by page. */
export const policySchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'policy-schema'],
    queryFn: async ({ signal }) => {
      const tools: ComparableTool[] = [];
      let next: string | undefined;
      do {
        const page = await call('getPolicySchema', { path: { id }, query: { after: next }, signal });
        tools.push(...page.tools);
        next = page.next;
      } while (next !== undefined);
      return tools;
    },
    staleTime: 60_000,
  });

/** All servers, page by page. */
export const serversQuery = () =>
  queryOptions({
    queryKey: ['servers'],
    queryFn: async ({ signal }) => {
      const items: Server[] = [];
      let next: string | undefined;
      do {
        const page = await call('listServers', { path: {}, query: { after: next }, signal });
        items.push(...page.items);
        next = page.next;
      } while (next !== undefined);
      return { items };
    },
    refetchInterval: ({ state: { data } }) => {
      const items = data?.items ?? [];
      const isMoving = items.some((one) => one.deploying !== undefined);
      return Math.max(isMoving ? 1_500 : 15_000, items.length * MS_A_SERVER.listed);
    },
  });

/** What needs a person at all servers, page by page; the most urgent first. */
export const attentionQuery = () =>
  queryOptions({
    queryKey: ['servers', 'attention'],
    queryFn: async ({ signal }) => {
      const items: Attention[] = [];
      let looked = 0;
      let next: string | undefined;
      do {
        const page = await call('listAttention', { path: {}, query: { after: next }, signal });
        items.push(...page.items);
        looked += page.looked;
        next = page.next;
      } while (next !== undefined);
      const rank = ({ severity }: Attention) => ATTENTION_SEVERITIES.indexOf(severity);
      return { items: items.sort((one, other) => rank(one) - rank(other)), looked };
    },
    refetchInterval: ({ state: { data } }) => Math.max(10_000, (data?.looked ?? 0) * MS_A_SERVER.counted),
  });

/** The servers of a toolset, and what clients see of each. */
export const toolsetMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'members'],
    queryFn: ({ signal }) => call('listToolsetMembers', { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'changing') ? 1_500 : 10_000),
  });

export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id],
    queryFn: ({ signal }) => call('getServer', { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => ((data?.deploying ?? data?.unsealed) ? 1_000 : 10_000),
  });

/**
 * Shows a server as the response to its change describes it, and refetches everything about it. The refetch is not awaited: the change is
 * saved, however long a busy service takes for the rest.
 */
export function showServer(queries: QueryClient, server: Server): void {
  queries.setQueryData(serverQuery(server.id).queryKey, server);
  void queries.invalidateQueries({ queryKey: ['server', server.id] });
  void queries.invalidateQueries({ queryKey: ['servers'] });
}

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'usage'],
    queryFn: ({ signal }) => call('getUsage', { path: { id }, signal }),
    refetchInterval: 10_000,
  });

export const webhooksQuery = () =>
  queryOptions({ queryKey: ['webhooks'], queryFn: ({ signal }) => call('listWebhooks', { path: {}, signal }) });

export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: ({ signal }) => call('listDeliveries', { path: { webhookId }, signal }),
    refetchInterval: 3_000,
  });

export const consentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'consents'],
    queryFn: ({ signal }) => call('listConsents', { path: { id }, signal }),
    refetchInterval: 15_000,
  });

export const accountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'accounts'],
    queryFn: ({ signal }) => call('listAccounts', { path: { id }, signal }),
    refetchInterval: 15_000,
  });

/** Of the API's description, which is read for it. */
export const scopesQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'scopes'],
    queryFn: ({ signal }) => call('listScopes', { path: { id }, signal }),
    staleTime: 300_000,
    retry: false,
  });

/** All tools of a server, page by page. */
export const toolsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'tools'],
    queryFn: async ({ signal }) => {
      const pages: [ToolList, ...ToolList[]] = [await call('listTools', { path: { id }, signal })];
      for (let { next } = pages[0]; next !== undefined; ) {
        const page = await call('listTools', { path: { id }, query: { after: next }, signal });
        pages.push(page);
        next = page.next;
      }
      return joinedPages(pages);
    },
  });

export const toolQuery = (id: string, toolId: string) =>
  queryOptions({
    queryKey: ['server', id, 'tools', toolId],
    queryFn: ({ signal }) => call('getTool', { path: { id, toolId }, signal }),
    gcTime: 0,
  });

/** The score, and how much each rule finds. */
export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'tools', 'check'],
    queryFn: ({ signal }) => call('checkTools', { path: { id }, query: { limit: 1 }, signal }),
    placeholderData: keepPreviousData,
  });

/** The sentences of a server, ranked over its tools as they are now. */
export const selectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'tools', 'selection'],
    queryFn: ({ signal }) => call('getSelection', { path: { id }, signal }),
  });

/** What one rule finds, page by page. */
export const findingsQuery = (id: string, rule: CheckFinding['rule']) =>
  infiniteQueryOptions({
    queryKey: ['server', id, 'tools', 'check', rule],
    queryFn: ({ signal, pageParam }) =>
      call('checkTools', {
        path: { id },
        query: { rule, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** The pages of the tool list as clients get it. */
export const modelToolsQuery = (id: string, wanted: Omit<NonNullable<Input<'listModelTools'>['query']>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: ['server', id, 'tools', 'listed', wanted],
    queryFn: ({ signal, pageParam }) =>
      call('listModelTools', {
        path: { id },
        query: { ...wanted, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export const tokensQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'tokens'],
    queryFn: ({ signal }) => call('listTokens', { path: { id }, signal }),
    refetchInterval: 10_000,
  });

export const approvalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'approvals'],
    queryFn: ({ signal }) => call('listApprovals', { path: { id }, signal }),
    refetchInterval: 5_000,
  });

export const sessionsQuery = (of: { readonly server: string } | { readonly person: string }) =>
  queryOptions({
    queryKey: ['sessions', of],
    queryFn: ({ signal }) => call('listSessions', { path: {}, query: of, signal }),
    refetchInterval: 10_000,
  });

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions', 'own'],
    queryFn: ({ signal }) => call('listOwnSessions', { path: {}, signal }),
    refetchInterval: 10_000,
  });

/** What a lock-out or a removal would end of what a person holds, or with `role` a change to it. Counted anew each time it is shown. */
export const holdingsQuery = (memberId: string, role?: Role) =>
  queryOptions({
    queryKey: ['members', memberId, 'holdings', role ?? ''],
    queryFn: ({ signal }) => call('getHoldings', { path: { memberId }, query: { role }, signal }),
    gcTime: 0,
    retry: false,
  });

export const projectsQuery = () =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) => call('listProjects', { path: {}, signal }),
  });

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call('getProject', { path: { projectId: id }, signal }),
  });

export const projectFloorQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'floor'],
    queryFn: ({ signal }) => call('getProjectFloor', { path: { projectId: id }, signal }),
  });

export const automationKeysQuery = () =>
  queryOptions({
    queryKey: ['automation-keys'],
    queryFn: ({ signal }) => call('listAutomationKeys', { path: {}, signal }),
  });

export const oauthClientsQuery = () =>
  queryOptions({
    queryKey: ['oauth-clients'],
    queryFn: ({ signal }) => call('listOauthClients', { path: {}, signal }),
  });

export const clientsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'clients'],
    queryFn: ({ signal }) => call('listClients', { path: { id }, signal }),
  });

export const deploymentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['server', id, 'deployments'],
    queryFn: ({ signal }) => call('listDeployments', { path: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.items.some((one) => one.status === 'running') ? 700 : 30_000),
  });

export const deploymentQuery = (id: string, deploymentId: string) =>
  queryOptions({
    queryKey: ['server', id, 'deployments', deploymentId],
    queryFn: ({ signal }) => call('getDeployment', { path: { id, deploymentId }, signal }),
    refetchInterval: (query) => (query.state.data === undefined || query.state.data.status === 'running' ? 400 : false),
  });

/** Immutable: the changes of a deployment never change. */
export const changesQuery = (id: string, deploymentId: string) =>
  queryOptions({
    queryKey: ['server', id, 'deployments', deploymentId, 'changes'],
    queryFn: ({ signal }) => call('getDeploymentChanges', { path: { id, deploymentId }, signal }),
  });

/** An empty side means the tools as stored now, which may be edited at any time, so it is refetched each time it is shown. */
export const comparisonQuery = (id: string, { from = '', to = '' }: { readonly from?: string; readonly to?: string }) =>
  queryOptions({
    queryKey: ['server', id, 'comparison', from, to],
    queryFn: ({ signal, client, queryKey }) =>
      call('compareVersions', { path: { id }, query: { from, to }, signal }, (progress) =>
        client.setQueryData(progressQuery(queryKey).queryKey, progress),
      ),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** How far the answer of another query is, which tells it while it waits. */
export const progressQuery = (of: QueryKey) =>
  queryOptions<ReadingProgress>({ queryKey: ['progress', ...of], queryFn: skipToken, gcTime: 0 });

/** Refetched each time it is shown, but not while it is being read, because the document may change at any time. */
export const reimportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reimport', id],
    queryFn: ({ signal, client, queryKey }) =>
      call('previewReimport', { path: { id }, signal }, (progress) =>
        client.setQueryData(progressQuery(queryKey).queryKey, progress),
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

export type AuditFilter = Omit<NonNullable<Input<'listAudit'>['query']>, 'cursor' | 'limit'>;

export const auditQuery = (id: string, filter: AuditFilter, limit: number, cursor?: string) =>
  queryOptions({
    queryKey: ['server', id, 'audit', filter, limit, cursor ?? ''],
    queryFn: ({ signal }) => call('listAudit', { path: { id }, query: { ...filter, limit, cursor }, signal }),
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
  queryOptions({
    queryKey: ['audit', 'all', filter, limit, cursor ?? ''],
    queryFn: ({ signal }) => call('listAllAudit', { path: {}, query: { ...filter, limit, cursor }, signal }),
  });

/** Entries that belong to no single server; admins only. */
export const globalAuditQuery = () =>
  queryOptions({
    queryKey: ['audit', 'none'],
    queryFn: ({ signal }) => call('listGlobalAudit', { path: {}, query: { limit: 10 }, signal }),
  });

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

/** The API's description of itself; it changes with a new version only. */
export const apiDescriptionQuery = () =>
  queryOptions({
    queryKey: ['api'],
    queryFn: async ({ signal }) => (await call('getApiDescription', { path: {}, signal })) as unknown as ApiDescription,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call('getSettings', { path: {}, signal }),
  });

export const floorQuery = () =>
  queryOptions({
    queryKey: ['floor'],
    queryFn: ({ signal }) => call('getFloor', { path: {}, signal }),
  });

export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call('listInvitations', { path: {}, signal }),
  });

/** Page by page, as Cognito returns them; admins only. */
export const membersQuery = () =>
  infiniteQueryOptions({
    queryKey: ['members'],
    queryFn: ({ signal, pageParam }) => call('listMembers', { path: {}, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor,
  });
