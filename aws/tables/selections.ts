/** The sentences of servers in the settings table, a row for each server that has any. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { SelectionRow } from '../../core/model/selection.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { createRow, readRow, replaceRow, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SETTINGS');
const keyOf = (serverId: string) => ({ settingsId: `selection.${serverId}` });

/** The stored row, or an empty one at version 0. */
export async function readSelection(serverId: string): Promise<SelectionRow> {
  const row = await readRow<SelectionRow>(table(), keyOf(serverId));
  return row ?? { ...keyOf(serverId), sentences: [], updatedAt: '', updatedBy: '', version: 0 };
}

/** Replaces the version that was read (0: creates it), together with `beside`. Throws `write_conflict`. */
export async function writeSelection(row: SelectionRow, beside: TransactItem): Promise<SelectionRow> {
  if (row.version > 0) return replaceRow(table(), { settingsId: row.settingsId }, row, 'The sentences', beside);
  const first = { ...row, version: 1 };
  await createRow(table(), { settingsId: row.settingsId }, first, 'The sentences', beside);
  return first;
}

/** Removes the row of a server that is being deleted. */
export async function removeSelection(serverId: string): Promise<void> {
  await documents().send(new DeleteCommand({ TableName: table(), Key: keyOf(serverId) }));
}
