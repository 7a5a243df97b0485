/**
 * Which servers are toolsets: one row of the settings table, which is read whenever a server changes, so that the toolsets with it are
 * composed anew. An id stands here before its server exists and until it is gone, so that no toolset is ever overlooked; one of which
 * there is no server does nothing.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { membersOf, type ServerRow } from '../../core/model/server.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { untilWritten } from '../lib/untilWritten.ts';
import { readServer } from './servers.ts';
import { createRow, readRow, replaceRow } from './versioned.ts';

interface ToolsetsRow {
  readonly settingsId: string;
  readonly toolsets: readonly string[];
  readonly version: number;
}

const table = () => requireEnvironment('TABLE_SETTINGS');
const KEY = { settingsId: 'toolsets' };

const readToolsets = () => readRow<ToolsetsRow>(table(), KEY);

/** The rows of the toolsets that have this server as a member, none of which is being deleted. Costs one read where there are no toolsets. */
export async function toolsetsWith(serverId: string): Promise<ServerRow[]> {
  const { toolsets = [] } = (await readToolsets()) ?? {};
  const rows: ServerRow[] = [];
  for (const id of toolsets) {
    const row = id === serverId ? undefined : await readServer(id);
    const isMember = row && membersOf(row)?.some((member) => member.serverId === serverId);
    if (isMember && row.status !== 'deleting') rows.push(row);
  }
  return rows;
}

/** Before a toolset is created. Throws PortcullisError `too_many_toolsets`. */
export const addToolset = (serverId: string): Promise<void> =>
  changed((ids) => {
    if (ids.length >= LIMITS.toolset.perInstallation) {
      throw new PortcullisError(
        'too_many_toolsets',
        `There are ${ids.length} toolsets; ${LIMITS.toolset.perInstallation} is the limit. Delete one that nobody uses.`,
      );
    }
    return [...ids, serverId];
  });

/** After a toolset is gone. */
export const removeToolset = (serverId: string): Promise<void> => changed((ids) => ids.filter((id) => id !== serverId));

const changed = (change: (ids: readonly string[]) => readonly string[]): Promise<void> =>
  untilWritten(async () => {
    const row = await readToolsets();
    const toolsets = change(row?.toolsets ?? []);
    if (row) await replaceRow(table(), KEY, { ...row, toolsets }, 'The list of toolsets');
    else await createRow(table(), KEY, { ...KEY, toolsets, version: 1 }, 'The list of toolsets');
  });
