/** Queries of servers, of what needs a person at them, and of accounts at their APIs. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ATTENTION_SEVERITIES } from '../../../../core/attention/severity.ts';
import { pagesOf } from '../../../../core/lib/pages.ts';
import { call } from '../client.ts';
import type { Attention, Server } from '../types.ts';
import { operationQuery } from './operation-query.ts';

/**
 * Pause for each server before what is read of every one of them is asked for again, the list and the figures over all: the service's work for
 * an open page stays the same, however many there are.
 */
export const MS_A_SERVER = { listed: 20, counted: 100 };

/** All servers, page by page. */
export const serversQuery = () =>
  queryOptions({
    queryKey: ['servers'],
    queryFn: async ({ signal }) => {
      const items: Server[] = [];
      const read = (after: string | undefined) => call('listServers', { path: {}, query: { after }, signal });
      for await (const page of pagesOf(read, ({ next }) => next)) items.push(...page.items);
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
      const read = (after: string | undefined) => call('listAttention', { path: {}, query: { after }, signal });
      for await (const page of pagesOf(read, ({ next }) => next)) {
        items.push(...page.items);
        looked += page.looked;
      }
      const rank = ({ severity }: Attention) => ATTENTION_SEVERITIES.indexOf(severity);
      return { items: items.sort((one, other) => rank(one) - rank(other)), looked };
    },
    refetchInterval: ({ state: { data } }) => Math.max(10_000, (data?.looked ?? 0) * MS_A_SERVER.counted),
  });

/** The servers of a toolset, and what clients see of each. */
export const toolsetMembersQuery = (id: string) =>
  operationQuery(
    ['server', id, 'members'],
    'listToolsetMembers',
    { path: { id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ state }) => state === 'changing') ? 1_500 : 10_000,
    },
  );

export const serverQuery = (id: string) =>
  operationQuery(
    ['server', id],
    'getServer',
    { path: { id } },
    { refetchInterval: ({ state: { data } }) => ((data?.deploying ?? data?.unsealed) ? 1_000 : 10_000) },
  );

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
  operationQuery(['server', id, 'usage'], 'getUsage', { path: { id } }, { refetchInterval: 10_000 });

export const consentsQuery = (id: string) =>
  operationQuery(['server', id, 'consents'], 'listConsents', { path: { id } }, { refetchInterval: 15_000 });

export const accountsQuery = (id: string) =>
  operationQuery(['server', id, 'accounts'], 'listAccounts', { path: { id } }, { refetchInterval: 15_000 });

/** Of the API's description, which is read for it. */
export const scopesQuery = (id: string) =>
  operationQuery(['server', id, 'scopes'], 'listScopes', { path: { id } }, { staleTime: 300_000, retry: false });

export const clientsQuery = (id: string) => operationQuery(['server', id, 'clients'], 'listClients', { path: { id } });
