/**
 * The row that lists the held answers of a token: handles with their bundle, size and expiry. Writes are conditional on
 * the revision that was read.
 */
import { LIMITS } from '../../lib/limits.ts';

/** One held answer of a token. */
export interface HeldEntry {
  readonly handle: string;
  readonly bundleId: string;
  /** The member whose answer it is, where the token is that of a toolset. */
  readonly member?: string;
  /** Size of the answer in bytes. */
  readonly size: number;
  /** Expiry in epoch milliseconds. */
  readonly until: number;
}

/** All held answers of one token, as stored. */
export interface HeldRow {
  /** Key of the sessions table. */
  readonly sessionId: string;
  readonly revision: number;
  readonly held: readonly HeldEntry[];
  /** The latest expiry in epoch seconds, for the table's TTL. */
  readonly expiresAt: number;
}

/** Key of a token's row in the sessions table. */
export const heldRowId = (tokenId: string): string => `held.${tokenId}`;

/** Whether a handle is valid for this bundle. Under another bundle the answer might have been governed differently. */
export const isListed = (row: HeldRow | undefined, handle: string, bundleId: string, now: number): boolean =>
  row?.held.some((entry) => entry.handle === handle && entry.bundleId === bundleId && entry.until > now) === true;

/** The row with one more answer. Expired entries are dropped, and the oldest ones where there is no room. */
export function withHeld(
  row: HeldRow | undefined,
  tokenId: string,
  answer: Omit<HeldEntry, 'until'>,
  now: number,
): HeldRow {
  const { ms, count, bytes } = LIMITS.heldAnswers;
  const until = now + ms;
  const held = (row?.held ?? []).filter((entry) => entry.until > now && entry.handle !== answer.handle);
  held.push({ ...answer, until });
  while (held.length > count || held.reduce((sum, entry) => sum + entry.size, 0) > bytes) held.shift();
  return {
    sessionId: heldRowId(tokenId),
    revision: (row?.revision ?? 0) + 1,
    held,
    expiresAt: Math.ceil(until / 1_000),
  };
}
