/**
 * Stored OAuth 2 tokens, encrypted by the sandbox that fetched them, one row per holder. Pure: computes the state of a row,
 * and the row that replaces it. A row is valid only for the credential with which its tokens were fetched.
 */
import { hash } from 'node:crypto';
import { BoundedMap } from '../../../lib/boundedMap.ts';
import type { CredentialShape } from '../../../model/credential.ts';
import type { TokenRefusedCode } from '../../errors.ts';

/** Whether an exchange with this grant may use up a single-use refresh token. */
export const isSingleUse = (grant: CredentialShape['grant']): boolean =>
  grant === 'refreshToken' || grant === 'authorizationCode';

/** The holder of tokens for the base URL's credential. For another host, the holder is its origin. */
export const SERVER_HOLDER = 'server';

/** The stored tokens of one holder, and the lease of the request that fetches the next ones. */
export interface UpstreamTokensRow {
  readonly serverId: string;
  /** `server`, the origin of an approved host, or an account of one client (core/auth/account.ts). */
  readonly holder: string;
  /** Version of the credential ({@link versionOfCredential}). */
  readonly credential: string;
  /** The encrypted {@link UpstreamTokens}. Absent before the first token. */
  readonly sealed?: string;
  /** Milliseconds since 1970 when to fetch the next token; absent when the expiry is not known. */
  readonly until?: number;
  /** Number of tokens stored for this credential. */
  readonly generation: number;
  /** The request that may ask the token endpoint, and until when no other one may (milliseconds since 1970). */
  readonly lease?: { readonly id: string; readonly until: number };
  /** The last failure, and until when no request is made; without `until`: until the credential is entered again. */
  readonly failure?: {
    readonly code: TokenRefusedCode;
    readonly until?: number;
    /** When it began (milliseconds since 1970), of one that lasts. Rows of earlier versions lack it. */
    readonly at?: number;
  };
  /** Set when the API refused a new token: until then (milliseconds since 1970) no other one is fetched for that reason. */
  readonly distrustedUntil?: number;
  /** With the grant `authorizationCode`: the consent that these tokens result from. */
  readonly consent?: Consent;
  /** A person had consented for an earlier credential, which was replaced. */
  readonly isChanged?: true;
  /** The origin at which the API of this account is, by the last response of the token endpoint, if it is not that of the credential. */
  readonly instance?: string;
  /** For the account of a connection token that expires, and for tokens of a person that are exchanged: seconds since 1970 after which DynamoDB may delete the row (time to live). */
  readonly goneAt?: number;
  readonly version: number;
}

/** Who has consented, when, and which scopes were not granted. */
export interface Consent {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  readonly byName?: string;
  readonly missingScopes?: readonly string[];
  /** There is no refresh token; the access token is valid until it is revoked. */
  readonly isFinal?: true;
}

/** The tokens that are encrypted. */
export interface UpstreamTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/**
 * A version of a credential: a hash of the last part of its ciphertext. Re-encrypting the data key changes the other parts
 * (aws/services/envelope.ts), but not the credential.
 */
export function versionOfCredential(ciphertext: string): string {
  const known = versions.get(ciphertext);
  if (known !== undefined) return known;
  const version = hash('sha256', ciphertext.slice(ciphertext.lastIndexOf('.') + 1), 'base64url');
  versions.set(ciphertext, version);
  return version;
}

/** Kept because each call needs one. */
const versions = new BoundedMap<string, string>(1_000);

/** Failures that are kept until a person consents again, or enters or checks the credential. */
const FINAL: ReadonlySet<TokenRefusedCode> = new Set(['oauth_consent_ended', 'oauth_not_connected']);
/**
 * Duration of a lease: that of a token request, with a second to begin it and a second to store its result. After a crash in an exchange
 * the next one begins when it has passed, before the grace ends in which a provider repeats the successor of a single-use refresh token
 * (30 s at Okta by default; Amazon Cognito's RetryGracePeriodSeconds is 0 to 60).
 */
export const LEASE_MS = 12_000;
/** With less time left of a lease, no token request is started: it may take 10 s, and its result must be stored. */
export const LEASE_RESERVE_MS = 11_000;
/** How long no new request is made after the token endpoint, or the API with a new token, has refused one. */
const REFUSED_MS = 10_000;

/** The state of stored tokens: a valid token, a recent failure, a request in progress, or none. */
export type TokenState =
  | { readonly kind: 'held'; readonly sealed: string }
  | { readonly kind: 'failed'; readonly code: TokenRefusedCode }
  /** Another request is asking the token endpoint. */
  | { readonly kind: 'leased'; readonly until: number }
  | { readonly kind: 'none' };

/**
 * The encrypted tokens of a credential if they are valid; the only state of nearly every call.
 * @param now milliseconds since 1970
 */
export const sealedToken = (row: UpstreamTokensRow | undefined, credential: string, now: number): string | undefined =>
  row?.credential === credential && !hasEndedBy(row, now) ? row.sealed : undefined;

/**
 * The state of the tokens of a credential.
 * @param now milliseconds since 1970
 * @param after tokens up to this generation are not used
 */
export function stateOf(row: UpstreamTokensRow | undefined, credential: string, now: number, after = 0): TokenState {
  if (row?.credential !== credential) return { kind: 'none' };
  const { generation, lease, failure } = row;
  const sealed = sealedToken(row, credential, now);
  if (sealed !== undefined && generation > after) return { kind: 'held', sealed };
  if (failure && (failure.until ?? Number.POSITIVE_INFINITY) > now) return { kind: 'failed', code: failure.code };
  return lease && lease.until > now ? { kind: 'leased', until: lease.until } : { kind: 'none' };
}

/** Whether a person has consented for this credential, even if the consent has ended. */
export const isConnected = (row: UpstreamTokensRow | undefined, credential: string): row is UpstreamTokensRow =>
  row?.credential === credential && row.sealed !== undefined;

/** Whether somebody had consented for an earlier credential, and nobody has for this one. */
export const wasConnected = (row: UpstreamTokensRow | undefined, credential: string): boolean =>
  row !== undefined &&
  (row.isChanged === true || row.consent !== undefined) &&
  (row.credential !== credential || row.sealed === undefined);

/** True when the token has expired or is about to. */
export const hasEndedBy = ({ until = Number.POSITIVE_INFINITY }: UpstreamTokensRow, now: number): boolean =>
  until <= now;

type Key = Pick<UpstreamTokensRow, 'serverId' | 'holder' | 'credential'>;

/** The row with a new lease, without tokens of another credential. */
export function leased(row: UpstreamTokensRow | undefined, key: Key, id: string, now: number): UpstreamTokensRow {
  const own = row?.credential === key.credential ? row : undefined;
  const isChanged = wasConnected(row, key.credential);
  const { failure: _, ...kept } = own ?? {
    ...key,
    generation: 0,
    version: row?.version ?? 0,
    ...(isChanged && { isChanged }),
  };
  return { ...kept, lease: { id, until: now + LEASE_MS } };
}

/** New tokens: encrypted, and when to fetch the next ones, in milliseconds since 1970, if their expiry is known. */
type NewTokens = Pick<UpstreamTokensRow, 'until' | 'instance'> & { readonly sealed: string };

/** How long a person's tokens are kept after their end, until DynamoDB may delete them. */
const KEPT_MS = 24 * 3_600_000;
/** How long they are used at most: what names somebody may change, or not be verified any more, and the provider may know them no longer. */
const OF_PERSON_MS = 3_600_000;

/**
 * The row with new tokens.
 * @param isOfPerson tokens that are asked for anew when the person calls again, so nobody misses the row when they have ended
 */
export function stored(
  row: UpstreamTokensRow,
  { sealed, until: ends, instance }: NewTokens,
  { isOfPerson = false } = {},
): UpstreamTokensRow {
  const until = isOfPerson ? Math.min(ends ?? Number.POSITIVE_INFINITY, Date.now() + OF_PERSON_MS) : ends;
  const { lease: _, until: _until, instance: _instance, ...rest } = withoutFailure(row);
  return {
    ...rest,
    sealed,
    generation: row.generation + 1,
    ...(until !== undefined && { until }),
    ...(instance !== undefined && { instance }),
    ...(isOfPerson && until !== undefined && { goneAt: Math.ceil((until + KEPT_MS) / 1_000) }),
  };
}

/** The row with the tokens of a consent, in place of all earlier ones. */
export function consented(
  row: UpstreamTokensRow | undefined,
  key: Key,
  consent: Consent,
  tokens: NewTokens,
): UpstreamTokensRow {
  const generation = row?.credential === key.credential ? row.generation : 0;
  return { ...stored({ ...key, generation, version: row?.version ?? 0 }, tokens), consent };
}

/**
 * The row after a failed token request.
 * @param isUnsure true when the request was sent but not answered
 * @param isSingleUse true when the refresh token may be single-use. If also `isUnsure`, no request is made until all that
 *   may still be running have ended.
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
  return { ...rest, failure: FINAL.has(code) ? { code, at: now } : { code, until: now + REFUSED_MS } };
}

/** The row without its failure, so that a new request may be made at once. */
export function withoutFailure(row: UpstreamTokensRow): UpstreamTokensRow {
  const { failure: _, ...rest } = row;
  return rest;
}

/** The row after the API refused a new token: for ten seconds no other one is tried. */
export const distrusted = (row: UpstreamTokensRow, now: number): UpstreamTokensRow => ({
  ...row,
  distrustedUntil: now + REFUSED_MS,
});

/** Whether the row is {@link distrusted} at `now`, in milliseconds since 1970. */
export const isDistrusted = ({ distrustedUntil = 0 }: UpstreamTokensRow, now: number): boolean => distrustedUntil > now;

/** The row without its tokens, of somebody who may not call any more. */
export function emptied(row: UpstreamTokensRow): UpstreamTokensRow {
  const { sealed: _, until: __, ...rest } = row;
  return rest;
}

/** The row with its access token marked as expired; the refresh token is kept. */
export const spent = (row: UpstreamTokensRow): UpstreamTokensRow => ({ ...row, until: 0 });
