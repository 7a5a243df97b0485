/**
 * Accepts invitations: those with a password when their account is logged in with, those for the identity provider when the person asks
 * for it. Whoever they are is what the user pool says of the account.
 */
import { type PasswordUser, passwordUser, setGroups } from '../../../aws/directoryChanges.ts';
import { writeConflict } from '../../../aws/lib/errors.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { personOfUser } from '../../../aws/services/directory.ts';
import { report } from '../../../aws/tables/events.ts';
import { readInvitation, storeInvitation } from '../../../aws/tables/invitations.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { Person } from '../../../core/lib/person.ts';
import { type InvitationRow, invitationIdOf, stateOf } from '../../../core/model/invitations.ts';
import { notFound, Refused } from '../http/errors.ts';
import { GIVING_GROUPS, type Visitor } from '../http/session.ts';
import { deedOf, stored } from './invitationEntries.ts';
import { invitationWays } from './memberRules.ts';
import { isManaged } from './members.ts';

/** Marks the invitation of somebody who has logged in as accepted, where there is one. Never rejects: they have their role already. */
export async function noteLogin(visitor: Visitor): Promise<void> {
  if (visitor.email === undefined || !isManaged()) return;
  try {
    const row = await readInvitation(invitationIdOf(visitor.email));
    if (row?.state !== 'pending' || row.way !== 'password') return;
    const user = await passwordUser(row.email);
    if (user?.id === visitor.id && !user.isInvited) await noteJoined(row, user);
  } catch (error) {
    logError('invitation_not_noted', { reason: reasonOf(error) });
  }
}

/**
 * Gives the role of the invitation to whoever is logged in with its address. What counts is the user pool's account, not the token: its
 * address must be verified, and it must be of the kind that was invited. The row is written before the groups; where a request dies in
 * between, the next one goes on. Within the lease (memberRules.ts), since it changes groups.
 */
export async function accept(visitor: Visitor): Promise<InvitationRow> {
  const person = await personOfUser(visitor.username);
  const email = person?.email;
  if (!person || email === undefined) {
    throw new Refused(
      'address_not_verified',
      'An invitation is matched by your e-mail address, and the login does not say that it is verified. Ask an admin.',
    );
  }
  const row = await readInvitation(invitationIdOf(email));
  if (!row || row.way !== (person.isExternal ? 'provider' : 'password')) throw notFound('invitation');
  const isOwn = row.state === 'accepted' && row.acceptedBy === person.id;
  if (isOwn && row.isGiven) return row;
  if (!isOwn) checkOpen(row);
  if (!invitationWays().includes(row.way)) throw notFound('invitation');
  const taken = isOwn ? row : await accepted(row, visitor, person.id);
  if (row.way === 'provider') {
    await setGroups(visitor.username, [row.role, ...row.rights], GIVING_GROUPS);
    await storeInvitation({ ...taken, isGiven: true });
  }
  await reportJoined(taken, person.id);
  return taken;
}

/**
 * Accepts for somebody who has logged in with the account that the invitation made. The temporary password was good in time, so this does
 * not ask whether the row has expired.
 */
export async function noteJoined(row: InvitationRow, { id }: PasswordUser): Promise<InvitationRow> {
  const taken = await accepted(row, { id, name: row.email }, id);
  await reportJoined(taken, id);
  return taken;
}

const accepted = (row: InvitationRow, person: Person, acceptedBy: string): Promise<InvitationRow> =>
  stored(
    { ...row, state: 'accepted', acceptedAt: isoNow(), acceptedBy, isGiven: row.way === 'password' },
    deedOf('member.join', row, person),
  );

const reportJoined = ({ invitationId, role, createdAt }: InvitationRow, memberId: string): Promise<void> =>
  report('member.joined.v1', { invitationId, memberId, role }, [invitationId, createdAt]);

/**
 * An admin decides about the groups of somebody: an acceptance that ended before its groups were given is not repeated any more. Within the
 * lease.
 */
export async function settleInvitation(email: string, memberId: string): Promise<void> {
  const row = await readInvitation(invitationIdOf(email));
  if (row?.state !== 'accepted' || row.acceptedBy !== memberId || row.isGiven) return;
  if (!(await storeInvitation({ ...row, isGiven: true }))) throw writeConflict('The invitation');
}

function checkOpen(row: InvitationRow): void {
  const state = stateOf(row, Date.now());
  if (state === 'expired') {
    throw new Refused('invitation_expired', 'Your invitation has expired. Ask an admin to send it again.');
  }
  if (state !== 'pending') throw notFound('invitation');
}
