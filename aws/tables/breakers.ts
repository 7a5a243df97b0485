/**
 * The rows of circuit breakers (core/limiting/breaker.ts), in the region's table of sessions. They are read with the token of a request
 * (tokens.ts). Every write is conditional on what its writer saw, so that of several instances one opens, tries, closes.
 */
import {
  type BreakerRow,
  type Counts,
  NO_COUNTS,
  type OpenReason,
  type Pause,
  pauseName,
  plus,
} from '../../core/limiting/breaker.ts';
import { type RowUpdate, readRows, updateRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../environment.ts';

/** How long a row is kept after its last change. */
const KEPT_MS = 2 * 86_400_000;

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

/** Adds counts to a window; the counts of all instances so far, or undefined when a later window has begun. */
export async function addHealth(serverId: string, windowAt: number, counts: Counts): Promise<Counts | undefined> {
  const values = { ':window': windowAt, ':calls': counts.calls, ':failed': counts.failed, ':slow': counts.slow };
  const added =
    (await change(serverId, {
      update: ' ADD calls :calls, failed :failed, slow :slow',
      condition: 'windowAt = :window',
      values,
      isWanted: true,
    })) ??
    (await change(serverId, {
      update: ', windowAt = :window, calls = :calls, failed = :failed, slow = :slow',
      condition: 'attribute_not_exists(windowAt) OR windowAt < :window',
      values,
      isWanted: true,
    })) ??
    // Another instance began the window in between.
    (await change(serverId, {
      update: ' ADD calls :calls, failed :failed, slow :slow',
      condition: 'windowAt = :window',
      values,
      isWanted: true,
    }));
  return added && plus(NO_COUNTS, added as Partial<Counts>);
}

/** Opens the breaker; false when it is open. */
export async function openBreaker(
  serverId: string,
  { now, until, reason, resumedAt }: { now: number; until: number; reason: OpenReason; resumedAt: number },
): Promise<boolean> {
  const opened = await change(serverId, {
    update: ', openedAt = :now, #until = :until, reason = :reason REMOVE probeUntil',
    condition: 'attribute_not_exists(openedAt) OR openedAt <= :resumed',
    names: { '#until': 'until' },
    values: { ':now': now, ':until': until, ':reason': reason, ':resumed': resumedAt },
  });
  return opened !== undefined;
}

/** Whether the caller's call may try; nobody else's may until `probeUntil`. */
export async function claimProbe(
  serverId: string,
  openedAt: number,
  probeUntil: number,
  now: number,
): Promise<boolean> {
  const claimed = await change(serverId, {
    update: ', probeUntil = :probe',
    condition: 'openedAt = :opened AND (attribute_not_exists(probeUntil) OR probeUntil < :now)',
    values: { ':probe': probeUntil, ':opened': openedAt, ':now': now },
  });
  return claimed !== undefined;
}

/** Closes the breaker after a call that worked; false when it was not that call's to close. */
export async function closeBreaker(
  serverId: string,
  openedAt: number,
  probeUntil: number,
  now: number,
): Promise<boolean> {
  const closed = await change(serverId, {
    update: ', closedAt = :now REMOVE openedAt, #until, reason, probeUntil',
    condition: 'openedAt = :opened AND probeUntil = :probe',
    names: { '#until': 'until' },
    values: { ':now': now, ':opened': openedAt, ':probe': probeUntil },
  });
  return closed !== undefined;
}

/** Ends an attempt that did not work: the next one is due at `until`. */
export async function endProbe(serverId: string, openedAt: number, probeUntil: number, until: number): Promise<void> {
  await change(serverId, {
    update: ', #until = :until REMOVE probeUntil',
    condition: 'openedAt = :opened AND probeUntil = :probe',
    names: { '#until': 'until' },
    values: { ':until': until, ':opened': openedAt, ':probe': probeUntil },
  });
}

/** Pauses a token; false when it pauses already. Removes pauses that are over. */
export async function pauseToken(
  serverId: string,
  tokenId: string,
  pause: Pause,
  over: readonly string[],
): Promise<boolean> {
  const removed = over.filter((name) => name !== pauseName(tokenId)).slice(0, 20);
  const paused = await change(serverId, {
    update: `, #pause = :pause${removed.length > 0 ? ` REMOVE ${removed.map((_, at) => `#o${at}`).join(', ')}` : ''}`,
    condition: 'attribute_not_exists(#pause) OR #pause.#until < :now',
    names: {
      '#pause': pauseName(tokenId),
      '#until': 'until',
      ...Object.fromEntries(removed.map((name, at) => [`#o${at}`, name])),
    },
    values: { ':pause': pause, ':now': pause.at },
  });
  return paused !== undefined;
}
