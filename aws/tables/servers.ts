/** The servers table. The pipeline's role may write a few attributes only, so it has an update of its own here. */
import { DeleteCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import type { DeploymentRow } from '../../core/model/deployment.ts';
import { numbered, upgraded } from '../../core/model/migrations.ts';
import type { ServerRow } from '../../core/model/server.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure, isNamed, WriteConflict } from '../errors.ts';
import { changeRow, creation, readRow, replacement, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SERVERS');

/** Reads a server's row, strongly consistent; undefined when there is none. */
export const readServer = (serverId: string) => readRow<ServerRow>(table(), { serverId }, 'server');

/** All servers. Installations have hundreds at most, so a paged scan is enough. */
export async function listServers(): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new ScanCommand({ TableName: table(), ConsistentRead: true, ExclusiveStartKey: start }),
    );
    rows.push(...(page.Items ?? []).map((row) => upgraded<ServerRow>('server', row)));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Creates the server, its first token if there is one, its first deployment and `beside` in one transaction. */
export async function createServer(
  server: ServerRow,
  token: TokenRow | undefined,
  deployment: DeploymentRow,
  beside: TransactItem,
): Promise<void> {
  await documents().send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: creation(table(), 'serverId', numbered('server', server)) },
        ...(token
          ? [{ Put: creation(requireEnvironment('TABLE_TOKENS'), 'tokenHash', numbered('token', token)) }]
          : []),
        { Put: creation(requireEnvironment('TABLE_DEPLOYMENTS'), 'deploymentId', numbered('deployment', deployment)) },
        beside,
      ],
    }),
  );
}

/** Starts a further deployment, which then holds the server; an edit that is being sealed is left to it. Throws WriteConflict when the server has changed meanwhile. */
export async function beginDeployment(
  { sealing: _, ...server }: ServerRow,
  deployment: DeploymentRow,
  beside: TransactItem,
): Promise<void> {
  try {
    await documents().send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: replacement(table(), server) },
          {
            Put: creation(requireEnvironment('TABLE_DEPLOYMENTS'), 'deploymentId', numbered('deployment', deployment)),
          },
          beside,
        ],
      }),
    );
  } catch (error) {
    if (isNamed(error, 'TransactionCanceledException')) throw new WriteConflict(`Server ${server.serverId}`);
    throw error;
  }
}

/** `beside` is written in the same transaction. */
export const changeServer = (
  serverId: string,
  change: (server: ServerRow) => ServerRow | undefined | Promise<ServerRow | undefined>,
  beside?: () => TransactItem,
) => changeRow<ServerRow>(table(), { serverId }, 'server', `Server ${serverId}`, change, beside);

/** Deletes a server's row permanently; its tokens, tools and objects are removed before. */
export async function removeServer(serverId: string): Promise<void> {
  await documents().send(new DeleteCommand({ TableName: table(), Key: { serverId } }));
}

/** The attributes that the pipeline's role may write; lib/ grants exactly these. */
export const PIPELINE_SERVER_ATTRIBUTES = [
  'serverId',
  'name',
  'baseUrl',
  'importDigest',
  'about',
  'bundle',
  'lockfileKey',
  'status',
  'deploying',
  'stopped',
  'unsealed',
  'sealed',
  'sealing',
  'unsealable',
  'updatedAt',
  'version',
] as const;
/** The attributes that the SealSandbox phase may write: it binds a credential to the origin that the import has found. */
export const BINDING_SERVER_ATTRIBUTES = ['serverId', 'auth', 'updatedAt', 'version'] as const;
type PipelineAttribute = Exclude<
  (typeof PIPELINE_SERVER_ATTRIBUTES)[number] | (typeof BINDING_SERVER_ATTRIBUTES)[number],
  'serverId' | 'version' | 'updatedAt'
>;
/** Attributes that the pipeline sets on a server's row; null removes one. */
export type PipelineChange = { readonly [Name in PipelineAttribute]?: ServerRow[Name] | null };

/**
 * Sets pipeline attributes of a server whose row is still at `readVersion`, or removes those that are null. Throws WriteConflict
 * otherwise.
 */
export async function updateServerFromPipeline(
  serverId: string,
  readVersion: number,
  change: PipelineChange,
): Promise<void> {
  const names: Record<string, string> = { '#version': 'version', '#updatedAt': 'updatedAt' };
  const values: Record<string, unknown> = { ':read': readVersion, ':next': readVersion + 1, ':now': isoNow() };
  const sets = ['#version = :next', '#updatedAt = :now'];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    names[`#${name}`] = name;
    if (value === null) {
      removes.push(`#${name}`);
    } else {
      values[`:${name}`] = value;
      sets.push(`#${name} = :${name}`);
    }
  }
  try {
    await documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: { serverId },
        UpdateExpression: `SET ${sets.join(', ')}${removes.length ? ` REMOVE ${removes.join(', ')}` : ''}`,
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      }),
    );
  } catch (error) {
    if (isConditionFailure(error)) throw new WriteConflict(`Server ${serverId}`);
    throw error;
  }
}
