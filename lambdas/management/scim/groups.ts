/**
 * /Groups: groups of the identity provider. Who is in one stands in the rows of people, so that a login reads one row. A change goes person by person, and
 * each is done whole, with what a lower role ends, before the next: a request that ends in between is repeated and goes on.
 */
import { auditItem } from '../../../aws/audit.ts';
import { writeConflict } from '../../../aws/lib/errors.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import {
  createProvisionedGroup,
  listProvisionedGroups,
  listProvisionedUsers,
  readProvisionedGroup,
  removeProvisionedGroup,
  replaceProvisionedGroup,
} from '../../../aws/tables/provisioning.ts';
import {
  PROVISIONED_ID,
  PROVISIONED_LIMITS,
  type ProvisionedGroup,
  type ProvisionedUser,
} from '../../../core/auth/provisioning.ts';
import { isoNow, randomBase62 } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { isShown, keptOf } from '../../../core/scim/attributes.ts';
import { scimError } from '../../../core/scim/error.ts';
import { patched } from '../../../core/scim/patch.ts';
import { SCHEMAS } from '../../../core/scim/schema.ts';
import { enterMembers, type Membership } from './membership.ts';
import {
  type Asked,
  checkTag,
  oneAnswer,
  projectionOf,
  type Resources,
  type ScimActor,
  type ScimAnswer,
  type ScimRequest,
} from './request.ts';
import { groupView } from './views.ts';

const SCHEMA = SCHEMAS.Group;

/** Groups in the order in which they were made. People are read only where the answer or the filter has them. */
export async function groupResources(asked: Asked): Promise<Resources> {
  const needsMembers = isShown('members', SCHEMA, asked) || /members/i.test(JSON.stringify(asked.filter ?? ''));
  const [groups, users] = await Promise.all([listProvisionedGroups(), needsMembers ? listProvisionedUsers() : []]);
  const inside = new Map<string, ProvisionedUser[]>();
  for (const user of users) {
    for (const id of user.groups) {
      const people = inside.get(id);
      if (people) people.push(user);
      else inside.set(id, [user]);
    }
  }
  const views = groups
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.groupId.localeCompare(b.groupId))
    .map((group) => groupView(group, inside.get(group.groupId) ?? []));
  return { schema: SCHEMA, views };
}

/** GET /Groups/{id}. */
export async function getGroup(request: ScimRequest, id: string): Promise<ScimAnswer> {
  const group = await known(id);
  const users = isShown('members', SCHEMA, projectionOf(request)) ? await listProvisionedUsers() : [];
  return shown(request, group, users);
}

const shown = (request: ScimRequest, group: ProvisionedGroup, users: readonly ProvisionedUser[], status?: 201) =>
  oneAnswer(request, group, groupView(group, membersOf(users, group.groupId)), SCHEMA, status);

const membersOf = (users: readonly ProvisionedUser[], groupId: string): ProvisionedUser[] =>
  users.filter(({ groups }) => groups.includes(groupId));

/** POST /Groups. */
export async function createGroup(request: ScimRequest): Promise<ScimAnswer> {
  const kept = keptOf(request.body, SCHEMA);
  const [groups, users] = await Promise.all([listProvisionedGroups(), listProvisionedUsers()]);
  if (groups.length >= PROVISIONED_LIMITS.groups) {
    throw scimError('scim_too_many', `There are ${PROVISIONED_LIMITS.groups} groups already.`);
  }
  const members = namedMembers(kept, users);
  const fields = fieldsOf(kept);
  const begun = groups.find((each) => each.isBegun && isSameGroup(each, fields));
  if (begun) return filled(request, { users, groups, group: begun }, members, async () => begun);
  const now = isoNow();
  const group: ProvisionedGroup = {
    ...fields,
    groupId: `grp_${randomBase62(12)}`,
    ...(members.size > 0 && { isBegun: true }),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  checkUnique(group, groups);
  const entry = auditItem(deed(request.actor, 'scim.group.create', group, { members: members.size }));
  return filled(request, { users, groups, group }, members, async () => {
    if (!(await createProvisionedGroup(group, entry))) {
      checkUnique(group, await listProvisionedGroups());
      throw writeConflict('The group');
    }
    return group;
  });
}

const isSameGroup = (one: Named, other: Named): boolean =>
  one.displayName === other.displayName && one.externalId === other.externalId;

/** Puts the members into a group that is being made. */
async function filled(
  request: ScimRequest,
  membership: Membership,
  members: ReadonlySet<string>,
  store: () => Promise<ProvisionedGroup>,
): Promise<ScimAnswer> {
  const { group, users } = await enterMembers(request.actor, membership, members, store);
  const whole = await untilWritten(async () => {
    const { isBegun, ...done } = await known(group.groupId);
    return isBegun ? replaceProvisionedGroup({ ...done, isBegun }, done) : done;
  });
  return shown(request, whole, users, 201);
}

/** PUT /Groups/{id}. */
export const replaceGroup = (request: ScimRequest, id: string): Promise<ScimAnswer> =>
  change(request, id, () => keptOf(request.body, SCHEMA));

/** PATCH /Groups/{id}. */
export const patchGroup = (request: ScimRequest, id: string): Promise<ScimAnswer> =>
  change(request, id, (view) => keptOf(patched(view, request.body, SCHEMA), SCHEMA));

async function change(request: ScimRequest, id: string, how: (view: JsonObject) => JsonObject): Promise<ScimAnswer> {
  return untilWritten(async () => {
    const before = await known(id);
    checkTag(request, before);
    const [groups, users] = await Promise.all([listProvisionedGroups(), listProvisionedUsers()]);
    const inside = membersOf(users, id);
    const kept = how(groupView(before, inside));
    const { externalId: _, isBegun: __, ...rest } = before;
    const after: ProvisionedGroup = { ...rest, ...fieldsOf(kept), updatedAt: isoNow() };
    checkUnique(after, groups);
    const members = namedMembers(kept, users);
    const added = [...members].filter((userId) => !inside.some((user) => user.userId === userId));
    const removed = inside.filter(({ userId }) => !members.has(userId));
    if (isSameGroup(before, after) && added.length + removed.length === 0 && !users.some(({ due }) => due === 'role')) {
      return shown(request, before, users);
    }
    const detail = { members: members.size, added: added.length, removed: removed.length };
    const entry = auditItem(deed(request.actor, 'scim.group.change', after, detail));
    const entered = await enterMembers(request.actor, { users, groups, group: after }, members, () =>
      replaceProvisionedGroup(before, after, [entry]),
    );
    return shown(request, entered.group, entered.users);
  });
}

/** DELETE /Groups/{id}. The group goes last, so that a request that ends before can be repeated. */
export async function deleteGroup(request: ScimRequest, id: string): Promise<ScimAnswer> {
  const group = await known(id);
  checkTag(request, group);
  const [groups, users] = await Promise.all([listProvisionedGroups(), listProvisionedUsers()]);
  const membership: Membership = { users, groups, group };
  await enterMembers(request.actor, membership, new Set(), async () => group);
  if (!(await removeProvisionedGroup(group, auditItem(deed(request.actor, 'scim.group.delete', group))))) {
    throw writeConflict('The group');
  }
  return { status: 204 };
}

/** What a request names a group by. */
type Named = Pick<ProvisionedGroup, 'displayName' | 'externalId'>;

const fieldsOf = (kept: JsonObject): Named => ({
  displayName: kept['displayName'] as string,
  ...(typeof kept['externalId'] === 'string' && { externalId: kept['externalId'] }),
});

/** The people that a request names as members. Throws `scim_value_invalid` for one that is none. */
function namedMembers(kept: JsonObject, users: readonly ProvisionedUser[]): ReadonlySet<string> {
  const known = new Set(users.map(({ userId }) => userId));
  const named = ((kept['members'] ?? []) as JsonObject[]).map((member) => String(member['value'] ?? ''));
  const unknown = named.find((userId) => !known.has(userId));
  if (unknown !== undefined) {
    throw scimError(
      'scim_value_invalid',
      unknown.startsWith('grp_')
        ? 'members has a group; push the people of groups in groups themselves.'
        : 'members has somebody who is no user here. Push the user first.',
    );
  }
  return new Set(named);
}

function checkUnique(group: ProvisionedGroup, groups: readonly ProvisionedGroup[]): void {
  const same = groups.some(
    ({ groupId, displayName, externalId }) =>
      groupId !== group.groupId &&
      (displayName.toLowerCase() === group.displayName.toLowerCase() ||
        (externalId !== undefined && externalId === group.externalId)),
  );
  if (same) throw scimError('scim_not_unique', 'Another group has this displayName or externalId.');
}

async function known(id: string): Promise<ProvisionedGroup> {
  const row = PROVISIONED_ID.group.test(id) ? await readProvisionedGroup(id) : undefined;
  if (!row) throw scimError('scim_not_found', 'There is no such group.');
  return row;
}

const deed = (actor: ScimActor, action: string, { groupId, displayName }: ProvisionedGroup, more: JsonObject = {}) => ({
  actor,
  action,
  detail: { groupId, displayName, ...more },
});
