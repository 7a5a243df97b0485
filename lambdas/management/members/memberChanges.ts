/**
 * Changes the role of a person, locks them out, removes them. The user pool knows no conditional writes, so one request at a time does it
 * (memberRules.ts). The entry in the trail is written first; one that says `undone` follows where the user pool refuses and has changed
 * nothing. Logins are ended before the change, so that it counts from then on even if a later step fails, and again after it, for tokens that
 * were made in between; where nothing has changed, the earlier ones count again.
 */

import { isDeepStrictEqual } from 'node:util';
import { type ManagementAction, recordManagementAction, revertedAction } from '../../../aws/audit.ts';
import { deleteUser, setEnabled, setGroups, signOutUser } from '../../../aws/directoryChanges.ts';
import { type FoundUser, userOfSubject } from '../../../aws/services/directory.ts';
import { report } from '../../../aws/tables/events.ts';
import { endLogins } from '../../../aws/tables/invitations.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { roleOfGroups } from '../../../core/model/projects.ts';
import { RIGHTS, type Right, type Role } from '../../../core/model/roles.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { GIVING_GROUPS } from '../http/session.ts';
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
      const { tokens: secrets, ...changes } = body;
      if (Object.keys(changes).length === 0)
        return { ...memberView(user), ended: await endHoldings(user.id, [], actor) };
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
    });
  },

  removeMember: async ({ params, query, actor }) => {
    checkManaged();
    return alone(async () => {
      const user = await knownUser(params.memberId);
      if (user.isExternal && providerGivesRoles()) throw rolesFromProvider();
      if (roleOfGroups(user.groups) === 'admin' && user.isEnabled) await checkOtherAdmin(user.id);
      // Locked out first: from then on nothing new can begin. Whatever comes after it can be repeated.
      await entered(
        user,
        {
          actor,
          action: 'member.remove',
          detail: { ...named(user), ...(query.tokens === 'keep' && { tokens: 'keep' }) },
        },
        async () => void (await setEnabled(user.username, false)),
      );
      await signOutUser(user.username);
      await endLogins(user.id);
      const kept = query.tokens === 'keep' ? SECRETS : [];
      const ends = ALL.filter((kind) => !kept.includes(kind));
      const ended = await endHoldings(user.id, ends, actor);
      if (user.email) await withdrawInvitationOf(user.email, actor);
      await deleteUser(user.username);
      await report('member.removed.v1', { memberId: user.id }, [user.id]);
      return ended;
    });
  },
};

/** What somebody who cannot log in may not hold. */
const ALL = forbiddenTo(undefined, false);

const groupsFor = (role: Role | undefined, rights: readonly Right[]): string[] => [...(role ? [role] : []), ...rights];

const named = ({ id, email }: FoundUser) => ({ person: id, ...(email && { email }) });

async function knownUser(memberId: string): Promise<FoundUser> {
  const user = await userOfSubject(memberId);
  if (!user) throw notFound('member');
  return user;
}

/** Enters and makes a change, after the logins of before were ended. */
async function entered(user: FoundUser, action: ManagementAction, work: () => Promise<void>): Promise<void> {
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
async function isUnchanged({ id, groups, isEnabled }: FoundUser): Promise<boolean> {
  const now = await userOfSubject(id).catch(() => undefined);
  return now?.isEnabled === isEnabled && isDeepStrictEqual(new Set(now.groups), new Set(groups));
}
