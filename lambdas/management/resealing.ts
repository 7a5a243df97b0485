/** Reseals the server after a stored change of what its bundle contains, and reverts the change when sealing is refused. */

import { isDeepStrictEqual } from 'node:util';
import { invokeReseal, isRefusal, requestReseal } from '../../aws/invoke.ts';
import { logError, reasonOf } from '../../aws/log.ts';
import type { ServerAuth, ServerRow } from '../../core/records.ts';
import { shapeOf } from '../../core/request/credential/shape.ts';
import { Refused } from './errors.ts';

/** The parts of a row that its bundle contains; changes of other parts need no new bundle. */
export function sealedParts(row: ServerRow): string {
  const {
    name,
    baseUrl,
    auth,
    hosts = {},
    privateHosts = {},
    governance,
    upstreamMs,
    traceContext,
    listStyle,
    schemaProfile,
    elicitation,
    exposition,
    headers = [],
  } = row;
  const places = Object.entries(hosts).map(([origin, host]) => [origin, sealedAuth(host.auth)]);
  const inside = Object.entries(privateHosts).sort();
  return JSON.stringify([
    name,
    baseUrl,
    sealedAuth(auth),
    places.sort(),
    inside,
    governance,
    upstreamMs,
    traceContext,
    listStyle,
    schemaProfile,
    elicitation,
    exposition,
    headers.map(({ sealed, ...header }) => [header, sealed?.origin]),
  ]);
}

const sealedAuth = (auth: ServerAuth | undefined) => auth && [shapeOf(auth), auth.origin];

/**
 * True when clients see the change. A server that was never live has no bundle to reseal, and a deployment that began right after the
 * change includes it. `undo` restores the rows before the refusal is rethrown.
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
 * Requests a reseal without waiting for it. The refused change may be live nevertheless, because only the response was lost or because
 * another edit was sealed in between. If nothing changed, the reseal has no effect.
 */
export const sealSoon = (serverId: string): Promise<void> =>
  requestReseal(serverId).catch((failure: unknown) => logFailed('reseal_not_requested', serverId, failure));

function logFailed(event: string, serverId: string, failure: unknown): void {
  logError(event, { serverId, reason: reasonOf(failure) });
}

/**
 * `now`, with each of the keys set back to `before` if it still holds what was written (`after`). Changes by others in between are kept.
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
