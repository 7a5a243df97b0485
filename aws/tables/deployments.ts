/** The deployments table: one row per deployment, with its progress. */
import { DeleteCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { pagesOf } from '../../core/lib/pages.ts';
import type { DeploymentRow } from '../../core/model/deployment.ts';
import { upgraded } from '../../core/model/migrations.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder, queryAll } from './query.ts';
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

/**
 * The deployments of a server one by one, newest first (ids sort by time), from the one after `after`. A row with many warnings may have 150 KB,
 * and DynamoDB ends a page at 1 MB. Reads no more than `portion` rows ahead.
 */
export async function* deploymentsAfter(
  serverId: string,
  after: string | undefined,
  portion: number,
): AsyncGenerator<DeploymentRow> {
  const first = after === undefined ? undefined : { serverId, deploymentId: after };
  const read = (start: QueryCommandInput['ExclusiveStartKey'] = first) =>
    documents().send(
      new QueryCommand({
        TableName: table(),
        KeyConditionExpression: 'serverId = :serverId',
        ExpressionAttributeValues: { ':serverId': serverId },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: portion,
        ExclusiveStartKey: start,
      }),
    );
  for await (const { Items = [] } of pagesOf(read, ({ LastEvaluatedKey }) => LastEvaluatedKey)) {
    for (const row of Items) yield upgraded<DeploymentRow>('deployment', row);
  }
}

/** The newest deployment of a server; undefined when there is none. */
export async function newestDeployment(serverId: string): Promise<DeploymentRow | undefined> {
  for await (const row of deploymentsAfter(serverId, undefined, 1)) return row;
  return undefined;
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

const REMOVED_AT_ONCE = 100;

/** Removes every deployment of a server that is being deleted. */
export async function removeDeployments(serverId: string): Promise<void> {
  const ids = { ProjectionExpression: 'deploymentId' };
  const keys = await itemsUnder<Pick<DeploymentRow, 'deploymentId'>>(table(), { serverId }, ids);
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
    await Promise.all(
      keys
        .slice(at, at + REMOVED_AT_ONCE)
        .map(({ deploymentId }) =>
          documents().send(new DeleteCommand({ TableName: table(), Key: { serverId, deploymentId } })),
        ),
    );
  }
}
