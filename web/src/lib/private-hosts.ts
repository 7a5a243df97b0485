/** Which hosts of a server are in the network of the deployment's owner. Pure. */
import { shapeWithin } from '../../../core/model/credential.ts';
import type { Server } from '../api/types.ts';

const hostOf = (url: string): string => (URL.canParse(url.trim()) ? new URL(url.trim()).hostname : '');

/** Whether the deployment lists the host of this address. */
export const isListed = (url: string, listed: readonly string[] = []): boolean => listed.includes(hostOf(url));

/** The origins of a server whose hosts are listed, and those that it names already. */
export function privateOrigins(server: Server, listed: readonly string[]): string[] {
  const tokenUrls = [server.auth, ...server.hosts.map(({ auth }) => auth)].flatMap(
    (auth) => shapeWithin(auth, 'oauth2')?.tokenUrl ?? [],
  );
  const used = [server.baseUrl, ...server.hosts.map(({ origin }) => origin), ...tokenUrls].filter((url) =>
    isListed(url, listed),
  );
  return [
    ...new Set([...used.map((url) => new URL(url).origin), ...server.privateHosts.map(({ origin }) => origin)]),
  ].sort();
}
