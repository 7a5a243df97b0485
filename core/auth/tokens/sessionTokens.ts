/**
 * The tokens of a session that began with a sign-in: `pcs_` (access token) or `pcr_` (refresh token) + the 12 characters of
 * the server id + 22 characters that identify the session + 22 random characters + 21 of a MAC over all that + a checksum, as in
 * connection tokens (format.ts). Server and session find the row; the row's hashes then prove the token. The MAC tells a token that is not
 * good any more from one that never was: whoever has seen an access token knows the name of its session, and could make up others of it.
 */
import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../../lib/ids.ts';
import { base62, checksum, hashToken } from './format.ts';

const SHAPE = /^pc([sr])_([0-9A-Za-z]{12})([0-9A-Za-z]{22})[0-9A-Za-z]{49}$/;
const CHECKSUM = 6;
/** Characters of the random part: 62^22 > 2^128. */
const RANDOM = 22;
/** Characters of the MAC: 62^21 > 2^125. */
const MAC = 21;

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

/** A new token of a session, shown once. `key`: the token-hash key. */
export function newSessionSecret(key: KeyObject, kind: SecretKind, { serverId, session }: SessionName): string {
  const text = `${PREFIX[kind]}${serverId.slice('srv_'.length)}${session}${randomBase62(RANDOM)}`;
  const body = text + macOf(key, text);
  return body + checksum(body);
}

/** True for a token that {@link newSessionSecret} made with this key, whether it is still good or not. */
export function wasIssued(key: KeyObject, token: string): boolean {
  const end = token.length - CHECKSUM - MAC;
  const mac = Buffer.from(token.slice(end, end + MAC));
  const right = Buffer.from(macOf(key, token.slice(0, end)));
  return mac.length === right.length && timingSafeEqual(mac, right);
}

const macOf = (key: KeyObject, text: string): string => base62(BigInt(`0x${hashToken(key, `issued:${text}`)}`), MAC);

/** The session in a token; undefined when form, kind or checksum are wrong. Does not check that the token exists. */
export function parseSessionSecret(kind: SecretKind, text: string): SessionName | undefined {
  const [, letter, server, session] = SHAPE.exec(text) ?? [];
  if (server === undefined || session === undefined || PREFIX[kind] !== `pc${letter}_`) return undefined;
  if (checksum(text.slice(0, -CHECKSUM)) !== text.slice(-CHECKSUM)) return undefined;
  return { serverId: `srv_${server}`, session };
}

/** The text whose HMAC is the key of the session's row. */
export const sessionKey = ({ serverId, session }: SessionName): string => `session:${serverId}:${session}`;
