/**
 * The keys under which files declare servers: a row of the settings table for each, which says whose it is. It is written together with the
 * server's row, on the condition that nobody else has it, so that two servers of a project never have the same key. Each project has keys of its
 * own, because whether one is taken would tell of others.
 */
import { requireEnvironment } from '../lib/environment.ts';
import { readRow, type TransactItem } from './versioned.ts';

interface DeclaredRow {
  readonly settingsId: string;
  readonly serverId: string;
}

const table = () => requireEnvironment('TABLE_SETTINGS');

/** A key, and the project that it is of; absent for `default`. */
export interface DeclaredKey {
  readonly declared: string;
  readonly project: string | undefined;
}

const keyOf = ({ declared, project }: DeclaredKey) => ({
  settingsId: `declared.${project === undefined ? '' : `${project}/`}${declared}`,
});

const FREE_OR_OWN = {
  ConditionExpression: 'attribute_not_exists(settingsId) OR serverId = :own',
};

/** The server that has a key; undefined when none has. */
export const readDeclared = async (key: DeclaredKey): Promise<string | undefined> =>
  (await readRow<DeclaredRow>(table(), keyOf(key)))?.serverId;

/** Gives a key to a server; a transaction with it is refused while another server has the key. */
export const declaredItem = (key: DeclaredKey, serverId: string): TransactItem => ({
  Put: {
    TableName: table(),
    Item: { ...keyOf(key), serverId },
    ...FREE_OR_OWN,
    ExpressionAttributeValues: { ':own': serverId },
  },
});

/** Frees the key of a server that is being deleted or moved. */
export const freedItem = (key: DeclaredKey, serverId: string): TransactItem => ({
  Delete: {
    TableName: table(),
    Key: keyOf(key),
    ...FREE_OR_OWN,
    ExpressionAttributeValues: { ':own': serverId },
  },
});
