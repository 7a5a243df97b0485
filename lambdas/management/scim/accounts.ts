/**
 * The accounts of the user pool that a provisioned person has, and what is to be done to them when the person is deactivated, let in again, or has a lower
 * role: what removing and locking out a member do. All of it can be repeated, and is until it was done (`due`).
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { overlayOf } from '../../../aws/provisioned.ts';
import { type DirectoryUser, usersWhere } from '../../../aws/services/directory.ts';
import { report } from '../../../aws/tables/events.ts';
import { endLogins } from '../../../aws/tables/invitations.ts';
import { readProvisionedUser, replaceProvisionedUser } from '../../../aws/tables/provisioning.ts';
import { mainMail, type ProvisionedGroup, type ProvisionedUser } from '../../../core/auth/provisioning.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { roleOfGroups } from '../../../core/model/projects.ts';
import { endHoldings, forbiddenTo } from '../members/holdings.ts';
import { changePerson, removePerson } from '../members/memberChanges.ts';
import type { ScimActor } from './request.ts';

/**
 * Accounts that are this person's: by the provider's id or name of them, by an earlier name, and by the verified address, then with a password of the
 * pool, too.
 */
export async function accountsOf(user: ProvisionedUser): Promise<DirectoryUser[]> {
  const provider = process.env['PROVIDER_NAME'];
  const mails = new Set([user.userName, mainMail(user) ?? user.userName].flatMap((mail) => [mail, mail.toLowerCase()]));
  const names = [user.externalId, user.userName].flatMap((name) => (name === undefined ? [] : [`${provider}_${name}`]));
  const found = await Promise.all([
    ...names.map((name) => usersWhere('username', name)),
    ...[...mails].map((mail) => usersWhere('email', mail)),
    ...user.accounts.map((id) => usersWhere('sub', id)),
  ]);
  const isTheirs = ({ id, username, verifiedEmail = '' }: DirectoryUser) =>
    names.includes(username) || user.accounts.includes(id) || mails.has(verifiedEmail.toLowerCase());
  return [
    ...new Map(
      found
        .flat()
        .filter(isTheirs)
        .map((each) => [each.id, each]),
    ).values(),
  ];
}

/** Deletes the accounts of somebody, within the lease. */
export async function removeAccounts(user: ProvisionedUser, actor: ScimActor): Promise<void> {
  for (const account of await accountsOf(user)) await removePerson(account, undefined, actor);
}

/** Does what is due to somebody's accounts. Within the lease, unless it is a role. */
export async function settle(
  user: ProvisionedUser,
  groups: readonly ProvisionedGroup[],
  actor: ScimActor,
): Promise<ProvisionedUser> {
  const { due } = user;
  if (due === undefined) return user;
  for (const account of await accountsOf(user)) {
    if (due === 'role') await endForLowerRole(overlayOf([user], groups)(account), actor);
    // Nobody has logged in with it, so there is nothing to be locked out.
    else if (account.status === 'FORCE_CHANGE_PASSWORD') {
      if (due === 'out') await removePerson(account, undefined, actor);
    } else if (due === 'out' || !account.isEnabled) {
      await changePerson(account, { enabled: due === 'in' }, actor);
    }
  }
  return untilWritten(async () => {
    const now = await readProvisionedUser(user.userId);
    if (now?.due !== due) return now ?? user;
    const { due: _, ...done } = now;
    return replaceProvisionedUser(now, done);
  });
}

/** Ends what the role of somebody may not hold. Their logins count anew, so that what is being made at this moment is taken back. */
async function endForLowerRole(account: DirectoryUser, actor: ScimActor): Promise<void> {
  if (!account.isExternal) return;
  const { id, email, groups, isEnabled } = account;
  const role = roleOfGroups(groups);
  await recordManagementAction({
    actor,
    action: 'member.change',
    detail: { person: id, ...(email && { email }), ...(role && { role }) },
  });
  await endLogins(id);
  await endHoldings(
    id,
    forbiddenTo(role, true).filter((kind) => kind !== 'sessions'),
    actor,
  );
  await report('member.changed.v1', { memberId: id, ...(role && { role }), enabled: isEnabled }, [id, isoNow()]);
}
