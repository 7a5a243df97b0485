/**
 * Connection tokens: `pcl_` + the 12 characters of the server id + 32 random bytes as 43 base62 characters + the CRC-32 of
 * all that as 6 base62 characters. One URL-safe path segment. The checksum refuses typing errors without a look-up, and
 * the prefix lets secret scanners find leaked tokens. Only the HMAC of a token is stored, by the caller.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62 } from '../../lib/ids.ts';

const PREFIX = 'pcl_';
/** Characters of the server id without its prefix. */
const SERVER = 12;
/** Characters of the random part: 62^43 > 2^256. */
const SECRET = 43;
/** Characters of the checksum: 62^6 > 2^32. */
const CHECKSUM = 6;
const SHAPE = /^pcl_[0-9A-Za-z]{61}$/;

/** Minimum length of a key for HMAC-SHA256 (RFC 2104 section 3: not shorter than the hash). */
const KEY_BYTES = 32;

/** A new random token of the server `srv_…`. Shown once; the caller stores {@link hashToken} and {@link tokenHint}. */
export function newToken(serverId: string): string {
  const body = `${PREFIX}${serverId.slice('srv_'.length)}${newSecret()}`;
  return body + checksum(body);
}

/** The server id in a token; undefined when form or checksum are wrong. Does not check that the token exists. */
export function parseToken(text: string): { readonly serverId: string } | undefined {
  if (!SHAPE.test(text)) return undefined;
  const body = text.slice(0, -CHECKSUM);
  if (checksum(body) !== text.slice(-CHECKSUM)) return undefined;
  return { serverId: `srv_${text.slice(PREFIX.length, PREFIX.length + SERVER)}` };
}

/**
 * Lower-case hex HMAC-SHA256 of a token: the key of its row.
 * @throws RangeError for a key under 32 bytes
 */
export function hashToken(key: KeyObject, token: string): string {
  if ((key.symmetricKeySize ?? 0) < KEY_BYTES)
    throw new RangeError(`A token-hash key has at least ${KEY_BYTES} bytes.`);
  return createHmac('sha256', key).update(token).digest('hex');
}

/** The last four characters, by which people recognize a token in a list. */
export const tokenHint = (token: string): string => token.slice(-4);

/** 32 random bytes in base62. */
export const newSecret = (): string =>
  base62(BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`), SECRET);

/** The checksum of a token: six base62 characters of the CRC-32. */
export const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM);

/** The last `length` base62 digits of a number. */
export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = BASE62[Number(rest % 62n)] + text;
  return text;
}
