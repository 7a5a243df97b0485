/** The user directory operations of Cognito that the product uses, over the accounts of the embedded login or of a test. */
import { AwsError } from '../aws/errors.ts';
import type { AwsService, Input } from '../aws/gateway.ts';
import { jsonService, text } from '../aws/json.ts';

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
  /** What an identity provider says of the person. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The accounts and groups to serve. */
export interface Directory {
  readonly poolArn: string;
  readonly groups: readonly string[];
  /** Read on each request. */
  users(): readonly LocalUser[];
  /** When the accounts were created, in epoch milliseconds. */
  readonly since: number;
}

const MOST = 60;

/** The Cognito twin: ListUsers and ListUsersInGroup. */
export function cognitoService({ poolArn, groups, users, since }: Directory): AwsService {
  const pool = poolArn.split('/').at(-1);
  const userView = ({ username, email, name, status = 'CONFIRMED', enabled = true, attributes = {} }: LocalUser) => ({
    Username: username,
    Enabled: enabled,
    UserStatus: status,
    // Epoch seconds, with a fraction.
    UserCreateDate: since / 1_000,
    UserLastModifiedDate: since / 1_000,
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
    const user = users().find(({ username }) => username === text(input, 'Username'));
    if (!user) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.');
    return user;
  };
  return jsonService('COGNITO_IDENTITY_PROVIDER', {
    ListUsers(input, { caller }) {
      caller.demand('cognito-idp:ListUsers', poolArn);
      demandPool(input);
      const { page, next } = paged(users(), input, 'PaginationToken');
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
      const group = text(input, 'GroupName');
      if (!groups.includes(group)) throw new AwsError(400, 'ResourceNotFoundException', 'Group not found.');
      const inside = users().filter((user) => user.groups.includes(group));
      const { page, next } = paged(inside, input, 'NextToken');
      return { Users: page.map(userView), ...(next && { NextToken: next }) };
    },
  });
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
