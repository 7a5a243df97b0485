/** The address of what one client did, read from an entry of its. */
import type { Entry } from './audit-entry.tsx';

const HOUR = 3_600_000;

/**
 * Clients of 2025 and earlier have sessions. What another one did is told by its token and name, and begins an hour before the entry, where
 * the reader can go further back.
 */
export function sessionPath({ serverId = '', tokenId = '', client, session, at }: Entry): string {
  const query = new URLSearchParams({
    token: tokenId,
    ...(session === undefined
      ? { ...(client !== undefined && { client }), from: new Date(Date.parse(at) - HOUR).toISOString() }
      : { session, from: new Date(Date.parse(at) - 24 * HOUR).toISOString() }),
  });
  return `/servers/${serverId}/audit/session?${query}`;
}
