/** Lists who may log in, with their roles. memberChanges.ts changes people. */

import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { overlay } from '../../../aws/provisioned.ts';
import { type DirectoryUser, listUsers } from '../../../aws/services/directory.ts';
import type { MemberView } from '../../../core/api/members.ts';
import { roleOfGroups } from '../../../core/model/projects.ts';
import { RIGHTS, ROLES } from '../../../core/model/roles.ts';
import type { HandlersOf } from '../http/request.ts';
import { GIVING_GROUPS } from '../http/session.ts';

/** Handler of `listMembers`. */
export const members: HandlersOf<'listMembers'> = {
  listMembers: async ({ query }) => {
    const [{ users, cursor }, laid] = await Promise.all([listUsers(GIVING_GROUPS, query.cursor), overlay()]);
    const named = users.map(laid).map(memberView);
    return {
      members: named.sort((a, b) => (a.email ?? a.id).localeCompare(b.email ?? b.id)),
      ...userPool(),
      managed: isManaged(),
      ...(cursor && { cursor }),
    };
  },
};

/** Whether this API may invite and change people: the setting `invitations`. */
export const isManaged = (): boolean => process.env['INVITATIONS'] !== 'false';

/** Only for a pool that issues the tokens itself: with another issuer the pool's id would be of no use. */
function userPool() {
  const cognito = /^https:\/\/cognito-idp\.([a-z0-9-]+)\.amazonaws\.com/.exec(requireEnvironment('LOGIN_ISSUER'));
  return cognito?.[1] && { userPool: { id: requireEnvironment('USER_POOL'), region: cognito[1] } };
}

const STATUS: Readonly<Record<string, MemberView['status']>> = {
  CONFIRMED: 'active',
  EXTERNAL_PROVIDER: 'active',
  FORCE_CHANGE_PASSWORD: 'invited',
  UNCONFIRMED: 'unconfirmed',
  RESET_REQUIRED: 'reset_required',
};

/** What is shown of a user. */
export function memberView({ isEnabled, status, groups, changedAt, ...user }: DirectoryUser): MemberView {
  const role = roleOfGroups(groups);
  const { id, email, name, createdAt } = user;
  return {
    id,
    ...(email && { email }),
    ...(name && { name }),
    createdAt,
    ...(role && { role }),
    groups: ROLES.filter((each) => groups.includes(each)).reverse(),
    rights: RIGHTS.filter((each) => groups.includes(each)),
    status: isEnabled ? (STATUS[status] ?? 'unknown') : 'disabled',
    ...(changedAt && { lastModifiedAt: changedAt }),
  };
}
