/**
 * Puts people into a group and out of it. What a person loses by it ends with the same step: first the row, then what a lower role may not hold. Who may lose
 * the role admin is judged before anything is written, within the lease that guards changes of people.
 */
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { readProvisionedUser, replaceProvisionedUser } from '../../../aws/tables/provisioning.ts';
import { givesRoles, groupRolesOf } from '../../../core/auth/oauth/providerGroups.ts';
import {
  effectiveGroups,
  namesOf,
  PROVISIONED_LIMITS,
  type ProvisionedGroup,
  type ProvisionedUser,
} from '../../../core/auth/provisioning.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { reaches, roleOfGroups } from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import { scimError } from '../../../core/scim/error.ts';
import { elapsedMs } from '../http/elapsed.ts';
import { ANSWER_BEFORE_MS } from '../http/request.ts';
import { alone, providerGivesRoles } from '../members/memberRules.ts';
import { hasHigherLogin, settle } from './accounts.ts';
import { checkAdminStays } from './admins.ts';
import type { ScimActor } from './request.ts';

/** A group as it is to be, among all groups and people as they are. */
export interface Membership {
  readonly users: readonly ProvisionedUser[];
  readonly groups: readonly ProvisionedGroup[];
  readonly group: ProvisionedGroup;
}

/** People at once; each is some requests to the user pool where they lose a role. */
const AT_ONCE = 10;

/** Stores the group, then makes `members` the people in it. Resolves to the group as stored and to all people as they are then. */
export async function enterMembers(
  actor: ScimActor,
  { users, groups, group }: Membership,
  members: ReadonlySet<string>,
  store: () => Promise<ProvisionedGroup>,
): Promise<{ readonly group: ProvisionedGroup; readonly users: readonly ProvisionedUser[] }> {
  const { groupId } = group;
  const groupsAfter = [...groups.filter((each) => each.groupId !== groupId), group];
  const isNamedAnew = groups.some((each) => each.groupId === groupId && namesOf(each).join() !== namesOf(group).join());
  const affected = users.filter((user) => {
    const isInside = user.groups.includes(groupId);
    return isInside !== members.has(user.userId) || (isInside && isNamedAnew) || user.due === 'role';
  });
  const afterOf = (user: ProvisionedUser): ProvisionedUser => {
    const after = withMembership(user, groupId, members.has(user.userId));
    const had = roleOf(user, groups);
    const isLower = had !== undefined && !reaches(roleOf(after, groupsAfter), had);
    return isLower && after.due === undefined ? { ...after, due: 'role' } : after;
  };
  const work = async () => {
    const stored = await store();
    const entered = new Map<string, ProvisionedUser>();
    for (let at = 0; at < affected.length; at += AT_ONCE) {
      checkTime();
      const some = affected.slice(at, at + AT_ONCE);
      const done = await Promise.all(some.map((user) => enter(user.userId, afterOf, groupsAfter, actor)));
      for (const user of done) if (user) entered.set(user.userId, user);
    }
    return { group: stored, users: users.map((user) => entered.get(user.userId) ?? user) };
  };
  if (!affected.some((user) => mayLoseAdmin(user, afterOf(user), groups, groupsAfter))) return work();
  return alone(async () => {
    await checkAdminStays(
      users.map((user) => (affected.includes(user) ? afterOf(user) : user)),
      groupsAfter,
    );
    return work();
  });
}

function withMembership(user: ProvisionedUser, groupId: string, isInside: boolean): ProvisionedUser {
  const others = user.groups.filter((each) => each !== groupId);
  if (!isInside) return others.length === user.groups.length ? user : { ...user, groups: others };
  if (others.length >= PROVISIONED_LIMITS.groupsOfUser) {
    throw scimError('scim_too_many', `Somebody would be in more than ${PROVISIONED_LIMITS.groupsOfUser} groups.`);
  }
  return { ...user, groups: [...others, groupId], isGrouped: true };
}

/** Writes one person and does what is due; undefined for somebody who is gone meanwhile. */
async function enter(
  userId: string,
  afterOf: (user: ProvisionedUser) => ProvisionedUser,
  groups: readonly ProvisionedGroup[],
  actor: ScimActor,
): Promise<ProvisionedUser | undefined> {
  const row = await untilWritten(async () => {
    const user = await readProvisionedUser(userId);
    if (!user) return undefined;
    const after = afterOf(user);
    if (after === user) return user;
    // The first pushed group takes the place of those of the login, whose role the row does not tell.
    const isFirst = after.isGrouped === true && !user.isGrouped && after.due === undefined && providerGivesRoles();
    const isLower = isFirst && (await hasHigherLogin(user, roleOf(after, groups)));
    return replaceProvisionedUser(user, { ...after, ...(isLower && { due: 'role' }), updatedAt: isoNow() });
  });
  return row?.due === 'role' ? settle(row, groups, actor) : row;
}

/** The role that pushed groups give somebody for the installation; undefined while they were never in one. */
function roleOf(user: ProvisionedUser, groups: readonly ProvisionedGroup[]): Role | undefined {
  const groupRoles = groupRolesOf(process.env['GROUP_ROLES']);
  if (!user.isGrouped || !givesRoles(groupRoles)) return undefined;
  const names = groups.filter(({ groupId }) => user.groups.includes(groupId)).flatMap(namesOf);
  return roleOfGroups(effectiveGroups([], names, groupRoles));
}

/** Also by the first pushed group, which takes the place of those of the login. */
function mayLoseAdmin(
  before: ProvisionedUser,
  after: ProvisionedUser,
  groups: readonly ProvisionedGroup[],
  groupsAfter: readonly ProvisionedGroup[],
): boolean {
  if (!givesRoles(groupRolesOf(process.env['GROUP_ROLES'])) || roleOf(after, groupsAfter) === 'admin') return false;
  return before.isGrouped ? roleOf(before, groups) === 'admin' : after.isGrouped === true;
}

function checkTime(): void {
  if (elapsedMs() < ANSWER_BEFORE_MS - 6_000) return;
  throw new PortcullisError(
    'scim_unfinished',
    'Part of the members is done, and what is done stays. Send the request again.',
  );
}
