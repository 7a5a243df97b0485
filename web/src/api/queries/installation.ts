/** Queries of the installation: settings, floor, webhooks, the description of the API. */
import { queryOptions } from '@tanstack/react-query';
import type { ApiDescription } from '../api-description.ts';
import { call } from '../client.ts';

export const webhooksQuery = () =>
  queryOptions({ queryKey: ['webhooks'], queryFn: ({ signal }) => call('listWebhooks', { path: {}, signal }) });

export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: ({ signal }) => call('listDeliveries', { path: { webhookId }, signal }),
    refetchInterval: 3_000,
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
