/**
 * The secrets of a session that began with a sign-in: `pcs_` (access token) or `pcr_` (refresh token) + the 12 characters of the server id +
 * 22 that name the session + 43 carrying 32 random bytes + a checksum, as in connection tokens (format.ts). Server and session stand in
 * them because a request names its row by them; both are checked by what is stored there.
 */
import { randomBase62 } from '../ids.ts';
import { checksum, newSecret } from './format.ts';

const SHAPE = /^pc([sr])_([0-9A-Za-z]{12})([0-9A-Za-z]{22})[0-9A-Za-z]{49}$/;
const CHECKSUM = 6;

/** What a secret of a session is for. */
export type SecretKind = 'access' | 'refresh';
const PREFIX: Record<SecretKind, string> = { access: 'pcs_', refresh: 'pcr_' };

/** The session that a token names. */
export interface SessionName {
  readonly serverId: string;
  readonly session: string;
}

/** A name for a new session of a server. */
export const newSessionName = (serverId: string): SessionName => ({ serverId, session: randomBase62(22) });

/** A new token of a session, shown once. */
export function newSessionSecret(kind: SecretKind, { serverId, session }: SessionName): string {
  const body = `${PREFIX[kind]}${serverId.slice('srv_'.length)}${session}${newSecret()}`;
  return body + checksum(body);
}

/** Undefined when shape, kind or checksum are wrong. Proves nothing else. */
export function parseSessionSecret(kind: SecretKind, text: string): SessionName | undefined {
  const [, letter, server, session] = SHAPE.exec(text) ?? [];
  if (server === undefined || session === undefined || PREFIX[kind] !== `pc${letter}_`) return undefined;
  if (checksum(text.slice(0, -CHECKSUM)) !== text.slice(-CHECKSUM)) return undefined;
  return { serverId: `srv_${server}`, session };
}

/** What the row's key is the HMAC of. */
export const sessionKey = ({ serverId, session }: SessionName): string => `session:${serverId}:${session}`;
