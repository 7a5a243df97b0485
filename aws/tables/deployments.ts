/** The deployments table: the progress record that people watch. */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DeploymentRow } from '../../core/records.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { changeRow, readRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_DEPLOYMENTS');

/** Reads a deployment's row, strongly consistent; undefined when there is none. */
export const readDeployment = (serverId: string, deploymentId: string) =>
  readRow<DeploymentRow>(table(), { serverId, deploymentId });

/**
 * Changes a deployment's row under its optimistic lock; `change` may be called again with a newer row, and gives
 * undefined to leave it.
 */
export const changeDeployment = (
  serverId: string,
  deploymentId: string,
  change: (row: DeploymentRow) => DeploymentRow | undefined,
) => changeRow<DeploymentRow>(table(), { serverId, deploymentId }, `Deployment ${deploymentId}`, change);

/** Newest first (ids sort by time). */
export async function listDeployments(serverId: string, limit = 100): Promise<DeploymentRow[]> {
  const page = await documents().send(
    new QueryCommand({
      TableName: table(),
      KeyConditionExpression: 'serverId = :serverId',
      ExpressionAttributeValues: { ':serverId': serverId },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return (page.Items ?? []) as DeploymentRow[];
}

/** The deployment whose version is live, as retention needs it. */
export type LiveDeployment = Pick<DeploymentRow, 'serverId' | 'deploymentId' | 'kept' | 'restores'>;

/** All that ever went live, newest first, as far as versions are concerned. */
export async function listLiveDeployments(serverId: string): Promise<LiveDeployment[]> {
  const rows: LiveDeployment[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: table(),
        KeyConditionExpression: 'serverId = :serverId',
        FilterExpression: '#status = :live',
        ProjectionExpression: 'serverId, deploymentId, kept, restores',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':serverId': serverId, ':live': 'live' },
        ConsistentRead: true,
        ScanIndexForward: false,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...((page.Items ?? []) as LiveDeployment[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows;
}

/** Removes every deployment of a server that is being deleted. */
export async function removeDeployments(serverId: string): Promise<void> {
  for (let rows = await listDeployments(serverId); rows.length > 0; rows = await listDeployments(serverId)) {
    await Promise.all(
      rows.map(({ deploymentId }) =>
        documents().send(new DeleteCommand({ TableName: table(), Key: { serverId, deploymentId } })),
      ),
    );
  }
}
