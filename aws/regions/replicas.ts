/**
 * Waits until another region's replica has what home wrote, which takes about a second. It only reads: writing the rows there too would
 * race with the replication of later writes (the last writer replaces the whole item).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { requireEnvironment } from '../lib/environment.ts';
import { logWarning } from '../lib/log.ts';
import { documentsIn, type EdgeRegion, edgeRegions, inTime } from './edges.ts';

const PATIENCE_MS = 4_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

/** False when the region does not answer, or does not have it in time; replication will bring it later. */
async function hasArrived(
  edge: EdgeRegion,
  table: string,
  key: Readonly<Record<string, string>>,
  isIt: (row: Record<string, unknown>) => boolean,
): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const get = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
      const { Item } = await documentsIn(edge).send(get, inTime());
      if (Item && isIt(Item)) return true;
    } catch (error) {
      warn(edge, (error as Error).name);
      return false;
    }
    if (Date.now() + pause > end) {
      warn(edge, 'late');
      return false;
    }
    await sleep(pause);
  }
}

const warn = ({ region }: EdgeRegion, reason: string) => logWarning('replica_behind', { region, reason });

/** Resolves when the token is valid in every region, or after some seconds. */
export async function tokenArrived(tokenHash: string): Promise<void> {
  const table = requireEnvironment('TABLE_TOKENS');
  await Promise.all(edgeRegions().map((edge) => hasArrived(edge, table, { tokenHash }, () => true)));
}

/** Resolves when every region has the session's row with at least this number of refreshes, or after some seconds. */
export async function sessionArrived(tokenHash: string, turn: number): Promise<void> {
  const table = requireEnvironment('TABLE_TOKENS');
  const isIt = ({ signIn }: Record<string, unknown>) => ((signIn as { turn?: number } | undefined)?.turn ?? -1) >= turn;
  await Promise.all(edgeRegions().map((edge) => hasArrived(edge, table, { tokenHash }, isIt)));
}

/** Resolves when the region's row names a bundle of at least this version, or after some seconds. */
export const bundleArrived = (edge: EdgeRegion, serverId: string, version: number): Promise<boolean> =>
  hasArrived(edge, requireEnvironment('TABLE_SERVERS'), { serverId }, ({ bundle }) => {
    const found = (bundle as { version?: number } | undefined)?.version;
    return found !== undefined && found >= version;
  });
