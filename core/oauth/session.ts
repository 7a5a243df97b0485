/**
 * A sign-in: what one person let one client do at one server. It is a row of the tokens table with the secrets of the session as HMACs, so
 * that a request reads and a revocation writes what they do for connection tokens. Access tokens are several at a time, because a refresh
 * does not end the one before; of refresh tokens the last ones handed out are good, and their predecessor until one of them is used.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { SignedIn } from './access.ts';

/** An access token of a session, by its hash. */
export interface AccessToken {
  /** Lower-case hex HMAC-SHA256. */
  readonly hash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** A person's session with a client. */
export interface SignIn extends SignedIn {
  readonly person: SignedIn['person'] & { readonly name?: string; readonly username: string };
  readonly client: SignedIn['client'] & { readonly name: string };
  readonly access: readonly AccessToken[];
  /** Hashes of refresh tokens. */
  readonly refresh: readonly string[];
  readonly previousRefresh?: string;
  /** Counts rotations; the condition of the next one. */
  readonly turn: number;
}

/** More that were asked for by the same predecessor, or within the life of an access token, make the oldest invalid. */
const MAX_SIBLINGS = 4;

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** The access token of this hash, while it is good. */
export const goodAccess = ({ access }: SignIn, hash: string, now: number): AccessToken | undefined =>
  access.find((each) => isSame(each.hash, hash) && Date.parse(each.expiresAt) > now);

/** `reused`: it is none of those that may be used now, so somebody else holds the family (RFC 9700 section 4.14.2). */
export function refreshState({ refresh, previousRefresh }: SignIn, hash: string): 'current' | 'previous' | 'reused' {
  if (refresh.some((each) => isSame(each, hash))) return 'current';
  return previousRefresh !== undefined && isSame(previousRefresh, hash) ? 'previous' : 'reused';
}

/** What a token request gives. */
export interface Issued {
  readonly access: string;
  readonly refresh: string;
}

/** The session after `presented` was exchanged for what is issued (hashes all). */
export function rotated(signIn: SignIn, presented: string, issued: Issued, now: number): SignIn {
  const isCurrent = refreshState(signIn, presented) === 'current';
  const siblings = isCurrent ? [] : signIn.refresh.slice(1 - MAX_SIBLINGS);
  const alive = signIn.access.filter(({ expiresAt }) => Date.parse(expiresAt) > now).slice(1 - MAX_SIBLINGS);
  return {
    ...signIn,
    access: [...alive, newAccess(issued.access, now)],
    refresh: [...siblings, issued.refresh],
    previousRefresh: presented,
    turn: signIn.turn + 1,
  };
}

/**
 * A new access token of a session.
 * @param now milliseconds since 1970
 */
export const newAccess = (hash: string, now: number): AccessToken => ({
  hash,
  expiresAt: new Date(now + LIMITS.signIn.accessMs).toISOString(),
});

/** When a session ends that is not refreshed before. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(createdAt + LIMITS.signIn.sessionMs, now + LIMITS.signIn.unusedMs);
