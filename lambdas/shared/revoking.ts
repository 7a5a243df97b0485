/** Revokes a token in every region (order: core/regions/propagate.ts; reasons: design/push.md). */

import { auditItem, type ManagementAction, recordManagementAction } from '../../aws/audit.ts';
import { emit } from '../../aws/lib/metrics.ts';
import { edgeRegions, homeRegion } from '../../aws/regions/edges.ts';
import { shutToken } from '../../aws/regions/gates.ts';
import { publishTokenRevoked } from '../../aws/regions/push.ts';
import { report } from '../../aws/tables/events.ts';
import { confirmRevocation, readToken, revokeToken } from '../../aws/tables/tokens.ts';
import type { TransactItem } from '../../aws/tables/versioned.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { Person } from '../../core/lib/person.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { propagate, RegionUnreachable } from '../../core/regions/propagate.ts';
import { pushed } from './pushing.ts';

interface Revoked {
  /** True for the one call that completes the revocation. */
  readonly isFirst: boolean;
  /** Whether this call has written the entry with the row. */
  readonly isEntered: boolean;
}

/** `beside`: see `revokeToken`. Throws RegionUnreachable. */
async function revokeEverywhere(
  tokenHash: string,
  actor: Person,
  beside: (now: string) => TransactItem,
): Promise<Revoked> {
  const edges = edgeRegions();
  let isEntered = false;
  const isFirst = await propagate({
    what: 'The token',
    home: homeRegion(),
    change: 'close',
    writeHome: async () => {
      const names = edges.map(({ region }) => region);
      const written = await revokeToken(tokenHash, actor, names, beside);
      isEntered = written === 'entered';
      return written !== false;
    },
    otherRegions: edges.map((edge) => ({ region: edge.region, run: () => shutToken(edge, tokenHash) })),
    push: () => pushed(publishTokenRevoked(tokenHash)),
    confirm: async (isWritten) => (edges.length === 0 ? isWritten : confirmRevocation(tokenHash)),
  });
  return { isFirst, isEntered };
}

/**
 * Revokes a token and records it in the audit trail, once however often it is called. Resolves to whether this call revoked it. Throws
 * RegionUnreachable, which is recorded as well.
 */
export async function revokeEntered(row: TokenRow, deed: Omit<ManagementAction, 'once'>): Promise<boolean> {
  const { tokenHash, tokenId } = row;
  const began = Date.now();
  let revoked: Revoked;
  try {
    revoked = await revokeEverywhere(tokenHash, deed.actor, (at) => auditItem({ ...deed, once: { at, id: tokenId } }));
  } catch (error) {
    if (error instanceof RegionUnreachable) {
      const detail = { ...deed.detail, missing: [...error.regions] };
      await recordManagementAction({ ...deed, action: `${deed.action}.unconfirmed`, detail });
    }
    throw error;
  }
  if (revoked.isFirst) emit({ RevocationLatency: Date.now() - began });
  const { isFirst, isEntered } = revoked;
  const { serverId } = row;
  if (!row.signIn) await report('token.revoked.v1', { serverId, tokenId }, [tokenId]);
  if (isEntered) return isFirst;
  // Usually the entry is written with the row. If it could not be, or that request died, it is written now, with the original time and
  // person.
  const stored = (await readToken(tokenHash)) ?? row;
  const { revokedAt = isoNow(), revokedBy, revokedByName } = stored;
  const actor = revokedBy === undefined ? deed.actor : { id: revokedBy, ...(revokedByName && { name: revokedByName }) };
  await recordManagementAction({ ...deed, actor, once: { at: revokedAt, id: tokenId } });
  return isFirst;
}
