/** Users and groups as SCIM shows them (RFC 7643, sections 3 and 4). */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import type { ProvisionedGroup, ProvisionedUser } from '../../../core/auth/provisioning.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { URN } from '../../../core/scim/schema.ts';

/** Base URL of the endpoints. */
export const scimUrl = (): string => `${requireEnvironment('EDGE_URL')}/scim/v2`;

/** Entity tag of a version. */
export const tagOf = ({ version }: { readonly version: number }): string => `W/"${version}"`;

const meta = (kind: 'User' | 'Group', id: string, row: ProvisionedUser | ProvisionedGroup): JsonObject => ({
  resourceType: kind,
  created: row.createdAt,
  lastModified: row.updatedAt,
  location: `${scimUrl()}/${kind}s/${id}`,
  version: tagOf(row),
});

const unlessEmpty = (name: string, list: readonly JsonObject[]): JsonObject =>
  list.length === 0 ? {} : { [name]: [...list] };

/** @param groups by id */
export function userView(user: ProvisionedUser, groups: ReadonlyMap<string, ProvisionedGroup>): JsonObject {
  const { userId, userName, externalId, displayName, name, emails, active } = user;
  const inside = user.groups.flatMap((id) => groups.get(id) ?? []);
  return {
    schemas: [URN.user],
    id: userId,
    ...(externalId !== undefined && { externalId }),
    userName,
    ...(name && { name: { ...name } }),
    ...(displayName !== undefined && { displayName }),
    ...unlessEmpty(
      'emails',
      emails.map((each) => ({ ...each })),
    ),
    active,
    ...unlessEmpty(
      'groups',
      inside.map(({ groupId, displayName: display }) => ({
        value: groupId,
        $ref: `${scimUrl()}/Groups/${groupId}`,
        display,
      })),
    ),
    meta: meta('User', userId, user),
  };
}

/** @param members the people in it */
export function groupView(group: ProvisionedGroup, members: readonly ProvisionedUser[]): JsonObject {
  const { groupId, displayName, externalId } = group;
  return {
    schemas: [URN.group],
    id: groupId,
    ...(externalId !== undefined && { externalId }),
    displayName,
    ...unlessEmpty(
      'members',
      members.map((user) => ({
        value: user.userId,
        $ref: `${scimUrl()}/Users/${user.userId}`,
      })),
    ),
    meta: meta('Group', groupId, group),
  };
}
