/**
 * The circuit breaker of a server: it stops calls while the API fails or is slow, and those of a token that repeats itself or fails over and
 * over. Its state is one row, which is read with the token of each request. Nothing is written while calls succeed: an instance counts them
 * in memory, and writes its counts once one of its calls has failed, or once the row says that calls of others have (design/limits.md).
 * Pure.
 */
import { LIMITS } from '../lib/limits.ts';

/** When the breaker of a server opens; what is left out opens it never. */
export interface BreakerSettings {
  /** Per cent of calls that fail at the API: no connection, no answer in time, a status of 5xx. */
  readonly failurePercent?: number;
  /** Milliseconds; as many per cent of slower answers as of failures (50 where these are not set) open it, too. */
  readonly slowMs?: number;
  /** Calls in a window below which it does not open. */
  readonly minCalls?: number;
  readonly windowSeconds?: number;
  /** How long calls are stopped before one of them tries whether the API works again. */
  readonly pauseSeconds?: number;
  /** Calls of one tool with the same arguments by one token, in a window, after which the token pauses. */
  readonly sameCalls?: number;
  /** Failed calls of one token without a success between them, in a window, after which the token pauses. */
  readonly failuresInRow?: number;
}

/** The values that may be set. */
export const BREAKER_RANGES = {
  failurePercent: { min: 1, max: 100 },
  slowMs: { min: 100, max: LIMITS.upstreamMs.max },
  minCalls: { min: 2, max: 10_000 },
  windowSeconds: { min: 10, max: 600 },
  pauseSeconds: { min: 1, max: 3_600 },
  sameCalls: { min: 2, max: 10_000 },
  failuresInRow: { min: 2, max: 10_000 },
} as const satisfies Record<keyof BreakerSettings, { readonly min: number; readonly max: number }>;

/** What is not set. */
export const BREAKER_DEFAULTS = { failurePercent: 50, minCalls: 20, windowSeconds: 60, pauseSeconds: 30 } as const;

/** Why calls are stopped. */
export type OpenReason = 'failures' | 'slow';
/** Why a token pauses: the last two, because the calls of this caller fail (or are slow), and not enough of those of others. */
export type PauseReason = 'same_calls' | 'failures_in_row' | OpenReason;

/** Counts of calls in one window. */
export interface Counts {
  readonly calls: number;
  readonly failed: number;
  readonly slow: number;
}

/** Counts by the name of a caller (callers.ts). */
export type CountsByName = Readonly<Record<string, number>>;

/** Counts of one window, in all and by caller. */
export interface WindowCounts extends Counts {
  /** Calls of those that have a name, since they have it. */
  readonly callsBy: CountsByName;
  readonly failedBy: CountsByName;
  readonly slowBy: CountsByName;
}

/** A token that pauses. */
export interface Pause {
  /** Milliseconds since 1970, as all times of this file. */
  readonly at: number;
  readonly until: number;
  readonly reason: PauseReason;
  readonly tool: string;
}

/** The state of a server's breaker. Its pauses are attributes of their own, `pause.<token id>`. */
export interface BreakerRow extends Partial<WindowCounts> {
  /** Beginning of the window that is counted. */
  readonly windowAt?: number;
  /** Set while calls are stopped. */
  readonly openedAt?: number;
  readonly until?: number;
  readonly reason?: OpenReason;
  /** Set while only the calls of one caller are stopped, because nobody else had called: the caller, and the token that it used. */
  readonly soleCaller?: string;
  readonly soleToken?: string;
  /** When it closed last; what was counted before does not count any more. */
  readonly closedAt?: number;
  /** Set while one call tries whether the API works again: until when its end is awaited. */
  readonly probeUntil?: number;
  /** Which call tries. */
  readonly probeId?: string;
  /** The caller that tried last, in vain: others may try at once, it has to wait. Unset when two have tried. */
  readonly triedBy?: string;
  readonly [pause: `pause.${string}`]: Pause | undefined;
}

/** What a breaker says of a call. */
export type Verdict =
  | { readonly kind: 'closed' }
  /** The call may be made if nobody else tries at the moment. */
  | { readonly kind: 'probe'; readonly openedAt: number }
  | { readonly kind: 'open'; readonly until: number; readonly reason: OpenReason }
  | { readonly kind: 'paused'; readonly pause: Pause };

/** Beginning of the names of pauses. */
export const PAUSE_PREFIX = 'pause.';

/** Name of the attribute of a token's pause. */
export const pauseName = (tokenId: string): `pause.${string}` => `${PAUSE_PREFIX}${tokenId}`;

/** Somebody whose call is judged. */
export interface Calling {
  readonly tokenId: string;
  /** See `callerId` (callers.ts). */
  readonly caller: string;
}

/** After another call has begun to try. */
export const TRYING_MS = 5_000;

/**
 * @param row undefined where nothing has failed
 * @param resumedAt when a person has resumed calls; what was stopped before is not any more
 */
export function verdictOf(
  row: BreakerRow | undefined,
  { tokenId, caller }: Calling,
  resumedAt: number,
  now: number,
): Verdict {
  const pause = row?.[pauseName(tokenId)];
  if (pause && pause.until > now && pause.at > resumedAt) return { kind: 'paused', pause };
  if (!isOpen(row, resumedAt)) return { kind: 'closed' };
  const { openedAt, until, probeUntil = 0, reason, soleCaller, triedBy } = row;
  if (soleCaller !== undefined && soleCaller !== caller) return { kind: 'closed' };
  if (now < probeUntil) return { kind: 'open', until: Math.min(probeUntil, now + TRYING_MS), reason };
  const mayTry = now >= until || (triedBy !== undefined && triedBy !== caller);
  return mayTry ? { kind: 'probe', openedAt } : { kind: 'open', until, reason };
}

type Open = BreakerRow & Required<Pick<BreakerRow, 'openedAt' | 'until' | 'reason'>>;

/** Whether calls are stopped, or one of them tries. */
export const isOpen = (row: BreakerRow | undefined, resumedAt: number): row is Open =>
  row?.openedAt !== undefined && row.openedAt > resumedAt;

/** Beginning of the window of a time. Resuming begins a new one, so that earlier failures do not count. */
export function windowAt(
  { windowSeconds = BREAKER_DEFAULTS.windowSeconds }: BreakerSettings,
  resumedAt: number,
  now: number,
): number {
  const width = windowSeconds * 1_000;
  return Math.max(now - (now % width), resumedAt);
}

/** Codes of calls that failed at the API; beside them those with a status of 5xx. */
const FAILURES: ReadonlySet<string> = new Set(['upstream_timeout', 'upstream_unreachable', 'sandbox_timeout']);

/** How a call ended, for the breaker. */
export interface CallEnd {
  readonly outcome: 'ok' | 'error';
  readonly errorCode?: string | undefined;
  readonly status?: number | undefined;
  readonly upstreamMs: number;
}

/** What a call says of the API; undefined when it did not get that far. */
export function healthOf({ slowMs }: BreakerSettings, { errorCode, status, upstreamMs }: CallEnd): Counts | undefined {
  const isFailure = (status !== undefined && status >= 500) || (errorCode !== undefined && FAILURES.has(errorCode));
  if (status === undefined && !isFailure) return undefined;
  const isSlow = !isFailure && slowMs !== undefined && upstreamMs > slowMs;
  return { calls: 1, failed: isFailure ? 1 : 0, slow: isSlow ? 1 : 0 };
}

/** The sum of counts. */
export const plus = (one: Counts, other: Partial<Counts>): Counts => ({
  calls: one.calls + (other.calls ?? 0),
  failed: one.failed + (other.failed ?? 0),
  slow: one.slow + (other.slow ?? 0),
});

/** No calls. */
export const NO_COUNTS: Counts = { calls: 0, failed: 0, slow: 0 };
/** No calls of anybody. */
export const NO_WINDOW: WindowCounts = { ...NO_COUNTS, callsBy: {}, failedBy: {}, slowBy: {} };
