/**
 * The tools, resources and prompts of an MCP server → tools of ours. What its lists told becomes an API description, one operation each, and
 * that goes through the importer: schemas are converted into one dialect, names and words cleaned, hidden characters told, answers marked for
 * redaction by the very code that does so for an API. A resource is an operation without arguments, a template one with the argument `uri`, a
 * prompt one with its own. What the importer cannot know is added behind it: what is called, with which digest, and the annotations.
 */
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { MCP_KINDS, type McpKind, type McpProgram, type McpTransport, type ToolDraft } from '../model/tool.ts';
import { type ImportOptions, type ImportResult, type ImportWarning, importDocument } from '../openapi/index.ts';
import { takenAnnotations } from './annotations.ts';
import { definitionDigest, definitionsById, type Listed, MCP_LISTS } from './definition.ts';

/** What was read of an MCP server. */
export interface McpListing {
  readonly transport: McpTransport;
  /** The version of the protocol that was spoken. */
  readonly version: string;
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
  /** As the server gave them, of all pages. */
  readonly tools: readonly JsonValue[];
  /** Of each kind in the same way, where the owner lets them pass. */
  readonly others?: Readonly<Partial<Record<McpKind, readonly JsonValue[]>>>;
}

/** One definition with what it is used by, and its place in the description, which is shown to people and never requested. */
interface Definition {
  readonly kind: Listed;
  readonly id: string;
  readonly path: string;
  readonly given: JsonObject;
}

/** The tag by which people find them among the tools. */
const TAGS = { resource: 'Resources', template: 'Resources', prompt: 'Prompts' } as const;

function pathOf(kind: Listed, id: string): string {
  const own = encodeURIComponent(id).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'));
  return kind === 'tool' ? `/${own}` : `/${kind}s/${own}`;
}

/** A URI for people; one with segments that lead elsewhere stays as it is. */
function readablePath(path: string): string {
  const plain = path.replaceAll('%3A', ':').replaceAll('%2F', '/');
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(plain) ? path : plain;
}

const definitionsOf = (given: readonly JsonValue[], kind: Listed): Definition[] =>
  [...definitionsById(given, kind)].map(([id, one]) => ({ kind, id, path: pathOf(kind, id), given: one }));

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
  const lists = [
    ['tool', listing.tools] as const,
    ...MCP_KINDS.map((kind) => [kind, listing.others?.[kind] ?? []] as const),
  ];
  const definitions = lists.flatMap(([kind, given]) => definitionsOf(given, kind));
  const imported = await importDocument(JSON.stringify(descriptionOf(listing, definitions, baseUrl)), {
    ...options,
    filled: [],
    fetchDocument: async () => {
      throw new Error('A schema of an MCP server refers to nothing outside of itself.');
    },
  });
  const byPath = new Map(definitions.map((one) => [one.path, one]));
  const warnings: ImportWarning[] = [...imported.warnings];
  for (const [kind, given] of lists) {
    const left = given.length - definitions.filter((one) => one.kind === kind).length;
    if (left === 0) continue;
    const { member, id } = MCP_LISTS[kind];
    const message = `${left} of the server's ${member} are left out: they have no ${id} that can be used, or that of another one.`;
    warnings.push({ code: 'tool_left_out', message, pointer: `#/${member}` });
  }
  const drafts = imported.tools.map((draft): ToolDraft => {
    const { kind, id, given } = byPath.get(draft.path) as Definition;
    const mcp: McpProgram = { tool: id, transport: listing.transport, digest: definitionDigest(given, kind) };
    const { headers: _headers, answerHeaders: _answerHeaders, operationId: _operationId, ...rest } = draft;
    const name = kind === 'tool' ? id : draft.name;
    const own = { ...rest, description: plainDescription(draft, name) };
    if (kind !== 'tool') {
      const { mimeType } = given;
      const type = typeof mimeType === 'string' && MEDIA_TYPE.test(mimeType) && { mimeType };
      const path = readablePath(draft.path);
      return { ...own, path, verb: kind.toUpperCase(), annotations: READING, mcp: { ...mcp, kind, ...type } };
    }
    const { annotations, notTaken } = takenAnnotations(name, given['annotations']);
    if (notTaken.length > 0) {
      const message = `The server says ${notTaken.join(', ')} of its tool ${name}, whose name does not say so; a server cannot make its own tools look harmless. If you know that it is so, say it in the annotations of the tool.`;
      warnings.push({ code: 'annotation_not_taken', message, pointer: `#/tools/${name}`, tools: [draft.name] });
    }
    return { ...own, annotations, mcp };
  });
  const digest = sha256(
    canonicalJson([listing.serverInfo, listing.instructions ?? '', drafts.map(({ mcp }) => mcp?.digest ?? '')]),
  );
  return { ...imported, dialect: 'mcp', version: imported.version, tools: drafts, warnings, readDigest: digest };
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

/** By the protocol a resource is read and a prompt is got, and neither changes anything. */
const READING: ToolDraft['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** A tool without a description is called by its name, and not by the path that it only has here. */
const plainDescription = ({ description, path, title }: ToolDraft, name: string): string =>
  description === `POST ${path}` || description.startsWith(`POST ${path}:`) ? title || name : description;

function descriptionOf(listing: McpListing, definitions: readonly Definition[], baseUrl: string): JsonObject {
  const { serverInfo, instructions } = listing;
  const paths: JsonObject = {};
  for (const one of definitions) paths[one.path] = { post: operationOf(one) };
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

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** What a definition takes: a resource nothing, a template a URI, a prompt texts. */
function inputOf({ kind, id, given }: Definition): JsonObject {
  if (kind === 'tool') return isObject(given['inputSchema']) ? (given['inputSchema'] as JsonObject) : {};
  if (kind === 'resource') return {};
  if (kind === 'template') {
    const uri = { type: 'string', maxLength: MAX_URI_ARGUMENT, description: `A URI of the template ${id}` };
    return { properties: { uri }, required: ['uri'] };
  }
  const named = (Array.isArray(given['arguments']) ? given['arguments'] : [])
    .slice(0, MAX_PROMPT_ARGUMENTS)
    .flatMap((one) => (isObject(one) && typeof one['name'] === 'string' ? [{ ...one, name: one['name'] }] : []));
  const properties = named.map(({ name, title, description }: JsonObject & { name: string }) => [
    name,
    { type: 'string', ...(text(title) && { title }), ...(text(description) && { description }) },
  ]);
  const required = named.filter((one: JsonObject) => one['required'] === true).map(({ name }) => name);
  return { properties: Object.fromEntries(properties) as JsonObject, ...(required.length > 0 && { required }) };
}

const MAX_URI_ARGUMENT = 2_048;
const MAX_PROMPT_ARGUMENTS = 100;

function operationOf(definition: Definition): JsonObject {
  const { kind, id, path, given } = definition;
  const { title, name, description, outputSchema, annotations } = given;
  // The name of a resource is one for people.
  const hint = kind === 'tool' ? id : text(name) || id;
  const heading = [
    title,
    kind === 'tool' && isObject(annotations) ? annotations['title'] : undefined,
    ...(kind === 'tool' ? [] : [name]),
  ].find((one) => typeof one === 'string' && one.trim() !== '');
  const at = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post`;
  const JSON_TYPE = 'application/json';
  const input = inputOf(definition);
  const hasArguments = isObject(input['properties']) && Object.keys(input['properties']).length > 0;
  const isOpen = input['additionalProperties'] !== undefined && input['additionalProperties'] !== false;
  return {
    operationId: kind === 'tool' ? id : `${kind} ${id}`,
    ...(kind !== 'tool' && { tags: [TAGS[kind]] }),
    'x-mcp': { name: hint, ...(heading !== undefined && { title: heading }) },
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
        ...(kind === 'tool' &&
          isObject(outputSchema) && {
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
