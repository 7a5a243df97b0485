/**
 * Edits of tools by people. Each goes in one transaction with a step of the server row's version, so edits of one server
 * come one after the other (a name stays unique), none slips into a running deployment, and whoever seals a bundle from
 * the version it read has seen every edit up to it.
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

/** `replace` and `remove` name the version that was read. */
export type ToolEdit = { readonly create: Tool } | { readonly replace: Tool } | { readonly remove: Tool };

/** What of an edit is written, for `portionsOf`. */
export function itemIn(edit: ToolEdit): ToolItem | undefined {
  if ('remove' in edit) return undefined;
  return itemOf('create' in edit ? edit.create : edit.replace);
}

/**
 * Applies one portion of edits (`portionsOf`) to the server as it was read; returns the server's new version. `beside` is written with it or not at all. Throws WriteConflict when the
 * server or one of the tools has moved on, or a deployment holds the server.
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
