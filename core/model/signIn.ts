/**
 * A sign-in: the session of a person with a client at a server. Stored as a row of the tokens table with HMACs of its
 * tokens, so that requests and revocations work as for connection tokens. There may be several access tokens, because a
 * refresh does not end the previous one. Valid refresh tokens are the ones issued last, and their predecessor until one of
 * them is used.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../lib/limits.ts';
import type { SignedIn } from './accessRules.ts';

/** An access token of a session. */
export interface AccessToken {
  /** Lower-case hex HMAC-SHA256. */
  readonly hash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Thumbprint of the key that it is bound to (DPoP, RFC 9449 section 6). */
  readonly jkt?: string;
}

/** A person's session with a client, or that of a client which acts for itself. */
export interface SignIn extends SignedIn {
  readonly person: SignedIn['person'] & {
    readonly name?: string;
    /** Verified e-mail address, as of the last refresh. Sessions of earlier versions lack it until they are refreshed. */
    readonly email?: string;
    readonly username: string;
  };
  readonly client: SignedIn['client'] & {
    readonly name: string;
    /** It must authenticate with each token request (clientAuth.ts). */
    readonly isProven?: true;
  };
  readonly access: readonly AccessToken[];
  /** Hashes of the valid refresh tokens. */
  readonly refresh: readonly string[];
  readonly previousRefresh?: string;
  /** Thumbprint of the key that the refresh tokens of a public client are bound to (RFC 9449 section 5). */
  readonly refreshJkt?: string;
  /** Number of rotations; a rotation is conditional on it. */
  readonly turn: number;
}

/** Maximum number of valid refresh tokens and of valid access tokens; beyond it the oldest becomes invalid. */
const MAX_VALID_TOKENS = 4;

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** The access token with a hash; undefined when it is unknown or has expired at `now` (milliseconds since 1970). */
export const goodAccess = ({ access }: SignIn, hash: string, now: number): AccessToken | undefined =>
  access.find((each) => isSame(each.hash, hash) && Date.parse(each.expiresAt) > now);

/** The state of a refresh token; `invalid` for one that is not valid any more, or never was. */
export function refreshState({ refresh, previousRefresh }: SignIn, hash: string): 'current' | 'previous' | 'invalid' {
  if (refresh.some((each) => isSame(each, hash))) return 'current';
  return previousRefresh !== undefined && isSame(previousRefresh, hash) ? 'previous' : 'invalid';
}

/** The hashes of issued tokens, and the key that they are bound to, if the client has proved one. */
export interface Issued {
  readonly access: string;
  readonly refresh: string;
  readonly jkt?: string | undefined;
}

/** What binds the refresh tokens of a client to a key: a client that authenticates is known by that, and may change its key. */
export const refreshBinding = (jkt: string | undefined, client: SignIn['client']): Pick<SignIn, 'refreshJkt'> =>
  jkt === undefined || client.isProven ? {} : { refreshJkt: jkt };

/**
 * The session after a refresh.
 * @param presented hash of the refresh token that was used
 * @param now milliseconds since 1970
 * @param accessMs lifetime of the new access token
 */
export function rotated(
  signIn: SignIn,
  presented: string,
  issued: Issued,
  now: number,
  accessMs: number = LIMITS.signIn.accessMs,
): SignIn {
  const isCurrent = refreshState(signIn, presented) === 'current';
  const siblings = isCurrent ? [] : signIn.refresh.slice(1 - MAX_VALID_TOKENS);
  const alive = signIn.access.filter(({ expiresAt }) => Date.parse(expiresAt) > now).slice(1 - MAX_VALID_TOKENS);
  return {
    ...signIn,
    ...refreshBinding(issued.jkt, signIn.client),
    access: [...alive, newAccess(issued.access, now, accessMs, issued.jkt)],
    refresh: [...siblings, issued.refresh],
    previousRefresh: presented,
    turn: signIn.turn + 1,
  };
}

/**
 * A new access token of a session.
 * @param now milliseconds since 1970
 */
export const newAccess = (
  hash: string,
  now: number,
  accessMs: number = LIMITS.signIn.accessMs,
  jkt?: string,
): AccessToken => ({
  hash,
  expiresAt: new Date(now + accessMs).toISOString(),
  ...(jkt !== undefined && { jkt }),
});

/** What the deployment says about refreshing. */
export interface RefreshRules {
  /** For how long sessions of people from the owner's identity provider may be refreshed, in milliseconds; undefined without one. */
  readonly externalMs: number | undefined;
  /** Whether people may sign in by passwords of the user pool. */
  readonly hasPasswords: boolean;
}

/**
 * Why a person has to sign in again instead of refreshing; undefined while they need not. The pool has the groups of people from a provider
 * as they were at their last sign-in.
 * @param isExternal whether the person comes from the provider
 * @param ageMs milliseconds since the session began
 */
export function refusalOfRefresh(
  isExternal: boolean,
  ageMs: number,
  { externalMs, hasPasswords }: RefreshRules,
): 'session_too_old' | 'passwords_off' | undefined {
  if (!isExternal) return hasPasswords ? undefined : 'passwords_off';
  return externalMs !== undefined && ageMs >= externalMs ? 'session_too_old' : undefined;
}

/** The end of a session that is not refreshed, in milliseconds since 1970. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(createdAt + LIMITS.signIn.sessionMs, now + LIMITS.signIn.unusedMs);
