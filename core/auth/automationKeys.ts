/**
 * Automation keys, by which pipelines and scripts call the management API: `pca_` + the 12 characters of the key's id + 32 random bytes as 43
 * base62 characters + the CRC-32 of all that as 6. Built as connection tokens are (tokens/format.ts), for the same reasons. Only the HMAC of
 * a key is stored, by the caller.
 */
import { randomBase62 } from '../lib/ids.ts';
import { ROLES } from '../model/roles.ts';
import { checksum, newSecret } from './tokens/format.ts';

const PREFIX = 'pca_';
/** Characters of the id without its prefix. */
const ID = 12;
const CHECKSUM = 6;
const SHAPE = /^pca_[0-9A-Za-z]{61}$/;

/** What a key may have: the role of a person, or provisioning by SCIM alone. */
export const KEY_ROLES = [...ROLES, 'scim'] as const;
/** What a key may do. */
export type KeyRole = (typeof KEY_ROLES)[number];

/** Below it the HTTP API has the routes of `/v1` once more, without the authorizer of logins. */
export const AUTOMATION_PATH = '/automation';

/** Id of a key. */
export const AUTOMATION_KEY_ID = /^key_[0-9A-Za-z]{12}$/;

/** A new random key with its id. Shown once. */
export function newAutomationKey(): { readonly keyId: string; readonly value: string } {
  const id = randomBase62(ID);
  const body = `${PREFIX}${id}${newSecret()}`;
  return { keyId: `key_${id}`, value: body + checksum(body) };
}

/** The id in a key; undefined when form or checksum are wrong. Does not check that the key exists. */
export function parseAutomationKey(text: string): { readonly keyId: string } | undefined {
  if (!SHAPE.test(text)) return undefined;
  if (checksum(text.slice(0, -CHECKSUM)) !== text.slice(-CHECKSUM)) return undefined;
  return { keyId: `key_${text.slice(PREFIX.length, PREFIX.length + ID)}` };
}
