/** Server entries → absolute https base URLs: variables filled with their defaults, relative ones resolved, the unusable told. */
import type { JsonObject } from '../json.ts';
import { checkBaseUrl } from '../request/baseUrl.ts';
import type { ServerEntry } from './operation.ts';
import { arrayMember, isObject, member } from './reading/read.ts';

export interface UsableServer {
  readonly url: string;
  /** Written as http in the description. */
  readonly wasHttp: boolean;
}

/** The usable ones in their order, https before http; each once. */
export function usableServers(entries: readonly ServerEntry[], documentUrl: string | undefined): UsableServer[] {
  if (entries.length === 1) {
    const server = usable(entries[0]!, documentUrl);
    return server ? [server] : [];
  }
  const found = new Map<string, UsableServer>();
  for (const entry of entries.slice(0, 200)) {
    const server = usable(entry, documentUrl);
    const known = server && found.get(server.url);
    if (server && (!known || (known.wasHttp && !server.wasHttp))) found.set(server.url, server);
  }
  return [...found.values()].sort((left, right) => Number(left.wasHttp) - Number(right.wasHttp));
}

function usable({ url, variables }: ServerEntry, documentUrl: string | undefined): UsableServer | undefined {
  const filled = fill(url.trim(), variables);
  if (filled === undefined) return undefined;
  const absolute = resolve(filled, documentUrl);
  if (absolute === undefined) return undefined;
  // Plain http is never spoken; the same host under https is what the owner most likely means.
  const wasHttp = /^http:/i.test(absolute);
  if (wasHttp && /^http:\/\/[^/]*:(?!80(?:\/|$))\d/i.test(absolute)) return undefined;
  const secure = absolute.replace(/^http:\/\/([^/:]*)(?::80)?(?=\/|$)/i, 'https://$1').replace(/[?#].*$/s, '');
  try {
    return { url: checkBaseUrl(secure).url, wasHttp };
  } catch {
    return undefined;
  }
}

/** `{name}` → its default, else the first of its enum; undefined when one has neither. */
function fill(url: string, variables: JsonObject): string | undefined {
  let isComplete = true;
  const filled = url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = member(variables, name);
    const value = isObject(variable) ? (variable['default'] ?? arrayMember(variable, 'enum')[0]) : undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    isComplete = false;
    return '';
  });
  return isComplete ? filled : undefined;
}

function resolve(url: string, documentUrl: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(url) && !url.startsWith('/')) return `https://${url}`;
  if (documentUrl === undefined || !documentUrl.startsWith('https:')) return undefined;
  try {
    return new URL(url, documentUrl).href;
  } catch {
    return undefined;
  }
}
