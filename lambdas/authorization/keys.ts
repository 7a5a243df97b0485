/**
 * Public keys that verify signatures: stored with the client, or fetched from the URL at which their owner publishes them. Fetched keys are
 * cached by the instance for five minutes. If verification fails they are fetched again, because the owner may have rotated them, but not
 * more than once in 30 seconds.
 */
import { InvocationFailed, invokeClientReader, isRefusal } from '../../aws/invoke.ts';
import { type JwkSet, type KeySource, publicKeys } from '../../core/oauth/clientAuth.ts';
import { OAuthError } from '../../core/oauth/errors.ts';

const KEPT_MS = 5 * 60_000;
const AGAIN_MS = 30_000;
const MOST_KEPT = 100;

const kept = new Map<string, { readonly keys: JwkSet; readonly readAt: number }>();

/** Calls `verify` with the keys and returns its result. Throws what it throws, and OAuthError `temporarily_unavailable`. */
export async function withKeys<Result>(source: KeySource, verify: (keys: JwkSet) => Promise<Result>): Promise<Result> {
  if ('jwks' in source) return verify(source.jwks);
  const known = kept.get(source.jwksUri);
  const age = known ? Date.now() - known.readAt : Number.POSITIVE_INFINITY;
  if (!known || age > KEPT_MS) return verify(await readKeys(source.jwksUri));
  try {
    return await verify(known.keys);
  } catch (error) {
    if (!(error instanceof OAuthError) || age < AGAIN_MS) throw error;
    return verify(await readKeys(source.jwksUri));
  }
}

async function readKeys(jwksUri: string): Promise<JwkSet> {
  try {
    const answer = await invokeClientReader('keys', jwksUri);
    if (isRefusal(answer)) {
      throw new OAuthError('temporarily_unavailable', `The keys at jwks_uri are not usable. ${answer.error.message}`);
    }
    const keys = publicKeys(answer.document);
    kept.set(jwksUri, { keys, readAt: Date.now() });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    return keys;
  } catch (error) {
    const tooSlow = error instanceof InvocationFailed || (error as Error).name === 'AbortError';
    if (tooSlow) throw new OAuthError('temporarily_unavailable', 'The keys at jwks_uri could not be read in time.');
    throw error;
  }
}
