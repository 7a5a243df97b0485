/**
 * The key of a server in the configuration files of clients: letters, digits and dashes, so that it needs no quotes in
 * TOML and shells. It is short, because clients put it in front of tool names (LIMITS.serverKey). Each server has another
 * key, because a second entry with the same key would replace the first one.
 */
import { LIMITS } from '../lib/limits.ts';

const MAX_LENGTH = LIMITS.serverKey;
/** How many characters of the server's id are appended to a key that is taken. */
const SUFFIX_LENGTH = 5;

/** What a key is made from. */
export interface NamedServer {
  readonly serverId: string;
  /** '' when the server has no name yet. */
  readonly name: string;
  readonly createdAt: string;
}

/**
 * `Acme Orders (EU)` → `acme-orders-eu`. A part of the server's id is appended when the name of an older server gives the
 * same key, or to `mcp` when the name has no usable characters.
 * @param all all servers; may include this one
 */
export function serverKey(server: NamedServer, all: readonly NamedServer[]): string {
  const slug = slugOf(server.name);
  const isTaken = all.some((other) => isOlder(other, server) && slugOf(other.name) === slug);
  if (slug !== '' && !isTaken) return slug;
  const suffix = server.serverId.replace(/^srv_/, '').slice(0, SUFFIX_LENGTH).toLowerCase();
  return `${slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1).replace(/-+$/, '') || 'mcp'}-${suffix}`;
}

function isOlder(one: NamedServer, other: NamedServer): boolean {
  if (one.serverId === other.serverId) return false;
  return one.createdAt === other.createdAt ? one.serverId < other.serverId : one.createdAt < other.createdAt;
}

const slugOf = (serverName: string): string =>
  serverName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
