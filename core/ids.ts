/** Identifiers: `srv_` + 12 base62 characters; `tool_`, `tok_`, `dep_` + ULID (sortable by time). Web Crypto only. */
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters drawn uniformly from base62 (bytes of 248 and above are drawn again). */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

const POOL = new Uint32Array(256);
let drawn = POOL.length;

/** A number in [0, 1) from a pool: asked for one by one, random bytes cost more than all else of an id. */
function random(): number {
  if (drawn === POOL.length) {
    crypto.getRandomValues(POOL);
    drawn = 0;
  }
  return (POOL[drawn++] as number) / 2 ** 32;
}

const ulid = monotonicFactory(random);

export const newServerId = (): string => `srv_${randomBase62(12)}`;
export const newToolId = (): string => `tool_${ulid()}`;
export const newTokenId = (): string => `tok_${ulid()}`;
export const newDeploymentId = (): string => `dep_${ulid()}`;
export const newAuditId = (now?: number): string => ulid(now);
/** Always the same for the same moment and the same id with a ULID in it: for what is entered once, however often it is tried. */
export const auditIdOf = (at: string, id: string): string => encodeTime(Date.parse(at)) + id.slice(-16);

/** Milliseconds since 1970 when an audit entry was made. */
export const timeOfAuditId = (id: string): number => decodeTime(id);

export const SERVER_ID = /^srv_[0-9A-Za-z]{12}$/;
export const TOOL_ID = /^tool_[0-9A-HJKMNP-TV-Z]{26}$/;
export const TOKEN_ID = /^tok_[0-9A-HJKMNP-TV-Z]{26}$/;
/** The first character of a ULID is 7 at most: beyond it stands no time. */
export const AUDIT_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const DEPLOYMENT_ID = /^dep_[0-9A-HJKMNP-TV-Z]{26}$/;

/** ISO 8601 UTC with milliseconds, the only form of time in records. */
export const isoNow = (at: number = Date.now()): string => new Date(at).toISOString();

/** Milliseconds between then and now, whichever is later: a clock that was set back makes nothing young for as long. */
export const msSince = (iso: string): number => Math.abs(Date.now() - Date.parse(iso));
