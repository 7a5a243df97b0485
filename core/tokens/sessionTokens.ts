/**
 * The tokens of a session that began with a sign-in: `pcs_` (access token) or `pcr_` (refresh token) + the 12 characters of
 * the server id + 22 characters that identify the session + 32 random bytes as 43 characters + a checksum, as in
 * connection tokens (format.ts). Server and session find the row; the row's hashes then prove the token.
 */
import { randomBase62 } from '../ids.ts';
import { checksum, newSecret } from './format.ts';

const SHAPE = /^pc([sr])_([0-9A-Za-z]{12})([0-9A-Za-z]{22})[0-9A-Za-z]{49}$/;
const CHECKSUM = 6;

/** The kinds of tokens of a session. */
export type SecretKind = 'access' | 'refresh';
const PREFIX: Record<SecretKind, string> = { access: 'pcs_', refresh: 'pcr_' };

/** The session of a token. */
export interface SessionName {
  readonly serverId: string;
  readonly session: string;
}

/** A new random session of a server. */
export const newSessionName = (serverId: string): SessionName => ({ serverId, session: randomBase62(22) });

/** A new token of a session, shown once. */
export function newSessionSecret(kind: SecretKind, { serverId, session }: SessionName): string {
  const body = `${PREFIX[kind]}${serverId.slice('srv_'.length)}${session}${newSecret()}`;
  return body + checksum(body);
}

/** The session in a token; undefined when form, kind or checksum are wrong. Does not check that the token exists. */
export function parseSessionSecret(kind: SecretKind, text: string): SessionName | undefined {
  const [, letter, server, session] = SHAPE.exec(text) ?? [];
  if (server === undefined || session === undefined || PREFIX[kind] !== `pc${letter}_`) return undefined;
  if (checksum(text.slice(0, -CHECKSUM)) !== text.slice(-CHECKSUM)) return undefined;
  return { serverId: `srv_${server}`, session };
}

/** The text whose HMAC is the key of the session's row. */
export const sessionKey = ({ serverId, session }: SessionName): string => `session:${serverId}:${session}`;
