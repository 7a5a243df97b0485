/**
 * Counts of the calls in one window of a circuit breaker, by caller, so that no caller can open it for the others. The counts of all
 * instances are kept in one row, so they are bounded: callers that fail have names of their own until there are NAMED of them, the others
 * share a few names by hash. A shared name is judged as if all its failures were one caller's. Pure.
 */
import { hash } from 'node:crypto';
import {
  BREAKER_DEFAULTS,
  type BreakerSettings,
  type Counts,
  type CountsByName,
  NO_COUNTS,
  type OpenReason,
  plus,
  type WindowCounts,
} from './breaker.ts';

/** Whether any of the calls failed or was slow. */
export const isBad = ({ failed, slow }: Counts): boolean => failed + slow > 0;

/** Callers with a name of their own in the row. Instances that name somebody at the same moment may exceed it, up to MAX_NAMES. */
const NAMED = 16;
/** Names that the other callers share. */
const SHARED = 8;
/** Names in the row at which no writer adds one. */
export const MAX_NAMES = 48;
/** Callers that an instance remembers for a server. */
const REMEMBERED = 64;

/** Who calls, in the counts: sessions of one person, or of one client that acts for itself, are one caller. A digest, no secret. */
export function callerId({
  tokenId,
  signIn,
}: {
  readonly tokenId: string;
  readonly signIn?: {
    readonly isMachine?: true;
    readonly person: { readonly id: string };
    readonly client: { readonly id: string };
  };
}): string {
  const who = signIn === undefined ? tokenId : signIn.isMachine ? `client:${signIn.client.id}` : signIn.person.id;
  return hash('sha256', who, 'base64url').slice(0, 16);
}

const sharedName = (caller: string): string => `*${caller.charCodeAt(caller.length - 1) % SHARED}`;
const isShared = (name: string): boolean => name.startsWith('*');

/** What an instance has seen and not yet written, by caller (or shared name). */
export type Unwritten = Map<string, Counts>;

/** Adds a call. When too many callers are remembered, those that fail are counted by their shared names. */
export function countCall(unwritten: Unwritten, caller: string, seen: Counts): void {
  const hasRoom = unwritten.has(caller) || unwritten.size < REMEMBERED;
  if (!hasRoom && !isBad(seen)) return;
  const name = hasRoom ? caller : sharedName(caller);
  unwritten.set(name, plus(unwritten.get(name) ?? NO_COUNTS, seen));
}

/** What is to be written, and who is not remembered any more when it is. */
export interface Naming {
  readonly byName: ReadonlyMap<string, Counts>;
  readonly callers: readonly string[];
}

/**
 * The names under which an instance writes what it has seen: of those that fail, and of those that have a name already. Others are named
 * only as long as one name alone is known, because that says that there is but one caller.
 */
export function naming(unwritten: Unwritten, { callsBy }: WindowCounts): Naming {
  const byName = new Map<string, Counts>();
  const callers: string[] = [];
  const isKnown = (name: string) => Object.hasOwn(callsBy, name);
  let room = NAMED - Object.keys(callsBy).filter((name) => !isShared(name)).length;
  const write = (name: string, caller: string, counts: Counts) => {
    byName.set(name, plus(byName.get(name) ?? NO_COUNTS, counts));
    callers.push(caller);
  };
  for (const [caller, counts] of unwritten) {
    if (isKnown(caller) || isShared(caller)) write(caller, caller, counts);
    else if (isBad(counts)) write(room-- > 0 ? caller : sharedName(caller), caller, counts);
  }
  const names = new Set([...Object.keys(callsBy), ...byName.keys()]);
  for (const [caller, counts] of unwritten) {
    if (names.size > 1) break;
    if (names.has(caller)) continue;
    write(caller, caller, counts);
    names.add(caller);
  }
  return { byName, callers };
}

/** The same under shared names only, for a row that has no room. */
export function underSharedNames(byName: ReadonlyMap<string, Counts>): ReadonlyMap<string, Counts> {
  const shared = new Map<string, Counts>();
  for (const [name, counts] of byName) {
    const to = isShared(name) ? name : sharedName(name);
    shared.set(to, plus(shared.get(to) ?? NO_COUNTS, counts));
  }
  return shared;
}

/** A window with more counts. */
export function withCounts(window: WindowCounts, counts: Counts, byName: ReadonlyMap<string, Counts>): WindowCounts {
  const added = (by: CountsByName, count: keyof Counts): CountsByName => {
    const sums: Record<string, number> = { ...by };
    for (const [name, each] of byName) {
      if (each[count] > 0) sums[name] = (sums[name] ?? 0) + each[count];
    }
    return sums;
  };
  return {
    ...plus(window, counts),
    callsBy: added(window.callsBy, 'calls'),
    failedBy: added(window.failedBy, 'failed'),
    slowBy: added(window.slowBy, 'slow'),
  };
}

/** What the counts of a window say. */
export interface Finding {
  readonly reason: OpenReason;
  /** Whose calls fail most, where some caller decides; undefined: no caller alone does. */
  readonly caller?: string;
  /** Nobody else has called. */
  readonly isAlone?: boolean;
}

/**
 * Whether calls fail too often, and whether that is one caller's doing. Without `caller`: whichever caller is left out, with all its calls,
 * the failures of the others are `failurePercent` of their calls, and of `minCalls`. With it: of that caller's own calls, too, at least
 * `failurePercent` fail.
 */
export function findingOf(settings: BreakerSettings, window: WindowCounts): Finding | undefined {
  const { failurePercent, slowMs, minCalls = BREAKER_DEFAULTS.minCalls } = settings;
  if (window.calls < minCalls) return undefined;
  const percent = failurePercent ?? BREAKER_DEFAULTS.failurePercent;
  const excess = (bad: number, calls: number) => bad * 100 - percent * calls;
  const check = (reason: OpenReason, bad: number, badBy: CountsByName): Finding | undefined => {
    if (excess(bad, window.calls) < 0) return undefined;
    const callsOf = (name: string) => (isShared(name) ? badBy[name] : window.callsBy[name]) ?? 0;
    const isDecisive = (name: string): boolean => {
      // One instance may have counted a caller under its own name, and another one under the shared name.
      const shared = isShared(name) ? 0 : (badBy[sharedName(name)] ?? 0);
      const others = Math.max(minCalls, window.calls - callsOf(name) - shared);
      return excess(bad - (badBy[name] ?? 0) - shared, others) < 0;
    };
    const names = Object.keys(badBy);
    if (!names.some(isDecisive)) return { reason };
    const [caller = ''] = names.sort(
      (one, other) => excess(badBy[other] ?? 0, callsOf(other)) - excess(badBy[one] ?? 0, callsOf(one)),
    );
    return { reason, caller, isAlone: Object.keys(window.callsBy).length === 1 };
  };
  const findings = [
    failurePercent === undefined ? undefined : check('failures', window.failed, window.failedBy),
    slowMs === undefined ? undefined : check('slow', window.slow, window.slowBy),
  ].filter((each) => each !== undefined);
  // What concerns all comes before what concerns one caller.
  return findings.find(({ caller }) => caller === undefined) ?? findings[0];
}
