/** Shuts and opens the gates of another region. Repeating it changes nothing; an older decision never replaces a newer one. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/ids.ts';
import { serverGate, tokenGate } from '../../core/regions/gates.ts';
import { isConditionFailure } from '../errors.ts';
import { documentsIn, type EdgeRegion, inTime } from './edges.ts';

/** Final: no code opens the gate of a token. */
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

/** `version`: of the home row that decided it. A gate that a later version has set stays as it is. */
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
