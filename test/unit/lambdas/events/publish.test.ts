/** The publisher of events: what is repeated when a step fails. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { newEvent } from '../../../../core/telemetry/events/events.ts';
import { handler } from '../../../../lambdas/events/publish.ts';
import { fault } from '../../../support/directAws.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const machine = mockClient(SFNClient);
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  TABLE_EVENTS: 'events',
  TABLE_SERVERS: 'servers',
  EVENT_BUS: 'bus',
  STATE_MACHINE_DELIVERIES: 'arn:deliveries',
});

const WEBHOOK = { part: 'webhooks', id: 'whk_1', types: ['token.revoked.v1'], createdAt: '2026-01-01' };
const batch = (count: number) =>
  ({
    Records: Array.from({ length: count }, (_, at) => {
      const event = newEvent('token.revoked.v1', { serverId: 'srv_1', tokenId: `tok_${at}` }, [`tok_${at}`]);
      const row = { part: 'events', id: event.id, event, at: event.at, goneAt: 1 };
      return { eventName: 'INSERT', dynamodb: { SequenceNumber: `${at}`, NewImage: marshall(row) } };
    }),
  }) as unknown as Parameters<typeof handler>[0];

/** The bus. */
const bus = createServer((_, response) => {
  putAfter.push(machine.calls().length);
  response.end('{"FailedEntryCount":0}');
});
beforeAll(async () => {
  await new Promise<void>((done) => bus.listen(0, '127.0.0.1', done));
  process.env['AWS_ENDPOINT_URL_EVENTBRIDGE'] = `http://127.0.0.1:${(bus.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => bus.close(done)));

/** Number of executions that were started before each event was put on the bus. */
let putAfter: number[];
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  putAfter = [];
  dynamo.reset();
  machine.reset();
  dynamo.on(QueryCommand).resolves({ Items: [WEBHOOK] });
  dynamo.on(PutCommand).resolves({});
  dynamo.on(GetCommand).resolves({});
  machine.on(StartExecutionCommand).resolves({});
});

test('names the project of the server, and tells a webhook of a project of its servers alone', async () => {
  const of = (id: string, project?: string) => ({ ...WEBHOOK, id, ...(project && { project }) });
  const webhooks = [
    of('whk_all'),
    of('whk_here', 'prj_AAAAAAAAAAAA'),
    of('whk_else', 'prj_BBBBBBBBBBBB'),
    of('whk_default', 'default'),
  ];
  dynamo.on(QueryCommand).resolves({ Items: webhooks });
  dynamo
    .on(GetCommand, { TableName: 'servers' })
    .resolves({ Item: { serverId: 'srv_1', project: 'prj_AAAAAAAAAAAA' } });

  await handler(batch(1));

  const stored = dynamo
    .commandCalls(PutCommand)
    .map(({ args }) => args[0].input.Item as { part: string; event: object });
  expect(stored.map(({ part }) => part)).toEqual(['whk_all', 'whk_here']);
  expect(stored[0]?.event).toMatchObject({ data: { serverId: 'srv_1', project: 'prj_AAAAAAAAAAAA' } });
});

test('of a server that names no project tells webhooks of default, and names none', async () => {
  dynamo.on(QueryCommand).resolves({
    Items: [
      { ...WEBHOOK, project: 'default' },
      { ...WEBHOOK, id: 'whk_2', project: 'prj_BBBBBBBBBBBB' },
    ],
  });
  dynamo.on(GetCommand, { TableName: 'servers' }).resolves({ Item: { serverId: 'srv_1' } });

  await handler(batch(1));

  const stored = dynamo
    .commandCalls(PutCommand)
    .map(({ args }) => args[0].input.Item as { part: string; event: { data: object } });
  expect(stored.map(({ part, event }) => [part, event.data])).toEqual([
    ['whk_1', { serverId: 'srv_1', tokenId: 'tok_0' }],
  ]);
});

test('of a server that is gone tells no webhook of a project, which may be another one', async () => {
  dynamo.on(QueryCommand).resolves({
    Items: [
      { ...WEBHOOK, project: 'default' },
      { ...WEBHOOK, id: 'whk_2' },
    ],
  });

  await handler(batch(1));

  const stored = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item as { part: string });
  expect(stored.map(({ part }) => part)).toEqual(['whk_2']);
});

test('puts an event on the bus after its deliveries have started', async () => {
  expect(await handler(batch(2))).toEqual({ batchItemFailures: [] });

  expect(putAfter).toEqual([1, 2]);
});

test('tells nothing twice that came before what failed, and fails if that comes first', async () => {
  machine.on(StartExecutionCommand).resolvesOnce({}).rejects(fault('AccessDenied'));

  expect(await handler(batch(3))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  expect(putAfter).toHaveLength(1);
  await expect(handler(batch(1))).rejects.toThrow('AccessDenied');
});
