/**
 * The hosts of a server that are in the owner's own network. A server may name only hosts that the deployment's configuration lists
 * (`privateHosts` in lib/config.ts), and a credential that was given under one certificate authority is not kept under another. What holds
 * both is not this file: the sandbox asks its own configuration, and the credential is sealed together with the authorities.
 */
import { privateNetwork } from '../../../aws/services/privateNetwork.ts';
import type { NewServer, ServerChange } from '../../../core/api/servers.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import type { PrivateHostEntry, PrivateHosts, ServerRow } from '../../../core/model/server.ts';
import { authoritiesDigest, destinationsOfShape } from '../../../core/request/credential/privateHosts.ts';
import { Refused } from '../http/errors.ts';
import { sealedOf } from '../serverRow/credentials.ts';

/** Throws Refused `private_host_not_allowed`. */
function allowedOrigin(address: string): string {
  const { hostname, origin } = new URL(address);
  if (privateNetwork().names.includes(hostname)) return origin;
  throw new Refused(
    'private_host_not_allowed',
    `${hostname} is not among the private hosts of this deployment. Whoever deploys it can list it in privateHosts.`,
  );
}

const entryOf = (certificateAuthorities: string | null | undefined): PrivateHostEntry =>
  certificateAuthorities ? { certificateAuthorities } : {};

/** The private hosts of a new server. Throws Refused `private_host_not_allowed`. */
export const newPrivateHosts = (given: NewServer['privateHosts'] = []): PrivateHosts =>
  Object.fromEntries(
    given.map(({ origin, certificateAuthorities }) => [
      allowedOrigin(originOf(origin)),
      entryOf(certificateAuthorities),
    ]),
  );

/** The row with private hosts changed; those that are not named stay. Throws Refused. */
export function withPrivateHosts<Row extends Pick<ServerRow, 'privateHosts'>>(
  row: Row,
  changes: ServerChange['privateHosts'],
): Row {
  if (!changes) return row;
  const hosts: Record<string, PrivateHostEntry> = { ...row.privateHosts };
  for (const { origin: address, private: isPrivate, certificateAuthorities } of changes) {
    const origin = originOf(address);
    if (!isPrivate) delete hosts[origin];
    else if (certificateAuthorities !== undefined) hosts[allowedOrigin(origin)] = entryOf(certificateAuthorities);
    else hosts[allowedOrigin(origin)] ??= {};
  }
  const count = Object.keys(hosts).length;
  if (count > LIMITS.privateHosts) {
    throw new Refused(
      'too_many_hosts',
      `The server would have ${count} private hosts; ${LIMITS.privateHosts} is the limit (privateHosts).`,
      { context: { limit: LIMITS.privateHosts } },
    );
  }
  return { ...row, privateHosts: hosts };
}

/**
 * A credential goes where the certificate authorities are those under which it was given. Throws Refused `authorities_changed`.
 * @param sealedWith the private hosts with which the new credentials of `after` were sealed
 */
export function checkAuthorities(before: ServerRow, after: ServerRow, sealedWith = after.privateHosts): void {
  const stored = new Set(sealedOf(before).map(({ ciphertext }) => ciphertext));
  for (const auth of sealedOf(after)) {
    const { ciphertext, origin } = auth;
    if (ciphertext === undefined || origin === undefined) continue;
    const destinations = destinationsOfShape(origin, auth);
    const then = authoritiesDigest(destinations, stored.has(ciphertext) ? before.privateHosts : sealedWith);
    if (then === authoritiesDigest(destinations, after.privateHosts)) continue;
    throw new Refused(
      'authorities_changed',
      `The credential for ${origin} was given while other certificate authorities were trusted there. Remove it first (PUT …/credentials with type none), change them, then give it again.`,
    );
  }
}
