/**
 * The key of a server in configuration files: letters, digits and dashes, so that it stands unquoted in TOML, in a shell
 * and in the names that clients build from it. Clients put it in front of tool names, and some stop at 63 characters,
 * hence its short limit. Two servers never share one: the second would silently take the first one's place in the file.
 */
const MAX_LENGTH = 24;
/** Characters of the server's id that tell apart what names do not. */
const SUFFIX_LENGTH = 5;

/** What a name for clients is made of. */
export interface NamedServer {
  readonly serverId: string;
  /** What it is called by; '' for nothing yet. */
  readonly name: string;
  readonly createdAt: string;
}

/**
 * `Acme Orders (EU)` → `acme-orders-eu`. A part of its id stands behind it when an older server has that key (of equal names, or such
 * that are equal as far as a key goes), and behind `portcullis` when nothing is left of the name. `all` may hold the server itself.
 */
export function serverKey(server: NamedServer, all: readonly NamedServer[]): string {
  const slug = slugOf(server.name);
  const isTaken = all.some((other) => isOlder(other, server) && slugOf(other.name) === slug);
  if (slug !== '' && !isTaken) return slug;
  const suffix = server.serverId.replace(/^srv_/, '').slice(0, SUFFIX_LENGTH).toLowerCase();
  return `${slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1).replace(/-+$/, '') || 'portcullis'}-${suffix}`;
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
