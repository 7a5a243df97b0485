/**
 * Queries of who may do what: tokens, sessions, approvals, clients, keys, members, projects. Responses with a connection token are not among them: they are
 * requested directly and kept in the component that shows them, never in a cache.
 */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Role } from '../types.ts';
import { operationQuery } from './operation-query.ts';

export const tokensQuery = (id: string) =>
  operationQuery(['server', id, 'tokens'], 'listTokens', { path: { id } }, { refetchInterval: 10_000 });

export const approvalsQuery = (id: string) =>
  operationQuery(['server', id, 'approvals'], 'listApprovals', { path: { id } }, { refetchInterval: 5_000 });

/** Changes of all projects that wait for a second person. */
export const changeRequestsQuery = () =>
  operationQuery(['change-requests'], 'listChangeRequests', { path: {} }, { refetchInterval: 30_000 });

export const changeRequestQuery = (changeId: string) =>
  operationQuery(
    ['change-requests', changeId],
    'getChangeRequest',
    { path: { changeId } },
    { refetchInterval: 10_000 },
  );

export const sessionsQuery = (of: { readonly server: string } | { readonly person: string }) =>
  operationQuery(['sessions', of], 'listSessions', { path: {}, query: of }, { refetchInterval: 10_000 });

export const ownSessionsQuery = () =>
  operationQuery(['sessions', 'own'], 'listOwnSessions', { path: {} }, { refetchInterval: 10_000 });

/** What a lock-out or a removal would end of what a person holds, or with `role` a change to it. Counted anew each time it is shown. */
export const holdingsQuery = (memberId: string, role?: Role) =>
  operationQuery(
    ['members', memberId, 'holdings', role ?? ''],
    'getHoldings',
    { path: { memberId }, query: { role } },
    { gcTime: 0, retry: false },
  );

export const projectsQuery = () => operationQuery(['projects'], 'listProjects', { path: {} });

export const projectQuery = (id: string) => operationQuery(['projects', id], 'getProject', { path: { projectId: id } });

export const projectFloorQuery = (id: string) =>
  operationQuery(['projects', id, 'floor'], 'getProjectFloor', { path: { projectId: id } });

export const automationKeysQuery = () => operationQuery(['automation-keys'], 'listAutomationKeys', { path: {} });

export const oauthClientsQuery = () => operationQuery(['oauth-clients'], 'listOauthClients', { path: {} });

export const invitationsQuery = () => operationQuery(['invitations'], 'listInvitations', { path: {} });

/** Page by page, as Cognito returns them; admins only. */
export const membersQuery = () =>
  infiniteQueryOptions({
    queryKey: ['members'],
    queryFn: ({ signal, pageParam }) => call('listMembers', { path: {}, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor,
  });
