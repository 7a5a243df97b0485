/**
 * Definitions of an MCP server's tools, resources, resource templates and prompts as the server gives them: which can be used, and by what one
 * is known again. Apart from the import (listing.ts), because the sandbox compares digests and imports nothing.
 */
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { visibleText } from '../lib/visible.ts';
import type { McpKind } from '../model/tool.ts';
import { templateOf } from './uriTemplate.ts';

/** What an MCP server lists. */
export type Listed = 'tool' | McpKind;

/** Characters of the name of a tool or prompt, and of a URI or its template. */
export const MAX_MCP_NAME = 128;
export const MAX_MCP_URI = 1_024;

interface McpList {
  /** The request for the list, and the member of its result that has it. */
  readonly method: string;
  readonly member: string;
  /** The capability of a server that has such a list; it is also what its notice of a change is named after. */
  readonly capability: 'tools' | 'resources' | 'prompts';
  /** The member by which one is used. */
  readonly id: string;
  readonly isId: (id: string) => boolean;
  /** What of a definition decides what it is. Icons, sizes and `_meta` do not reach a client. */
  readonly defining: readonly string[];
}

const isName = (name: string): boolean => name !== '' && name.length <= MAX_MCP_NAME && name.isWellFormed();
const isUri = (uri: string): boolean =>
  uri.length <= MAX_MCP_URI && /^[a-z][a-z0-9+.-]*:\S+$/i.test(uri) && uri.isWellFormed() && visibleText(uri) === uri;
const TOLD = ['name', 'title', 'description'];

/** The lists of an MCP server. */
export const MCP_LISTS: Readonly<Record<Listed, McpList>> = {
  tool: {
    method: 'tools/list',
    member: 'tools',
    capability: 'tools',
    id: 'name',
    isId: isName,
    defining: [...TOLD, 'inputSchema', 'outputSchema', 'annotations'],
  },
  resource: {
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
    id: 'uri',
    isId: isUri,
    defining: ['uri', ...TOLD, 'mimeType'],
  },
  template: {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
    id: 'uriTemplate',
    isId: (template) => isUri(template) && templateOf(template) !== undefined,
    defining: ['uriTemplate', ...TOLD, 'mimeType'],
  },
  prompt: {
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
    id: 'name',
    isId: isName,
    defining: [...TOLD, 'arguments'],
  },
};

/** SHA-256 (lower-case hex) of a definition. */
export const definitionDigest = (definition: JsonObject, kind: Listed = 'tool'): string =>
  sha256(canonicalJson(MCP_LISTS[kind].defining.map((member) => definition[member] ?? null)));

/** The definitions that can be used, by what one is used by; of two with the same the first. */
export function definitionsById(definitions: readonly JsonValue[], kind: Listed = 'tool'): Map<string, JsonObject> {
  const { id: member, isId } = MCP_LISTS[kind];
  const byId = new Map<string, JsonObject>();
  for (const definition of definitions) {
    if (!isObject(definition)) continue;
    const id = definition[member];
    if (typeof id === 'string' && isId(id) && !byId.has(id)) byId.set(id, definition as JsonObject);
  }
  return byId;
}
