/**
 * Invitations: invites an address, sends the mail again and withdraws; joining.ts accepts. The row (aws/tables/invitations.ts) is written
 * first, by a condition, so that of two who invite one address one wins; the user pool follows, and what it refuses takes the row back.
 */
import { auditItem, type ManagementAction, revertedAction } from '../../../aws/audit.ts';
import {
  createInvited,
  deleteUser,
  type PasswordUser,
  passwordUser,
  resendMail,
  setGroups,
} from '../../../aws/directoryChanges.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { report } from '../../../aws/tables/events.ts';
import { listInvitations, readInvitation, storeInvitation } from '../../../aws/tables/invitations.ts';
import type { InvitationView } from '../../../core/api/members.ts';
import { hasCode, InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import {
  expiryFrom,
  type InvitationRow,
  type InvitationWay,
  invitationIdOf,
  normalEmail,
  stateOf,
} from '../../../core/model/invitations.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { GIVING_GROUPS } from '../http/session.ts';
import { deedOf, stored } from './invitationEntries.ts';
import { accept, noteJoined } from './joining.ts';
import { alone, checkGivable, checkManaged, invitationWays, rolesFromProvider } from './memberRules.ts';

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
    const made = { ...row, version: row.version + 1 };
    try {
      await refuseEnded(actor);
      if (way === 'password') await sendTo(made, existing);
      // An earlier invitation with a password has made it; this one is for the provider's account.
      else if (existing) await deleteUser(existing.username);
      // What has withdrawn it meanwhile has found no account yet.
      await refuseEnded(actor);
    } catch (error) {
      await takeBack({ ...made, state: 'withdrawn' }, deed);
      throw error;
    }
    await report('member.invited.v1', { invitationId, role: row.role }, [invitationId, row.createdAt]);
    return viewOf(made);
  },

  resendInvitation: async ({ params, actor }) => {
    checkManaged();
    const row = await knownInvitation(params.invitationId);
    const { state, way, email, rights } = row;
    if (state !== 'pending') throw closed(row);
    if (!invitationWays().includes(way)) throw way === 'provider' ? rolesFromProvider() : noPasswords();
    checkGivable(actor, rights);
    const existing = way === 'password' ? await passwordUser(email) : undefined;
    if (existing && !existing.isInvited) throw alreadyMember();
    const deed = deedOf('member.invite.again', row, actor);
    const renewed = await stored({ ...row, expiresAt: isoNow(expiryFrom(Date.now())) }, deed);
    try {
      if (way === 'password') await sendTo(renewed, existing);
    } catch (error) {
      await takeBack({ ...renewed, expiresAt: row.expiresAt }, deed);
      throw error;
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

/** Withdraws the invitation of an address, if it is pending; its account is the caller's affair. */
export async function withdrawInvitationOf(email: string, actor: Person): Promise<void> {
  const row = await readInvitation(invitationIdOf(email));
  if (row?.state === 'pending')
    await stored({ ...row, state: 'withdrawn' }, deedOf('member.invite.withdraw', row, actor));
}

/** Whether the invitation is open and this person's. */
export const isInvited = (row: InvitationRow, by: string): boolean => row.createdBy === by && row.state === 'pending';

/**
 * Withdraws the invitations of somebody that nobody has accepted; returns how many. One that changes at the same moment is read again: it may
 * have been made by a login that is over, and withdraws itself (endedLogins.ts).
 */
export async function withdrawAllOf(person: string, actor: Person): Promise<number> {
  const rows = (await listInvitations()).filter((row) => isInvited(row, person));
  let withdrawn = 0;
  for (const { invitationId } of rows) {
    withdrawn += await untilWritten(async () => {
      const row = await readInvitation(invitationId);
      if (row === undefined || !isInvited(row, person)) return 0;
      return Number((await withdraw(row, actor)).state === 'withdrawn');
    });
  }
  return withdrawn;
}

/** Makes the account, unless an earlier invitation has made it, puts it into its groups and has the pool send the mail. */
async function sendTo({ email, role, rights }: InvitationRow, existing: PasswordUser | undefined): Promise<void> {
  const username = existing?.username ?? (await createInvited(email));
  await setGroups(username, [role, ...rights], GIVING_GROUPS);
  if (existing) await resendMail(email);
}

/**
 * Stores what the row says after the user pool has refused, then removes the account of one that is withdrawn. Never rejects, because the
 * first error is the one to show; what is left can be withdrawn or sent again.
 */
async function takeBack(row: InvitationRow, deed: ManagementAction): Promise<void> {
  try {
    const isOver = await stored(row, revertedAction(deed)).then(
      () => row.state === 'withdrawn',
      (error: unknown) => isWithdrawnBy(error, row),
    );
    const account = isOver ? await passwordUser(row.email) : undefined;
    if (account?.isInvited) await deleteUser(account.username);
  } catch (error) {
    logError('invitation_not_taken_back', { reason: reasonOf(error) });
  }
}

/** Whether the row was not stored because somebody else has withdrawn the invitation as well. Throws every other error. */
async function isWithdrawnBy(error: unknown, { state, invitationId }: InvitationRow): Promise<boolean> {
  if (!hasCode(error, 'write_conflict')) throw error;
  return state === 'withdrawn' && (await readInvitation(invitationId))?.state === 'withdrawn';
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

async function knownInvitation(id: string): Promise<InvitationRow> {
  const row = await readInvitation(id);
  if (!row) throw notFound('invitation');
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
