/**
 * The open event streams of a token, listed in its row: by stream id, the time (milliseconds since 1970) at which the
 * entry expires. The function that serves a stream renews its entry and removes it at the end; if it ends without doing
 * so, the entry expires.
 */

/** How long an entry is valid without renewal. */
export const STREAM_LEASE_MS = 90_000;
/** How often an entry is renewed: twice within the lease. */
export const STREAM_RENEWAL_MS = 45_000;
