/**
 * A server of ours as an entry of the MCP registry (`server.json`, schema 2025-12-11), from which clients and registries learn where it is
 * and what they need. It has what the owner tells everybody anyway who gets an address: the name, the address, that a token is wanted or
 * a sign-in, and which version it is. No tool, no API, no token. Pure.
 *
 * Source: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json (`name` is in reverse DNS form; texts have 100
 * characters at most; `remotes`).
 */
import { resourceOf } from '../auth/oauth/addresses.ts';
import { visibleText } from '../lib/visible.ts';
import { takesSignIns, takesTokens } from '../model/accessRules.ts';
import type { ServerRow } from '../model/server.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const TEXT = 100;
const TYPE = 'streamable-http';

/** Where the entry of a server is, if its owner has switched that on. */
export const serverJsonUrl = (edgeUrl: string, serverId: string): string =>
  `${edgeUrl}/.well-known/mcp/${serverId}/server.json`;

type Described = Pick<ServerRow, 'serverId' | 'name' | 'bundle' | 'access' | 'accessRules' | 'floor'>;

/** The entry. @param edgeUrl the URL of the stack, without a path */
export function serverJsonOf(edgeUrl: string, server: Described): object {
  const { serverId, name, bundle } = server;
  const title = visibleText(name || serverId).slice(0, TEXT);
  const signIn = { type: TYPE, url: resourceOf(edgeUrl, serverId) };
  const token = {
    type: TYPE,
    url: `${edgeUrl}/mcp`,
    headers: [
      {
        name: 'Authorization',
        description: 'A connection token, which whoever manages the server gives.',
        isRequired: true,
        isSecret: true,
        value: 'Bearer {token}',
        variables: { token: { description: 'The connection token', isRequired: true, isSecret: true } },
      },
    ],
  };
  return {
    $schema: SCHEMA,
    name: `${new URL(edgeUrl).hostname.split('.').reverse().join('.')}/${serverId}`,
    title,
    description: `${title}, by Portcullis`.slice(0, TEXT),
    version: `1.0.${bundle?.version ?? 0}`,
    remotes: [...(takesSignIns(server) ? [signIn] : []), ...(takesTokens(server) ? [token] : [])],
  };
}
