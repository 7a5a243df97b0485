/**
 * What a live request reads of its token and server, and writes of them: both in one strongly consistent batch, uncached, and the time of the
 * last use.
 */
import type { ServerReading, TokenReading } from '../../core/auth/tokens/check.ts';
import type { BreakerRow } from '../../core/limiting/breaker.ts';
import type { SessionRow } from '../../core/mcp/session.ts';
import { type StoredKind, upgraded } from '../../core/model/migrations.ts';
import type { ServerRow } from '../../core/model/server.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { type GateRow, regionalUse, serverGate, tokenGate } from '../../core/regions/gates.ts';
import { SERVER_HOLDER, type UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import { readKnownRows, updateRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { breakerKey } from './breakers.ts';

const table = () => requireEnvironment('TABLE_TOKENS');

/** Set in regions other than home, which learn of some changes by gates before replication brings them (core/regions/gates.ts). */
const gatesTable = () => process.env['TABLE_GATES'];

/** Set where calls are made, to read the base URL's access token with the connection token (upstreamTokens.ts). */
const upstreamTable = () => process.env['TABLE_UPSTREAM_TOKENS'];

/** What is read beside token and server. */
export interface FurtherRows {
  readonly withBreaker?: boolean;
  readonly withTokens?: boolean;
  /** A member of the toolset; breaker and upstream tokens are then those of the member, since a toolset has none. */
  readonly memberId?: string | undefined;
}

/**
 * Token and server in one strongly consistent batch; in regions other than home with the region's gates of both. On request also the row
 * of a session, and where calls are made, the shared upstream tokens and the circuit breaker; and the rows of a toolset's member.
 */
export async function readTokenAndServer(
  tokenHash: string,
  serverId: string,
  sessionId?: string,
  { withBreaker = false, withTokens = false, memberId }: FurtherRows = {},
): Promise<TokenReading> {
  const ids = memberId === undefined ? [serverId] : [serverId, memberId];
  const calledId = memberId ?? serverId;
  const upstream = withTokens ? upstreamTable() : undefined;
  const breaker = withBreaker && upstreamTable() !== undefined ? breakerKey(calledId) : undefined;
  const kept = [sessionId, breaker].filter((key) => key !== undefined);
  const sessions = kept.length === 0 ? undefined : requireEnvironment('TABLE_SESSIONS');
  const servers = requireEnvironment('TABLE_SERVERS');
  const gates = gatesTable();
  const rows = await readKnownRows({
    [table()]: [{ tokenHash }],
    [servers]: ids.map((id) => ({ serverId: id })),
    ...(gates && { [gates]: [tokenGate(tokenHash), ...ids.map(serverGate)].map((gate) => ({ gate })) }),
    ...(sessions && { [sessions]: kept.map((key) => ({ sessionId: key })) }),
    ...(upstream && { [upstream]: [{ serverId: calledId, holder: SERVER_HOLDER }] }),
  });
  const known = readings.get(rows);
  if (known) return known;
  const found = (key: string | undefined) =>
    sessions && key !== undefined
      ? (rows[sessions] as { sessionId: string }[] | undefined)?.find((row) => row.sessionId === key)
      : undefined;
  const further = {
    breaker: found(breaker) as BreakerRow | undefined,
    upstreamTokens: upstream ? (rows[upstream]?.[0] as UpstreamTokensRow | undefined) : undefined,
  };
  const read = {
    token: first<TokenRow>('token', rows[table()]),
    gates: gates ? ((rows[gates] ?? []) as GateRow[]) : [],
    session: found(sessionId) as SessionRow | undefined,
  };
  const reading: TokenReading =
    memberId === undefined
      ? { ...read, ...further, server: first<ServerRow>('server', rows[servers]) }
      : { ...read, ...apart(read.gates, (rows[servers] ?? []) as ServerRow[], [serverId, memberId], further) };
  readings.set(rows, reading);
  return reading;
}

/** The rows of a toolset and of its member; what else was read is the member's. */
function apart(
  gates: readonly GateRow[],
  rows: readonly ServerRow[],
  [serverId, memberId]: readonly [serverId: string, memberId: string],
  further: Pick<ServerReading, 'breaker' | 'upstreamTokens'>,
): Pick<TokenReading, 'server' | 'gates' | 'member'> {
  const rowOf = (id: string) =>
    first<ServerRow>(
      'server',
      rows.filter((row) => row.serverId === id),
    );
  const isMembers = ({ gate }: GateRow) => gate === serverGate(memberId);
  return {
    server: rowOf(serverId),
    gates: gates.filter((gate) => !isMembers(gate)),
    member: { ...further, server: rowOf(memberId), gates: gates.filter(isMembers) },
  };
}

/** By the rows, which are the same object as long as they have not changed and the same ones are asked for. */
const readings = new WeakMap<object, TokenReading>();

const first = <Row>(kind: StoredKind, [row]: readonly unknown[] = []): Row | undefined =>
  row === undefined ? undefined : upgraded<Row>(kind, row as object);

/**
 * Writes the time of the last use; the role of mcp-rpc may write nothing else. Does not recreate a deleted token. In regions other than
 * home the time is an item of the region's own, because the token's row is written at home only.
 */
export async function stampTokenUse({ tokenHash, serverId }: TokenRow, at: string): Promise<void> {
  if (gatesTable()) {
    const key = { tokenHash: regionalUse(tokenHash, requireEnvironment('AWS_REGION')) };
    const values = { ':at': at, ':serverId': serverId };
    await updateRow(table(), key, { update: 'SET lastUsedAt = :at, serverId = :serverId', values });
    return;
  }
  await updateRow(
    table(),
    { tokenHash },
    { update: 'SET lastUsedAt = :at', condition: 'attribute_exists(tokenHash)', values: { ':at': at } },
  );
}
