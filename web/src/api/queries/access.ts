/**
 * Queries of who may do what: tokens, sessions, approvals, clients, keys, members, projects. Responses with a connection token are not among them: they are
 * requested directly and kept in the component that shows them, never in a cache.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Role } from '../types.ts';

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

/** Changes of all projects that wait for a second person. */
export const changeRequestsQuery = () =>
  queryOptions({
    queryKey: ['change-requests'],
    queryFn: ({ signal }) => call('listChangeRequests', { path: {}, signal }),
    refetchInterval: 30_000,
  });

export const changeRequestQuery = (changeId: string) =>
  queryOptions({
    queryKey: ['change-requests', changeId],
    queryFn: ({ signal }) => call('getChangeRequest', { path: { changeId }, signal }),
    refetchInterval: 10_000,
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
