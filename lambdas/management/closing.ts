/** Switching off in every region (core/regions/propagate.ts has the order, design/push.md the reasons). */
import { edgeRegions, homeRegion } from '../../aws/regions/edges.ts';
import { setServerGate } from '../../aws/regions/gates.ts';
import { publishKill } from '../../aws/regions/push.ts';
import { changeServer } from '../../aws/tables/servers.ts';
import type { ServerRow } from '../../core/records.ts';
import { propagate } from '../../core/regions/propagate.ts';
import { pushed } from '../shared/pushing.ts';

/**
 * Writes the server's row at home and, from its version, the gate of every other region; streams are closed when it shuts.
 * Resolves to the row. Throws RegionUnreachable, and what `writeHome` throws.
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

/** Later changes of the row (another switch among them) speak for themselves. */
const confirmed = ({ serverId, version }: ServerRow) =>
  changeServer(serverId, (read) => {
    if (read.version !== version) return undefined;
    const { unconfirmed: _, ...rest } = read;
    return rest;
  });
