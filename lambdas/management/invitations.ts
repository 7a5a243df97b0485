/**
 * Invitations: invites an address, sends the mail again, withdraws, and gives the role to whom it was meant for. The row (aws/tables/
 * invitations.ts) is written first, by a condition, so that of two who invite one address one wins; the user pool follows, and what it
 * refuses takes the row back.
 */
import { auditItem, type ManagementAction, revertedAction } from '../../aws/audit.ts';
import { personOfUser } from '../../aws/directory.ts';
import {
  createInvited,
  deleteUser,
  type PasswordUser,
  passwordUser,
  resendMail,
  setGroups,
} from '../../aws/directoryChanges.ts';
import { WriteConflict } from '../../aws/errors.ts';
import { logError, reasonOf } from '../../aws/log.ts';
import { report } from '../../aws/tables/events.ts';
import { listInvitations, readInvitation, storeInvitation } from '../../aws/tables/invitations.ts';
import type { InvitationView } from '../../core/api/members.ts';
import { InvalidInput } from '../../core/errors.ts';
import { isoNow } from '../../core/ids.ts';
import {
  expiryFrom,
  type InvitationRow,
  type InvitationWay,
  invitationIdOf,
  normalEmail,
  stateOf,
} from '../../core/invitations.ts';
import { createdBy, type Person } from '../../core/person.ts';
import { NotFound, Refused } from './errors.ts';
import { alone, checkGivable, checkManaged, invitationWays, rolesFromProvider } from './memberRules.ts';
import { isManaged } from './members.ts';
import type { HandlersOf } from './request.ts';
import { GIVING_GROUPS, type Visitor } from './session.ts';

type Routes = 'listInvitations' | 'inviteMember' | 'resendInvitation' | 'withdrawInvitation' | 'acceptInvitation';

/** Handlers of the routes of invitations. */
export const invitations: HandlersOf<Routes> = {
  listInvitations: async () => {
    const rows = await listInvitations();
    return {
      items: rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).map((row) => viewOf(row)),
      ways: invitationWays(),
    };
  },

  inviteMember: async ({ body, actor }) => {
    checkManaged();
    const way = wayOf(body.way);
    const rights = body.rights ?? [];
    checkGivable(actor, rights);
    const email = normalEmail(body.email);
    const invitationId = invitationIdOf(email);
    const previous = await readInvitation(invitationId);
    if (previous && stateOf(previous, Date.now()) === 'pending') throw pending(previous);
    const existing = await passwordUser(email);
    if (existing && !existing.isInvited) throw alreadyMember();
    const now = Date.now();
    const row: InvitationRow = {
      invitationId,
      email,
      role: body.role,
      rights,
      way,
      state: 'pending',
      createdAt: isoNow(now),
      ...createdBy(actor),
      expiresAt: isoNow(expiryFrom(now)),
      version: previous?.version ?? 0,
    };
    const deed = deedOf('member.invite', row, actor);
    if (!(await storeInvitation(row, auditItem(deed)))) throw pending(await readInvitation(invitationId));
    const stored = { ...row, version: row.version + 1 };
    if (way === 'password') await withMail(stored, deed, existing !== undefined);
    else if (existing) await deleteUser(existing.username);
    await report('member.invited.v1', { invitationId, role: row.role }, [invitationId, row.createdAt]);
    return viewOf(stored);
  },

  resendInvitation: async ({ params, actor }) => {
    checkManaged();
    const row = await knownInvitation(params.invitationId);
    const { state, way, email, role, rights } = row;
    if (state !== 'pending') throw closed(row);
    if (!invitationWays().includes(way)) throw way === 'provider' ? rolesFromProvider() : noPasswords();
    checkGivable(actor, rights);
    const existing = way === 'password' ? await passwordUser(email) : undefined;
    if (existing && !existing.isInvited) throw alreadyMember();
    const renewed = { ...row, expiresAt: isoNow(expiryFrom(Date.now())) };
    await stored(renewed, deedOf('member.invite.again', renewed, actor));
    if (way === 'password') {
      const username = existing?.username ?? (await createInvited(email));
      await setGroups(username, [role, ...rights], GIVING_GROUPS);
      if (existing) await resendMail(email);
    }
    return viewOf(renewed);
  },

  withdrawInvitation: async ({ params, actor }) => {
    checkManaged();
    const row = await withdraw(await knownInvitation(params.invitationId), actor);
    if (row.state === 'accepted') throw closed(row);
    return viewOf(row);
  },

  acceptInvitation: async ({ actor }) => {
    checkManaged();
    return viewOf(await alone(() => accept(actor)));
  },
};

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

/** Withdraws the invitation of an address, if it is pending; its account is the caller's affair. */
export async function withdrawInvitationOf(email: string, actor: Person): Promise<void> {
  const row = await readInvitation(invitationIdOf(email));
  if (row?.state === 'pending')
    await stored({ ...row, state: 'withdrawn' }, deedOf('member.invite.withdraw', row, actor));
}

/**
 * An admin decides about the groups of somebody: an acceptance that ended before its groups were given is not repeated any more. Within the
 * lease.
 */
export async function settleInvitation(email: string, memberId: string): Promise<void> {
  const row = await readInvitation(invitationIdOf(email));
  if (row?.state !== 'accepted' || row.acceptedBy !== memberId || row.isGiven) return;
  if (!(await storeInvitation({ ...row, isGiven: true }))) throw new WriteConflict('The invitation');
}

/** Withdraws the invitations of somebody that nobody has accepted; returns how many. */
export async function withdrawAllOf(person: string, actor: Person): Promise<number> {
  const rows = (await listInvitations()).filter((row) => row.createdBy === person && row.state === 'pending');
  let withdrawn = 0;
  for (const row of rows) withdrawn += Number((await withdraw(row, actor)).state === 'withdrawn');
  return withdrawn;
}

/**
 * The user pool follows the row: an account that may exist from an earlier invitation, its groups, then the mail. What it refuses takes the
 * row back.
 */
async function withMail(row: InvitationRow, deed: ManagementAction, exists: boolean): Promise<void> {
  const { email, role, rights } = row;
  try {
    const username = exists ? email : await createInvited(email);
    await setGroups(username, [role, ...rights], GIVING_GROUPS);
    if (exists) await resendMail(email);
  } catch (error) {
    const made = await passwordUser(email);
    if (made?.isInvited) await deleteUser(made.username);
    await storeInvitation({ ...row, state: 'withdrawn' }, auditItem(revertedAction(deed)));
    throw error;
  }
}

/** The row after it: withdrawn, or accepted if the person has logged in, also where that was not noted at the time. */
async function withdraw(row: InvitationRow, actor: Person): Promise<InvitationRow> {
  const { state, way, email } = row;
  if (state === 'accepted') return row;
  const existing = way === 'password' ? await passwordUser(email) : undefined;
  if (existing && !existing.isInvited) {
    if (state !== 'pending') throw closed(row);
    return noteJoined(row, existing);
  }
  const withdrawn: InvitationRow = { ...row, state: 'withdrawn' };
  if (state === 'pending') await stored(withdrawn, deedOf('member.invite.withdraw', row, actor));
  // Also when it was withdrawn before: that request may have died in between.
  if (existing) await deleteUser(existing.username);
  return withdrawn;
}

/**
 * Gives the role of the invitation to whoever is logged in with its address. What counts is the user pool's account, not the token: its
 * address must be verified, and it must be of the kind that was invited. The row is written before the groups; where a request dies in
 * between, the next one goes on. Within the lease (memberRules.ts), since it changes groups.
 */
async function accept(visitor: Visitor): Promise<InvitationRow> {
  const person = await personOfUser(visitor.username);
  const email = person?.email;
  if (!person || email === undefined) {
    throw new Refused(
      'address_not_verified',
      'An invitation is matched by your e-mail address, and the login does not say that it is verified. Ask an admin.',
    );
  }
  const row = await readInvitation(invitationIdOf(email));
  if (!row || row.way !== (person.isExternal ? 'provider' : 'password')) throw new NotFound('invitation');
  const isOwn = row.state === 'accepted' && row.acceptedBy === person.id;
  if (isOwn && row.isGiven) return row;
  if (!isOwn) checkOpen(row);
  if (!invitationWays().includes(row.way)) throw new NotFound('invitation');
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
async function noteJoined(row: InvitationRow, { id }: PasswordUser): Promise<InvitationRow> {
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

/** Returns the row as stored. Throws WriteConflict. */
async function stored(row: InvitationRow, deed: ManagementAction): Promise<InvitationRow> {
  if (!(await storeInvitation(row, auditItem(deed)))) throw new WriteConflict('The invitation');
  return { ...row, version: row.version + 1 };
}

function checkOpen(row: InvitationRow): void {
  const state = stateOf(row, Date.now());
  if (state === 'expired') {
    throw new Refused('invitation_expired', 'Your invitation has expired. Ask an admin to send it again.');
  }
  if (state !== 'pending') throw new NotFound('invitation');
}

async function knownInvitation(id: string): Promise<InvitationRow> {
  const row = await readInvitation(id);
  if (!row) throw new NotFound('invitation');
  return row;
}

/** The chosen way, or the first one there is. */
function wayOf(given: InvitationWay | undefined): InvitationWay {
  const ways = invitationWays();
  const way = given ?? ways[0] ?? 'provider';
  if (ways.includes(way)) return way;
  if (way === 'password') throw noPasswords();
  if (process.env['GROUP_ROLES'] !== undefined) throw rolesFromProvider();
  throw new InvalidInput([
    { field: '/way', rule: 'fits', message: 'must be password: this deployment has no identity provider.' },
  ]);
}

const noPasswords = () =>
  new Refused(
    'passwords_off',
    'Nobody logs in with a password here (passwords=false). Add the person to a group of the identity provider that gives a role.',
  );

const alreadyMember = () =>
  new Refused('already_member', 'Somebody with this address is a member already. Change their role instead.');

const pending = (row: InvitationRow | undefined) =>
  new Refused(
    'invitation_pending',
    `This address is invited already${row ? `, by ${row.createdByName ?? row.createdBy}` : ''}. Send that invitation again, or withdraw it first.`,
  );

const closed = ({ state }: InvitationRow) =>
  new Refused(
    'invitation_closed',
    state === 'withdrawn'
      ? 'The invitation was withdrawn. Invite the address anew.'
      : 'The invitation was accepted. Change or remove the member instead.',
  );

const deedOf = (action: string, row: InvitationRow, actor: Person): ManagementAction => ({
  actor,
  action,
  detail: { email: row.email, role: row.role, ...(row.rights.length > 0 && { rights: [...row.rights] }) },
});

function viewOf(row: InvitationRow): InvitationView {
  const { invitationId, email, role, rights, way, createdAt, createdByName, expiresAt, acceptedAt } = row;
  return {
    id: invitationId,
    email,
    role,
    rights: [...rights],
    way,
    state: stateOf(row, Date.now()),
    createdAt,
    createdBy: row.createdBy,
    ...(createdByName && { createdByName }),
    expiresAt,
    ...(acceptedAt && { acceptedAt }),
  };
}
