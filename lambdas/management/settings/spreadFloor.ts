/** Writes what of the floor decides at each call into the rows of servers, which is all that calls read. */
import { changeServer } from '../../../aws/tables/servers.ts';
import { rowFloorOf } from '../../../core/model/floor.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';

/**
 * The row, which has this floor or a later one afterwards; undefined when there is none. A server that is being deployed has it, too: the end of
 * its deployment compares.
 */
export async function spreadFloor(
  serverId: string,
  settings: Pick<SettingsRow, 'floor'>,
): Promise<ServerRow | undefined> {
  return changeServer(serverId, (row) => {
    const floor = rowFloorOf(settings, row.project);
    return floor === undefined || (row.floor?.version ?? 0) >= floor.version ? undefined : { ...row, floor };
  });
}
