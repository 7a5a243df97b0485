/**
 * The key of a server in configuration files: letters, digits and dashes, so that it stands unquoted in TOML, in a shell
 * and in the names that clients build from it. Clients put it in front of tool names, and some stop at 63 characters,
 * hence its short limit.
 */
const LIMIT = 24;

/** `Acme Orders (EU)` → `acme-orders-eu`; `portcullis` when nothing is left of the name. */
export function nameFrom(serverName: string): string {
  const slug = serverName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMIT)
    .replace(/^-+|-+$/g, '');
  return slug || 'portcullis';
}
