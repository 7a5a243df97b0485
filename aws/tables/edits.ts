/**
 * Edits of tools by people. Each is one transaction with an increment of the server row's version. So edits of one server are serialized
 * (names stay unique), none is written during a deployment, and a bundle sealed from a version of the row contains every edit up to that
 * version.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/ids.ts';
import type { ServerRow } from '../../core/records.ts';
import type { Tool } from '../../core/tools/model.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isNamed, WriteConflict } from '../errors.ts';
import { itemOf, type ToolItem } from './toolItems.ts';
import { creation, replacement, type TransactItem } from './versioned.ts';

/** `replace` and `remove` contain the version that was read. */
export type ToolEdit = { readonly create: Tool } | { readonly replace: Tool } | { readonly remove: Tool };

/** The item that an edit writes, for `portionsOf`. */
export function itemIn(edit: ToolEdit): ToolItem | undefined {
  if ('remove' in edit) return undefined;
  return itemOf('create' in edit ? edit.create : edit.replace);
}

/**
 * Applies one portion of edits (`portionsOf`) to the server as it was read; returns the server's new version. `beside` is written in the
 * same transaction. Throws WriteConflict when the server or one of the tools has changed, or a deployment holds the server.
 */
export async function editTools(
  server: ServerRow,
  edits: readonly ToolEdit[],
  beside?: TransactItem,
): Promise<ServerRow> {
  const updatedAt = isoNow();
  const items: TransactItem[] = [
    {
      Update: {
        TableName: requireEnvironment('TABLE_SERVERS'),
        Key: { serverId: server.serverId },
        UpdateExpression: 'SET #version = :next, updatedAt = :now, unsealed = :true',
        ConditionExpression: '#version = :read AND attribute_not_exists(deploying)',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: {
          ':read': server.version,
          ':next': server.version + 1,
          ':now': updatedAt,
          ':true': true,
        },
      },
    },
    ...edits.map(writeOf),
    ...(beside ? [beside] : []),
  ];
  try {
    await documents().send(new TransactWriteCommand({ TransactItems: items }));
  } catch (error) {
    if (isNamed(error, 'TransactionCanceledException')) throw new WriteConflict(`Server ${server.serverId}`);
    throw error;
  }
  return { ...server, updatedAt, unsealed: true, version: server.version + 1 };
}

function writeOf(edit: ToolEdit): TransactItem {
  const table = requireEnvironment('TABLE_TOOLS');
  if ('create' in edit) return { Put: creation(table, 'toolId', itemOf(edit.create)) };
  if ('replace' in edit) return { Put: replacement(table, itemOf(edit.replace)) };
  const { serverId, toolId, version } = edit.remove;
  return {
    Delete: {
      TableName: table,
      Key: { serverId, toolId },
      ConditionExpression: '#version = :read',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
