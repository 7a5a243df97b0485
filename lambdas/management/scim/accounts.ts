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
import { ownerOfKey, readProvisionedUser, replaceProvisionedUser } from '../../../aws/tables/provisioning.ts';
import {
  keysOfLogin,
  keysOfUser,
  mainMail,
  type ProvisionedGroup,
  type ProvisionedUser,
} from '../../../core/auth/provisioning.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { reaches, roleOfGroups } from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import { endHoldings, forbiddenTo } from '../members/holdings.ts';
import { changePerson, removePerson } from '../members/memberChanges.ts';
import type { ScimActor } from './request.ts';

/** Accounts that are this person's: those whose logins are theirs, and the one with a password of the pool that has their verified address. */
export async function accountsOf(user: ProvisionedUser): Promise<DirectoryUser[]> {
  const mails = new Set([user.userName, mainMail(user) ?? user.userName].flatMap(inBoth));
  const found = await Promise.all([
    ...loginNames(user).map((name) => usersWhere('username', name)),
    ...[...mails].map((mail) => usersWhere('email', mail)),
    ...user.accounts.map((id) => usersWhere('sub', id)),
  ]);
  const accounts = [...new Map(found.flat().map((each) => [each.id, each])).values()];
  const isTheirs = await Promise.all(
    accounts.map((account) =>
      account.isExternal ? isLoginOf(user, account) : mails.has((account.verifiedEmail ?? '').toLowerCase()),
    ),
  );
  return accounts.filter((_, at) => isTheirs[at]);
}

const inBoth = (text: string) => [text, text.toLowerCase()];
/** The names in the user pool of logins that the provider names as it names them. */
const loginNames = ({ externalId, userName }: ProvisionedUser): string[] =>
  [...new Set([externalId ?? userName, userName].flatMap(inBoth))].map(
    (name) => `${process.env['PROVIDER_NAME']}_${name}`,
  );

/** As a login is found to be somebody's (aws/provisioned.ts): the first of its keys that anybody has decides. */
async function isLoginOf(user: ProvisionedUser, { id, username, verifiedEmail }: DirectoryUser): Promise<boolean> {
  const own = new Set(keysOfUser(user));
  for (const key of keysOfLogin({ id, username, email: verifiedEmail })) {
    if (own.has(key)) return true;
    const owner = await ownerOfKey(key);
    if (owner !== undefined) return owner === user.userId;
  }
  return false;
}

/**
 * Whether a login becomes theirs by its name that is another person's now, found by the address: with names that nobody has a login under yet, none does.
 * The groups pushed for that other person count for it no more then.
 */
export async function takesLogin(user: ProvisionedUser): Promise<boolean> {
  const own = new Set(keysOfUser(user));
  const found = await Promise.all(loginNames(user).map((name) => usersWhere('username', name)));
  const taken = found.flat().map(async ({ id, username, verifiedEmail }) => {
    const keys = keysOfLogin({ id, username, email: verifiedEmail });
    const owners = await Promise.all(keys.map(ownerOfKey));
    const now = owners.find((owner) => owner !== undefined);
    const then = owners.map((owner, at) => (own.has(keys[at] as string) ? user.userId : owner)).find(Boolean);
    return now !== undefined && now !== then && then === user.userId;
  });
  return (await Promise.all(taken)).includes(true);
}

/** Whether a login of theirs gives a higher role than this one. */
export async function hasHigherLogin(user: ProvisionedUser, role: Role | undefined): Promise<boolean> {
  const accounts = (await accountsOf(user)).filter(({ isExternal }) => isExternal);
  return accounts.map(({ groups }) => roleOfGroups(groups)).some((had) => had !== undefined && !reaches(role, had));
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
    } else if (due === 'out' || (!account.isEnabled && user.lockedOut?.includes(account.id))) {
      await changePerson(account, { enabled: due === 'in' }, actor);
    }
  }
  return untilWritten(async () => {
    const now = await readProvisionedUser(user.userId);
    if (now?.due !== due) return now ?? user;
    const { due: _, lockedOut, ...done } = now;
    return replaceProvisionedUser(now, { ...done, ...(due === 'out' && lockedOut && { lockedOut }) });
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
