/**
 * Tokens of OAuth 2 as they are stored: sealed by the sandbox that was given them, one row for each holder. Pure: what a row means at a
 * moment, and the row that takes its place. A row is believed for the credential that it was made with only.
 */
import { createHash } from 'node:crypto';
import type { TokenRefusedCode } from '../../errors.ts';

/** Of the base URL's credential. Tokens of another host have its origin in this place. */
export const SERVER_HOLDER = 'server';

/** What is stored of the tokens of one holder, and who is fetching the next ones. */
export interface UpstreamTokensRow {
  readonly serverId: string;
  /** Whose they are: `server`, or an approved host's origin. */
  readonly holder: string;
  /** Version of the credential ({@link versionOfCredential}). */
  readonly credential: string;
  /** What the sandbox sealed. Absent until there was a first token. */
  readonly sealed?: string;
  /** Milliseconds since 1970, to fetch another one from then on; absent while it is not known. */
  readonly until?: number;
  /** Counts what was stored for this credential. */
  readonly generation: number;
  /** Who is asking the token endpoint, and until when nobody else may (milliseconds since 1970). */
  readonly lease?: { readonly id: string; readonly until: number };
  /** Why there is no token, and until when nobody asks again; without a time until the credential is given again. */
  readonly failure?: { readonly code: TokenRefusedCode; readonly until?: number };
  /** A token that had just been fetched was refused by the API: until then (milliseconds since 1970) another one would be, too. */
  readonly distrustedUntil?: number;
  readonly version: number;
}

/** What is sealed. */
export interface UpstreamTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/**
 * Names a credential by what is sealed in it. Its data key may be wrapped again under another context, which changes the first parts of
 * the ciphertext (aws/envelope.ts) and not the credential.
 */
export const versionOfCredential = (ciphertext: string): string =>
  createHash('sha256')
    .update(ciphertext.slice(ciphertext.lastIndexOf('.') + 1))
    .digest('base64url');

/** Nobody else asks meanwhile; longer than a cold start of the sandbox and the exchange together take. */
export const LEASE_MS = 30_000;
/** Left of a lease, an exchange is not begun any more: it has 10 s and its result is to be stored. */
export const LEASE_RESERVE_MS = 13_000;
/** What an endpoint, or the API about a new token, has decided is not asked again at once. */
const REFUSED_MS = 10_000;

/** What a caller finds: a token to use, a recent failure, somebody who is asking the endpoint, or nothing. */
export type TokenState =
  | { readonly kind: 'held'; readonly sealed: string }
  | { readonly kind: 'failed'; readonly code: TokenRefusedCode }
  /** Somebody is asking the endpoint. */
  | { readonly kind: 'leased'; readonly until: number }
  | { readonly kind: 'none' };

/**
 * What a row says at this moment about the tokens of this credential.
 *
 * @param after tokens up to this generation are not wanted any more
 */
export function stateOf(row: UpstreamTokensRow | undefined, credential: string, now: number, after = 0): TokenState {
  if (row?.credential !== credential) return { kind: 'none' };
  const { sealed, generation, lease, failure } = row;
  if (sealed !== undefined && !hasEndedBy(row, now) && generation > after) return { kind: 'held', sealed };
  if (failure && (failure.until ?? Number.POSITIVE_INFINITY) > now) return { kind: 'failed', code: failure.code };
  return lease && lease.until > now ? { kind: 'leased', until: lease.until } : { kind: 'none' };
}

/** Not to be used from now on: it ends in a moment, or has ended. */
export const hasEndedBy = ({ until = Number.POSITIVE_INFINITY }: UpstreamTokensRow, now: number): boolean =>
  until <= now;

type Key = Pick<UpstreamTokensRow, 'serverId' | 'holder' | 'credential'>;

/** The row that says who asks now. Tokens of another credential are gone with it. */
export function leased(row: UpstreamTokensRow | undefined, key: Key, id: string, now: number): UpstreamTokensRow {
  const own = row?.credential === key.credential ? row : undefined;
  const { failure: _, ...kept } = own ?? { ...key, generation: 0, version: row?.version ?? 0 };
  return { ...kept, lease: { id, until: now + LEASE_MS } };
}

/**
 * The row with tokens that the endpoint has given.
 * @param sealed by the sandbox
 * @param until milliseconds since 1970 to fetch another one from; undefined while it is not known
 */
export function stored(row: UpstreamTokensRow, sealed: string, until: number | undefined): UpstreamTokensRow {
  const { lease: _, until: _until, ...rest } = withoutFailure(row);
  return { ...rest, sealed, generation: row.generation + 1, ...(until !== undefined && { until }) };
}

/**
 * @param isSingleUse the exchange may have spent a refresh token: what nobody knows the end of is not repeated before all who may still
 *   be asking have ended
 */
export function failed(
  row: UpstreamTokensRow,
  code: TokenRefusedCode,
  now: number,
  { isUnsure, isSingleUse }: { readonly isUnsure: boolean; readonly isSingleUse: boolean },
): UpstreamTokensRow {
  const { lease: _, ...rest } = withoutFailure(row);
  if (code === 'oauth_endpoint_failed') {
    return isUnsure && isSingleUse ? { ...rest, failure: { code, until: now + LEASE_MS } } : rest;
  }
  return { ...rest, failure: code === 'oauth_consent_ended' ? { code } : { code, until: now + REFUSED_MS } };
}

/** Somebody asks once more, whatever was decided before. */
export function withoutFailure(row: UpstreamTokensRow): UpstreamTokensRow {
  const { failure: _, ...rest } = row;
  return rest;
}

/** The row after the API refused a token that had just been fetched: for ten seconds no other one is tried. */
export const distrusted = (row: UpstreamTokensRow, now: number): UpstreamTokensRow => ({
  ...row,
  distrustedUntil: now + REFUSED_MS,
});

/** Whether the row is {@link distrusted} at `now`, in milliseconds since 1970. */
export const isDistrusted = ({ distrustedUntil = 0 }: UpstreamTokensRow, now: number): boolean => distrustedUntil > now;

/** The access token is not used again; a refresh token beside it is. */
export const spent = (row: UpstreamTokensRow): UpstreamTokensRow => ({ ...row, until: 0 });
