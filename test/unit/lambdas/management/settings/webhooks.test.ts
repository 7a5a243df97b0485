/** Webhooks that are stopped; the rest runs against a receiver in test/local/options.test.ts. */
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { webhooks } from '../../../../../lambdas/management/settings/webhooks.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
Object.assign(process.env, { AWS_REGION: 'eu-central-1', TABLE_EVENTS: 'events' });

test.each(['testWebhook', 'redeliver'] as const)('%s is refused for a webhook that is stopped', async (route) => {
  dynamo.reset();
  dynamo.on(GetCommand).resolves({ Item: { part: 'webhooks', id: 'whk_1', stopped: 'gone', version: 1 } });
  const asked = { params: { webhookId: 'whk_1', deliveryId: '1' }, actor: { id: 'p' } };

  await expect(webhooks[route](asked as never)).rejects.toMatchObject({
    code: 'webhook_stopped',
    message: expect.stringContaining('resume: true'),
  });
  expect(dynamo.calls()).toHaveLength(1);
});
