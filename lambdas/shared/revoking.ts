/** Revoking in every region (core/regions/propagate.ts has the order, design/push.md the reasons). */

import { entered, type ManagementAction, recordManagementAction } from '../../aws/audit.ts';
import { edgeRegions, homeRegion } from '../../aws/regions/edges.ts';
import { shutToken } from '../../aws/regions/gates.ts';
import { publishTokenRevoked } from '../../aws/regions/push.ts';
import { confirmRevocation, readToken, revokeToken } from '../../aws/tables/tokens.ts';
import type { TransactItem } from '../../aws/tables/versioned.ts';
import { isoNow } from '../../core/ids.ts';
import type { Person } from '../../core/person.ts';
import type { TokenRow } from '../../core/records.ts';
import { propagate, RegionUnreachable } from '../../core/regions/propagate.ts';
import { pushed } from './pushing.ts';

/** True for the one call that completes the revocation. `beside`: see `revokeToken`. Throws RegionUnreachable. */
function revokeEverywhere(tokenHash: string, actor: Person, beside: (now: string) => TransactItem): Promise<boolean> {
  const edges = edgeRegions();
  return propagate({
    what: 'The token',
    home: homeRegion(),
    change: 'close',
    writeHome: () =>
      revokeToken(
        tokenHash,
        actor,
        edges.map(({ region }) => region),
        beside,
      ),
    otherRegions: edges.map((edge) => ({ region: edge.region, run: () => shutToken(edge, tokenHash) })),
    push: () => pushed(publishTokenRevoked(tokenHash)),
    confirm: async (isFirst) => (edges.length === 0 ? isFirst : confirmRevocation(tokenHash)),
  });
}

/**
 * Revokes with the deed's entry in the trail, one however often it is asked for. Resolves to whether it was this call that ended the token.
 * Throws RegionUnreachable, which is entered as well.
 */
export async function revokeEntered(row: TokenRow, deed: Omit<ManagementAction, 'once'>): Promise<boolean> {
  const { tokenHash, tokenId } = row;
  let isFirst: boolean;
  try {
    isFirst = await revokeEverywhere(tokenHash, deed.actor, (at) => entered({ ...deed, once: { at, id: tokenId } }));
  } catch (error) {
    if (error instanceof RegionUnreachable) {
      const detail = { ...deed.detail, missing: [...error.regions] };
      await recordManagementAction({ ...deed, action: `${deed.action}.unconfirmed`, detail });
    }
    throw error;
  }
  // Entered with the row, mostly; where it could not be, or that request died, it is entered now as what it was.
  const stored = (await readToken(tokenHash)) ?? row;
  const { revokedAt = isoNow(), revokedBy, revokedByName } = stored;
  const actor = revokedBy === undefined ? deed.actor : { id: revokedBy, ...(revokedByName && { name: revokedByName }) };
  await recordManagementAction({ ...deed, actor, once: { at: revokedAt, id: tokenId } });
  return isFirst;
}
