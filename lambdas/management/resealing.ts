/** Seals what was just stored into a new live bundle, and takes the change back when that is refused. */

import { isDeepStrictEqual } from 'node:util';
import { invokeReseal, isRefusal, requestReseal } from '../../aws/invoke.ts';
import { logError, reasonOf } from '../../aws/log.ts';
import type { ServerRow } from '../../core/records.ts';
import { Refused } from './errors.ts';

/**
 * True when clients see the change. A server that was never live has nothing to seal, and a deployment that began right
 * after the change takes it along. `undo` restores the rows; it runs before the refusal is thrown on.
 */
export async function sealed(server: ServerRow, undo: () => Promise<unknown>): Promise<boolean> {
  if (!server.bundle) return false;
  try {
    const answer = await invokeReseal(server.serverId);
    if (!isRefusal(answer)) return true;
    const { code, message } = answer.error;
    if (code === 'deployment_running') return false;
    throw new Refused(code, message);
  } catch (error) {
    const { serverId } = server;
    await undo().catch((failure: unknown) => logFailed('undo_failed', serverId, failure));
    await sealSoon(serverId);
    throw error;
  }
}

/**
 * Asks for the rows as they stand to be sealed, whenever that is: the refused change may be live nevertheless, because only the answer
 * was lost or because another edit was sealed while it was stored. Where it is not, the bundle is the live one and nothing happens.
 */
export const sealSoon = (serverId: string): Promise<void> =>
  requestReseal(serverId).catch((failure: unknown) => logFailed('reseal_not_requested', serverId, failure));

function logFailed(event: string, serverId: string, failure: unknown): void {
  logError(event, { serverId, reason: reasonOf(failure) });
}

/**
 * `now` with those of the keys set back to `before` that still hold what was written (`after`). What somebody else has changed in
 * between is theirs.
 */
export function takenBack<T extends object>(now: T, before: T, after: T, keys: ReadonlyArray<keyof T>): T {
  const result = { ...now };
  for (const key of keys) {
    if (!isDeepStrictEqual(now[key], after[key])) continue;
    if (before[key] === undefined) delete result[key];
    else result[key] = before[key];
  }
  return result;
}
