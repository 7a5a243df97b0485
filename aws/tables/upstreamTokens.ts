/**
 * The table of upstream tokens: for each server a row a holder, with tokens that only the server's sandbox can open
 * (core/request/credential/oauth2/storedTokens.ts). Every write names the version that was read; requests read the row of the base URL's
 * credential in the batch of their token (tokens.ts).
 *
 * Each region has a table of its own. What may be single-use has one place, home's: other regions read and write it there when their
 * copy has ended, once in the life of an access token.
 */
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure, WriteConflict } from '../errors.ts';
import { regionalSettings } from '../regions/edges.ts';

/** Rows of upstream tokens in one region. */
export interface UpstreamTokensTable {
  /** Strongly consistent. */
  read(serverId: string, holder: string): Promise<UpstreamTokensRow | undefined>;
  /** Resolves to the row as stored. Throws WriteConflict when somebody else has written it since it was read. */
  write(row: UpstreamTokensRow): Promise<UpstreamTokensRow>;
}

const table = () => requireEnvironment('TABLE_UPSTREAM_TOKENS');

function tableIn(client: () => DynamoDBDocumentClient, name: () => string): UpstreamTokensTable {
  const read = async (serverId: string, holder: string) => {
    const { Item } = await client().send(
      new GetCommand({ TableName: name(), Key: { serverId, holder }, ConsistentRead: true }),
    );
    return Item as UpstreamTokensRow | undefined;
  };
  const write = async (row: UpstreamTokensRow) => {
    const Item = { ...row, version: row.version + 1 };
    const condition =
      row.version === 0
        ? { ConditionExpression: 'attribute_not_exists(serverId)' }
        : {
            ConditionExpression: '#version = :read',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':read': row.version },
          };
    try {
      await client().send(new PutCommand({ TableName: name(), Item, ...condition }));
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      // An answer that was lost makes the SDK put the row again, and what refuses the repetition is then the first one.
      if (!isDeepStrictEqual(await read(row.serverId, row.holder), Item)) throw new WriteConflict('The tokens');
    }
    return Item;
  };
  return { read, write };
}

/** This region's. */
export const upstreamTokens: UpstreamTokensTable = tableIn(documents, table);

/** Home's, in the regions beside it; undefined at home. */
export function homeUpstreamTokens(): UpstreamTokensTable | undefined {
  const text = process.env['HOME_UPSTREAM_TOKENS'];
  if (!text) return undefined;
  const { region, table: name } = JSON.parse(text) as { readonly region: string; readonly table: string };
  home ??= DynamoDBDocumentClient.from(new DynamoDBClient(regionalSettings('DYNAMODB', region)), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const client = home;
  return tableIn(
    () => client,
    () => name,
  );
}
let home: DynamoDBDocumentClient | undefined;

/** Keeps a row of home's as this region's copy. A newer one stays. */
export async function copyUpstreamTokens(row: UpstreamTokensRow): Promise<void> {
  try {
    await documents().send(
      new PutCommand({
        TableName: table(),
        Item: row,
        ConditionExpression: 'attribute_not_exists(serverId) OR #credential <> :credential OR #version < :version',
        ExpressionAttributeNames: { '#credential': 'credential', '#version': 'version' },
        ExpressionAttributeValues: { ':credential': row.credential, ':version': row.version },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** All rows of a server in this region's table, strongly consistent. */
export async function listUpstreamTokens(serverId: string): Promise<UpstreamTokensRow[]> {
  const { Items = [] } = await documents().send(
    new QueryCommand({
      TableName: table(),
      KeyConditionExpression: 'serverId = :serverId',
      ExpressionAttributeValues: { ':serverId': serverId },
      ConsistentRead: true,
    }),
  );
  return Items as UpstreamTokensRow[];
}

/** Of a server that is being deleted. */
export async function removeUpstreamTokens(serverId: string): Promise<void> {
  const rows = await listUpstreamTokens(serverId);
  await Promise.all(
    rows.map(({ holder }) => documents().send(new DeleteCommand({ TableName: table(), Key: { serverId, holder } }))),
  );
}
