/**
 * Which versions of servers had a call refused because the MCP server behind them has changed a tool since it was approved (`tool_changed`).
 * One row for each version, among the counters of the region's table of sessions: a version made of a new import begins without one, so what
 * was approved is over by itself. DynamoDB removes a row some days after the last refusal.
 */
import { readRows, updateRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { counterKey } from './counters.ts';

/** Longer than the pause between two digests, and short enough to forget a change that the vendor has taken back. */
const KEPT_MS = 3 * 86_400_000;

const table = () => requireEnvironment('TABLE_SESSIONS');
const keyOf = (bundleId: string): string => counterKey('changed', bundleId);

/** Notes a refused call. Keeps the time of the first. */
export async function noteChangedTool(bundleId: string, now = Date.now()): Promise<void> {
  await updateRow(
    table(),
    { sessionId: keyOf(bundleId) },
    {
      update: 'SET expiresAt = :expiry, firstAt = if_not_exists(firstAt, :now)',
      values: { ':expiry': Math.ceil((now + KEPT_MS) / 1_000), ':now': now },
    },
  );
}

/** When the first call was refused (milliseconds since 1970), by bundle id, of those that had one. At most 100. */
export async function readChangedTools(bundleIds: readonly string[], now = Date.now()): Promise<Map<string, number>> {
  if (bundleIds.length === 0) return new Map();
  const byKey = new Map(bundleIds.map((bundleId) => [keyOf(bundleId), bundleId]));
  const rows = (await readRows({ [table()]: [...byKey.keys()].map((sessionId) => ({ sessionId })) }))[table()] ?? [];
  return new Map(
    (rows as { sessionId: string; firstAt: number; expiresAt: number }[])
      // DynamoDB removes rows late.
      .filter(({ expiresAt }) => expiresAt * 1_000 > now)
      .map(({ sessionId, firstAt }) => [byKey.get(sessionId) ?? '', firstAt]),
  );
}
