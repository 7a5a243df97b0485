/**
 * Changes the role of a person, locks them out, removes them. The user pool knows no conditional writes, so one request at a time does it
 * (memberRules.ts). The entry in the trail is written first; one that says `undone` follows where the user pool refuses and has changed
 * nothing. Logins are ended before the change, so that it counts from then on even if a later step fails, and again after it, for tokens that
 * were made in between; where nothing has changed, the earlier ones count again.
 */

import { isDeepStrictEqual } from 'node:util';
import { type ManagementAction, recordManagementAction, revertedAction } from '../../../aws/audit.ts';
import { deleteUser, setEnabled, setGroups, signOutUser } from '../../../aws/directoryChanges.ts';
import { groupsNow, overlay } from '../../../aws/provisioned.ts';
import { type DirectoryUser, userOfSubject } from '../../../aws/services/directory.ts';
import { report } from '../../../aws/tables/events.ts';
import { endLogins } from '../../../aws/tables/invitations.ts';
import type { Holdings } from '../../../core/api/members.ts';
import type { AnswerOf, BodyOf } from '../../../core/api/routes/index.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { Person } from '../../../core/lib/person.ts';
import { roleOfGroups } from '../../../core/model/projects.ts';
import { RIGHTS, type Right, type Role } from '../../../core/model/roles.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { type Actor, GIVING_GROUPS } from '../http/session.ts';
import { countHoldings, endHoldings, forbiddenTo, type Holding, revokedTokensOf, SECRETS } from './holdings.ts';
import { withdrawInvitationOf } from './invitations.ts';
import { settleInvitation } from './joining.ts';
import {
  alone,
  checkGivable,
  checkManaged,
  checkOtherAdmin,
  providerGivesRoles,
  rolesFromProvider,
} from './memberRules.ts';
import { memberView } from './members.ts';

/** Handlers of the routes that change people. */
export const memberChanges: HandlersOf<'getHoldings' | 'changeMember' | 'removeMember'> = {
  getHoldings: async ({ params, query }) => {
    const { id } = await knownUser(params.memberId);
    const ends = query.role === undefined ? ALL : forbiddenTo(query.role, true);
    const [held, revoked] = await Promise.all([countHoldings(id, ends), revokedTokensOf(id)]);
    return { ends: held, revoked };
  },

  changeMember: async ({ params, body, actor }) => {
    checkManaged();
    return alone(async () => {
      const user = await knownUser(params.memberId);
      if (body.enabled) await checkActive(user);
      return changePerson(user, body, actor);
    });
  },

  removeMember: async ({ params, query, actor }) => {
    checkManaged();
    return alone(async () => {
      const user = await knownUser(params.memberId);
      if (user.isExternal && providerGivesRoles()) throw rolesFromProvider();
      return removePerson(user, query.tokens, actor);
    });
  },
};

/** Changes somebody, within the lease. */
export async function changePerson(
  user: DirectoryUser,
  body: BodyOf<'changeMember'>,
  actor: Changer,
): Promise<AnswerOf<'changeMember'>> {
  const { tokens: secrets, ...changes } = body;
  if (Object.keys(changes).length === 0) return { ...memberView(user), ended: await endHoldings(user.id, [], actor) };
  const role = body.role ?? roleOfGroups(user.groups);
  const had = RIGHTS.filter((right) => user.groups.includes(right));
  const rights = body.rights ?? had;
  const enabled = body.enabled ?? user.isEnabled;
  const regroups = body.role !== undefined || body.rights !== undefined;
  if (regroups && user.isExternal && providerGivesRoles()) throw rolesFromProvider();
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw new Refused(
      'member_invited',
      'This person has not logged in yet. Withdraw the invitation and invite them anew.',
    );
  }
  checkGivable(
    actor,
    rights.filter((right) => !had.includes(right)),
  );
  const isAdmin = roleOfGroups(user.groups) === 'admin' && user.isEnabled;
  const isAdminAfter = role === 'admin' && enabled;
  if (isAdmin && !isAdminAfter) await checkOtherAdmin(user.id);
  const detail = {
    ...named(user),
    ...(role && { role }),
    rights: [...rights],
    ...(enabled !== user.isEnabled && { enabled }),
    ...(secrets === 'keep' && { tokens: secrets }),
  };
  await entered(user, { actor, action: 'member.change', detail }, async () => {
    if (regroups && user.email) await settleInvitation(user.email, user.id);
    if (regroups) await setGroups(user.username, groupsFor(role, rights), GIVING_GROUPS);
    if (enabled !== user.isEnabled) await setEnabled(user.username, enabled);
    if (!enabled) await signOutUser(user.username);
    await endLogins(user.id);
  });
  // Also where they had no higher role before: the request that demoted them may have failed before this. What was kept on request
  // ends only with another request that demotes them or locks them out.
  const isLess = body.role !== undefined || body.enabled === false;
  const isKept = (kind: Holding) => SECRETS.includes(kind) && (secrets === 'keep' || !isLess);
  const ends = forbiddenTo(role, enabled).filter((kind) => !isKept(kind));
  const ended = await endHoldings(user.id, ends, actor);
  await report('member.changed.v1', { memberId: user.id, ...(role && { role }), enabled }, [user.id, isoNow()]);
  const inside = regroups
    ? [...user.groups.filter((each) => !GIVING_GROUPS.includes(each)), ...groupsFor(role, rights)]
    : user.groups;
  return { ...memberView({ ...user, groups: inside, isEnabled: enabled }), ended };
}

/** Removes somebody, within the lease; returns what it has ended. */
export async function removePerson(
  user: DirectoryUser,
  secrets: 'keep' | 'revoke' | undefined,
  actor: Person,
): Promise<Holdings> {
  if (roleOfGroups(user.groups) === 'admin' && user.isEnabled) await checkOtherAdmin(user.id);
  // Locked out first: from then on nothing new can begin. Whatever comes after it can be repeated.
  await entered(
    user,
    {
      actor,
      action: 'member.remove',
      detail: { ...named(user), ...(secrets === 'keep' && { tokens: 'keep' }) },
    },
    async () => void (await setEnabled(user.username, false)),
  );
  await signOutUser(user.username);
  await endLogins(user.id);
  const kept = secrets === 'keep' ? SECRETS : [];
  const ends = ALL.filter((kind) => !kept.includes(kind));
  const ended = await endHoldings(user.id, ends, actor);
  if (user.email) await withdrawInvitationOf(user.email, actor);
  await deleteUser(user.username);
  await report('member.removed.v1', { memberId: user.id }, [user.id]);
  return ended;
}

/** Who changes people. */
type Changer = Pick<Actor, 'id' | 'name' | 'rights'>;

/** What somebody who cannot log in may not hold. */
const ALL = forbiddenTo(undefined, false);

const groupsFor = (role: Role | undefined, rights: readonly Right[]): string[] => [...(role ? [role] : []), ...rights];

const named = ({ id, email }: DirectoryUser) => ({ person: id, ...(email && { email }) });

/** Throws Refused `member_deactivated`: what is let in here would be refused at each request. */
async function checkActive({ id, username, verifiedEmail: email, groups, isExternal }: DirectoryUser): Promise<void> {
  if (!isExternal || (await groupsNow({ id, username, email, groups })) !== undefined) return;
  throw new Refused(
    'member_deactivated',
    'The identity provider has deactivated this person. Have Portcullis assigned to them again there.',
  );
}

async function knownUser(memberId: string): Promise<DirectoryUser> {
  const [user, laid] = await Promise.all([userOfSubject(memberId), overlay()]);
  if (!user) throw notFound('member');
  return laid(user);
}

/** Enters and makes a change, after the logins of before were ended. */
async function entered(user: DirectoryUser, action: ManagementAction, work: () => Promise<void>): Promise<void> {
  await recordManagementAction(action);
  let restoreLogins: (() => Promise<void>) | undefined;
  try {
    restoreLogins = await endLogins(user.id);
    await work();
  } catch (error) {
    if (await isUnchanged(user)) {
      await restoreLogins?.();
      await recordManagementAction(revertedAction(action));
    }
    throw error;
  }
}

/** Whether the user pool says the same as before. False where it does not answer: then the entry stands as it is. */
async function isUnchanged({ id, groups, isEnabled }: DirectoryUser): Promise<boolean> {
  const [found, laid] = await Promise.all([userOfSubject(id), overlay()]).catch(() => []);
  const isSame = (now: DirectoryUser) =>
    now.isEnabled === isEnabled && isDeepStrictEqual(new Set(now.groups), new Set(groups));
  return found !== undefined && laid !== undefined && (isSame(found) || isSame(laid(found)));
}
