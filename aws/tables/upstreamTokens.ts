/**
 * The table of upstream tokens: a row for each holder (a credential) of a server, sealed so that only the server's sandbox can open it
 * (core/request/credential/oauth2/storedTokens.ts). Every write is conditional on the version that was read. Requests read the row of the
 * base URL's credential in the batch that reads their connection token (tokenReading.ts). Consents that are under way are in upstreamConsents.ts.
 *
 * Each region has a table of its own. Refresh tokens, which may be valid once only, are stored in the home region; the other regions read
 * and write them there when their copy of the access token has expired, once in its life.
 */
import { isDeepStrictEqual } from 'node:util';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountOfHolder } from '../../core/request/credential/oauth2/holders.ts';
import type { UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import { itemOf } from '../direct/attributes.ts';
import { putWhere, readRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { writeConflict } from '../lib/errors.ts';
import { documentsIn, edgeRegions, inTime } from '../regions/edges.ts';
import { documents } from '../services/clients.ts';
import { itemsUnder, queryAll } from './query.ts';
import { type TransactItem, writtenTogether } from './versioned.ts';

/** The upstream tokens table of one region. */
export interface UpstreamTokensTable {
  /** Strongly consistent. */
  read(serverId: string, holder: string): Promise<UpstreamTokensRow | undefined>;
  /** Resolves to the row as stored. Throws `write_conflict` when another writer has changed it since it was read. */
  write(row: UpstreamTokensRow): Promise<UpstreamTokensRow>;
}

const table = () => requireEnvironment('TABLE_UPSTREAM_TOKENS');

/** That the stored row is still the one that was read. */
const unchanged = ({ version }: UpstreamTokensRow) =>
  version === 0
    ? { ConditionExpression: 'attribute_not_exists(serverId)' }
    : {
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':read': version },
      };

/** The condition of a put without the SDK. */
function marshalled({ ExpressionAttributeValues: values, ...condition }: ReturnType<typeof unchanged>) {
  return { ...condition, ...(values && { ExpressionAttributeValues: itemOf(values) }) };
}

function tableIn(name: () => string, region?: string): UpstreamTokensTable {
  const read = async (serverId: string, holder: string) =>
    (await readRow(name(), { serverId, holder }, region)) as UpstreamTokensRow | undefined;
  const write = async (row: UpstreamTokensRow) => {
    const item = { ...row, version: row.version + 1 };
    const isPut = await putWhere(name(), item, marshalled(unchanged(row)), { isRepeatable: true, region });
    // If a response is lost, the put is repeated, and then fails on the condition because the first one succeeded.
    if (!isPut) await mustStand(item, read);
    return item;
  };
  return { read, write };
}

async function mustStand(item: UpstreamTokensRow, read: UpstreamTokensTable['read']): Promise<void> {
  if (!isDeepStrictEqual(await read(item.serverId, item.holder), item)) throw writeConflict('The tokens');
}

/** The table of this region. */
export const upstreamTokens: UpstreamTokensTable = tableIn(table);

/** Writes a row of this region as `upstreamTokens.write` does, in one transaction with `beside`. */
export async function writeTokensBeside(row: UpstreamTokensRow, beside: TransactItem): Promise<void> {
  const Item = { ...row, version: row.version + 1 };
  const Put = { TableName: table(), Item, ...unchanged(row) };
  if (!(await writtenTogether([{ Put }, beside]))) await mustStand(Item, upstreamTokens.read);
}

/** The table of the home region, for the other regions; undefined at home. */
export function homeUpstreamTokens(): UpstreamTokensTable | undefined {
  const text = process.env['HOME_UPSTREAM_TOKENS'];
  if (!text) return undefined;
  const { region, table: name } = JSON.parse(text) as { readonly region: string; readonly table: string };
  return tableIn(() => name, region);
}

/** Stores a row of home as this region's copy, unless the copy is newer. */
export async function copyUpstreamTokens(row: UpstreamTokensRow): Promise<void> {
  const isNewer = {
    ConditionExpression: 'attribute_not_exists(serverId) OR #credential <> :credential OR #version < :version',
    ExpressionAttributeNames: { '#credential': 'credential', '#version': 'version' },
    ExpressionAttributeValues: itemOf({ ':credential': row.credential, ':version': row.version }),
  };
  await putWhere(table(), row, isNewer, { isRepeatable: true });
}

/** What is read to say why there is no access token; lib/ grants exactly these where nothing else is to be read. */
export const SIGN_IN_ATTRIBUTES = ['serverId', 'holder', 'credential', 'consent', 'failure', 'isChanged'] as const;
/** See {@link SIGN_IN_ATTRIBUTES}. */
export type SignInRow = Pick<UpstreamTokensRow, (typeof SIGN_IN_ATTRIBUTES)[number]>;

/** A row without its tokens. */
export async function readSignIn(serverId: string, holder: string): Promise<SignInRow | undefined> {
  const { Item } = await documents().send(
    new GetCommand({
      TableName: table(),
      Key: { serverId, holder },
      ConsistentRead: true,
      ProjectionExpression: SIGN_IN_ATTRIBUTES.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(SIGN_IN_ATTRIBUTES.map((name) => [`#${name}`, name])),
    }),
  );
  return Item as SignInRow | undefined;
}

/** The rows that are deleted: those of a server or, with `account`, those of one account there (core/auth/account.ts). */
interface Removed {
  readonly serverId: string;
  readonly account?: string | undefined;
}

async function removeFrom(
  client: DynamoDBDocumentClient,
  TableName: string,
  { serverId, account }: Removed,
  options = {},
): Promise<void> {
  const query = {
    TableName,
    KeyConditionExpression: `serverId = :serverId${account === undefined ? '' : ' AND begins_with(holder, :account)'}`,
    ExpressionAttributeValues: { ':serverId': serverId, ...(account !== undefined && { ':account': account }) },
    ProjectionExpression: 'holder',
    ConsistentRead: true,
  };
  const rows = await queryAll<Pick<UpstreamTokensRow, 'holder'>>(query, client, options);
  const removed = rows.filter(({ holder }) => account === undefined || accountOfHolder(holder)?.account === account);
  await Promise.all(
    removed.map(({ holder }) => client.send(new DeleteCommand({ TableName, Key: { serverId, holder } }), options)),
  );
}

/**
 * Removes the rows of a server that is being deleted, or of one account, in every region. Throws what DynamoDB answers. An exchange that
 * ends afterwards may still store a copy of its result in a region: without the server's row, which holds the data key, nobody can open
 * it, and nobody calls for an account without its token or person.
 */
export async function removeUpstreamTokens(serverId: string, account?: string): Promise<void> {
  const removed = { serverId, account };
  await Promise.all([
    removeFrom(documents(), table(), removed),
    ...edgeRegions().map((edge) => removeFrom(documentsIn(edge), edge.upstreamTokens, removed, inTime())),
  ]);
}

/** The rows of the accounts of a server, in no order, without their tokens. */
export async function listAccountRows(serverId: string): Promise<Omit<UpstreamTokensRow, 'sealed'>[]> {
  const withoutTokens = {
    ProjectionExpression: 'serverId, holder, credential, #consent, #failure',
    ExpressionAttributeNames: { '#consent': 'consent', '#failure': 'failure' },
  };
  const rows = await itemsUnder<Omit<UpstreamTokensRow, 'sealed'>>(table(), { serverId }, withoutTokens);
  return rows.filter(({ holder }) => accountOfHolder(holder) !== undefined);
}
