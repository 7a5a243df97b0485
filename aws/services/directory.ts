/**
 * The user directory, a Cognito user pool: users and the groups that give them roles. Without the SDK (direct/), because a few operations
 * do not justify another client. directoryChanges.ts changes people.
 *
 * Each group is listed whole and joined with one page of users: asking for the groups of each user would be sixty requests a page,
 * against a quota that all pools of the account share. No attributes are selected: Cognito fails the request when one user lacks one of
 * them.
 */

import { EXTERNAL, GROUPS_ATTRIBUTE, groupRolesOf, groupsOfExternal } from '../../core/auth/oauth/providerGroups.ts';
import { InvalidInput, PortcullisError } from '../../core/lib/errors.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { pagesOf } from '../../core/lib/pages.ts';
import { callJson } from '../direct/json.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isNamed, isThrottled } from '../lib/errors.ts';

/** A user of the pool with the groups that give roles. Times are ISO 8601. */
export interface DirectoryUser {
  /** `sub` of the user's tokens. */
  readonly id: string;
  /** The name that the pool knows them by. */
  readonly username: string;
  /** Whether they come from the owner's identity provider. */
  readonly isExternal: boolean;
  readonly email?: string;
  /** The address, where the pool says that it is verified. */
  readonly verifiedEmail?: string;
  readonly name?: string;
  readonly isEnabled: boolean;
  /** Cognito's UserStatus. */
  readonly status: string;
  readonly createdAt: string;
  readonly changedAt?: string;
  readonly groups: readonly string[];
}

/** A page of users; the last one has no cursor. */
export interface DirectoryPage {
  readonly users: readonly DirectoryUser[];
  readonly cursor?: string;
}

/** Cognito's maximum page size. */
const MOST = 60;

interface RawUser {
  readonly Username: string;
  readonly Attributes?: ReadonlyArray<{ readonly Name: string; readonly Value?: string }>;
  readonly Enabled?: boolean;
  readonly UserStatus?: string;
  /** Epoch seconds. */
  readonly UserCreateDate?: number;
  readonly UserLastModifiedDate?: number;
}

/**
 * One page of users, each with those of `groups` that the user is in. Throws PortcullisError `directory_busy`, and InvalidInput for an
 * invalid cursor.
 */
export async function listUsers(groups: readonly string[], cursor?: string): Promise<DirectoryPage> {
  const [page, ...members] = await Promise.all([pageOf(cursor), ...groups.map(membersOf)]);
  const users = page.Users.map((user) => {
    const inside = groups.filter((_group, at) => members[at]?.has(user.Username));
    return userOf(user, groupsIn(user.UserStatus, user.Attributes, inside));
  });
  return { users, ...(page.PaginationToken && { cursor: page.PaginationToken }) };
}

async function pageOf(cursor: string | undefined) {
  try {
    return await ask<{ Users: RawUser[]; PaginationToken?: string }>('ListUsers', {
      Limit: MOST,
      ...(cursor !== undefined && { PaginationToken: cursor }),
    });
  } catch (error) {
    if (cursor === undefined || !isNamed(error, 'InvalidParameterException')) throw error;
    throw new InvalidInput([
      {
        field: 'cursor',
        rule: 'cursor',
        message: 'is not a cursor of this list, or is too old. Start again without it.',
      },
    ]);
  }
}

/** User names. */
async function membersOf(group: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const read = (token: string | undefined) =>
    ask<{ Users: RawUser[]; NextToken?: string }>('ListUsersInGroup', {
      GroupName: group,
      Limit: MOST,
      ...(token !== undefined && { NextToken: token }),
    }).catch((error: unknown) => {
      // A group that the pool does not have.
      if (isNamed(error, 'ResourceNotFoundException')) return { Users: [], NextToken: undefined };
      throw error;
    });
  for await (const { Users } of pagesOf(read, ({ NextToken }) => NextToken)) {
    for (const { Username } of Users) names.add(Username);
  }
  return names;
}

/**
 * Groups of the pool count for its own users, while they may sign in by password; those of the owner's identity provider for people who
 * come from there.
 */
function groupsIn(
  status: string | undefined,
  attributes: RawUser['Attributes'] = [],
  inside: readonly string[],
): readonly string[] {
  const mapped = process.env['GROUP_ROLES'];
  if (mapped === undefined) return inside;
  if (status !== EXTERNAL) return process.env['PASSWORDS'] === 'false' ? [] : inside;
  const attribute = attributes.find(({ Name }) => Name === GROUPS_ATTRIBUTE)?.Value;
  return groupsOfExternal(attribute, groupRolesOf(mapped), inside);
}

/** A user of the pool who can log in. */
export interface DirectoryPerson {
  /** Subject of their tokens. */
  readonly id: string;
  /** Verified e-mail address. */
  readonly email?: string;
  readonly groups: readonly string[];
  /** Whether they come from the owner's identity provider. */
  readonly isExternal: boolean;
}

/** User names that Cognito accepts (API reference, AdminGetUser); it fails a request with any other. */
const USERNAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;

/** A user who can log in; undefined when the user is unknown or disabled. Throws `directory_busy`. */
export async function personOfUser(username: string): Promise<DirectoryPerson | undefined> {
  if (!USERNAME.test(username)) return undefined;
  try {
    const [user, inside] = await Promise.all([
      ask<Omit<RawUser, 'Attributes'> & { UserAttributes?: RawUser['Attributes'] }>('AdminGetUser', {
        Username: username,
      }),
      groupNames(username),
    ]);
    if (user.Enabled === false) return undefined;
    const attribute = (name: string) => user.UserAttributes?.find((each) => each.Name === name)?.Value;
    const groups = groupsIn(user.UserStatus, user.UserAttributes, inside);
    const email = attribute('email_verified') === 'true' ? attribute('email') : undefined;
    const isExternal = user.UserStatus === EXTERNAL;
    return { id: attribute('sub') ?? user.Username, ...(email && { email }), groups, isExternal };
  } catch (error) {
    if (isNamed(error, 'UserNotFoundException')) return undefined;
    throw error;
  }
}

/** The names of a user's groups in the pool. */
export async function groupNames(username: string): Promise<string[]> {
  const names: string[] = [];
  const read = (token: string | undefined) =>
    ask<{ Groups: { GroupName: string }[]; NextToken?: string }>('AdminListGroupsForUser', {
      Username: username,
      Limit: MOST,
      ...(token !== undefined && { NextToken: token }),
    });
  for await (const { Groups } of pagesOf(read, ({ NextToken }) => NextToken)) {
    names.push(...Groups.map(({ GroupName }) => GroupName));
  }
  return names;
}

/** A request to the user pool. A throttled one is repeated twice. Throws `directory_busy`. */
export async function ask<Output>(
  operation: string,
  input: object,
  { isRepeatable }: { readonly isRepeatable: boolean } = { isRepeatable: true },
): Promise<Output> {
  const UserPoolId = requireEnvironment('USER_POOL');
  try {
    return await callJson<Output>('cognito_identity_provider', operation, { UserPoolId, ...input }, { isRepeatable });
  } catch (error) {
    if (!isThrottled(error)) throw error;
    throw new PortcullisError(
      'directory_busy',
      'The user pool accepts no more requests at the moment; its quota is shared by all pools of the account. Try again in a few seconds.',
      { cause: error },
    );
  }
}

/** The user with this subject, found by the attribute because the user name of somebody from a provider is another one. */
export const userOfSubject = async (subject: string): Promise<DirectoryUser | undefined> =>
  (await usersWhere('sub', subject, 1))[0];

/** The users who have this value (API reference, ListUsers); a page at most. */
export async function usersWhere(
  attribute: 'sub' | 'username' | 'email',
  value: string,
  Limit = MOST,
): Promise<DirectoryUser[]> {
  // As Cognito wants quotation marks in the value.
  const Filter = `${attribute} = "${value.replaceAll(/["\\]/g, '\\$&')}"`;
  const { Users } = await ask<{ Users: RawUser[] }>('ListUsers', { Filter, Limit }).catch((error: unknown) => {
    // A text that Cognito takes for no subject.
    if (isNamed(error, 'InvalidParameterException')) return { Users: [] };
    throw error;
  });
  return Promise.all(
    Users.map(async (user) =>
      userOf(user, groupsIn(user.UserStatus, user.Attributes, await groupNames(user.Username))),
    ),
  );
}

function userOf(user: RawUser, groups: readonly string[]): DirectoryUser {
  const { Username, Attributes = [], Enabled = true, UserStatus = 'UNKNOWN' } = user;
  const { UserCreateDate = 0, UserLastModifiedDate } = user;
  const attribute = (name: string) => Attributes.find((each) => each.Name === name)?.Value;
  const [email, name] = [attribute('email'), attribute('name')];
  return {
    id: attribute('sub') ?? Username,
    username: Username,
    isExternal: UserStatus === EXTERNAL,
    ...(email && { email }),
    ...(email && attribute('email_verified') === 'true' && { verifiedEmail: email }),
    ...(name && { name }),
    isEnabled: Enabled,
    status: UserStatus,
    createdAt: isoNow(UserCreateDate * 1_000),
    ...(UserLastModifiedDate !== undefined && { changedAt: isoNow(UserLastModifiedDate * 1_000) }),
    groups,
  };
}
