/**
 * A large bundle is sealed in parts, so that nobody has to load it whole: the sandbox reads the part of the tool that it calls, mcp-rpc the
 * outlines of all tools, by which they are found, and the parts of those that it describes or calls. The sealed text has the digest of each
 * part, so the seal of the bundle covers them: a part of another version or server has another digest.
 *
 * Only bundles that are listed by search have parts, because every other list needs all schemas. Which part a tool is in is told by its
 * name, so an edit changes one part (two, when it renames), and nobody needs a table of names. Pure.
 */
import { createHash } from 'node:crypto';
import { isObject, type JsonSchema } from '../../lib/json/value.ts';
import type { Bundle, BundleTool } from '../../model/bundle.ts';

/** Above one of these, a bundle that is listed by search has parts. Characters are those of all tools as JSON. */
const WHOLE = { tools: 2_000, characters: 8_000_000 };
/** Tools of a part on average: as few as a call has to read, and as many outlines as one edit has to write and to read anew. */
export const TOOLS_OF_A_PART = { whole: 48, outlines: 1_024 } as const;

/** Whether a bundle is sealed in parts. */
export function hasParts({ exposition, tools }: Pick<Bundle, 'exposition' | 'tools'>): boolean {
  if (exposition !== 'search') return false;
  if (tools.length > WHOLE.tools) return true;
  let characters = 0;
  return tools.some((tool) => {
    characters += JSON.stringify(tool).length;
    return characters > WHOLE.characters;
  });
}

/** The number of parts: a power of two, so that it stays the same while tools come and go. */
const partsFor = (tools: number, ofAPart: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, tools / ofAPart)));

/** The part that a tool is in. */
export const partOf = (name: string, parts: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % parts;

/** The tools by part, each part in the order of the tools. */
export function inParts(tools: readonly BundleTool[], ofAPart: number): BundleTool[][] {
  const parts: BundleTool[][] = Array.from({ length: partsFor(tools.length, ofAPart) }, () => []);
  for (const tool of tools) parts[partOf(tool.name, parts.length)]?.push(tool);
  return parts;
}

const UNTOLD: JsonSchema = { type: 'object' };

/**
 * What a list, a search and the scope of a token need to know of a tool. Of its arguments only the names, which are searched; whoever
 * describes or calls it reads the whole tool.
 */
export function outlineOf(tool: BundleTool): BundleTool {
  const { toolId, name, title, description, inputSchema, annotations, cacheHint, longMs, findable, program, member } =
    tool;
  const { verb, path, baseUrl } = program;
  const names = isObject(inputSchema['properties']) ? Object.keys(inputSchema['properties']) : [];
  return {
    toolId,
    name,
    title,
    description,
    inputSchema: UNTOLD,
    annotations,
    cacheHint,
    ...(longMs !== undefined && { longMs }),
    findable: { ...findable, ...(names.length > 0 && { arguments: names.join(' ') }) },
    ...(member && { member }),
    program: { verb, path, ...(baseUrl !== undefined && { baseUrl }), parameters: [] },
  };
}
