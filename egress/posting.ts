/** A client for one address that a person has given: it posts to the host of this address alone, and follows no redirect. */
import { createEgressClient } from './client.ts';
import { pinnedFromHost } from './pins.ts';
import type { EgressClient } from './types.ts';

/** @param totalMs for a request with its answer */
export function postingClient(url: string, totalMs: number): EgressClient {
  const { hostname, port } = new URL(url);
  return createEgressClient({
    only: { host: hostname, port: Number(port || 443) },
    methods: ['POST'],
    totalMs,
    maxRedirects: 0,
    ...pinnedFromHost(),
  });
}
