/** The calls of a server that a person has to approve: one row of the region's sessions table, written by condition (core/policies/approvals.ts). */
import type { ServerRow } from '../../core/model/server.ts';
import { type ApprovalRow, approvalRowId } from '../../core/policies/approvals.ts';
import { putRow, readRows } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';

const MAX_TRIES = 10;
/** Of BatchGetItem. */
const BATCH = 100;

const table = () => requireEnvironment('TABLE_SESSIONS');

/** Strongly consistent; by server, of those that have a row. At most 100 servers. */
export async function readApprovals(serverIds: readonly string[]): Promise<ReadonlyMap<string, ApprovalRow>> {
  if (serverIds.length === 0) return new Map();
  const byKey = new Map(serverIds.slice(0, BATCH).map((serverId) => [approvalRowId(serverId), serverId]));
  const found = await readRows({ [table()]: [...byKey.keys()].map((sessionId) => ({ sessionId })) });
  const rows = (found[table()] ?? []) as ApprovalRow[];
  return new Map(rows.map((row) => [byKey.get(row.sessionId) ?? '', row]));
}

/**
 * Writes what `change` makes of the row as it stands; undefined, without a write, where it makes nothing of it.
 * @param put how the row is written; false where it is not the one that was read
 */
export async function changeApprovals(
  serverId: string,
  change: (row: ApprovalRow | undefined, now: number) => ApprovalRow | undefined,
  put: (next: ApprovalRow, read: ApprovalRow | undefined) => Promise<boolean> = (next, read) =>
    putRow(table(), 'sessionId', next, read?.revision),
): Promise<ApprovalRow | undefined> {
  for (let tries = 1; ; tries++) {
    const row = (await readApprovals([serverId])).get(serverId);
    const next = change(row, Date.now());
    if (!next) return undefined;
    if (await put(next, row)) return next;
    if (tries === MAX_TRIES) throw new Error('Too many requests write the approvals of a server at the same time.');
    await new Promise((done) => setTimeout(done, Math.random() * 20 * tries));
  }
}

/** Holds a transaction to the row of a server as it was read: a server that moves to other people meanwhile is decided about by them. */
export const serverStands = ({ serverId, version }: Pick<ServerRow, 'serverId' | 'version'>) => ({
  ConditionCheck: {
    TableName: requireEnvironment('TABLE_SERVERS'),
    Key: { serverId },
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  },
});

/** The write of a row in place of the one that was read, for a transaction. */
export const approvalPut = (next: ApprovalRow, { revision }: ApprovalRow) => ({
  TableName: table(),
  Item: next as unknown as Record<string, unknown>,
  ConditionExpression: '#revision = :revision',
  ExpressionAttributeNames: { '#revision': 'revision' },
  ExpressionAttributeValues: { ':revision': revision },
});
