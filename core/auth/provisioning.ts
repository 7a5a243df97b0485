/**
 * People and groups that the owner's identity provider has provisioned by SCIM (core/scim). Such a person is no account of the user pool: whoever signs
 * in through the provider is found by the names that the login has. From their first pushed group on, pushed groups alone count for a person, in the
 * place of those that a login names; somebody who is not active is refused, whatever their login says.
 */
import { hash } from 'node:crypto';
import { type GroupRoles, groupsOfExternal } from './oauth/providerGroups.ts';

/** A person. Times are ISO 8601 in UTC. */
export interface ProvisionedUser {
  readonly userId: string;
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly name?: Readonly<Record<string, string>>;
  readonly emails: ReadonlyArray<{ readonly value?: string; readonly type?: string; readonly primary?: boolean }>;
  readonly active: boolean;
  /** Ids. Those of groups that are gone may still be among them. */
  readonly groups: readonly string[];
  /** Whether they are, or were, in a pushed group. */
  readonly isGrouped?: true;
  /** What is still to be done to their accounts: locked out, let in, or freed of what a lower role may not hold. */
  readonly due?: 'out' | 'in' | 'role';
  /** Of somebody who is not active: subjects of the accounts that were locked out for it, and no others are let in again. */
  readonly lockedOut?: readonly string[];
  /** Subjects of the accounts that they had under earlier names. */
  readonly accounts: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** A group; who is in it stands in the rows of people. */
export interface ProvisionedGroup {
  readonly groupId: string;
  readonly displayName: string;
  readonly externalId?: string;
  /** While not all members are in it that it was made with: the request that made it may come again, and goes on. */
  readonly isBegun?: true;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** Forms of their ids. */
export const PROVISIONED_ID = { user: /^usr_[0-9A-Za-z]{12}$/, group: /^grp_[0-9A-Za-z]{12}$/ } as const;

/** At most so many, groups of one person, and earlier accounts of one person. */
export const PROVISIONED_LIMITS = { users: 5_000, groups: 500, groupsOfUser: 100, accounts: 10 } as const;

const key = (kind: string, name: string): string => hash('sha256', `${kind} ${name}`);
/** Names are compared without their case, ids of the provider with it (RFC 7643, sections 3.1 and 4.1.1). */
export const userNameKey = (userName: string): string => key('name', userName.toLowerCase());
/** As above. */
export const externalIdKey = (externalId: string): string => key('external', externalId);
/** As above. */
export const groupNameKey = (displayName: string): string => key('group', displayName.toLowerCase());
const accountKey = (id: string): string => key('account', id);
const mailKey = (mail: string): string => key('mail', mail.toLowerCase());

/** The address by which a person is found. */
export const mainMail = ({ emails }: Pick<ProvisionedUser, 'emails'>): string | undefined =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value;

/** What nobody else may have, and by which a login finds the person. */
export function keysOfUser(user: Pick<ProvisionedUser, 'userName' | 'externalId' | 'emails' | 'accounts'>): string[] {
  const mail = mainMail(user);
  return [
    userNameKey(user.userName),
    ...(user.externalId === undefined ? [] : [externalIdKey(user.externalId)]),
    ...(mail === undefined ? [] : [mailKey(mail)]),
    ...user.accounts.map(accountKey),
  ];
}

/** Somebody who signs in through the provider. */
export interface ExternalLogin {
  /** Subject of the tokens. */
  readonly id: string;
  /** Name in the user pool: that of the provider, an underscore, and its name for the person. */
  readonly username: string;
  /** Verified. */
  readonly email?: string | undefined;
}

/** Whether a name in the user pool is that of somebody from the provider; those of the pool itself are UUIDs. */
export const isExternalName = (username: string): boolean => /^[A-Za-z][A-Za-z0-9-]{2,31}_./.test(username);

/**
 * The keys that a login may have, the most certain first: an earlier account, the provider's own id or
 * name for the person, then the verified address. None for an account
 * of the pool itself.
 */
export function keysOfLogin({ id, username, email }: ExternalLogin): string[] {
  if (!isExternalName(username)) return [];
  const subject = username.slice(username.indexOf('_') + 1);
  return [
    accountKey(id),
    externalIdKey(subject),
    userNameKey(subject),
    ...(email === undefined ? [] : [userNameKey(email), mailKey(email)]),
  ];
}

/** The names by which a pushed group may be meant in `groupRoles`, projects and access rules: its own, and the provider's id of it. */
export const namesOf = ({ displayName, externalId }: ProvisionedGroup): string[] =>
  externalId === undefined ? [displayName] : [displayName, externalId];

/**
 * The groups of a person from the provider.
 * @param groups those that count at their login
 * @param names of the pushed groups they are in; undefined while they never were in one
 */
export const effectiveGroups = (
  groups: readonly string[],
  names: readonly string[] | undefined,
  groupRoles: GroupRoles,
): readonly string[] => (names === undefined ? groups : groupsOfExternal(JSON.stringify(names), groupRoles, groups));
