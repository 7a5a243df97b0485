/**
 * Definitions of an MCP server's tools as the server gives them: which can be called, and by what one is known again. Apart from the import
 * (listing.ts), because the sandbox compares digests and imports nothing.
 */
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';

/** What of a definition decides what a tool is. Icons and `_meta` do not reach a client. */
const DEFINING = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** SHA-256 (lower-case hex) of a tool's definition. */
export const definitionDigest = (tool: JsonObject): string =>
  sha256(canonicalJson(DEFINING.map((member) => tool[member] ?? null)));

/** A definition with a name. */
export type NamedTool = JsonObject & { readonly name: string };

/** Characters of a tool's name. */
export const MAX_MCP_NAME = 128;

/** The tools that can be called, by name; of two with one name the first. */
export function namedTools(tools: readonly JsonValue[]): Map<string, NamedTool> {
  const byName = new Map<string, NamedTool>();
  for (const tool of tools) {
    if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
    const named = tool as NamedTool;
    const { name } = named;
    if (name !== '' && name.length <= MAX_MCP_NAME && name.isWellFormed() && !byName.has(name)) byName.set(name, named);
  }
  return byName;
}
