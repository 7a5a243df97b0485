/** Routes of webhooks. */
import * as webhooks from '../webhooks.ts';
import { route } from './route.ts';

const common = { access: 'admin', place: 'installation', tag: 'Settings' } as const;

/** By id; core/api/routes/index.ts joins them with the others. */
export const webhookRoutes = {
  listWebhooks: route({
    ...common,
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'Webhooks, which are told of events by signed requests',
    success: 200,
    answer: webhooks.webhookList,
  }),
  createWebhook: route({
    ...common,
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Set a webhook up; the answer shows its secret, once',
    body: webhooks.newWebhook,
    success: 201,
    answer: webhooks.webhookWithSecret,
  }),
  changeWebhook: route({
    ...common,
    method: 'PATCH',
    path: '/v1/webhooks/{webhookId}',
    summary: 'Change its name or its types of events',
    body: webhooks.webhookChange,
    success: 200,
    answer: webhooks.webhook,
  }),
  rotateWebhook: route({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/rotate',
    summary: 'Give it a new secret, shown once; for a day the previous one signs as well',
    success: 200,
    answer: webhooks.webhookWithSecret,
  }),
  testWebhook: route({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/test',
    summary: 'Deliver an event of the type webhook.test.v1 to it',
    success: 202,
    answer: webhooks.ordered,
  }),
  listDeliveries: route({
    ...common,
    method: 'GET',
    path: '/v1/webhooks/{webhookId}/deliveries',
    summary: 'What was delivered to it, and what was answered',
    success: 200,
    answer: webhooks.deliveryList,
  }),
  redeliver: route({
    ...common,
    method: 'POST',
    path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Deliver the same event again, with the same id',
    success: 202,
    answer: webhooks.ordered,
  }),
  deleteWebhook: route({
    ...common,
    method: 'DELETE',
    path: '/v1/webhooks/{webhookId}',
    summary: 'Delete it; what still waits is not delivered any more',
    success: 204,
  }),
} as const;
