/** Routes of webhooks. */
import * as webhooks from '../webhooks.ts';
import { routesOf } from './route.ts';

const route = routesOf('Settings');

const common = { access: 'admin', place: 'installation' } as const;

/** By id; core/api/routes/index.ts joins them with the others. */
export const webhookRoutes = {
  listWebhooks: route('GET', '/v1/webhooks', {
    ...common,
    summary: 'Webhooks, which are told of events by signed requests',
    success: 200,
    answer: webhooks.webhookList,
  }),
  createWebhook: route('POST', '/v1/webhooks', {
    ...common,
    summary: 'Set a webhook up; the answer shows its secret, once',
    body: webhooks.newWebhook,
    success: 201,
    answer: webhooks.webhookWithSecret,
  }),
  changeWebhook: route('PATCH', '/v1/webhooks/{webhookId}', {
    ...common,
    summary: 'Change its name or its types of events',
    body: webhooks.webhookChange,
    success: 200,
    answer: webhooks.webhook,
  }),
  rotateWebhook: route('POST', '/v1/webhooks/{webhookId}/rotate', {
    ...common,
    summary: 'Give it a new secret, shown once; for a day the previous one signs as well',
    success: 200,
    answer: webhooks.webhookWithSecret,
  }),
  testWebhook: route('POST', '/v1/webhooks/{webhookId}/test', {
    ...common,
    summary: 'Deliver an event of the type webhook.test.v1 to it',
    success: 202,
    answer: webhooks.ordered,
  }),
  listDeliveries: route('GET', '/v1/webhooks/{webhookId}/deliveries', {
    ...common,
    summary: 'What was delivered to it, and what was answered',
    success: 200,
    answer: webhooks.deliveryList,
  }),
  redeliver: route('POST', '/v1/webhooks/{webhookId}/deliveries/{deliveryId}', {
    ...common,
    summary: 'Deliver the same event again, with the same id',
    success: 202,
    answer: webhooks.ordered,
  }),
  deleteWebhook: route('DELETE', '/v1/webhooks/{webhookId}', {
    ...common,
    summary: 'Delete it; what still waits is not delivered any more',
    success: 204,
  }),
} as const;
