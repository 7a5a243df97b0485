/**
 * The rules on which host a stored credential is for. Encryption enforces them (aws/credentials.ts): whatever a row says, a credential
 * can be opened for its own origin only. This file keeps the combination of base URL and credential in a row valid, reports why a
 * combination is not, and binds credentials of earlier versions.
 */

import { auditItem } from '../../../aws/audit.ts';
import { bindUnbound, isUnbound } from '../../../aws/credentials.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { changeServer } from '../../../aws/tables/servers.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { SYSTEM } from '../../../core/lib/person.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { shapeOf } from '../../../core/model/credentialShape.ts';
import type { ServerAuth, ServerRow } from '../../../core/model/server.ts';
import { Refused } from '../http/errors.ts';

/** Whether the server's base URL has this origin. */
export const isAt = ({ baseUrl }: Pick<ServerRow, 'baseUrl'>, origin: string): boolean =>
  baseUrl !== '' && originOf(baseUrl) === origin;

/** Whether another credential, another destination for it or other approved hosts are set. */
export const isRebound = (row: ServerRow, next: ServerRow): boolean =>
  row.auth !== next.auth ||
  row.hosts !== next.hosts ||
  row.headers !== next.headers ||
  row.privateHosts !== next.privateHosts ||
  (row.baseUrl !== next.baseUrl && !(row.baseUrl && isAt(next, originOf(row.baseUrl))));

/**
 * A credential may be sent to its own origin only. Throws Refused `credential_bound` for a base URL at another origin, and
 * `credential_missing` when the import never found the origin.
 */
export function checkCredentialStays({ auth, baseUrl }: ServerRow, address: string): void {
  if (auth.type === 'none') return;
  const origin = auth.origin ?? (baseUrl && originOf(baseUrl));
  if (!origin) {
    throw new Refused(
      'credential_missing',
      'The credential was given before the base URL was known, and the import that should have found it failed. Send it again as auth, together with baseUrl, or remove it first (PUT …/credentials with type none).',
    );
  }
  if (originOf(address) === origin) return;
  throw new Refused(
    'credential_bound',
    `The stored credential was given for ${origin} and is sent nowhere else. Send the credential of the new host as auth in the same request, or remove the stored one first (PUT …/credentials with type none).`,
  );
}

/** The error for a credential on a server without a base URL. */
export const baseUrlMissing = () =>
  new Refused(
    'base_url_missing',
    'The server has no base URL yet, so it is not known where the credential may be sent. Send baseUrl and auth in one PATCH.',
  );

/** The error for a credential for an origin that is not one of the server's. */
export const baseUrlChanged = (origin: string) =>
  new Refused(
    'base_url_changed',
    `${origin} is not, or no longer, the host of the base URL or an approved host. The credential was not stored. Check the server and send the credential again.`,
  );

/**
 * The row with its credential bound to the origin of its base URL, if an earlier version sealed it for the server only. Without a base
 * URL the credential is dropped. Two instances that do this at the same moment both end with what the first has written. If KMS is
 * unavailable, the row is returned unchanged and bound on a later read.
 */
export async function bound(row: ServerRow): Promise<ServerRow> {
  const { serverId, auth, baseUrl, deploying } = row;
  if (!isUnbound(auth.ciphertext) || (!baseUrl && deploying)) return row;
  try {
    const origin = baseUrl && originOf(baseUrl);
    const next: ServerAuth = origin
      ? { ...auth, ciphertext: await bindUnbound(serverId, origin, auth.ciphertext), origin }
      : shapeOf(auth);
    const action = origin ? 'server.credentials.bound' : 'server.credentials.dropped';
    const detail: JsonObject = origin ? { origin } : {};
    const deed = { serverId, serverName: row.name, actor: SYSTEM, action, detail };
    const isSame = (read: ServerRow) => read.auth.ciphertext === auth.ciphertext && read.baseUrl === baseUrl;
    const change = (read: ServerRow) => (isSame(read) ? { ...read, auth: next } : undefined);
    return (await changeServer(serverId, change, () => auditItem(deed))) ?? row;
  } catch (error) {
    logError('credential_not_bound', { serverId, reason: reasonOf(error) });
    return row;
  }
}
