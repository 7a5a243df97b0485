/** Ends a session in every region because of a misused code or token, or because its person lost access. The audit entry says why. */
import { readToken } from '../../aws/tables/tokens.ts';
import { SYSTEM } from '../../core/lib/person.ts';
import { disconnectDetail } from '../shared/disconnecting.ts';
import { revokeEntered } from '../shared/revoking.ts';

/** Why a session was ended, as recorded in its audit entry. */
export type EndedBecause =
  | 'code_used_twice'
  | 'refresh_token_reused'
  | 'person_removed'
  | 'session_too_old'
  | 'passwords_off'
  | 'client_revoked';

/** Ends the session with this row and records it; does nothing if it is unknown or has ended. */
export async function endSession(tokenHash: string, serverId: string, reason: EndedBecause): Promise<void> {
  const row = await readToken(tokenHash);
  if (!row?.signIn || (row.revokedAt && !row.unconfirmed)) return;
  // The actor of the entry: when the client ended the session, its person; otherwise nobody.
  const { id, name } = row.signIn.person;
  const actor = reason === 'client_revoked' ? { id, ...(name !== undefined && { name }) } : SYSTEM;
  await revokeEntered(row, {
    serverId,
    actor,
    action: 'client.disconnect',
    detail: { ...disconnectDetail(row), reason },
  });
}
