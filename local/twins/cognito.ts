/**
 * The user directory operations of Cognito that the product uses, over the accounts of the embedded login or of a test. A user is named by
 * the user name, or by the e-mail address of somebody with a password.
 */
import { AwsError } from '../aws/errors.ts';
import type { AwsService, Input } from '../aws/gateway.ts';
import { jsonService, type Operation, text } from '../aws/json.ts';

/** An account of the login. */
export interface LocalUser {
  readonly username: string;
  readonly email?: string;
  readonly name?: string;
  readonly groups: readonly string[];
  /** CONFIRMED when unset. */
  readonly status?: string;
  /** True when unset. */
  readonly enabled?: boolean;
  /** Epoch milliseconds; those of the pool when unset. */
  readonly createdAt?: number;
  readonly changedAt?: number;
  /** What an identity provider says of the person. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What admins may do to accounts. `username` is that of an account that exists. Each throws AwsError. */
export interface DirectoryChanges {
  create(email: string): LocalUser;
  resend(username: string): LocalUser;
  setGroups(username: string, groups: readonly string[]): void;
  setEnabled(username: string, enabled: boolean): void;
  remove(username: string): void;
  /** Refresh tokens stop working. */
  signOut(username: string): void;
}

/** The accounts and groups to serve. */
export interface Directory {
  readonly poolArn: string;
  readonly groups: readonly string[];
  /** Read on each request. */
  users(): readonly LocalUser[];
  /** When the accounts were created, in epoch milliseconds. */
  readonly since: number;
  /** Without, accounts are only read. */
  readonly changes?: DirectoryChanges;
}

const MOST = 60;

/** The Cognito twin. */
export function cognitoService({ poolArn, groups, users, since, changes }: Directory): AwsService {
  const pool = poolArn.split('/').at(-1);
  const userView = ({
    username,
    email,
    name,
    status = 'CONFIRMED',
    enabled = true,
    attributes = {},
    createdAt = since,
    changedAt = since,
  }: LocalUser) => ({
    Username: username,
    Enabled: enabled,
    UserStatus: status,
    // Epoch seconds, with a fraction.
    UserCreateDate: createdAt / 1_000,
    UserLastModifiedDate: changedAt / 1_000,
    Attributes: [
      { Name: 'sub', Value: username },
      ...(email
        ? [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ]
        : []),
      ...(name ? [{ Name: 'name', Value: name }] : []),
      ...Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    ],
  });
  const demandPool = (input: Input) => {
    if (text(input, 'UserPoolId') !== pool)
      throw new AwsError(400, 'ResourceNotFoundException', `User pool ${input['UserPoolId']} does not exist.`);
  };
  const named = (input: Input): LocalUser => {
    const wanted = text(input, 'Username');
    const user =
      users().find(({ username }) => username === wanted) ??
      users().find(({ email }) => email !== undefined && email === wanted.toLowerCase());
    if (!user) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.');
    return user;
  };
  const writable = (): DirectoryChanges => {
    if (!changes) throw new AwsError(400, 'NotAuthorizedException', 'These accounts cannot be changed.');
    return changes;
  };
  /** A change of one user, after the checks of right and pool. */
  const change =
    (operation: string, run: (changes: DirectoryChanges, user: LocalUser, input: Input) => void): Operation =>
    (input, { caller }) => {
      caller.demand(`cognito-idp:${operation}`, poolArn);
      demandPool(input);
      run(writable(), named(input), input);
      return {};
    };
  const groupOf = (input: Input): string => {
    const group = text(input, 'GroupName');
    if (!groups.includes(group)) throw new AwsError(400, 'ResourceNotFoundException', 'Group not found.');
    return group;
  };
  return jsonService('COGNITO_IDENTITY_PROVIDER', {
    AdminCreateUser(input, { caller }) {
      caller.demand('cognito-idp:AdminCreateUser', poolArn);
      demandPool(input);
      const { MessageAction: action, DesiredDeliveryMediums: mediums } = input;
      if (action !== undefined && action !== 'RESEND') {
        throw new AwsError(400, 'InvalidParameterException', `The twin does not know the MessageAction ${action}.`);
      }
      // Cognito's default is SMS.
      if (!Array.isArray(mediums) || mediums.join() !== 'EMAIL') {
        throw new AwsError(400, 'InvalidParameterException', 'The twin delivers by EMAIL only.');
      }
      const user =
        action === 'RESEND' ? writable().resend(named(input).username) : writable().create(text(input, 'Username'));
      return { User: userView(user) };
    },
    AdminAddUserToGroup: change('AdminAddUserToGroup', (all, { username, groups: inside }, input) =>
      all.setGroups(username, [...new Set([...inside, groupOf(input)])]),
    ),
    AdminRemoveUserFromGroup: change('AdminRemoveUserFromGroup', (all, { username, groups: inside }, input) => {
      const group = groupOf(input);
      all.setGroups(
        username,
        inside.filter((each) => each !== group),
      );
    }),
    AdminEnableUser: change('AdminEnableUser', (all, { username }) => all.setEnabled(username, true)),
    AdminDisableUser: change('AdminDisableUser', (all, { username }) => all.setEnabled(username, false)),
    AdminUserGlobalSignOut: change('AdminUserGlobalSignOut', (all, { username }) => all.signOut(username)),
    AdminDeleteUser: change('AdminDeleteUser', (all, { username }) => all.remove(username)),
    ListUsers(input, { caller }) {
      caller.demand('cognito-idp:ListUsers', poolArn);
      demandPool(input);
      const { page, next } = paged(users().filter(filterOf(input)), input, 'PaginationToken');
      return { Users: page.map(userView), ...(next && { PaginationToken: next }) };
    },
    AdminGetUser(input, { caller }) {
      caller.demand('cognito-idp:AdminGetUser', poolArn);
      demandPool(input);
      const { Attributes, ...user } = userView(named(input));
      return { ...user, UserAttributes: Attributes };
    },
    AdminListGroupsForUser(input, { caller }) {
      caller.demand('cognito-idp:AdminListGroupsForUser', poolArn);
      demandPool(input);
      const all = named(input).groups.map((group) => ({ GroupName: group, UserPoolId: pool }));
      const { page, next } = paged(all, input, 'NextToken');
      return { Groups: page, ...(next && { NextToken: next }) };
    },
    ListUsersInGroup(input, { caller }) {
      caller.demand('cognito-idp:ListUsersInGroup', poolArn);
      demandPool(input);
      const group = groupOf(input);
      const inside = users().filter((user) => user.groups.includes(group));
      const { page, next } = paged(inside, input, 'NextToken');
      return { Users: page.map(userView), ...(next && { NextToken: next }) };
    },
  });
}

/** The condition of ListUsers: one attribute with one value (API reference, ListUsers). */
function filterOf({ Filter: filter }: Input): (user: LocalUser) => boolean {
  if (filter === undefined) return () => true;
  const [, name, quoted] = /^(sub|username|email) = "((?:[^"\\]|\\["\\])*)"$/.exec(String(filter)) ?? [];
  if (quoted === undefined) throw new AwsError(400, 'InvalidParameterException', `The twin does not know ${filter}.`);
  const value = quoted.replaceAll(/\\(.)/g, '$1');
  return ({ username, email, attributes }) =>
    (name === 'email' ? (attributes?.['email'] ?? email) : username) === value;
}

/** The requested page, and the token of the next one. */
function paged<Each>(all: readonly Each[], input: Input, tokenName: string) {
  const { Limit = MOST, [tokenName]: token } = input;
  if (typeof Limit !== 'number' || Limit < 0 || Limit > MOST)
    throw new AwsError(400, 'InvalidParameterException', `Limit must be between 0 and ${MOST}.`);
  const at = token === undefined ? 0 : Number(/^page-(\d{1,9})$/.exec(String(token))?.[1] ?? Number.NaN);
  if (Number.isNaN(at)) throw new AwsError(400, 'InvalidParameterException', 'Invalid pagination token.');
  const end = at + (Limit || MOST);
  return { page: all.slice(at, end), next: end < all.length ? `page-${end}` : undefined };
}
