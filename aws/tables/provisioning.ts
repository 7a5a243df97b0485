/**
 * People and groups that an identity provider has pushed (core/auth/provisioning.ts), in the table of sign-ins: all people under one id, all groups under
 * another, and under a third what nobody else may have, with whose it is. Reads are strongly consistent.
 */
import {
  externalIdKey,
  groupNameKey,
  keysOfUser,
  type ProvisionedGroup,
  type ProvisionedUser,
} from '../../core/auth/provisioning.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { itemsUnder, queryAll } from './query.ts';
import { readRow, removal, replaceRow, type TransactItem, writtenTogether } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SIGN_INS');
const USERS = 'provisioned-users';
const GROUPS = 'provisioned-groups';
const KEYS = 'provisioned-keys';
const userKey = (userId: string) => ({ id: USERS, part: userId });
const groupKey = (groupId: string) => ({ id: GROUPS, part: groupId });

const all = <Row>(id: string): Promise<Row[]> => itemsUnder(table(), { id });

/** All people. */
export const listProvisionedUsers = (): Promise<ProvisionedUser[]> => all(USERS);
/** All groups. */
export const listProvisionedGroups = (): Promise<ProvisionedGroup[]> => all(GROUPS);
/** How many people there are. */
export async function countProvisionedUsers(): Promise<number> {
  const rows = await queryAll<object>({
    TableName: table(),
    KeyConditionExpression: 'id = :id',
    ExpressionAttributeValues: { ':id': USERS },
    ProjectionExpression: 'version',
  });
  return rows.length;
}
/** A person; undefined when there is none. */
export const readProvisionedUser = (userId: string) => readRow<ProvisionedUser>(table(), userKey(userId));
/** A group; undefined when there is none. */
export const readProvisionedGroup = (groupId: string) => readRow<ProvisionedGroup>(table(), groupKey(groupId));

/** Whose a key is: the id of a person or group. */
export const ownerOfKey = async (key: string): Promise<string | undefined> =>
  (await readRow<{ readonly of: string }>(table(), { id: KEYS, part: key }))?.of;

const keysOfGroup = ({ displayName, externalId }: ProvisionedGroup): string[] => [
  groupNameKey(displayName),
  ...(externalId === undefined ? [] : [externalIdKey(`group ${externalId}`)]),
];

const taking = (key: string, of: string): TransactItem => ({
  Put: {
    TableName: table(),
    Item: { id: KEYS, part: key, of },
    ConditionExpression: 'attribute_not_exists(#key) OR #of = :of',
    ExpressionAttributeNames: { '#key': 'id', '#of': 'of' },
    ExpressionAttributeValues: { ':of': of },
  },
});
const giving = (key: string): TransactItem => ({ Delete: { TableName: table(), Key: { id: KEYS, part: key } } });

/** What changes of keys a write brings along. */
function keyChanges(before: readonly string[], after: readonly string[], of: string): TransactItem[] {
  return [
    ...after.filter((key) => !before.includes(key)).map((key) => taking(key, of)),
    ...before.filter((key) => !after.includes(key)).map(giving),
  ];
}

const created = (key: object, row: object): TransactItem => ({
  Put: {
    TableName: table(),
    Item: { ...row, ...key, version: 1 },
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': 'id' },
  },
});

/** Stores somebody new; false when somebody else has one of their names. */
export const createProvisionedUser = (row: ProvisionedUser, beside: TransactItem): Promise<boolean> =>
  writtenTogether([created(userKey(row.userId), row), ...keyChanges([], keysOfUser(row), row.userId), beside]);

/** Stores a new group; false when another one has its name. */
export const createProvisionedGroup = (row: ProvisionedGroup, beside: TransactItem): Promise<boolean> =>
  writtenTogether([created(groupKey(row.groupId), row), ...keyChanges([], keysOfGroup(row), row.groupId), beside]);

/**
 * Replaces the version that was read of a person. Throws `write_conflict` when it has changed, or somebody else has a name of theirs.
 */
export const replaceProvisionedUser = (
  before: ProvisionedUser,
  after: ProvisionedUser,
  beside: readonly TransactItem[] = [],
): Promise<ProvisionedUser> =>
  replaceRow(table(), userKey(before.userId), { ...after, ...userKey(before.userId) }, 'The person', [
    ...keyChanges(keysOfUser(before), keysOfUser(after), before.userId),
    ...beside,
  ]);

/** As above, of a group. */
export const replaceProvisionedGroup = (
  before: ProvisionedGroup,
  after: ProvisionedGroup,
  beside: readonly TransactItem[] = [],
): Promise<ProvisionedGroup> =>
  replaceRow(table(), groupKey(before.groupId), { ...after, ...groupKey(before.groupId) }, 'The group', [
    ...keyChanges(keysOfGroup(before), keysOfGroup(after), before.groupId),
    ...beside,
  ]);

/** Deletes the version of a person that was read; false when it has changed. */
export const removeProvisionedUser = (row: ProvisionedUser, beside: TransactItem): Promise<boolean> =>
  writtenTogether([removal(table(), userKey(row.userId), row.version), ...keysOfUser(row).map(giving), beside]);

/** As above, of a group. */
export const removeProvisionedGroup = (row: ProvisionedGroup, beside: TransactItem): Promise<boolean> =>
  writtenTogether([removal(table(), groupKey(row.groupId), row.version), ...keysOfGroup(row).map(giving), beside]);
