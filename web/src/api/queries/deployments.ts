/** Queries of deployments, versions and what a re-import would change. */
import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { ReadingProgress } from '../types.ts';
import { operationQuery } from './operation-query.ts';

export const deploymentsQuery = (id: string) =>
  operationQuery(
    ['server', id, 'deployments'],
    'listDeployments',
    { path: { id } },
    { refetchInterval: (query) => (query.state.data?.items.some((one) => one.status === 'running') ? 700 : 30_000) },
  );

export const deploymentQuery = (id: string, deploymentId: string) =>
  operationQuery(
    ['server', id, 'deployments', deploymentId],
    'getDeployment',
    { path: { id, deploymentId } },
    {
      refetchInterval: (query) =>
        query.state.data === undefined || query.state.data.status === 'running' ? 400 : false,
    },
  );

/** Immutable: the changes of a deployment never change. */
export const changesQuery = (id: string, deploymentId: string) =>
  operationQuery(['server', id, 'deployments', deploymentId, 'changes'], 'getDeploymentChanges', {
    path: { id, deploymentId },
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
