/** Storing tools while their partition is busy. AWS is mocked, because throttling cannot be provoked otherwise. */
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { storeTools } from '../../../aws/tables/tools.ts';
import type { Tool } from '../../../core/model/tool.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const hold = { serverId: 'srv_000000000000', deploymentId: 'dep_1' };
const tools = Array.from(
  { length: 150 },
  (_, at) => ({ ...hold, toolId: `tool_${at}`, version: 1, annotations: { readOnlyHint: true } }) as unknown as Tool,
);
const fault = (name: string, ...codes: string[]) =>
  Object.assign(new Error('no'), { name, $metadata: {}, CancellationReasons: codes.map((Code) => ({ Code })) });

beforeEach(() => {
  dynamo.reset();
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', TABLE_TOOLS: 'tools', TABLE_SERVERS: 'servers' });
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

test.each([
  ['cancels for throttling', fault('TransactionCanceledException', 'None', 'ThrottlingError')],
  ['cancels for a conflict', fault('TransactionCanceledException', 'TransactionConflict', 'None')],
  ['throttles the request', fault('ProvisionedThroughputExceededException')],
])('goes on with the same portion when DynamoDB %s', async (_what, refusal) => {
  dynamo.on(TransactWriteCommand).rejectsOnce(refusal).rejectsOnce(refusal).resolves({});

  await storeTools(hold, tools, []);

  const sizes = dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems?.length);
  expect(sizes).toEqual([99, 99, 99, 53]);
});

test('checks with each portion that the deployment still holds the server', async () => {
  dynamo.on(TransactWriteCommand).resolvesOnce({});
  dynamo
    .on(TransactWriteCommand)
    .resolvesOnce({})
    .rejects(fault('TransactionCanceledException', 'ConditionalCheckFailed', 'None'));

  await expect(storeTools(hold, tools, [])).rejects.toMatchObject({ code: 'deployment_superseded' });
  const [first] = dynamo.commandCalls(TransactWriteCommand);
  expect(first?.args[0].input.TransactItems?.[0]).toMatchObject({
    ConditionCheck: { TableName: 'servers', ExpressionAttributeValues: { ':deploymentId': 'dep_1' } },
  });
});

test('gives up on a table that stays busy, so that the phase is repeated later', async () => {
  dynamo.on(TransactWriteCommand).rejects(fault('TransactionCanceledException', 'None', 'ThrottlingError'));
  await expect(storeTools(hold, tools, [])).rejects.toMatchObject({ code: 'write_conflict' });
});

test('passes any other refusal on', async () => {
  dynamo.on(TransactWriteCommand).rejects(fault('AccessDeniedException'));
  await expect(storeTools(hold, tools, [])).rejects.toMatchObject({ name: 'AccessDeniedException' });
});
