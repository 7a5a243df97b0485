/** The deployments table: one row per deployment, with its progress. */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DeploymentRow } from '../../core/model/deployment.ts';
import { upgraded } from '../../core/model/migrations.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { queryAll } from './query.ts';
import { changeRow, readRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_DEPLOYMENTS');

/** Reads a deployment's row, strongly consistent; undefined when there is none. */
export const readDeployment = (serverId: string, deploymentId: string) =>
  readRow<DeploymentRow>(table(), { serverId, deploymentId }, 'deployment');

/**
 * Changes a deployment's row under its optimistic lock. `change` may be called again with a newer row; it returns undefined to leave the
 * row unchanged.
 */
export const changeDeployment = (
  serverId: string,
  deploymentId: string,
  change: (row: DeploymentRow) => DeploymentRow | undefined,
) => changeRow<DeploymentRow>(table(), { serverId, deploymentId }, 'deployment', `Deployment ${deploymentId}`, change);

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
  return (page.Items ?? []).map((row) => upgraded<DeploymentRow>('deployment', row));
}

/** A deployment that went live, with what retention of versions needs. */
export type LiveDeployment = Pick<DeploymentRow, 'serverId' | 'deploymentId' | 'kept' | 'restores'>;

/** All deployments that went live, newest first. */
export async function listLiveDeployments(serverId: string): Promise<LiveDeployment[]> {
  return queryAll<LiveDeployment>({
    TableName: table(),
    KeyConditionExpression: 'serverId = :serverId',
    FilterExpression: '#status = :live',
    ProjectionExpression: 'serverId, deploymentId, kept, restores',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':serverId': serverId, ':live': 'live' },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
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
