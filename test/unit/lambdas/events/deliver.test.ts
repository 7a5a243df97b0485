/** Attempts of a delivery that send nothing; others run against a receiver in test/local/options.test.ts. */
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { newEvent } from '../../../../core/telemetry/events/events.ts';
import { handler } from '../../../../lambdas/events/deliver.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
Object.assign(process.env, { AWS_REGION: 'eu-central-1', TABLE_EVENTS: 'events' });
beforeEach(() => {
  dynamo.reset();
});

test('an address that cannot be opened is a failed attempt, and the next one is due later', async () => {
  const event = newEvent('webhook.test.v1', { webhookId: 'whk_1' }, ['1']);
  const webhook = { part: 'webhooks', id: 'whk_1', sealedUrl: 'altered', secrets: [], types: [], version: 1 };
  const delivery = { part: 'whk_1', id: '1', event, state: 'waiting', attempts: [], goneAt: 1, version: 1 };
  dynamo.on(GetCommand).callsFake(({ Key }) => ({ Item: Key.part === 'webhooks' ? webhook : delivery }));
  dynamo.on(PutCommand).resolves({});

  const state = await handler({ webhookId: 'whk_1', deliveryId: '1', attempts: 0, isDone: false, wait: 0 });

  expect(state).toMatchObject({ attempts: 1, isDone: false });
  const [{ Item } = {}] = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input);
  expect(Item).toMatchObject({ state: 'waiting', attempts: [{ code: 'ciphertext_invalid' }] });
});

test('a delivery to a webhook that was deleted meanwhile has failed, and no attempt is due any more', async () => {
  const event = newEvent('webhook.test.v1', { webhookId: 'whk_1' }, ['1']);
  const next = '2026-11-26T00:00:00.000Z';
  const attempts = [{ at: next, ms: 1, status: 500 }];
  const delivery = { part: 'whk_1', id: '1', event, state: 'waiting', attempts, next, goneAt: 1, version: 2 };
  dynamo.on(GetCommand).callsFake(({ Key }) => (Key.part === 'webhooks' ? {} : { Item: delivery }));
  dynamo.on(PutCommand).resolves({});

  const state = await handler({ webhookId: 'whk_1', deliveryId: '1', attempts: 1, isDone: false, wait: 0 });

  expect(state.isDone).toBe(true);
  const [{ Item } = {}] = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input);
  expect(Item).toMatchObject({ state: 'failed', attempts: [{ status: 500 }, { code: 'webhook_not_found' }] });
  expect(Item).not.toHaveProperty('next');
});
