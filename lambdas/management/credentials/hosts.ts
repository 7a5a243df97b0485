/**
 * Approved hosts of a server beside that of its base URL, identified by origin. Each may have a credential of its own, which is sealed
 * for that origin and removed with the approval. Encryption enforces where a credential can be opened (aws/credentials.ts), not this
 * file.
 */
import type { NewServer, ServerChange } from '../../../core/api/servers.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import type { ApprovedHost, PrivateHosts, ServerAuth, ServerRow } from '../../../core/model/server.ts';
import { Refused } from '../http/errors.ts';
import { baseUrlChanged, isAt } from '../serverRow/binding.ts';
import { sealCredential } from '../serverRow/credentials.ts';

type Hosts = Readonly<Record<string, ApprovedHost>>;

const approval = ({ id, name }: Person): ApprovedHost => ({
  approvedAt: isoNow(),
  approvedBy: id,
  ...(name && { approvedByName: name }),
});

/** The hosts of a new server, with their credentials sealed. Throws Refused as `withHosts` does. */
export async function newHosts(
  serverId: string,
  baseUrl: string,
  given: NonNullable<NewServer['hosts']>,
  actor: Person,
  privateHosts: PrivateHosts,
): Promise<Hosts> {
  const made = given.map(async ({ origin: address, auth }): Promise<[string, ApprovedHost]> => {
    const origin = originOf(address);
    if (isAt({ baseUrl }, origin)) throw isBase(origin);
    const host = approval(actor);
    if (!auth || auth.type === 'none') return [origin, host];
    return [origin, { ...host, auth: await sealCredential(serverId, auth, { origin }, privateHosts) }];
  });
  return Object.fromEntries(await Promise.all(made));
}

/**
 * The row with hosts approved or removed. A host that is approved already keeps its credential. If the base URL has moved to an approved
 * host, that host is no longer listed. Throws Refused `host_is_base` or `too_many_hosts`.
 */
export function withHosts(row: ServerRow, changes: ServerChange['hosts'] = [], actor: Person): ServerRow {
  const hosts: Record<string, ApprovedHost> = { ...row.hosts };
  for (const { origin: address, approved } of changes) {
    const origin = originOf(address);
    if (!approved) delete hosts[origin];
    else if (isAt(row, origin)) throw isBase(origin);
    else hosts[origin] ??= approval(actor);
  }
  if (row.baseUrl) delete hosts[originOf(row.baseUrl)];
  const count = Object.keys(hosts).length;
  if (count > LIMITS.approvedHosts) {
    throw new Refused(
      'too_many_hosts',
      `The server would have ${count} approved hosts; ${LIMITS.approvedHosts} is the limit (approvedHosts). Remove one, or create another server.`,
      { context: { limit: LIMITS.approvedHosts } },
    );
  }
  const isSame = count === Object.keys(row.hosts ?? {}).length && Object.keys(hosts).every((key) => row.hosts?.[key]);
  return isSame ? row : { ...row, hosts };
}

/** The detail of a change of hosts for the audit trail. */
export function hostsDetail(changes: ServerChange['hosts']): JsonObject {
  if (!changes) return {};
  const originsOf = (some: typeof changes) => some.map(({ origin }) => originOf(origin));
  return {
    approvedHosts: originsOf(changes.filter(({ approved }) => approved)),
    removedHosts: originsOf(changes.filter(({ approved }) => !approved)),
  };
}

/**
 * The row with another credential at this origin: that of the base URL or of an approved host. Throws Refused `base_url_changed` when the
 * origin is no longer one of the server's.
 */
export function withCredentialAt(row: ServerRow, origin: string, auth: ServerAuth): ServerRow {
  if (isAt(row, origin)) return { ...row, auth };
  const known = row.hosts && Object.hasOwn(row.hosts, origin) ? row.hosts[origin] : undefined;
  if (!known) throw baseUrlChanged(origin);
  const { auth: _, ...host } = known;
  const next = auth.type === 'none' ? host : { ...host, auth };
  return { ...row, hosts: { ...row.hosts, [origin]: next } };
}

const isBase = (origin: string) =>
  new Refused('host_is_base', `${origin} is the host of the base URL, which needs no approval.`);
