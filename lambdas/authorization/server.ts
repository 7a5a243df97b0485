/** Finds the server that people and clients sign in to. */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { serverOfResource } from '../../core/auth/oauth/addresses.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { takesSignIns } from '../../core/model/accessRules.ts';
import type { ServerRow } from '../../core/model/server.ts';

/** The server with this id; undefined when it is unknown, is being deleted or accepts no sign-ins. */
export async function signInServer(serverId: string): Promise<ServerRow | undefined> {
  const server = await readServer(serverId);
  return server && server.status !== 'deleting' && takesSignIns(server) ? server : undefined;
}

/** The server of a resource indicator (RFC 8707). Throws OAuthError `invalid_target`. */
export async function serverAt(resource: string | undefined): Promise<ServerRow> {
  const serverId = serverOfResource(requireEnvironment('EDGE_URL'), resource);
  const server = serverId === undefined ? undefined : await signInServer(serverId);
  if (!server) {
    throw new OAuthError('invalid_target', 'resource must be the MCP URL of a server here that accepts sign-ins.');
  }
  return server;
}
