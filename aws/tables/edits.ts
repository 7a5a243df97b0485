/**
 * Edits of tools by people. Each is one transaction with an increment of the server row's version. So edits of one server are serialized
 * (names stay unique), none is written during a deployment, and a bundle sealed from a version of the row contains every edit up to that
 * version, which the row's `unsealed` says of the last one.
 */
import { isoNow } from '../../core/lib/ids.ts';
import type { ServerRow } from '../../core/model/server.ts';
import type { Tool } from '../../core/model/tool.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { writeConflict } from '../lib/errors.ts';
import { itemOf, type ToolItem } from './toolItems.ts';
import { creation, removal, replacement, type TransactItem, writtenTogether } from './versioned.ts';

/** `replace` and `remove` contain the version that was read. */
export type ToolEdit = { readonly create: Tool } | { readonly replace: Tool } | { readonly remove: Tool };

/** The item that an edit writes, for `portionsOf`. */
export function itemIn(edit: ToolEdit): ToolItem | undefined {
  if ('remove' in edit) return undefined;
  return itemOf('create' in edit ? edit.create : edit.replace);
}

/**
 * Applies one portion of edits (`portionsOf`) to the server as it was read; returns the server's new version. `beside` is written in the
 * same transaction. Throws `write_conflict` when the server or one of the tools has changed, or a deployment holds the server.
 */
export async function editTools(
  server: ServerRow,
  edits: readonly ToolEdit[],
  beside?: TransactItem,
): Promise<ServerRow> {
  const { serverId, version } = server;
  const next = version + 1;
  const updatedAt = isoNow();
  await write(serverId, edits, beside, {
    UpdateExpression: 'SET #version = :next, updatedAt = :now, unsealed = :next',
    ConditionExpression: '#version = :read AND attribute_not_exists(deploying)',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':read': version, ':next': next, ':now': updatedAt },
  });
  return { ...server, updatedAt, unsealed: next, version: next };
}

/**
 * The same for edits that depend on nothing but the tool that they change and on whether the server is signed, as those of many do: other
 * changes of the server in between do not matter. Throws `write_conflict` when one of these has changed, or the server is deployed or deleted.
 */
export const switchTools = (
  { serverId, signed }: Pick<ServerRow, 'serverId' | 'signed'>,
  edits: readonly ToolEdit[],
  beside?: TransactItem,
): Promise<void> =>
  write(serverId, edits, beside, {
    UpdateExpression: 'SET #version = #version + :one, updatedAt = :now, unsealed = #version + :one',
    ConditionExpression: 'attribute_not_exists(deploying) AND #status <> :deleting AND signed = :signed',
    ExpressionAttributeNames: { '#version': 'version', '#status': 'status' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':now': isoNow(),
      ':deleting': 'deleting' satisfies ServerRow['status'],
      ':signed': signed,
    },
  });

async function write(
  serverId: string,
  edits: readonly ToolEdit[],
  beside: TransactItem | undefined,
  update: Omit<NonNullable<TransactItem['Update']>, 'TableName' | 'Key'>,
): Promise<void> {
  const server: TransactItem = {
    Update: { TableName: requireEnvironment('TABLE_SERVERS'), Key: { serverId }, ...update },
  };
  const items = [server, ...edits.map(writeOf), ...(beside ? [beside] : [])];
  if (!(await writtenTogether(items))) throw writeConflict(`Server ${serverId}`);
}

function writeOf(edit: ToolEdit): TransactItem {
  const table = requireEnvironment('TABLE_TOOLS');
  if ('create' in edit) return { Put: creation(table, 'toolId', itemOf(edit.create)) };
  if ('replace' in edit) return { Put: replacement(table, itemOf(edit.replace)) };
  const { serverId, toolId, version } = edit.remove;
  return removal(table, { serverId, toolId }, version);
}
