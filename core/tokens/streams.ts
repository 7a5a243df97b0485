/**
 * The streams that a token holds, counted in its row: by their ids, each with the moment (epoch milliseconds) until which its holder has
 * spoken for it. Holders move that moment on and take their entry out at the end; one that died without a word is past it.
 */
import type { TokenRow } from '../records.ts';

/** How long an entry counts without being renewed, and when it is. Twice within the first. */
export const STREAM_LEASE_MS = 90_000;
export const STREAM_RENEWAL_MS = 45_000;

/** The ids of entries whose holders are gone. */
export const abandonedStreams = ({ streams = {} }: Pick<TokenRow, 'streams'>, now: number): string[] =>
  Object.keys(streams).filter((id) => (streams[id] as number) <= now);
