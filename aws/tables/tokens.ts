/**
 * The tokens table: key is the token's HMAC, index `byServer` for lists. Revoked rows stay, without any way back, so that
 * the audit trail can name them. The check of a live request reads token and server in one strong batch, uncached.
 */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/ids.ts';
import type { ServerRow, TokenRow } from '../../core/records.ts';
import { documents } from '../clients.ts';
import { readRows } from '../direct/dynamodb.ts';
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
  const rows = await readRows({ [table()]: { tokenHash }, [servers]: { serverId } });
  return { token: rows[table()] as TokenRow | undefined, server: rows[servers] as ServerRow | undefined };
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
