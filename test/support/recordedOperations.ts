/**
 * Finds the operation of a recorded request: the same method, base URL and path template, preferring the most literal characters. A
 * variable in a description's server (`https://{domain}`) stands for any text without a slash, as the owner of a server fills it in. A
 * path parameter has no slash in it unless the description says so in a vendor's words (`x-multi-segment`, GitHub).
 */
import type { JsonObject } from '../../core/lib/json/value.ts';
import type { ToolDraft } from '../../core/model/tool.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import { defined } from './defined.ts';
import type { RecordedRequest } from './recordings.ts';

export interface Operation {
  readonly tool: ToolDraft;
  /** The base URL under which the recording has it. */
  readonly baseUrl: string;
  /** Raw texts of the path parameters, by name. */
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Finds operations of an imported description.
 * @param further base URLs beside those of the description
 */
export function operationFinder(
  result: ImportResult,
  document: JsonObject,
  further: readonly string[] = [],
): (request: Pick<RecordedRequest, 'method' | 'url'>) => Operation | undefined {
  const bases = [...further, ...serversOf(document), ...result.servers, result.baseUrl].filter((base) => base !== '');
  const spanning = spanningParameters(document);
  const candidates = result.tools.map((tool) => {
    const names: string[] = [];
    const path = tool.path.replace(/[?#].*$/, '').replace(/^\/*/, '/');
    const source = path.split(/(\{[^}]*\})/).map((part, index) => {
      if (index % 2 === 0) return literal(part);
      names.push(part.slice(1, -1));
      return spanning.has(`${tool.path} ${part.slice(1, -1)}`) ? '([^?#]+)' : '([^/?#]+)';
    });
    const own = tool.baseUrl === undefined ? bases : [tool.baseUrl];
    const base = own.map((url) => patternOf(url.replace(/\/+$/, ''))).join('|');
    const literals = path.replace(/\{[^}]*\}/g, '').length;
    return { tool, names, literals, pattern: new RegExp(`^(${base})${source.join('')}/?$`) };
  });
  candidates.sort((a, b) => b.literals - a.literals);
  return ({ method, url }) => {
    const address = url.replace(/[?#].*$/s, '');
    for (const { tool, names, pattern } of candidates) {
      const match = tool.verb.toUpperCase() === method ? pattern.exec(address) : null;
      if (!match) continue;
      const path = Object.fromEntries(names.map((name, index) => [name, defined(match[index + 2])]));
      return { tool, baseUrl: defined(match[1]), path };
    }
    return undefined;
  };
}

/** Template and name of the path parameters that may hold slashes. */
function spanningParameters(document: JsonObject): ReadonlySet<string> {
  const components = (document['components'] as JsonObject | undefined)?.['parameters'] as JsonObject | undefined;
  const spanning = new Set<string>();
  for (const [path, item] of Object.entries((document['paths'] ?? {}) as JsonObject)) {
    const operations = [item, ...Object.values(item as JsonObject)] as Array<{ parameters?: JsonObject[] } | undefined>;
    for (const parameter of operations.flatMap((operation) => operation?.parameters ?? [])) {
      const name = String(parameter['$ref'] ?? '').replace('#/components/parameters/', '');
      const resolved = ((name && components?.[name]) || parameter) as JsonObject;
      if (resolved['x-multi-segment'] === true) spanning.add(`${path} ${resolved['name']}`);
    }
  }
  return spanning;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const patternOf = (base: string): string =>
  base
    .split(/\{[^}]*\}/)
    .map(literal)
    .join('[^/?#]+');

/** The servers with their variables, which an import has replaced. */
function serversOf(document: JsonObject): string[] {
  const servers = document['servers'];
  if (!Array.isArray(servers)) return [];
  return servers.map((server) => String((server as JsonObject)['url'])).filter((url) => url.startsWith('http'));
}
