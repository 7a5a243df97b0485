/** A revocation whose answer was lost: the SDK asks again, and the condition that it set itself refuses it. */
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { revokeToken } from '../../../aws/tables/tokens.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
let written: string;
beforeEach(() => {
  dynamo.reset();
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', TABLE_TOKENS: 'tokens' });
  dynamo.on(UpdateCommand).callsFake(({ ExpressionAttributeValues }) => {
    written = ExpressionAttributeValues[':now'];
    throw Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException', $metadata: {} });
  });
});

test('is known as the one that did it, and enters the trail', async () => {
  dynamo.on(GetCommand).callsFake(() => ({ Item: { tokenHash: 'h', revokedAt: written, revokedBy: 'ann' } }));
  expect(await revokeToken('h', { id: 'ann' })).toBe('alone');
});

test.each([
  ['somebody else', { revokedBy: 'bob' }],
  ['the same person, earlier', { revokedAt: '2026-01-01T00:00:00.000Z' }],
])('is not mistaken for that of %s', async (_who, other) => {
  dynamo.on(GetCommand).callsFake(() => ({ Item: { tokenHash: 'h', revokedAt: written, revokedBy: 'ann', ...other } }));
  expect(await revokeToken('h', { id: 'ann' })).toBe(false);
});

test('of a token that never was is none', async () => {
  dynamo.on(GetCommand).resolves({});
  expect(await revokeToken('h', { id: 'ann' })).toBe(false);
});
