/**
 * The tools of an MCP server → tools of ours. What `tools/list` told becomes an API description, one operation a tool, and that goes
 * through the importer: schemas are converted into one dialect, names and words cleaned, hidden characters told, answers marked for
 * redaction by the very code that does so for an API. What the importer cannot know is added behind it: which tool is called, with which
 * digest, and the annotations.
 */
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import type { McpProgram, McpTransport, ToolDraft } from '../model/tool.ts';
import { type ImportOptions, type ImportResult, type ImportWarning, importDocument } from '../openapi/index.ts';
import { takenAnnotations } from './annotations.ts';
import { definitionDigest, MAX_MCP_NAME, type NamedTool, namedTools } from './definition.ts';

/** What was read of an MCP server. */
export interface McpListing {
  readonly transport: McpTransport;
  /** The version of the protocol that was spoken. */
  readonly version: string;
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
  /** As the server gave them, of all pages. */
  readonly tools: readonly JsonValue[];
}

/** The place of a tool in the description; it is shown to people and never requested. */
const pathOf = (name: string): string =>
  `/${encodeURIComponent(name).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'))}`;

/**
 * Imports a listing.
 * @param baseUrl the address that it was read from
 * @throws PortcullisError as `importDocument` does
 */
export async function importListing(
  listing: McpListing,
  baseUrl: string,
  options: Pick<ImportOptions, 'answerSchemas' | 'whenTooMany' | 'maxTools'> = {},
): Promise<ImportResult> {
  const tools = namedTools(listing.tools);
  const imported = await importDocument(JSON.stringify(descriptionOf(listing, tools, baseUrl)), {
    ...options,
    filled: [],
    fetchDocument: async () => {
      throw new Error('A schema of an MCP server refers to nothing outside of itself.');
    },
  });
  const byPath = new Map([...tools.keys()].map((name) => [pathOf(name), name]));
  const warnings: ImportWarning[] = [...imported.warnings];
  const left = listing.tools.length - tools.size;
  if (left > 0) {
    const message = `${left} of the server's tools are left out: they have no name of 1 to ${MAX_MCP_NAME} characters, or that of another tool.`;
    warnings.push({ code: 'tool_left_out', message, pointer: '#/tools' });
  }
  const drafts = imported.tools.map((draft): ToolDraft => {
    const name = byPath.get(draft.path) as string;
    const tool = tools.get(name) as NamedTool;
    const { annotations, notTaken } = takenAnnotations(name, tool['annotations']);
    if (notTaken.length > 0) {
      const message = `The server says ${notTaken.join(', ')} of its tool ${name}, whose name does not say so; a server cannot make its own tools look harmless. If you know that it is so, say it in the annotations of the tool.`;
      warnings.push({ code: 'annotation_not_taken', message, pointer: `#/tools/${name}`, tools: [draft.name] });
    }
    const mcp: McpProgram = { tool: name, transport: listing.transport, digest: definitionDigest(tool) };
    const { headers: _headers, answerHeaders: _answerHeaders, operationId: _operationId, ...rest } = draft;
    return { ...rest, description: plainDescription(draft, name), annotations, mcp };
  });
  const digest = sha256(
    canonicalJson([listing.serverInfo, listing.instructions ?? '', drafts.map(({ mcp }) => mcp?.digest ?? '')]),
  );
  return { ...imported, dialect: 'mcp', version: imported.version, tools: drafts, warnings, readDigest: digest };
}

/** A tool without a description is called by its name, and not by the path that it only has here. */
const plainDescription = ({ description, path, title }: ToolDraft, name: string): string =>
  description === `POST ${path}` || description.startsWith(`POST ${path}:`) ? title || name : description;

function descriptionOf(listing: McpListing, tools: ReadonlyMap<string, NamedTool>, baseUrl: string): JsonObject {
  const { serverInfo, instructions } = listing;
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
  const paths: JsonObject = {};
  for (const [name, tool] of tools) paths[pathOf(name)] = { post: operationOf(name, tool) };
  return {
    openapi: '3.1.0',
    info: {
      title: text(serverInfo['title']) || text(serverInfo['name']) || new URL(baseUrl).hostname,
      version: text(serverInfo['version']) || '1',
      ...(instructions && { description: instructions }),
    },
    servers: [{ url: baseUrl }],
    paths,
  };
}

function operationOf(name: string, tool: NamedTool): JsonObject {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  const heading = [title, isObject(annotations) ? annotations['title'] : undefined].find(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  const at = `#/paths/${pathOf(name).replaceAll('~', '~0').replaceAll('/', '~1')}/post`;
  const JSON_TYPE = 'application/json';
  const input = isObject(inputSchema) ? inputSchema : {};
  const hasArguments = isObject(input['properties']) && Object.keys(input['properties']).length > 0;
  const isOpen = input['additionalProperties'] !== undefined && input['additionalProperties'] !== false;
  return {
    operationId: name,
    'x-mcp': { name, ...(heading !== undefined && { title: heading }) },
    ...(typeof description === 'string' && { description }),
    ...((hasArguments || isOpen) && {
      requestBody: {
        required: true,
        content: {
          [JSON_TYPE]: {
            schema: placed({ ...input, type: 'object' }, `${at}/requestBody/content/application~1json/schema`),
          },
        },
      },
    }),
    responses: {
      200: {
        description: '',
        ...(isObject(outputSchema) && {
          content: {
            [JSON_TYPE]: { schema: placed(outputSchema, `${at}/responses/200/content/application~1json/schema`) },
          },
        }),
      },
    },
  };
}

/** A schema at its place in the description: what refers to the schema's root refers to that place. */
function placed(value: JsonObject, at: string): JsonObject {
  const moved = (each: JsonValue, depth: number): JsonValue => {
    if (depth > LIMITS.document.depth * 4) return {};
    if (Array.isArray(each)) return each.map((item) => moved(item, depth + 1));
    if (!isObject(each)) return each;
    return Object.fromEntries(
      Object.entries(each as JsonObject)
        .filter(([key]) => key !== '__proto__' && key !== '$schema' && key !== '$id')
        .map(([key, item]) => [
          key,
          key === '$ref' && typeof item === 'string' && item.startsWith('#')
            ? `${at}${item.slice(1)}`
            : moved(item, depth + 1),
        ]),
    );
  };
  return moved(value, 0) as JsonObject;
}
