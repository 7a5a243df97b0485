/** The settings table: the item with the global governance defaults. Those of servers' sentences are in selections.ts. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import { numbered } from '../../core/model/migrations.ts';
import type { SettingsRow } from '../../core/model/settings.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { createRow, ifVersion, isWritten, readRow, replaceRow, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SETTINGS');

/** The stored settings, or empty ones at version 0 before anybody saved any. */
export async function readSettings(): Promise<SettingsRow> {
  const row = await readRow<SettingsRow>(table(), { settingsId: 'global' }, 'settings');
  return row ?? { settingsId: 'global', governance: {}, updatedAt: isoNow(0), updatedBy: '', version: 0 };
}

/** Replaces the version that was read (0: creates it), together with `beside`. Throws `write_conflict`. */
export async function writeSettings(row: SettingsRow, beside: TransactItem): Promise<SettingsRow> {
  if (row.version > 0) return replaceRow(table(), { settingsId: row.settingsId }, row, 'The settings', beside);
  const first = numbered('settings', { ...row, version: 1 });
  await createRow(table(), { settingsId: row.settingsId }, first, 'The settings', beside);
  return first;
}

/**
 * Records that all servers that follow the settings were resealed. If the settings were changed since, nothing is recorded: that change
 * reseals them again.
 */
export async function settingsSealed({ settingsId, version }: SettingsRow): Promise<void> {
  const Key = { settingsId };
  const update = { TableName: table(), Key, UpdateExpression: 'REMOVE unsealed', ...ifVersion(version) };
  await isWritten(documents().send(new UpdateCommand(update)));
}

/** Records that all servers have this version of the floor. If it was changed since, nothing is recorded: that change spreads itself. */
export async function floorSpread(version: number): Promise<void> {
  const update = new UpdateCommand({
    TableName: table(),
    Key: { settingsId: 'global' },
    UpdateExpression: 'REMOVE #floor.isSpreading',
    ConditionExpression: '#floor.#version = :spread',
    ExpressionAttributeNames: { '#floor': 'floor', '#version': 'version' },
    ExpressionAttributeValues: { ':spread': version },
  });
  await isWritten(documents().send(update));
}
