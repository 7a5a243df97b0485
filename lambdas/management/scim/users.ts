/**
 * /Users: people of the identity provider. Making one makes no account: the provider's people get theirs when they first sign in, and are found by their
 * names from then on (core/auth/provisioning.ts). `active: false` and DELETE do what locking out and removing a member do.
 */
import { auditItem } from '../../../aws/audit.ts';
import { writeConflict } from '../../../aws/lib/errors.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import {
  countProvisionedUsers,
  createProvisionedUser,
  listProvisionedGroups,
  listProvisionedUsers,
  ownerOfKey,
  readProvisionedUser,
  removeProvisionedUser,
  replaceProvisionedUser,
} from '../../../aws/tables/provisioning.ts';
import {
  externalIdKey,
  keysOfUser,
  PROVISIONED_ID,
  PROVISIONED_LIMITS,
  type ProvisionedGroup,
  type ProvisionedUser,
  userNameKey,
} from '../../../core/auth/provisioning.ts';
import { isoNow, randomBase62 } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { keptOf } from '../../../core/scim/attributes.ts';
import { scimError } from '../../../core/scim/error.ts';
import { patched } from '../../../core/scim/patch.ts';
import { SCHEMAS } from '../../../core/scim/schema.ts';
import { alone, providerGivesRoles } from '../members/memberRules.ts';
import { accountsOf, removeAccounts, settle, takesLogin } from './accounts.ts';
import { checkAdminStays } from './admins.ts';
import {
  type Asked,
  checkTag,
  demandedValue,
  oneAnswer,
  type Resources,
  type ScimActor,
  type ScimAnswer,
  type ScimRequest,
} from './request.ts';
import { userView } from './views.ts';

const SCHEMA = SCHEMAS.User;

/** Users in the order in which they were made, among them all that meet the filter. */
export async function userResources(asked: Asked): Promise<Resources> {
  const [rows, groups] = await Promise.all([candidates(asked), groupsById()]);
  const views = rows
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.userId.localeCompare(b.userId))
    .map((row) => userView(row, groups));
  return { schema: SCHEMA, views };
}

/** Those who may meet the filter: one by a name that nobody else has, or all. */
async function candidates(asked: Asked): Promise<ProvisionedUser[]> {
  const userName = demandedValue(asked, SCHEMA, 'userName');
  const externalId = demandedValue(asked, SCHEMA, 'externalId');
  const key =
    userName !== undefined ? userNameKey(userName) : externalId !== undefined ? externalIdKey(externalId) : undefined;
  const id = key === undefined ? demandedValue(asked, SCHEMA, 'id') : await ownerOfKey(key);
  if (key === undefined && id === undefined) return listProvisionedUsers();
  const row = id !== undefined && PROVISIONED_ID.user.test(id) ? await readProvisionedUser(id) : undefined;
  return row ? [row] : [];
}

const groupsById = async (): Promise<ReadonlyMap<string, ProvisionedGroup>> =>
  new Map((await listProvisionedGroups()).map((group) => [group.groupId, group]));

/** GET /Users/{id}. */
export async function getUser(request: ScimRequest, id: string): Promise<ScimAnswer> {
  return shown(request, await known(id));
}

const shown = async (request: ScimRequest, row: ProvisionedUser, status?: 201): Promise<ScimAnswer> =>
  oneAnswer(request, row, userView(row, row.groups.length === 0 ? new Map() : await groupsById()), SCHEMA, status);

/** POST /Users. */
export async function createUser(request: ScimRequest): Promise<ScimAnswer> {
  const kept = keptOf(request.body, SCHEMA);
  if ((await countProvisionedUsers()) >= PROVISIONED_LIMITS.users) {
    throw scimError('scim_too_many', `There are ${PROVISIONED_LIMITS.users} users already.`);
  }
  const now = isoNow();
  const row: ProvisionedUser = {
    ...fieldsOf(kept),
    active: kept['active'] !== false,
    userId: `usr_${randomBase62(12)}`,
    groups: [],
    accounts: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  if (row.active && !(await changesLogin(row))) return shown(request, await stored(request, row), 201);
  const settled = await alone(async () => {
    await finishBegun(row.userName, request.actor);
    const { lockedOut } = await checkEnding(row);
    const due = row.active ? 'role' : 'out';
    const made = await stored(request, { ...row, due, ...(lockedOut && { lockedOut }) });
    return settle(made, await listProvisionedGroups(), request.actor);
  });
  return shown(request, settled, 201);
}

/** Whether a login gets other groups by somebody's names. Where the provider's groups give no roles, none has a role to lose. */
const changesLogin = async (row: ProvisionedUser): Promise<boolean> => providerGivesRoles() && takesLogin(row);

/** What is due to somebody of this name: the request that made them may have ended before it was done, and is sent again. */
async function finishBegun(userName: string, actor: ScimActor): Promise<void> {
  const userId = await ownerOfKey(userNameKey(userName));
  const row = userId === undefined ? undefined : await readProvisionedUser(userId);
  if (row?.due !== undefined) await settle(row, await listProvisionedGroups(), actor);
}

async function stored({ actor }: ScimRequest, row: ProvisionedUser): Promise<ProvisionedUser> {
  await checkUnique(row);
  if (!(await createProvisionedUser(row, auditItem(deed(actor, 'scim.user.create', row))))) {
    await checkUnique(row);
    throw writeConflict('The person');
  }
  return row;
}

/** PUT /Users/{id}; what is not given is gone, but for `active`, which nobody is to get back by an attribute that is missing. */
export const replaceUser = (request: ScimRequest, id: string): Promise<ScimAnswer> =>
  change(request, id, (_view, row) => ({ active: row.active, ...keptOf(request.body, SCHEMA) }));

/** PATCH /Users/{id}. */
export const patchUser = (request: ScimRequest, id: string): Promise<ScimAnswer> =>
  change(request, id, (view, row) => ({ active: row.active, ...keptOf(patched(view, request.body, SCHEMA), SCHEMA) }));

type Change = (view: JsonObject, row: ProvisionedUser) => JsonObject;

async function change(request: ScimRequest, id: string, how: Change): Promise<ScimAnswer> {
  const first = await planned(request, id, how);
  const row = needsLease(first)
    ? await alone(() => written(request, id, how, true))
    : await written(request, id, how, false);
  return shown(request, row);
}

async function planned(request: ScimRequest, id: string, how: Change) {
  const before = await known(id);
  checkTag(request, before);
  const kept = how(userView(before, new Map()), before);
  const { due: wasDue, externalId: _, displayName: __, name: ___, ...rest } = before;
  const active = kept['active'] !== false;
  const after: ProvisionedUser = { ...rest, ...fieldsOf(kept), active };
  const isMoved = active && isRenamed(before, after) && (await changesLogin(after));
  const renamed = isRenamed(before, after) && !active ? 'out' : isMoved ? (wasDue ?? 'role') : wasDue;
  const due = active === before.active ? renamed : active ? 'in' : 'out';
  return { before, after: { ...after, ...(due && { due }) }, isMoved };
}

interface Planned {
  readonly before: ProvisionedUser;
  readonly after: ProvisionedUser;
  /** Whether a login of somebody else becomes theirs. */
  readonly isMoved: boolean;
}

/** Whether other logins are found to be theirs. */
function isRenamed(before: ProvisionedUser, after: ProvisionedUser): boolean {
  const known = keysOfUser(before);
  return keysOfUser(after).some((key) => !known.includes(key));
}

/** Whether somebody who can log in may lose that, or what groups of theirs give: the person, or whoever had the names before. */
const mayEnd = ({ before, after, isMoved }: Planned): boolean =>
  isMoved ||
  (before.active && !after.active) ||
  (isRenamed(before, after) && (!after.active || after.isGrouped === true));

const needsLease = (change: Planned): boolean =>
  change.before.active !== change.after.active || change.before.due !== undefined || mayEnd(change);

/** Writes a change, then does to the accounts what is due. */
async function written(request: ScimRequest, id: string, how: Change, isAlone: boolean): Promise<ProvisionedUser> {
  const row = await untilWritten(async () => {
    const change = await planned(request, id, how);
    const { before, after } = change;
    if (isSame(before, after)) return before;
    if (needsLease(change) && !isAlone) throw writeConflict('The person');
    await checkUnique(after);
    const named = { ...after, accounts: await earlierAccounts(before, after), updatedAt: isoNow() };
    const renamed = mayEnd(change) ? { ...named, ...(await checkEnding(named)) } : named;
    const entry = auditItem(deed(request.actor, 'scim.user.change', after, { active: after.active }));
    return replaceProvisionedUser(before, renamed, [entry]);
  });
  return isAlone ? settle(row, await listProvisionedGroups(), request.actor) : row;
}

const isSame = (before: ProvisionedUser, after: ProvisionedUser): boolean => {
  const told = ({ updatedAt: _, ...row }: ProvisionedUser) =>
    JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
  return told(before) === told(after);
};

/** Whoever has other names from now on keeps the accounts that they had by the old ones. */
async function earlierAccounts(before: ProvisionedUser, after: ProvisionedUser): Promise<readonly string[]> {
  const now = keysOfUser(after);
  if (keysOfUser(before).every((key) => now.includes(key))) return before.accounts;
  const found = (await accountsOf(before)).filter(({ isExternal }) => isExternal).map((account) => account.id);
  return [...new Set([...before.accounts, ...found])].slice(-PROVISIONED_LIMITS.accounts);
}

/**
 * Judges somebody as they would be. Resolves to the accounts that are to be locked out for it, beside those that were before; one that an admin has
 * locked out is none of them. Throws Refused `last_admin`. Within the lease.
 */
async function checkEnding(user: ProvisionedUser): Promise<Pick<ProvisionedUser, 'lockedOut'>> {
  const [users, groups, accounts] = await Promise.all([
    listProvisionedUsers(),
    listProvisionedGroups(),
    user.active ? [] : accountsOf(user),
  ]);
  const others = users.filter(({ userId }) => userId !== user.userId);
  await checkAdminStays([...others, user], groups, new Set(accounts.map((account) => account.id)));
  const enabled = accounts.filter(({ isEnabled }) => isEnabled).map((account) => account.id);
  const lockedOut = [...new Set([...(user.lockedOut ?? []), ...enabled])];
  return lockedOut.length === 0 ? {} : { lockedOut };
}

/** DELETE /Users/{id}. */
export function deleteUser(request: ScimRequest, id: string): Promise<ScimAnswer> {
  return alone(async () => {
    const before = await known(id);
    checkTag(request, before);
    await checkEnding({ ...before, active: false });
    // From here on their logins are refused, whatever becomes of the rest, which can be repeated.
    const row = before.active ? await replaceProvisionedUser(before, { ...before, active: false, due: 'out' }) : before;
    await removeAccounts(row, request.actor);
    const entry = auditItem(deed(request.actor, 'scim.user.delete', row));
    if (!(await removeProvisionedUser(row, entry))) throw writeConflict('The person');
    return { status: 204 };
  });
}

/** What a row has of a request. */
function fieldsOf(
  kept: JsonObject,
): Pick<ProvisionedUser, 'userName' | 'externalId' | 'displayName' | 'name' | 'emails'> {
  const { userName, externalId, displayName, name, emails = [] } = kept as Partial<ProvisionedUser>;
  return {
    userName: userName as string,
    ...(externalId !== undefined && { externalId }),
    ...(displayName !== undefined && { displayName }),
    ...(name !== undefined && { name }),
    emails,
  };
}

/** Throws `scim_not_unique` where somebody else has a name of theirs. */
async function checkUnique(row: ProvisionedUser): Promise<void> {
  const owners = await Promise.all(keysOfUser(row).map(ownerOfKey));
  if (owners.every((owner) => owner === undefined || owner === row.userId)) return;
  throw scimError('scim_not_unique', 'Another user has this userName, externalId or main e-mail address.');
}

async function known(id: string): Promise<ProvisionedUser> {
  const row = PROVISIONED_ID.user.test(id) ? await readProvisionedUser(id) : undefined;
  if (!row) throw scimError('scim_not_found', 'There is no such user.');
  return row;
}

const deed = (actor: ScimActor, action: string, { userId, userName }: ProvisionedUser, more: JsonObject = {}) => ({
  actor,
  action,
  detail: { userId, userName, ...more },
});
