/**
 * What SCIM says of people who sign in through the owner's identity provider: laid over what the user pool says. Without a provider nothing is read, and for
 * accounts of the pool itself neither.
 */
import { groupRolesOf } from '../core/auth/oauth/providerGroups.ts';
import {
  type ExternalLogin,
  effectiveGroups,
  keysOfLogin,
  keysOfUser,
  namesOf,
  PROVISIONED_LIMITS,
  type ProvisionedGroup,
  type ProvisionedUser,
} from '../core/auth/provisioning.ts';
import { hasCode } from '../core/lib/errors.ts';
import { logFailure } from './lib/log.ts';
import { type DirectoryPerson, type DirectoryUser, personOfUser } from './services/directory.ts';
import {
  listProvisionedGroups,
  listProvisionedUsers,
  ownerOfKey,
  readProvisionedGroup,
  readProvisionedUser,
  replaceProvisionedUser,
} from './tables/provisioning.ts';

const groupRoles = () => groupRolesOf(process.env['GROUP_ROLES']);
const hasProvider = (): boolean => process.env['GROUP_ROLES'] !== undefined;

/** The provisioned person whose login this is; undefined where SCIM knows nobody of these names. */
async function provisionedOf(login: ExternalLogin): Promise<ProvisionedUser | undefined> {
  if (!hasProvider()) return undefined;
  const owners = await Promise.all(keysOfLogin(login).map(ownerOfKey));
  const userId = owners.find((each) => each !== undefined);
  const user = userId === undefined ? undefined : await readProvisionedUser(userId);
  if (user && owners[0] === undefined) await remember(user, login);
  return user;
}

/**
 * Keeps which account is theirs, once for each: the user pool is searched by whole values alone, and would not find one whose name the provider writes
 * in another case. Whatever comes between is tried again at the next request.
 */
async function remember(user: ProvisionedUser, { id }: ExternalLogin): Promise<void> {
  if (user.accounts.length === PROVISIONED_LIMITS.accounts) return;
  await replaceProvisionedUser(user, { ...user, accounts: [...user.accounts, id] }).catch((error: unknown) => {
    if (!hasCode(error, 'write_conflict')) logFailure('account_not_remembered', error);
  });
}

/** The groups of somebody from the provider as SCIM has them; undefined for somebody who is not active. */
export async function groupsNow(
  login: ExternalLogin & { readonly groups: readonly string[] },
): Promise<readonly string[] | undefined> {
  const user = await provisionedOf(login);
  if (!user) return login.groups;
  return user.active ? effectiveGroups(login.groups, await pushedNames(user), groupRoles()) : undefined;
}

/** The names of the pushed groups that somebody is in; undefined while they never were in one. */
async function pushedNames(user: Pick<ProvisionedUser, 'groups' | 'isGrouped'>): Promise<string[] | undefined> {
  if (!user.isGrouped) return undefined;
  const groups = await Promise.all(user.groups.map(readProvisionedGroup));
  return groups.flatMap((group) => (group ? namesOf(group) : []));
}

/** A user who can log in, as SCIM has them; undefined when the user is unknown, disabled or not active. Throws `directory_busy`. */
export async function personNow(username: string): Promise<DirectoryPerson | undefined> {
  const person = await personOfUser(username);
  if (!person?.isExternal) return person;
  const groups = await groupsNow({ ...person, username });
  return groups && { ...person, groups };
}

/** Lays what SCIM says over users of the pool; reads all that was pushed, once. */
export async function overlay(): Promise<<User extends DirectoryUser>(user: User) => User> {
  if (!hasProvider()) return (user) => user;
  const [users, groups] = await Promise.all([listProvisionedUsers(), listProvisionedGroups()]);
  if (users.length === 0) return (user) => user;
  return overlayOf(users, groups);
}

/** The same with what would be pushed. */
export function overlayOf(
  users: readonly ProvisionedUser[],
  groups: readonly ProvisionedGroup[],
): <User extends DirectoryUser>(user: User) => User {
  const byKey = new Map(users.flatMap((user) => keysOfUser(user).map((key) => [key, user] as const)));
  const byId = new Map(groups.map((group) => [group.groupId, group]));
  const names = (user: ProvisionedUser) =>
    user.isGrouped && user.groups.flatMap((id) => (byId.has(id) ? namesOf(byId.get(id) as ProvisionedGroup) : []));
  return (user) => {
    if (!user.isExternal) return user;
    const found = keysOfLogin({ id: user.id, username: user.username, email: user.verifiedEmail })
      .map((key) => byKey.get(key))
      .find((each) => each !== undefined);
    if (!found) return user;
    if (!found.active) return { ...user, isEnabled: false, groups: [] };
    return { ...user, groups: effectiveGroups(user.groups, names(found) || undefined, groupRoles()) };
  };
}
