/** The servers table. The pipeline's role may write a few attributes only, so it has an update of its own here. */
import {
  DeleteCommand,
  GetCommand,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import { pagesOf } from '../../core/lib/pages.ts';
import type { DeploymentRow } from '../../core/model/deployment.ts';
import { numbered, upgraded } from '../../core/model/migrations.ts';
import type { ServerRow } from '../../core/model/server.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { readRows } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isConditionFailure, isNamed, writeConflict } from '../lib/errors.ts';
import { documents } from '../services/clients.ts';
import { freedItem } from './declared.ts';
import { keepProjectOf } from './projects.ts';
import { changeRow, creation, readRow, replacement, type TransactItem } from './versioned.ts';

/** Maximum of BatchGetItem. */
const BATCH = 100;

const table = () => requireEnvironment('TABLE_SERVERS');

/** Reads a server's row, strongly consistent; undefined when there is none. */
export const readServer = (serverId: string) => readRow<ServerRow>(table(), { serverId }, 'server');

/** What {@link readServerPlace} reads; lib/ grants exactly these where nothing else is to be read. */
export const PLACE_ATTRIBUTES = ['serverId', 'project'] as const;

/** Where a server belongs, without the rest of its row; strongly consistent. Undefined when there is none. */
export async function readServerPlace(serverId: string): Promise<Pick<ServerRow, 'project'> | undefined> {
  const { Item } = await documents().send(
    new GetCommand({
      TableName: table(),
      Key: { serverId },
      ConsistentRead: true,
      ProjectionExpression: PLACE_ATTRIBUTES.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(PLACE_ATTRIBUTES.map((name) => [`#${name}`, name])),
    }),
  );
  return Item as Pick<ServerRow, 'project'> | undefined;
}

/** What tells a server apart, without the rest of its row, which may have hundreds of kilobytes. */
export type ServerName = Pick<ServerRow, 'serverId' | 'name' | 'baseUrl' | 'createdAt' | 'project'> & {
  /** The address of its description, if it has one. */
  readonly source: { readonly url?: string };
};

const NAMED = {
  ProjectionExpression: 'serverId, #name, baseUrl, #source.#url, createdAt, #project',
  ExpressionAttributeNames: { '#name': 'name', '#source': 'source', '#url': 'url', '#project': 'project' },
};

/** Pages of the table in its own order, which stays; a page begins after the server with the id `after`, whether that still exists or not. */
async function* pagesAfter(after: string | undefined, more: Partial<ScanCommandInput> = {}) {
  const first = after === undefined ? undefined : { serverId: after };
  const read = (start: ScanCommandInput['ExclusiveStartKey'] = first) =>
    documents().send(new ScanCommand({ TableName: table(), ConsistentRead: true, ...more, ExclusiveStartKey: start }));
  for await (const page of pagesOf(read, ({ LastEvaluatedKey }) => LastEvaluatedKey)) yield page.Items ?? [];
}

const newestFirst = <Row extends Pick<ServerRow, 'createdAt'>>(rows: Row[]): Row[] =>
  rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));

/** Whole rows of all servers, newest first. For what concerns each of them; what needs names takes {@link listServerNames}. */
export async function listServers(): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  for await (const page of pagesAfter(undefined)) rows.push(...page.map((row) => upgraded<ServerRow>('server', row)));
  return newestFirst(rows);
}

/** The names of all servers, newest first. */
export async function listServerNames(): Promise<ServerName[]> {
  const names: ServerName[] = [];
  for await (const page of pagesAfter(undefined, NAMED))
    names.push(...page.map((row) => ({ source: {}, ...row }) as ServerName));
  return newestFirst(names);
}

/**
 * Whole rows, one by one, from the server after the one with the id `after`, in an order that stays: who goes through all of them sees each
 * server once that exists all the time. Reads no more than `portion` rows ahead.
 */
export async function* serversAfter(after: string | undefined, portion: number | undefined): AsyncGenerator<ServerRow> {
  for await (const page of pagesAfter(after, portion === undefined ? {} : { Limit: portion }))
    for (const row of page) yield upgraded<ServerRow>('server', row);
}

/** Whole rows of those of the servers that exist, in no order. */
export async function readServers(serverIds: readonly string[]): Promise<ServerRow[]> {
  const rows: ServerRow[] = [];
  for (let at = 0; at < serverIds.length; at += BATCH) {
    const keys = serverIds.slice(at, at + BATCH).map((serverId) => ({ serverId }));
    const found = await readRows({ [table()]: keys });
    rows.push(...(found[table()] ?? []).map((row) => upgraded<ServerRow>('server', row as object)));
  }
  return rows;
}

/** Creates the server, its first token if there is one, its first deployment and what is `beside` in one transaction. */
export async function createServer(
  server: ServerRow,
  token: TokenRow | undefined,
  deployment: DeploymentRow,
  beside: readonly TransactItem[],
): Promise<void> {
  await documents().send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: creation(table(), 'serverId', numbered('server', server)) },
        ...(token
          ? [{ Put: creation(requireEnvironment('TABLE_TOKENS'), 'tokenHash', numbered('token', token)) }]
          : []),
        { Put: creation(requireEnvironment('TABLE_DEPLOYMENTS'), 'deploymentId', numbered('deployment', deployment)) },
        ...beside,
      ],
    }),
  );
}

/** Starts a further deployment, which then holds the server; an edit that is being sealed is left to it. Throws `write_conflict` when the server has changed meanwhile. */
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
    if (isNamed(error, 'TransactionCanceledException')) throw writeConflict(`Server ${server.serverId}`);
    throw error;
  }
}

/** `beside` is written in the same transaction. */
export const changeServer = (
  serverId: string,
  change: (server: ServerRow) => ServerRow | undefined | Promise<ServerRow | undefined>,
  beside?: () => TransactItem | readonly TransactItem[],
) => changeRow<ServerRow>(table(), { serverId }, 'server', `Server ${serverId}`, change, beside);

/** Deletes a server's row permanently, and frees its key; its tokens, tools and objects are removed before. */
export async function removeServer({
  serverId,
  declared,
  project,
}: Pick<ServerRow, 'serverId' | 'declared' | 'project'>): Promise<void> {
  const row = { TableName: table(), Key: { serverId } };
  const beside = [
    ...(declared === undefined ? [] : [freedItem({ declared, project }, serverId)]),
    ...keepProjectOf(serverId, project),
  ];
  if (beside.length === 0) await documents().send(new DeleteCommand(row));
  else await documents().send(new TransactWriteCommand({ TransactItems: [{ Delete: row }, ...beside] }));
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
 * Sets pipeline attributes of a server whose row is still at `readVersion`, or removes those that are null. Throws `write_conflict`
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
    if (isConditionFailure(error)) throw writeConflict(`Server ${serverId}`);
    throw error;
  }
}
