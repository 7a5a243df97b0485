/**
 * The tokens table: key is the token's HMAC, index `byServer` for lists. Revoked rows stay, without any way back, so that
 * the audit trail can name them. The check of a live request reads token and server in one strong batch, uncached.
 */
import { BatchGetCommand, type BatchGetCommandOutput, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/ids.ts';
import type { ServerRow, TokenRow } from '../../core/records.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure } from '../errors.ts';
import { createRow, readRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_TOKENS');

export const createToken = (token: TokenRow) => createRow(table(), 'tokenHash', token, 'The token');
export const readToken = (tokenHash: string) => readRow<TokenRow>(table(), { tokenHash });

/** Token and server in one strongly consistent batch. */
export async function readTokenAndServer(
  tokenHash: string,
  serverId: string,
): Promise<{ token: TokenRow | undefined; server: ServerRow | undefined }> {
  const servers = requireEnvironment('TABLE_SERVERS');
  let token: TokenRow | undefined;
  let server: ServerRow | undefined;
  let request: Record<string, { Keys: Record<string, string>[]; ConsistentRead: true }> | undefined = {
    [table()]: { Keys: [{ tokenHash }], ConsistentRead: true },
    [servers]: { Keys: [{ serverId }], ConsistentRead: true },
  };
  for (let attempt = 0; request; attempt++) {
    const answer: BatchGetCommandOutput = await documents().send(new BatchGetCommand({ RequestItems: request }));
    token ??= answer.Responses?.[table()]?.[0] as TokenRow | undefined;
    server ??= answer.Responses?.[servers]?.[0] as ServerRow | undefined;
    const left: BatchGetCommandOutput['UnprocessedKeys'] = answer.UnprocessedKeys;
    request = left && Object.keys(left).length > 0 ? (left as typeof request) : undefined;
    if (attempt > 4) throw new Error('DynamoDB left the token check unprocessed after five attempts.');
  }
  return { token, server };
}

export async function listTokens(serverId: string): Promise<TokenRow[]> {
  const rows: TokenRow[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: table(),
        IndexName: 'byServer',
        KeyConditionExpression: 'serverId = :serverId',
        ExpressionAttributeValues: { ':serverId': serverId },
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...((page.Items ?? []) as TokenRow[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Marks the token revoked; resolves to false when it already was (or never existed). */
export async function revokeToken(tokenHash: string, actor: string): Promise<boolean> {
  try {
    await documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: { tokenHash },
        UpdateExpression: 'SET revokedAt = :now, revokedBy = :actor',
        ConditionExpression: 'attribute_exists(tokenHash) AND attribute_not_exists(revokedAt)',
        ExpressionAttributeValues: { ':now': isoNow(), ':actor': actor },
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Stamps the last use; the role of mcp-rpc may write this one attribute only. A token that is gone stays gone. */
export async function stampTokenUse(tokenHash: string, at: string): Promise<void> {
  try {
    await documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: { tokenHash },
        UpdateExpression: 'SET lastUsedAt = :at',
        ConditionExpression: 'attribute_exists(tokenHash)',
        ExpressionAttributeValues: { ':at': at },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
