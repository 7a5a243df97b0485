/**
 * The event streams that a token holds, counted in its row: by stream id, each with the time (epoch milliseconds) until
 * which its holder has renewed it. Holders renew their entry and remove it at the end; the entry of one that died
 * expires.
 */
import type { TokenRow } from '../records.ts';

/** How long an entry counts without being renewed. */
export const STREAM_LEASE_MS = 90_000;
/** How often a holder renews its entry: twice within the lease. */
export const STREAM_RENEWAL_MS = 45_000;

/**
 * Ids of entries that have expired.
 * @param now epoch milliseconds
 */
export const abandonedStreams = ({ streams = {} }: Pick<TokenRow, 'streams'>, now: number): string[] =>
  Object.keys(streams).filter((id) => (streams[id] as number) <= now);
