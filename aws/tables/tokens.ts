/**
 * The tokens table: the key is the token's HMAC, the index `byServer` serves lists. Revoked rows are kept, without any way back, so that
 * the audit trail can name them. What a live request reads and writes is in tokenReading.ts.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/lib/ids.ts';
import type { Person } from '../../core/lib/person.ts';
import { numbered, upgraded } from '../../core/model/migrations.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { isRegionalUse } from '../../core/regions/gates.ts';
import { readRows } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isConditionFailure, writeConflict } from '../lib/errors.ts';
import { untilWritten } from '../lib/untilWritten.ts';
import { documents } from '../services/clients.ts';
import { queryAll } from './query.ts';
import { creation, isWritten, readRow, replacement, stands, type TransactItem, writtenTogether } from './versioned.ts';

/** Maximum of BatchGetItem. */
const BATCH = 100;

const table = () => requireEnvironment('TABLE_TOKENS');

/** The tokens of a server that the index may not show yet. Each creation replaces the row, so that no two take the same last place. */
interface Making {
  readonly tokenHash: string;
  readonly version: number;
  /** With their times in epoch milliseconds. */
  readonly recent: ReadonlyArray<{ readonly tokenHash: string; readonly at: number }>;
  /** Epoch seconds, for the table's time to live. */
  readonly goneAt: number;
}

/** The key of a server's {@link Making}, which no hash has. */
const makingOf = (serverId: string) => `making.${serverId}`;
/** An index is late by less. */
const INDEX_LAG_MS = 60_000;

interface Counting {
  /** Active tokens that the server may have with this one. */
  readonly most: number;
  readonly isCounted: (token: TokenRow) => boolean;
}

/**
 * Creates a token's row together with another write, in one transaction. Resolves to the number of active tokens where there are too
 * many, and nothing is created then. Throws `write_conflict` when others create tokens of the server faster.
 */
export async function createToken(
  token: TokenRow,
  beside: TransactItem,
  { most, isCounted }: Counting,
): Promise<number | undefined> {
  const key = { tokenHash: makingOf(token.serverId) };
  return untilWritten(async () => {
    const [making, listed] = await Promise.all([readRow<Making>(table(), key), listTokens(token.serverId)]);
    const now = Date.now();
    const known = new Set(listed.map(({ tokenHash }) => tokenHash));
    const unlisted = (making?.recent ?? []).filter(
      ({ tokenHash, at }) => !known.has(tokenHash) && now - at < INDEX_LAG_MS,
    );
    const active = listed.filter(isCounted).length + unlisted.length;
    if (active >= most) return active;
    const next: Making = {
      ...key,
      version: making?.version ?? 0,
      recent: [...unlisted, { tokenHash: token.tokenHash, at: now }],
      goneAt: Math.ceil((now + 2 * INDEX_LAG_MS) / 1_000),
    };
    const lock = making ? replacement(table(), next) : creation(table(), 'tokenHash', next);
    const row = numbered('token', token);
    const Put = creation(table(), 'tokenHash', row);
    if (await writtenTogether([{ Put }, { Put: lock }, beside])) return undefined;
    // If a response was lost, the token is there, and nobody would ever see its value.
    if (await stands(table(), { tokenHash: token.tokenHash }, row)) return undefined;
    throw writeConflict('The token');
  });
}

/** Reads a token's row by its hash, strongly consistent; undefined when there is none. */
export const readToken = (tokenHash: string) => readRow<TokenRow>(table(), { tokenHash });

/** The rows that exist, in no order, read with strong consistency. */
export async function readTokens(hashes: readonly string[]): Promise<TokenRow[]> {
  const rows: TokenRow[] = [];
  for (let at = 0; at < hashes.length; at += BATCH) {
    const keys = hashes.slice(at, at + BATCH).map((tokenHash) => ({ tokenHash }));
    const found = await readRows({ [table()]: keys });
    rows.push(...((found[table()] ?? []) as TokenRow[]));
  }
  return rows;
}

const ofServer = (serverId: string) => ({
  TableName: table(),
  IndexName: 'byServer',
  KeyConditionExpression: 'serverId = :serverId',
  ExpressionAttributeValues: { ':serverId': serverId },
});

/** Newest first, each with its last use in any region. */
export async function listTokens(serverId: string): Promise<TokenRow[]> {
  return withLastUse(await queryAll<TokenRow>(ofServer(serverId)));
}

/** Of each page of an index DynamoDB reads 1 MB, some 2,000 rows. */
const LIVING_PAGES = 4;

/**
 * As {@link listTokens}, without sessions and what was revoked. Rows of revoked tokens stay for ever, so no more than some thousands are
 * read: what is behind them is missing.
 */
export async function listLivingTokens(serverId: string): Promise<TokenRow[]> {
  const FilterExpression = 'attribute_not_exists(revokedAt) AND attribute_not_exists(signIn)';
  return withLastUse(
    await queryAll<TokenRow>({ ...ofServer(serverId), FilterExpression }, documents(), {}, LIVING_PAGES),
  );
}

function withLastUse(rows: readonly TokenRow[]): TokenRow[] {
  const uses = new Map<string, string>();
  for (const { tokenHash, lastUsedAt = '' } of rows) {
    const [token = ''] = tokenHash.split('@');
    if (lastUsedAt > (uses.get(token) ?? '')) uses.set(token, lastUsedAt);
  }
  return rows
    .filter(({ tokenHash }) => !isRegionalUse(tokenHash))
    .map((row) => {
      const lastUsedAt = uses.get(row.tokenHash);
      return lastUsedAt ? { ...row, lastUsedAt } : row;
    })
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/**
 * Replaces the limits of a token that was read, together with `beside`. Throws `write_conflict` when they were changed meanwhile, the token
 * was revoked, or another write of the row (a stamp of its last use) came between. Lists and revocation take rows of later versions, too.
 * @throws PortcullisError `schema_newer`
 */
export async function writeTokenLimits(row: TokenRow, limits: TokenRow['limits'], beside: TransactItem): Promise<void> {
  const { tokenHash, revision = 0 } = upgraded<TokenRow>('token', row);
  const Update = {
    TableName: table(),
    Key: { tokenHash },
    UpdateExpression: `SET revision = :next${limits ? ', #limits = :limits' : ' REMOVE #limits'}`,
    ConditionExpression: `attribute_exists(tokenHash) AND attribute_not_exists(revokedAt) AND ${
      revision === 0 ? 'attribute_not_exists(revision)' : 'revision = :revision'
    }`,
    ExpressionAttributeNames: { '#limits': 'limits' },
    ExpressionAttributeValues: {
      ':next': revision + 1,
      ...(limits && { ':limits': limits }),
      ...(revision > 0 && { ':revision': revision }),
    },
  };
  if (!(await writtenTogether([{ Update }, beside]))) throw writeConflict('The token');
}

/**
 * Marks the token revoked; resolves to false when it was revoked already or never existed. `unconfirmed`: regions that are being told at
 * the same time, kept until {@link confirmRevocation}. `beside` is written in the same transaction (`entered`), except when another write
 * of the row (a stamp of its last use) interferes: the revocation does not wait then, and the caller writes `beside` afterwards
 * (`alone`).
 */
export async function revokeToken(
  tokenHash: string,
  actor: Person,
  unconfirmed: readonly string[] = [],
  beside?: (now: string) => TransactItem,
): Promise<'entered' | 'alone' | false> {
  const now = isoNow();
  const sets = ['revokedAt = :now', 'revokedBy = :actor'];
  if (actor.name !== undefined) sets.push('revokedByName = :name');
  if (unconfirmed.length > 0) sets.push('unconfirmed = :others');
  const Update = {
    TableName: table(),
    Key: { tokenHash },
    UpdateExpression: `SET ${sets.join(', ')}`,
    ConditionExpression: 'attribute_exists(tokenHash) AND attribute_not_exists(revokedAt)',
    ExpressionAttributeValues: {
      ':now': now,
      ':actor': actor.id,
      ...(actor.name !== undefined && { ':name': actor.name }),
      ...(unconfirmed.length > 0 && { ':others': unconfirmed }),
    },
  };
  try {
    // Where it is refused, the single write below finds out why.
    if (beside && (await writtenTogether([{ Update }, beside(now)]))) return 'entered';
    await documents().send(new UpdateCommand(Update));
    return 'alone';
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    // If a response is lost, the SDK sends the update again; what it then finds may be this same revocation.
    const row = await readToken(tokenHash);
    return row?.revokedAt === now && row.revokedBy === actor.id && 'alone';
  }
}

/** Call when every region has confirmed; true for the one call that removes the mark. */
export function confirmRevocation(tokenHash: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table(),
    Key: { tokenHash },
    UpdateExpression: 'REMOVE unconfirmed',
    ConditionExpression: 'attribute_exists(unconfirmed)',
  });
  return isWritten(documents().send(update));
}
