/** Ends a session in every region because of what was presented or found out. Its entry in the trail names why. */
import { readToken } from '../../aws/tables/tokens.ts';
import { SYSTEM } from '../../core/person.ts';
import { disconnectDetail } from '../shared/disconnecting.ts';
import { revokeEntered } from '../shared/revoking.ts';

/** Why a session was ended, as its entry in the trail says. */
export type EndedBecause = 'code_used_twice' | 'refresh_token_reused' | 'person_removed' | 'client_revoked';

/** Ends the session with this row and enters it in the trail; nothing is done for one that is unknown or has ended. */
export async function endSession(tokenHash: string, serverId: string, reason: EndedBecause): Promise<void> {
  const row = await readToken(tokenHash);
  if (!row?.signIn || (row.revokedAt && !row.unconfirmed)) return;
  // A client speaks for its person; for the rest nobody does.
  const { id, name } = row.signIn.person;
  const actor = reason === 'client_revoked' ? { id, ...(name !== undefined && { name }) } : SYSTEM;
  await revokeEntered(row, {
    serverId,
    actor,
    action: 'client.disconnect',
    detail: { ...disconnectDetail(row), reason },
  });
}
