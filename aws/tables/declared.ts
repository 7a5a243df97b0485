/**
 * The keys under which files declare servers: a row of the settings table for each, which says whose it is. It is written together with the
 * server's row, on the condition that nobody else has it, so that two servers never have the same key.
 */
import { requireEnvironment } from '../lib/environment.ts';
import { readRow, type TransactItem } from './versioned.ts';

interface DeclaredRow {
  readonly settingsId: string;
  readonly serverId: string;
}

const table = () => requireEnvironment('TABLE_SETTINGS');
const keyOf = (declared: string) => ({ settingsId: `declared.${declared}` });

const FREE_OR_OWN = {
  ConditionExpression: 'attribute_not_exists(settingsId) OR serverId = :own',
};

/** The server that has a key; undefined when none has. */
export const readDeclared = async (declared: string): Promise<string | undefined> =>
  (await readRow<DeclaredRow>(table(), keyOf(declared)))?.serverId;

/** Gives a key to a server; a transaction with it is refused while another server has the key. */
export const declaredItem = (declared: string, serverId: string): TransactItem => ({
  Put: {
    TableName: table(),
    Item: { ...keyOf(declared), serverId },
    ...FREE_OR_OWN,
    ExpressionAttributeValues: { ':own': serverId },
  },
});

/** Frees the key of a server that is being deleted. */
export const freedItem = (declared: string, serverId: string): TransactItem => ({
  Delete: {
    TableName: table(),
    Key: keyOf(declared),
    ...FREE_OR_OWN,
    ExpressionAttributeValues: { ':own': serverId },
  },
});
