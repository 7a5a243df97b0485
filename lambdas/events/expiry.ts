/**
 * Runs once a day: reports connection tokens, client certificates and client secrets that end soon, 14 and 3 days before. Each threshold
 * is one event by its id, so running it more often tells nothing twice.
 */
import { report } from '../../aws/tables/events.ts';
import { listServers } from '../../aws/tables/servers.ts';
import { listTokens } from '../../aws/tables/tokens.ts';
import { shapeWithin } from '../../core/model/credential.ts';
import type { ServerAuth, ServerRow } from '../../core/model/server.ts';
import { expiryAhead } from '../../core/telemetry/events/events.ts';

/** Reports what ends soon. */
export async function handler(): Promise<void> {
  const now = Date.now();
  for (const server of await listServers()) {
    if (server.status === 'deleting') continue;
    await tokensOf(server, now);
    await credentialsOf(server, now);
  }
}

async function tokensOf({ serverId }: ServerRow, now: number): Promise<void> {
  for (const { tokenId, expiresAt, revokedAt, signIn } of await listTokens(serverId)) {
    const ahead = expiresAt !== undefined && !revokedAt && !signIn ? expiryAhead(expiresAt, now) : undefined;
    if (!ahead || expiresAt === undefined) continue;
    const data = { serverId, what: 'token', tokenId, expiresAt, daysLeft: ahead.daysLeft } as const;
    await report('expiry.ahead.v1', data, [tokenId, expiresAt, String(ahead.threshold)]);
  }
}

/** Kinds of credentials that have an end, what ends, and what tells their events apart. */
const ENDING = [
  { kind: 'mutualTLS', what: 'client_certificate', mark: [] },
  { kind: 'oauth2', what: 'client_secret', mark: ['client_secret'] },
] as const;

async function credentialsOf({ serverId, auth, hosts = {} }: ServerRow, now: number): Promise<void> {
  const places: [string | undefined, ServerAuth | undefined][] = [
    [auth.origin, auth],
    ...Object.entries(hosts).map(([origin, host]): [string, ServerAuth | undefined] => [origin, host.auth]),
  ];
  for (const [origin, credential] of places) {
    for (const { kind, what, mark } of ENDING) {
      const expiresAt = credential && shapeWithin(credential, kind)?.expiresAt;
      const ahead = expiresAt === undefined ? undefined : expiryAhead(expiresAt, now);
      if (!ahead || expiresAt === undefined || origin === undefined) continue;
      const once = [serverId, origin, expiresAt, String(ahead.threshold), ...mark];
      await report('expiry.ahead.v1', { serverId, what, origin, expiresAt, daysLeft: ahead.daysLeft }, once);
    }
  }
}
