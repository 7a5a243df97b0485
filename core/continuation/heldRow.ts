/** The row that lists what a token holds: handles with their bundle, size and end. Every write names the revision that it read. */
import { LIMITS } from '../limits.ts';

/** One held answer of a token. */
export interface HeldEntry {
  readonly handle: string;
  readonly bundleId: string;
  /** Bytes of the answer. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** All that one token holds, as stored. */
export interface HeldRow {
  /** Key of the sessions table. */
  readonly sessionId: string;
  readonly revision: number;
  readonly held: readonly HeldEntry[];
  /** The last end in seconds, for the table's expiry. */
  readonly expiresAt: number;
}

/** Key of a token's row in the sessions table. */
export const heldRowId = (tokenId: string): string => `held.${tokenId}`;

/** Whether the handle is good for this bundle: under other rules an answer might have been governed otherwise. */
export const isListed = (row: HeldRow | undefined, handle: string, bundleId: string, now: number): boolean =>
  row?.held.some((entry) => entry.handle === handle && entry.bundleId === bundleId && entry.until > now) === true;

/** The row with one more answer; what is over is gone, and the oldest make room. */
export function withHeld(
  row: HeldRow | undefined,
  tokenId: string,
  { handle, bundleId, size }: Omit<HeldEntry, 'until'>,
  now: number,
): HeldRow {
  const { ms, count, bytes } = LIMITS.heldAnswers;
  const until = now + ms;
  const held = (row?.held ?? []).filter((entry) => entry.until > now && entry.handle !== handle);
  held.push({ handle, bundleId, size, until });
  while (held.length > count || held.reduce((sum, entry) => sum + entry.size, 0) > bytes) held.shift();
  return {
    sessionId: heldRowId(tokenId),
    revision: (row?.revision ?? 0) + 1,
    held,
    expiresAt: Math.ceil(until / 1_000),
  };
}
