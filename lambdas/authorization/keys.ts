/**
 * Public keys that verify signatures: stored with the client, or fetched from the URL at which their owner publishes them. Fetched keys are
 * cached by the instance for five minutes. If verification fails they are fetched again, because the owner may have rotated them, but not
 * more than once in 30 seconds.
 */

import type { JwkSet } from '../../core/auth/oauth/assertions.ts';
import { type KeySource, publicKeys } from '../../core/auth/oauth/clientAuth.ts';
import { OAuthError, type OAuthErrorCode } from '../../core/auth/oauth/errors.ts';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { readDocument } from './documents.ts';

const KEPT_MS = 5 * 60_000;
const AGAIN_MS = 30_000;
const MAX_KEPT = 100;

const kept = new BoundedMap<string, { readonly keys: JwkSet; readonly readAt: number }>(MAX_KEPT);

/**
 * Calls `verify` with the keys and returns its result. Throws what it throws, and OAuthError `temporarily_unavailable` or, for keys that
 * cannot be used now and later, `unusable`.
 */
export async function withKeys<Result>(
  source: KeySource,
  unusable: OAuthErrorCode,
  verify: (keys: JwkSet) => Promise<Result>,
): Promise<Result> {
  if ('jwks' in source) return verify(source.jwks);
  const known = kept.get(source.jwksUri);
  const age = known ? Date.now() - known.readAt : Number.POSITIVE_INFINITY;
  if (!known || age > KEPT_MS) return verify(await readKeys(source.jwksUri, unusable));
  try {
    return await verify(known.keys);
  } catch (error) {
    if (!(error instanceof OAuthError) || age < AGAIN_MS) throw error;
    return verify(await readKeys(source.jwksUri, unusable));
  }
}

async function readKeys(jwksUri: string, unusable: OAuthErrorCode): Promise<JwkSet> {
  const keys = usableKeys(await readDocument('keys', jwksUri, { what: 'The keys at jwks_uri', unusable }), unusable);
  kept.set(jwksUri, { keys, readAt: Date.now() });
  return keys;
}

function usableKeys(document: unknown, unusable: OAuthErrorCode): JwkSet {
  try {
    return publicKeys(document);
  } catch (error) {
    throw error instanceof OAuthError ? new OAuthError(unusable, error.message) : error;
  }
}
