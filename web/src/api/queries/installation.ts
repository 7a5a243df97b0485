/** Queries of the installation: settings, floor, webhooks, the description of the API. */
import { queryOptions } from '@tanstack/react-query';
import type { ApiDescription } from '../api-description.ts';
import { call } from '../client.ts';
import { operationQuery } from './operation-query.ts';

export const webhooksQuery = () => operationQuery(['webhooks'], 'listWebhooks', { path: {} });

export const deliveriesQuery = (webhookId: string) =>
  operationQuery(
    ['webhooks', webhookId, 'deliveries'],
    'listDeliveries',
    { path: { webhookId } },
    { refetchInterval: 3_000 },
  );

/** The API's description of itself; it changes with a new version only. */
export const apiDescriptionQuery = () =>
  queryOptions({
    queryKey: ['api'],
    queryFn: async ({ signal }) => (await call('getApiDescription', { path: {}, signal })) as unknown as ApiDescription,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const settingsQuery = () => operationQuery(['settings'], 'getSettings', { path: {} });

export const floorQuery = () => operationQuery(['floor'], 'getFloor', { path: {} });
