/**
 * Runs once a day: reports connection tokens, client certificates and client secrets that end soon, 14 and 3 days before, and then what
 * needs a person (digest.ts). Each threshold is one event by its id, so running it more often tells nothing twice.
 */
import { report } from '../../aws/tables/events.ts';
import { listServers } from '../../aws/tables/servers.ts';
import { listTokens } from '../../aws/tables/tokens.ts';
import { credentialEnds } from '../../core/model/endings.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { expiryAhead } from '../../core/telemetry/events/events.ts';
import { tellDigest } from './digest.ts';

/** Reports what ends soon. */
export async function handler(): Promise<void> {
  const now = Date.now();
  const servers = await listServers();
  for (const server of servers) {
    if (server.status === 'deleting') continue;
    await tokensOf(server, now);
    await credentialsOf(server, now);
  }
  await tellDigest(servers, now);
}

async function tokensOf({ serverId }: ServerRow, now: number): Promise<void> {
  for (const { tokenId, expiresAt, revokedAt, signIn } of await listTokens(serverId)) {
    const ahead = expiresAt !== undefined && !revokedAt && !signIn ? expiryAhead(expiresAt, now) : undefined;
    if (!ahead || expiresAt === undefined) continue;
    const data = { serverId, what: 'token', tokenId, expiresAt, daysLeft: ahead.daysLeft } as const;
    await report('expiry.ahead.v1', data, [tokenId, expiresAt, String(ahead.threshold)]);
  }
}

/** Beside the name of what ends, for events that earlier versions have told. */
const MARKS = { client_certificate: [], client_secret: ['client_secret'] } as const;

async function credentialsOf(server: ServerRow, now: number): Promise<void> {
  const { serverId } = server;
  for (const { what, origin, expiresAt } of credentialEnds(server)) {
    const ahead = expiryAhead(expiresAt, now);
    if (!ahead) continue;
    const once = [serverId, origin, expiresAt, String(ahead.threshold), ...MARKS[what]];
    await report('expiry.ahead.v1', { serverId, what, origin, expiresAt, daysLeft: ahead.daysLeft }, once);
  }
}
