/**
 * The rows of circuit breakers (core/limiting/breaker.ts), in the region's table of sessions. They are read with the token of a request
 * (tokenReading.ts). Every write is conditional on what its writer saw, so that of several instances one opens, tries, closes. A request that is
 * repeated after a lost response finds its own write by a random id.
 */
import { randomBytes } from 'node:crypto';
import {
  type BreakerRow,
  type Counts,
  NO_WINDOW,
  type OpenReason,
  type Pause,
  pauseName,
  type WindowCounts,
} from '../../core/limiting/breaker.ts';
import { MAX_NAMES, underSharedNames, withCounts } from '../../core/limiting/callers.ts';
import { type RowUpdate, readRows, updateRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';

/** How long a row is kept after its last change. */
const KEPT_MS = 2 * 86_400_000;

const newId = (): string => randomBytes(9).toString('base64url');

/** Key of a breaker's row in the table of sessions. */
export const breakerKey = (serverId: string): string => `limit.breaker.${serverId}`;

function change(serverId: string, { update, values, ...rest }: RowUpdate) {
  const expiresAt = Math.ceil((Date.now() + KEPT_MS) / 1_000);
  return updateRow(
    requireEnvironment('TABLE_SESSIONS'),
    { sessionId: breakerKey(serverId) },
    { ...rest, update: `SET expiresAt = :expiry${update}`, values: { ...values, ':expiry': expiresAt } },
  );
}

/** The row; undefined where nothing has failed lately. */
export async function readBreaker(serverId: string): Promise<BreakerRow | undefined> {
  const table = requireEnvironment('TABLE_SESSIONS');
  const rows = await readRows({ [table]: [{ sessionId: breakerKey(serverId) }] });
  return rows[table]?.[0] as BreakerRow | undefined;
}

/** The rows of several servers by their ids, without those in which nothing has failed lately. At most 100 servers. */
export async function readBreakers(serverIds: readonly string[]): Promise<Map<string, BreakerRow>> {
  const table = requireEnvironment('TABLE_SESSIONS');
  const byKey = new Map(serverIds.map((serverId) => [breakerKey(serverId), serverId]));
  if (byKey.size === 0) return new Map();
  const rows = await readRows({ [table]: [...byKey.keys()].map((sessionId) => ({ sessionId })) });
  return new Map(
    ((rows[table] ?? []) as (BreakerRow & { sessionId: string })[]).map((row) => [byKey.get(row.sessionId) ?? '', row]),
  );
}

/** The counts of a row's window. */
export const windowOf = (row: Partial<WindowCounts>): WindowCounts => ({
  calls: row.calls ?? 0,
  failed: row.failed ?? 0,
  slow: row.slow ?? 0,
  callsBy: row.callsBy ?? {},
  failedBy: row.failedBy ?? {},
  slowBy: row.slowBy ?? {},
});

/**
 * Adds counts to a window, in all and by name.
 * @returns the counts of all instances so far, or undefined when a later window has begun
 */
export async function addHealth(
  serverId: string,
  windowAt: number,
  counts: Counts,
  byName: ReadonlyMap<string, Counts>,
): Promise<WindowCounts | undefined> {
  const values = { ':window': windowAt, ':calls': counts.calls, ':failed': counts.failed, ':slow': counts.slow };
  const add = (named: ReadonlyMap<string, Counts>, most?: number) => {
    const increments = incrementsOf(named);
    return change(serverId, {
      update: `${increments.update} ADD calls :calls, failed :failed, slow :slow`,
      condition: `windowAt = :window AND attribute_exists(callsBy)${most === undefined ? '' : ' AND size(callsBy) < :most'}`,
      ...(named.size > 0 && { names: increments.names }),
      values: { ...values, ...increments.values, ...(most !== undefined && { ':most': most }) },
      isWanted: true,
    });
  };
  const { callsBy, failedBy, slowBy } = withCounts(NO_WINDOW, counts, byName);
  const begin = () =>
    change(serverId, {
      update: `, windowAt = :window, calls = :calls, failed = :failed, slow = :slow,
        callsBy = :callsBy, failedBy = :failedBy, slowBy = :slowBy`,
      // Rows of earlier versions do not count by caller.
      condition: 'attribute_not_exists(windowAt) OR windowAt < :window OR attribute_not_exists(callsBy)',
      values: { ...values, ':callsBy': callsBy, ':failedBy': failedBy, ':slowBy': slowBy },
      isWanted: true,
    });
  const added =
    (await add(byName, MAX_NAMES)) ??
    (await begin()) ??
    // Another instance has begun the window in between, or the row has as many names as it may have.
    (await add(byName, MAX_NAMES)) ??
    (await add(underSharedNames(byName)));
  return added && windowOf(added as Partial<WindowCounts>);
}

const MAPS = { calls: 'callsBy', failed: 'failedBy', slow: 'slowBy' } as const;

/** Increments of the counts of names, as the rest of a SET clause; a name that is new begins at 0. */
function incrementsOf(byName: ReadonlyMap<string, Counts>) {
  const names: Record<string, string> = {};
  const values: Record<string, number> = {};
  let update = '';
  for (const [at, [name, counts]] of [...byName].entries()) {
    names[`#n${at}`] = name;
    for (const count of ['calls', 'failed', 'slow'] as const) {
      if (counts[count] === 0) continue;
      const path = `${MAPS[count]}.#n${at}`;
      update += `, ${path} = if_not_exists(${path}, :zero) + :${count}${at}`;
      Object.assign(values, { ':zero': 0, [`:${count}${at}`]: counts[count] });
    }
  }
  return { update, names, values };
}

/** Why and for how long a breaker opens. */
export interface Opening {
  readonly now: number;
  readonly until: number;
  readonly reason: OpenReason;
  readonly resumedAt: number;
  /** Beginning of the window whose counts open it. */
  readonly window: number;
  /** Set when only the calls of this caller are stopped. */
  readonly sole?: { readonly caller: string; readonly tokenId: string };
}

/** Opens the breaker; false when it is open, or has closed since the window began. */
export async function openBreaker(
  serverId: string,
  { now, until, reason, resumedAt, window, sole }: Opening,
): Promise<boolean> {
  const openedBy = newId();
  const opened = await change(serverId, {
    update: `, openedAt = :now, openedBy = :id, #until = :until, reason = :reason${
      sole ? ', soleCaller = :caller, soleToken = :token REMOVE ' : ' REMOVE soleCaller, soleToken, '
    }probeUntil, probeId, triedBy`,
    condition: `((attribute_not_exists(openedAt) OR openedAt <= :resumed)
      AND (attribute_not_exists(closedAt) OR closedAt <= :window)) OR (openedAt = :now AND openedBy = :id)`,
    names: { '#until': 'until' },
    values: {
      ':now': now,
      ':id': openedBy,
      ':until': until,
      ':reason': reason,
      ':resumed': resumedAt,
      ':window': window,
      ...(sole && { ':caller': sole.caller, ':token': sole.tokenId }),
    },
  });
  return opened !== undefined;
}

/** Lets a breaker that is open for one caller stop the calls of all; when it has opened, or undefined when it is not open for one. */
export async function widenBreaker(
  serverId: string,
  { until, reason, resumedAt }: Opening,
): Promise<number | undefined> {
  const widened = await change(serverId, {
    update: `, openedBy = :id, #until = :until, reason = :reason
      REMOVE soleCaller, soleToken, probeUntil, probeId, triedBy`,
    condition: 'openedAt > :resumed AND (attribute_exists(soleCaller) OR openedBy = :id)',
    names: { '#until': 'until' },
    values: { ':id': newId(), ':until': until, ':reason': reason, ':resumed': resumedAt },
    isWanted: true,
  });
  return widened && (widened as BreakerRow).openedAt;
}

/** An attempt: one call that tries whether the API works again. */
export interface Probe {
  readonly openedAt: number;
  /** Until when its end is awaited. */
  readonly until: number;
  readonly id: string;
}

/** Claims the attempt for one call of a caller; undefined when another one has it, or it is not this caller's turn any more. */
export async function claimProbe(
  serverId: string,
  { openedAt, until, caller, now }: Omit<Probe, 'id'> & { readonly caller: string; readonly now: number },
): Promise<Probe | undefined> {
  const id = newId();
  const claimed = await change(serverId, {
    update: ', probeUntil = :probe, probeId = :id',
    condition: `openedAt = :opened AND (probeId = :id OR (
      (attribute_not_exists(probeUntil) OR probeUntil < :now)
      AND (#until <= :now OR (attribute_exists(triedBy) AND triedBy <> :caller))))`,
    names: { '#until': 'until' },
    values: { ':probe': until, ':id': id, ':opened': openedAt, ':now': now, ':caller': caller },
  });
  return claimed && { openedAt, until, id };
}

/** Closes the breaker after a call that worked; false when it was not that call's to close. */
export async function closeBreaker(serverId: string, { openedAt, id }: Probe, now: number): Promise<boolean> {
  const closed = await change(serverId, {
    update: `, closedAt = :now, closedBy = :id
      REMOVE openedAt, openedBy, #until, reason, soleCaller, soleToken, probeUntil, probeId, triedBy`,
    condition: '(openedAt = :opened AND probeId = :id) OR (attribute_not_exists(openedAt) AND closedBy = :id)',
    names: { '#until': 'until' },
    values: { ':now': now, ':opened': openedAt, ':id': id },
  });
  return closed !== undefined;
}

/**
 * Ends an attempt that did not work: the next one is due at `until`, and at once for other callers than `triedBy`, if it is set.
 */
export async function endProbe(
  serverId: string,
  { openedAt, id }: Probe,
  until: number,
  triedBy: string | undefined,
): Promise<void> {
  await change(serverId, {
    update: `, #until = :until${triedBy === undefined ? ' REMOVE triedBy,' : ', triedBy = :caller REMOVE'} probeUntil, probeId`,
    condition: 'openedAt = :opened AND probeId = :id',
    names: { '#until': 'until' },
    values: { ':until': until, ':opened': openedAt, ':id': id, ...(triedBy !== undefined && { ':caller': triedBy }) },
  });
}

/**
 * Pauses a token; false when it pauses already. Removes pauses that are over.
 * @param resumedAt what was paused before does not pause any more
 */
export async function pauseToken(
  serverId: string,
  tokenId: string,
  pause: Pause,
  over: readonly string[],
  resumedAt: number,
): Promise<boolean> {
  const removed = over.filter((name) => name !== pauseName(tokenId)).slice(0, 20);
  const paused = await change(serverId, {
    update: `, #pause = :pause${removed.length > 0 ? ` REMOVE ${removed.map((_, at) => `#o${at}`).join(', ')}` : ''}`,
    condition: 'attribute_not_exists(#pause) OR #pause.#until < :now OR #pause.#at <= :resumed',
    names: {
      '#pause': pauseName(tokenId),
      '#until': 'until',
      '#at': 'at',
      ...Object.fromEntries(removed.map((name, at) => [`#o${at}`, name])),
    },
    values: { ':pause': pause, ':now': pause.at, ':resumed': resumedAt },
  });
  return paused !== undefined;
}
