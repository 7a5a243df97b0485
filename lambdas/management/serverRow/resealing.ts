/**
 * Waits until a stored change of what a server's bundle contains is live. Changes of one server that arrive together share a bundle:
 * one invocation of reseal builds, the others wait for what it makes. A change whose sealing is refused is reverted, which lets the others go
 * on; one that is still being sealed when the answer is due stays, and is live later.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { invokeReseal, isRefusal, type ResealRefusal, requestReseal } from '../../../aws/services/invoke.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { shapeOf } from '../../../core/model/credentialShape.ts';
import { isBeingSealed, isSealed, membersOf, type ServerAuth, type ServerRow } from '../../../core/model/server.ts';
import { SEALED_SETTINGS } from '../../../core/model/serverSettings.ts';
import { elapsedMs } from '../http/elapsed.ts';
import { Refused } from '../http/errors.ts';

/** The parts of a row that its bundle contains; changes of other parts need no new bundle. */
export function sealedParts(row: ServerRow): string {
  const { name, baseUrl, auth, hosts = {}, privateHosts = {}, governance, exposition, headers = [] } = row;
  const places = Object.entries(hosts).map(([origin, host]) => [origin, sealedAuth(host.auth)]);
  const inside = Object.entries(privateHosts).sort();
  return JSON.stringify([
    name,
    baseUrl,
    sealedAuth(auth),
    places.sort(),
    inside,
    governance,
    SEALED_SETTINGS.map((setting) => row[setting]),
    exposition,
    membersOf(row),
    headers.map(({ sealed, ...header }) => [header, sealed?.origin]),
  ]);
}

const sealedAuth = (auth: ServerAuth | undefined) => auth && [shapeOf(auth), auth.origin];

/** For how long an answer waits for a bundle at most. */
const PATIENCE_MS = 10_000;
/** Of a server whose bundle takes longer than that in any case. */
const LARGE_PATIENCE_MS = 1_000;
/** When an answer is given at the latest, where storing took long: API Gateway's limit is 29 s. */
const ANSWERED_BY_MS = 20_000;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 400;
/** Of invocations that ended without an answer. */
const MOST_FAILURES = 2;

/** Names of the tools that a change writes or lets out: no other tool makes a bundle impossible because of it. */
export type Touched = ReadonlySet<string>;

/**
 * True when clients see the change, which `server` has as it was written. A server that was never live has no bundle to reseal, a
 * deployment that began right after the change includes it, and what takes longer than an answer may is sealed nevertheless. `undo`
 * restores the rows before the refusal is rethrown.
 */
export async function sealed(server: ServerRow, touched: Touched, undo: () => Promise<unknown>): Promise<boolean> {
  if (!server.bundle) return false;
  const { serverId, version } = server;
  try {
    return await untilSealed(serverId, { version, touched, patienceMs: patienceFor(server) });
  } catch (error) {
    if (error instanceof Refused && error.code === 'deployment_running') return false;
    try {
      await undo();
    } catch (failure) {
      logFailed('undo_failed', serverId, failure);
    }
    await sealSoon(serverId);
    throw error;
  }
}

/** At least as long as it takes to see that a small bundle is made. */
function patienceFor({ bundle }: ServerRow): number {
  const most = bundle && bundle.tools > LIMITS.listedTools ? LARGE_PATIENCE_MS : PATIENCE_MS;
  return Math.min(most, Math.max(LARGE_PATIENCE_MS, ANSWERED_BY_MS - elapsedMs()));
}

type Outcome =
  | { readonly isSealed: boolean; readonly revision: number }
  | { readonly error: unknown; readonly tool?: string | undefined };

interface Wanted {
  /** Of the row whose change has to be live; unset: all that is stored now. */
  readonly version?: number;
  /** Unset: a refusal because of any tool ends the waiting. */
  readonly touched?: Touched;
  readonly patienceMs?: number;
}

/**
 * Resolves to true as soon as the change is live, to false when it is still being sealed after `patienceMs`. Builds unless somebody does; takes
 * the place of a builder that died. Throws Refused when no bundle can be made with it, and InvocationFailed. While none can be made because of a
 * tool of somebody else's change, it waits for that to be taken back.
 */
export async function untilSealed(
  serverId: string,
  { version, touched, patienceMs = PATIENCE_MS }: Wanted = {},
): Promise<boolean> {
  const until = Date.now() + patienceMs;
  let wanted = version;
  let own: Promise<Outcome> | undefined;
  let lease: string | undefined;
  let failures = 0;
  let failure: unknown;
  for (let pause = PAUSE_MS; Date.now() < until; pause = Math.min(1.5 * pause, LONGEST_PAUSE_MS)) {
    const row = wanted === undefined ? undefined : await readServer(serverId);
    if (row && wanted !== undefined && isSettled(row, wanted, touched)) return !row.deploying;
    if (failures === MOST_FAILURES) throw failure;
    if (!own && !(row && isBeingSealed(row) && row.sealing?.id !== lease) && !(row && isHeldUp(row))) {
      const replaces = lease;
      lease = randomUUID();
      own = attempt(serverId, wanted, lease, replaces);
    }
    const outcome = await Promise.race([...(own ? [own] : []), sleep(pause, undefined)]);
    if (!outcome) continue;
    own = undefined;
    if ('error' in outcome) {
      if (outcome.error instanceof Refused) {
        if (wanted === undefined || isOwn(outcome.tool, touched)) throw outcome.error;
        lease = undefined;
        continue;
      }
      // It may have built all the same, which the row tells, or have died on the way.
      failure = outcome.error;
      failures++;
      continue;
    }
    if (outcome.isSealed) return true;
    wanted = outcome.revision;
    lease = undefined;
  }
  // If this builder dies, nobody else knows; one that others have invoked is theirs to watch.
  if (own) await sealSoon(serverId, wanted);
  return false;
}

/** Whether a refusal because of this tool is of a change that touches these. One without a tool is everybody's. */
const isOwn = (tool: string | undefined, touched: Touched | undefined): boolean =>
  tool === undefined || touched === undefined || touched.has(tool);

/** Whether no bundle can be made because of a tool, and nothing was changed since. */
const isHeldUp = ({ unsealable, version }: ServerRow): boolean =>
  unsealable?.tool !== undefined && version === unsealable.version + 1;

/** Whether the change is live or a deployment has it. Throws Refused when the row says that no bundle can be made with it. */
function isSettled(row: ServerRow, wanted: number, touched: Touched | undefined): boolean {
  const { unsealable, deploying } = row;
  if (deploying || isSealed(row, wanted)) return true;
  if (!unsealable || unsealable.version < wanted || !isOwn(unsealable.tool, touched)) return false;
  throw new Refused(unsealable.code, unsealable.message);
}

async function attempt(
  serverId: string,
  revision: number | undefined,
  lease: string,
  replaces: string | undefined,
): Promise<Outcome> {
  try {
    const answer = await invokeReseal({
      serverId,
      lease,
      ...(revision !== undefined && { revision }),
      ...(replaces !== undefined && { replaces }),
    });
    if (!isRefusal(answer)) return answer;
    const { code, message, tool } = (answer as ResealRefusal).error;
    return { error: new Refused(code, message), tool };
  } catch (error) {
    return { error };
  }
}

/**
 * Requests a reseal without waiting for it. A refused change may be live nevertheless, because only the response was lost or because
 * another edit was sealed in between. If nothing changed, the reseal has no effect.
 */
export const sealSoon = (serverId: string, revision?: number): Promise<void> =>
  requestReseal({ serverId, waits: true, ...(revision !== undefined && { revision }) }).catch((failure: unknown) =>
    logFailed('reseal_not_requested', serverId, failure),
  );

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
