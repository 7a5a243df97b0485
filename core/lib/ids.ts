/** Identifiers: `srv_` + 12 base62 characters; `tool_`, `tok_`, `dep_` + ULID (sortable by time). Web Crypto only. */
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** The base62 alphabet, in the order of its digits. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * `length` uniformly random base62 characters. Bytes of 248 and above are discarded, so that all characters are equally
 * likely.
 */
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

/**
 * A random number in [0, 1), from a pool: a call for random bytes per number would be the slowest part of making an id.
 */
function random(): number {
  if (drawn === POOL.length) {
    crypto.getRandomValues(POOL);
    drawn = 0;
  }
  return (POOL[drawn++] as number) / 2 ** 32;
}

const ulid = monotonicFactory(random);

/** A new server id. */
export const newProjectId = (): string => `prj_${randomBase62(12)}`;
/** Id of a server. */
export const newServerId = (): string => `srv_${randomBase62(12)}`;
/** A new tool id. */
export const newToolId = (): string => `tool_${ulid()}`;
/** A new token id (of the record, not the secret). */
export const newTokenId = (): string => `tok_${ulid()}`;
/** A new id of a set-up link (not its secret). */
export const newSetupLinkId = (): string => `link_${ulid()}`;
/** A new id of a request for a person's approval. */
export const newApprovalId = (): string => `apr_${ulid()}`;
/** A new name of a reading of an API description. */
export const newReadingId = (): string => `read_${ulid()}`;
/** When a reading began, in milliseconds since 1970. */
export const readingBegan = (id: string): number => decodeTime(id.slice('read_'.length));
/** A new deployment id. */
export const newDeploymentId = (): string => `dep_${ulid()}`;
/**
 * A new id of an audit entry, a bare ULID.
 * @param now milliseconds since 1970; default: the present
 */
export const newAuditId = (now?: number): string => ulid(now);
/**
 * An audit id that is a function of time and id, for an entry that must be written once although it may be tried again.
 * @param at ISO 8601
 * @param id an id that ends in a ULID
 */
export const auditIdOf = (at: string, id: string): string => encodeTime(Date.parse(at)) + id.slice(-16);

/** The time of an audit entry, in milliseconds since 1970. */
export const timeOfAuditId = (id: string): number => decodeTime(id);

/** Form of a server id. */
export const SERVER_ID = /^srv_[0-9A-Za-z]{12}$/;
/** Form of a tool id. */
export const TOOL_ID = /^tool_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Form of a token id. */
export const TOKEN_ID = /^tok_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Form of the id of a set-up link. */
export const SETUP_LINK_ID = /^link_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Form of the id of a request for a person's approval. */
export const APPROVAL_ID = /^apr_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Form of the id of a change that was asked for: a digest of it. */
export const CHANGE_REQUEST_ID = /^chg_[0-9a-f]{32}$/;
/** Form of an audit id. The first character of a ULID is at most 7, because its time has 48 bits. */
export const AUDIT_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Form of a deployment id. */
export const DEPLOYMENT_ID = /^dep_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * ISO 8601 in UTC with milliseconds, the only form of time in records.
 * @param at milliseconds since 1970
 */
export const isoNow = (at: number = Date.now()): string => new Date(at).toISOString();

/**
 * Milliseconds between a time and now, as an absolute value, so that a clock that was set back gives no negative age.
 */
export const msSince = (iso: string): number => Math.abs(Date.now() - Date.parse(iso));
