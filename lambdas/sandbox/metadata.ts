/**
 * Reads the metadata of an issuer (RFC 8414), of at most 64 KB and without redirects, through the guarded client of its host. Whatever keeps it
 * from being read confirms nothing (core/request/credential/oauth2/endpoints.ts).
 */
import type { JsonValue } from '../../core/lib/json/value.ts';
import { type EgressClient, EgressError } from '../../egress/index.ts';

const MAX_BYTES = 64 * 1024;

/** Limits of the client that reads. */
export const METADATA_REQUESTS = { totalMs: 5_000, maxRedirects: 0, methods: ['GET'] };

/** The metadata document of an issuer; undefined when it cannot be had. */
export async function fetchMetadata(url: string, client: EgressClient): Promise<JsonValue | undefined> {
  try {
    const headers: [string, string][] = [['accept', 'application/json']];
    const request = { method: 'GET', url, headers, keepBytes: MAX_BYTES, abortBytes: MAX_BYTES };
    const { status, body } = await client.request(request);
    return status === 200 ? (JSON.parse(Buffer.from(body).toString()) as JsonValue) : undefined;
  } catch (error) {
    if (error instanceof EgressError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
