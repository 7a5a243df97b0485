/**
 * The rows of circuit breakers (core/limiting/breaker.ts), in the region's table of sessions. They are read with the token of a request
 * (tokens.ts). Every write is conditional on what its writer saw, so that of several instances one opens, tries, closes. A request that is
 * repeated after a lost response finds its own write by a random id.
 */
import { randomBytes } from 'node:crypto';
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

/** Adds counts to a window; the counts of all instances so far, or undefined when a later window has begun. */
export async function addHealth(serverId: string, windowAt: number, counts: Counts): Promise<Counts | undefined> {
  const values = { ':window': windowAt, ':calls': counts.calls, ':failed': counts.failed, ':slow': counts.slow };
  const add = () =>
    change(serverId, {
      update: ' ADD calls :calls, failed :failed, slow :slow',
      condition: 'windowAt = :window',
      values,
      isWanted: true,
    });
  const begin = () =>
    change(serverId, {
      update: ', windowAt = :window, calls = :calls, failed = :failed, slow = :slow',
      condition: 'attribute_not_exists(windowAt) OR windowAt < :window',
      values,
      isWanted: true,
    });
  // Added again where another instance has begun the window in between.
  const added = (await add()) ?? (await begin()) ?? (await add());
  return added && plus(NO_COUNTS, added as Partial<Counts>);
}

/** Why and for how long a breaker opens. */
export interface Opening {
  readonly now: number;
  readonly until: number;
  readonly reason: OpenReason;
  readonly resumedAt: number;
  /** Beginning of the window whose counts open it. */
  readonly window: number;
}

/** Opens the breaker; false when it is open, or has closed since the window began. */
export async function openBreaker(
  serverId: string,
  { now, until, reason, resumedAt, window }: Opening,
): Promise<boolean> {
  const openedBy = newId();
  const opened = await change(serverId, {
    update: ', openedAt = :now, openedBy = :id, #until = :until, reason = :reason REMOVE probeUntil, probeId',
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
    },
  });
  return opened !== undefined;
}

/** An attempt: one call that tries whether the API works again. */
export interface Probe {
  readonly openedAt: number;
  /** Until when its end is awaited. */
  readonly until: number;
  readonly id: string;
}

/** Claims the attempt for one call; undefined when another one has it. */
export async function claimProbe(
  serverId: string,
  openedAt: number,
  until: number,
  now: number,
): Promise<Probe | undefined> {
  const id = newId();
  const claimed = await change(serverId, {
    update: ', probeUntil = :probe, probeId = :id',
    condition: 'openedAt = :opened AND (attribute_not_exists(probeUntil) OR probeUntil < :now OR probeId = :id)',
    values: { ':probe': until, ':id': id, ':opened': openedAt, ':now': now },
  });
  return claimed && { openedAt, until, id };
}

/** Closes the breaker after a call that worked; false when it was not that call's to close. */
export async function closeBreaker(serverId: string, { openedAt, id }: Probe, now: number): Promise<boolean> {
  const closed = await change(serverId, {
    update: ', closedAt = :now, closedBy = :id REMOVE openedAt, openedBy, #until, reason, probeUntil, probeId',
    condition: '(openedAt = :opened AND probeId = :id) OR (attribute_not_exists(openedAt) AND closedBy = :id)',
    names: { '#until': 'until' },
    values: { ':now': now, ':opened': openedAt, ':id': id },
  });
  return closed !== undefined;
}

/** Ends an attempt that did not work: the next one is due at `until`. */
export async function endProbe(serverId: string, { openedAt, id }: Probe, until: number): Promise<void> {
  await change(serverId, {
    update: ', #until = :until REMOVE probeUntil, probeId',
    condition: 'openedAt = :opened AND probeId = :id',
    names: { '#until': 'until' },
    values: { ':until': until, ':opened': openedAt, ':id': id },
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
