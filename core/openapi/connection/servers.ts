/**
 * Turns Server Objects into absolute https base URLs: replaces variables by their defaults unless these are samples
 * (serverAddress.ts), resolves relative URLs, and reports those that cannot be used.
 */

import { checkBaseUrl } from '../../lib/url/baseUrl.ts';
import { devAddress, devPort, loopbackPort } from '../../lib/url/devUpstream.ts';
import { otherOrigin } from '../../model/hosts.ts';
import type { ToolDraft } from '../../model/tool.ts';
import { absolutePointer } from '../document/location.ts';
import type { Context, Operation, ServerEntry, VersionReader } from '../model/operation.ts';
import type { ServerAddress } from '../model/types.ts';
import type { OpenWarning } from '../model/warnings.ts';
import { countBy } from '../output/tagChoice.ts';
import { addressOf, fill, hasSample } from './serverAddress.ts';

/** The servers of an import. */
export interface Servers {
  readonly baseUrl: string;
  readonly all: readonly string[];
  /** The address that `baseUrl` is of, where parts of it are to be chosen. */
  readonly address?: ServerAddress;
  readonly own: ReadonlyMap<Operation, string>;
  /** Operations whose own servers cannot be used, and the warning to which their tools are added. */
  readonly unusableOwn?: { readonly operations: ReadonlySet<Operation>; readonly warning: OpenWarning };
}

/**
 * The servers of an import. The base URL is the document's first usable server, unless more operations have servers of
 * their own on another host; then it is the most common of those.
 */
export function serversOf(context: Context, reader: VersionReader, operations: readonly Operation[]): Servers {
  const { warnings, url } = context;
  const described = reader.servers(context) ?? [];
  const general = withoutPlaceholders(usableServers(withoutSamples(described, context), url), context);
  const own = new Map<Operation, string>();
  // Most operations with servers of their own have the same ones, so each list is checked once.
  const known = new Map<string, UsableServer | undefined>();
  const unusable: Operation[] = [];
  for (const operation of operations) {
    const entries = reader.servers(context, operation);
    if (!entries) continue;
    const key = JSON.stringify(entries);
    if (!known.has(key)) known.set(key, usableServers(withoutSamples(entries, context), url)[0]);
    const usable = known.get(key);
    if (usable) own.set(operation, usable.url);
    else unusable.push(operation);
  }
  const unusableOwn = warnOfUnusable(context, unusable);
  const counts = countBy([...own.values()]);
  const mostCommon = Object.keys(counts).sort((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0))[0];
  const first = general[0]?.url;
  const atMostCommon = mostCommon === undefined ? 0 : servedBy(mostCommon, own);
  const atFirst = first === undefined ? 0 : operations.length - own.size + servedBy(first, own);
  const baseUrl = (atMostCommon > atFirst ? mostCommon : first) ?? '';
  // Operations without a server of their own are called at the document's first server.
  if (first !== undefined && baseUrl !== first) {
    for (const operation of operations) if (!own.has(operation)) own.set(operation, first);
  }
  if (general[0]?.wasHttp) {
    warnings.add(
      'server_http',
      `The document names ${general[0].url.replace('https:', 'http:')}; it is called by https. Give another base URL if the API has no https there.`,
      '#',
    );
  }
  const address = chosenAddress(described, baseUrl, url);
  if (baseUrl === '') {
    const what = address
      ? `The document names only ${address.template}, without a value for ${missingIn(address)}.`
      : 'The document names no usable server (https with a public host name).';
    warnings.add('server_missing', `${what} Give the base URL when the server is made.`, '#');
  }
  return {
    baseUrl,
    ...(address && { address }),
    all: [...new Set([...general.map((server) => server.url), ...own.values()])],
    own,
    ...(unusableOwn && { unusableOwn }),
  };
}

/** Placeholder host names such as your-domain.com, but not real ones that begin likewise (yourstory.com). */
const PLACEHOLDER =
  /(?:^|[.-])your[-_]?(?:account|api|app|company|domain|host|hostname|instance|org|organi[sz]ation|region|server|shop|site|store|subdomain|team|tenant|workspace)(?=[.-]|$)|^(?:www\.)?example\.(?:com|net|org)$/;

/** Repair `server_placeholder`: removes servers with a placeholder as host name. */
function withoutPlaceholders(servers: readonly UsableServer[], { repairs }: Context): readonly UsableServer[] {
  const real = servers.filter(({ url }) => !PLACEHOLDER.test(new URL(url).hostname));
  if (real.length === servers.length || !repairs.isOn('server_placeholder')) return servers;
  repairs.report('server_placeholder');
  return real;
}

/** Repair `server_placeholder`: removes servers with a variable whose default is a sample. */
function withoutSamples(entries: readonly ServerEntry[], { repairs }: Context): readonly ServerEntry[] {
  const kept = entries.filter((entry) => !hasSample(entry));
  if (kept.length === entries.length || !repairs.isOn('server_placeholder')) return entries;
  repairs.report('server_placeholder');
  return kept;
}

/** The address of the server that was chosen; where none can be used, of the first that can be with values for its variables. */
function chosenAddress(
  entries: readonly ServerEntry[],
  baseUrl: string,
  url: string | undefined,
): ServerAddress | undefined {
  const origin = url?.startsWith('https:') ? new URL(url).origin : undefined;
  for (const entry of entries.slice(0, MAX_SERVERS)) {
    if (baseUrl !== '' && usable(entry, url)?.url !== baseUrl) continue;
    const address = addressOf(entry, origin);
    if (address || baseUrl !== '') return address;
  }
  return undefined;
}

const missingIn = ({ variables }: ServerAddress): string =>
  variables.flatMap(({ name, ...variable }) => (variable.default === undefined ? [`{${name}}`] : [])).join(', ') ||
  'its host';

/** Number of operations with a server of their own at this URL's origin. */
function servedBy(url: string, own: ReadonlyMap<Operation, string>): number {
  const { origin } = new URL(url);
  let count = 0;
  for (const other of own.values()) if (new URL(other).origin === origin) count++;
  return count;
}

/** Adds one warning for all operations without a usable server, at the first of them. */
function warnOfUnusable({ warnings }: Context, operations: readonly Operation[]): Servers['unusableOwn'] {
  const [first] = operations;
  if (!first) return undefined;
  const which =
    operations.length === 1
      ? 'None of the servers of this operation can be used (https with a public host name); it is called at the base URL.'
      : `${operations.length} operations, of which this is the first, have servers of their own that cannot be used (https with a public host name); they are called at the base URL.`;
  const warning = warnings.add('server_unusable', which, absolutePointer(first.target));
  return { operations: new Set(operations), warning };
}

/** Warns about tools on other hosts, because a sandbox may call only its server's own host and approved ones. */
export function warnOfOtherHosts(context: Context, tools: readonly ToolDraft[], baseUrl: string): void {
  if (baseUrl === '') return;
  const { origin } = new URL(baseUrl);
  for (const tool of tools) {
    const other = otherOrigin(tool, baseUrl);
    if (other === undefined) continue;
    context.warnings
      .add(
        'server_other_host',
        `These tools belong to ${other}, another host than ${origin}. They are left out of the server until that host is approved for it.`,
        `#/paths (${other})`,
      )
      .tools.add(tool.name);
  }
}

/** Entries of a list of servers that are looked at. */
const MAX_SERVERS = 200;

interface UsableServer {
  readonly url: string;
  /** True when the description has an http URL. */
  readonly wasHttp: boolean;
}

/** The usable servers without duplicates, in their order, https before http. */
function usableServers(entries: readonly ServerEntry[], documentUrl: string | undefined): UsableServer[] {
  if (entries.length === 1) {
    const [only] = entries;
    const server = only && usable(only, documentUrl);
    return server ? [server] : [];
  }
  const found = new Map<string, UsableServer>();
  for (const entry of entries.slice(0, MAX_SERVERS)) {
    const server = usable(entry, documentUrl);
    const known = server && found.get(server.url);
    if (server && (!known || (known.wasHttp && !server.wasHttp))) found.set(server.url, server);
  }
  return [...found.values()].sort((left, right) => Number(left.wasHttp) - Number(right.wasHttp));
}

function usable({ url, variables }: ServerEntry, documentUrl: string | undefined): UsableServer | undefined {
  const filled = fill(url.trim(), variables);
  if (filled === undefined) return undefined;
  const resolved = resolve(filled, documentUrl);
  if (resolved === undefined) return undefined;
  // Frameworks write the address at which they listen into the description: the one of the description itself, under another name.
  const absolute = isItself(resolved, documentUrl) ? devAddress(resolved) : resolved;
  // Portcullis does not use plain http; most likely the same host has https.
  const wasHttp = /^http:/i.test(absolute);
  if (wasHttp && /^http:\/\/[^/]*:(?!80(?:\/|$))\d/i.test(absolute)) return undefined;
  const secure = absolute.replace(/^http:\/\/([^/:]*)(?::80)?(?=\/|$)/i, 'https://$1').replace(/[?#].*$/s, '');
  try {
    return { url: checkBaseUrl(secure).url, wasHttp };
  } catch {
    return undefined;
  }
}

function isItself(address: string, documentUrl = ''): boolean {
  const port = loopbackPort(address);
  return port !== undefined && URL.canParse(documentUrl) && port === devPort(new URL(documentUrl).hostname);
}

function resolve(url: string, documentUrl: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(url) && !url.startsWith('/')) return `https://${url}`;
  if (url.startsWith('//')) return `https:${url}`;
  if (documentUrl === undefined || !documentUrl.startsWith('https:')) return undefined;
  try {
    return new URL(url, documentUrl).href;
  } catch {
    return undefined;
  }
}
