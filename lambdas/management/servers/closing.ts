/** Switches a server off in every region (order: core/regions/propagate.ts; reasons: design/push.md). */
import { edgeRegions, homeRegion } from '../../../aws/regions/edges.ts';
import { setServerGate } from '../../../aws/regions/gates.ts';
import { publishKill } from '../../../aws/regions/push.ts';
import { changeServer } from '../../../aws/tables/servers.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { propagate } from '../../../core/regions/propagate.ts';
import { pushed } from '../../shared/pushing.ts';

/**
 * Writes the server's row at home and, with its version, the gate of every other region; when a server goes offline, its streams are
 * closed. Resolves to the row. Throws RegionUnreachable, and what `writeHome` throws.
 */
export function switchEverywhere(
  serverId: string,
  change: 'close' | 'open',
  writeHome: (unconfirmed: Pick<ServerRow, 'unconfirmed'>) => Promise<ServerRow>,
): Promise<ServerRow> {
  const edges = edgeRegions();
  const isShut = change === 'close';
  return propagate<ServerRow, ServerRow>({
    what: 'The server',
    home: homeRegion(),
    change,
    writeHome: () => writeHome(edges.length > 0 ? { unconfirmed: edges.map(({ region }) => region) } : {}),
    otherRegions: edges.map((edge) => ({
      region: edge.region,
      run: async (home) => setServerGate(edge, serverId, { isShut, version: (await home).version }),
    })),
    push: async () => {
      if (isShut) await pushed(publishKill(serverId));
    },
    confirm: async (row) => (row.unconfirmed ? ((await confirmed(row)) ?? row) : row),
  });
}

/** If the row was changed again (perhaps by another switch), that change is responsible for its own confirmation. */
const confirmed = ({ serverId, version }: ServerRow) =>
  changeServer(serverId, (read) => {
    if (read.version !== version) return undefined;
    const { unconfirmed: _, ...rest } = read;
    return rest;
  });
