/**
 * Access tokens of OAuth 2, for as long as this environment lives: fetched by the guarded client from the one address that is sealed with
 * the credential, kept in memory alone, shared by calls that need one at the same moment. A token that the upstream refused is not used
 * again; an endpoint that failed is not asked again at once.
 */
import { createHash } from 'node:crypto';
import type { OAuth2Credential } from '../../core/request/credential/oauth2/oauth2.ts';
import { tokenRequest } from '../../core/request/credential/oauth2/tokenRequest.ts';
import { type AccessToken, accessTokenOf, refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import { TokenRefused } from '../../core/request/errors.ts';
import { type EgressClient, EgressError } from '../../egress/index.ts';

/** Tokens of a few versions of a server's credentials. */
const KEPT = 32;
/** Time that a token should still have when a call begins with it, at most; of short-lived ones a tenth. */
const SKEW_MS = 60_000;
const REFUSED_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;

interface Entry {
  readonly fetched: Promise<AccessToken>;
  /** Milliseconds since 1970; infinite while it is not known. */
  until: number;
}

/** Fetches access tokens and keeps them in memory. */
export interface AccessTokens {
  /**
   * A token that holds for now.
   *
   * @param stored ciphertext of the credential: another one has tokens of its own
   * @throws TokenRefused
   */
  tokenFor(
    credential: OAuth2Credential,
    stored: string,
    clientOf: (tokenUrl: string) => EgressClient,
  ): Promise<{ readonly token: string; readonly isFresh: boolean }>;
  /** Fetches a token now, whatever is known: somebody asks whether it works. Throws TokenRefused. */
  renew(credential: OAuth2Credential, stored: string, clientOf: (tokenUrl: string) => EgressClient): Promise<void>;
  /** The upstream has refused this token: it is not given again. */
  refused(stored: string, token: string): Promise<void>;
}

/** Access tokens of one process. `clock`: epoch milliseconds. */
export function createAccessTokens(clock: () => number = Date.now): AccessTokens {
  const entries = new Map<string, Entry>();
  const keyOf = (stored: string): string => createHash('sha256').update(stored).digest('base64');

  async function fetchToken(credential: OAuth2Credential, client: EgressClient): Promise<AccessToken> {
    const now = clock();
    try {
      const answer = await client.request({
        ...tokenRequest(credential, new Date(now)),
        keepBytes: ANSWER_BYTES,
        abortBytes: ANSWER_BYTES,
      });
      return accessTokenOf(answer, credential.tokenUrl, now);
    } catch (cause) {
      if (cause instanceof EgressError) throw refusal('oauth_endpoint_failed', credential.tokenUrl, { cause });
      throw cause;
    }
  }

  function start(key: string, credential: OAuth2Credential, client: EgressClient): Entry {
    const entry: Entry = { fetched: fetchToken(credential, client), until: Number.POSITIVE_INFINITY };
    entry.fetched.then(
      ({ expiresAt }) => {
        if (expiresAt !== undefined) entry.until = expiresAt - Math.min(SKEW_MS, (expiresAt - clock()) / 10);
      },
      (error: unknown) => {
        // What the endpoint has decided stays so for a moment; what failed on the way is tried again by the next call.
        entry.until =
          error instanceof TokenRefused && error.code !== 'oauth_endpoint_failed' ? clock() + REFUSED_MS : 0;
      },
    );
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.keys().next().value;
    if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  return {
    async tokenFor(credential, stored, clientOf) {
      const key = keyOf(stored);
      const known = entries.get(key);
      const isFresh = known === undefined || known.until <= clock();
      const entry = isFresh ? start(key, credential, clientOf(credential.tokenUrl)) : known;
      return { token: (await entry.fetched).token, isFresh };
    },
    async renew(credential, stored, clientOf) {
      await start(keyOf(stored), credential, clientOf(credential.tokenUrl)).fetched;
    },
    async refused(stored, token) {
      const key = keyOf(stored);
      const known = entries.get(key);
      // Somebody else may have fetched another one meanwhile.
      if (
        known !== undefined &&
        (await known.fetched.catch(() => undefined))?.token === token &&
        entries.get(key) === known
      )
        entries.delete(key);
    },
  };
}
