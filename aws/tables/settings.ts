/** The settings table: one item with the global governance defaults. */
import { isoNow } from '../../core/ids.ts';
import type { SettingsRow } from '../../core/records.ts';
import { requireEnvironment } from '../environment.ts';
import { createRow, readRow, replaceRow } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SETTINGS');

/** The stored settings, or empty ones at version 0 before anybody saved any. */
export async function readSettings(): Promise<SettingsRow> {
  const row = await readRow<SettingsRow>(table(), { settingsId: 'global' });
  return row ?? { settingsId: 'global', governance: {}, updatedAt: isoNow(0), updatedBy: '', version: 0 };
}

/** Writes over the version that was read (0 creates). Throws WriteConflict. */
export async function writeSettings(row: SettingsRow): Promise<SettingsRow> {
  if (row.version > 0) return replaceRow(table(), row, 'The settings');
  const first = { ...row, version: 1 };
  await createRow(table(), 'settingsId', first, 'The settings');
  return first;
}
