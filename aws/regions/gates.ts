/** Shuts and opens the gates in another region. Idempotent; an older decision never replaces a newer one. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import { serverGate, tokenGate } from '../../core/regions/gates.ts';
import { isConditionFailure } from '../lib/errors.ts';
import { documentsIn, type EdgeRegion, inTime } from './edges.ts';

/** Permanent: nothing opens the gate of a token again. */
export async function shutToken(edge: EdgeRegion, tokenHash: string): Promise<void> {
  await documentsIn(edge).send(
    new UpdateCommand({
      TableName: edge.gates,
      Key: { gate: tokenGate(tokenHash) },
      UpdateExpression: 'SET isShut = :shut, #at = if_not_exists(#at, :now)',
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':shut': true, ':now': isoNow() },
    }),
    inTime(),
  );
}

/** `version`: that of the home row with the decision. A gate set by a later version stays unchanged. */
export async function setServerGate(
  edge: EdgeRegion,
  serverId: string,
  { isShut, version }: { readonly isShut: boolean; readonly version: number },
): Promise<void> {
  try {
    await documentsIn(edge).send(
      new UpdateCommand({
        TableName: edge.gates,
        Key: { gate: serverGate(serverId) },
        UpdateExpression: 'SET isShut = :shut, #version = :version, #at = :now',
        ConditionExpression: 'attribute_not_exists(#version) OR #version <= :version',
        ExpressionAttributeNames: { '#version': 'version', '#at': 'at' },
        ExpressionAttributeValues: { ':shut': isShut, ':version': version, ':now': isoNow() },
      }),
      inTime(),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
